"""Finesse counts against an independent search over shapes, taps and full-side shifts, and against known counts."""

import itertools

import numpy as np
import pytest

from wellplayed.tetris.guideline.paths import canonical
from wellplayed.tetris.guideline.presses import presses
from wellplayed.tetris.guideline.ruleset import Ruleset, preset
from wellplayed.tetris.guideline.walk import place
from wellplayed.tetris.pieces import PIECES
from wellplayed.tetris.srs import CELLS, kicks

EMPTY = np.zeros(20, np.uint64)
KEYS = ("L", "R", "L!", "R!", "CW", "CCW", "180")


def spread(piece: str, o: int, x: int) -> frozenset[int]:
    """The columns and relative rows of a piece over an empty well, which say where it lands."""
    cells = [(x + dx, dy) for dx, dy in CELLS[piece][o]]
    low = min(y for _, y in cells)
    return frozenset(64 * cx + y - low for cx, y in cells)


def pressed(piece: str, o: int, x: int, key: str, width: int, rules: Ruleset) -> tuple[int, int]:
    """One press high over an empty well, by the columns alone."""
    inside = lambda o, x: all(0 <= x + dx < width for dx, _ in CELLS[piece][o])  # noqa: E731
    if key[0] in "LR":
        step = -1 if key[0] == "L" else 1
        while inside(o, x + step):
            x += step
            if len(key) == 1:
                break
        return o, x
    after = (o + {"CW": 1, "CCW": 3, "180": 2}[key]) % 4
    for dx, _ in kicks(piece, o, after, rules.kicks, rules.half):
        if inside(after, x + dx):
            return after, x + dx
    return o, x


def fewest(piece: str, width: int, rules: Ruleset) -> dict[frozenset[int], int]:
    """By trying all lists of presses, shortest first: no queue, no memory of where it has been."""
    found: dict[frozenset[int], int] = {}
    spawn = (width - (2 if piece in "IO" else 1)) // 2
    for length in range(5):
        for keys in itertools.product(KEYS, repeat=length):
            o, x = 0, spawn
            for key in keys:
                o, x = pressed(piece, o, x, key, width, rules)
            found.setdefault(spread(piece, o, x), length)
    return found


@pytest.mark.parametrize("name", ["guideline", "tetrio-s1"])
@pytest.mark.parametrize("width", [10, 7])
@pytest.mark.parametrize("piece", PIECES)
def test_counts_on_an_empty_board(piece: str, width: int, name: str) -> None:
    rules = preset(name)
    found = {}
    for number, keys in presses(EMPTY, width, 40, PIECES.index(piece), rules).items():
        o, x, _ = place(number)
        found[spread(piece, o, x)] = len(keys)
    assert found == fewest(piece, width, rules)


@pytest.mark.parametrize(("piece", "most", "total"), [("O", 2, 12), ("I", 2, 26), ("S", 3, 27), ("Z", 3, 27)])
def test_counts_that_players_know(piece: str, most: int, total: int) -> None:
    # From left to right, by hand: O 1 2 2 1 0 1 2 2 1; I flat 1 2 1 0 1 2 1 and upright 2 2 2 2 1 1 2 2 2 2 (held, then
    # turned either way, stands in both columns near a wall); S and Z flat 1 2 1 0 1 2 2 1, upright 2 2 2 1 1 2 3 2 2.
    found = [len(keys) for keys in presses(EMPTY, 10, 40, PIECES.index(piece), Ruleset()).values()]
    assert (len(found), max(found), sum(found)) == (9 if piece == "O" else 17, most, total)


def test_a_blocked_spawn_has_none_and_names_are_canonical() -> None:
    full = np.full(20, (1 << 30) - 1, np.uint64)
    assert presses(full, 10, 40, 2, Ruleset()) == {}
    for number in presses(EMPTY, 10, 40, 0, Ruleset()):
        assert canonical(0, number) == number
