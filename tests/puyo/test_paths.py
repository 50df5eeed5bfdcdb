"""Placements as keys: every legal one on many fields, pressed in a game by keys; and the shortest of them to read."""

import random

import numpy as np
import pytest
from tests.naive import puyo_moves as naive

from wellplayed.errors import InputError
from wellplayed.puyo.keys import KeyGame, Start, play_keys
from wellplayed.puyo.keystep.links import measure
from wellplayed.puyo.keystep.way import MOST
from wellplayed.puyo.paths import keys_for, way
from wellplayed.puyo.placing import BLOCK, put_cells
from wellplayed.puyo.text import parse


def rows(heights: list[int]) -> str:
    """A field in which nothing pops."""
    return "/".join(
        "".join("RGBY"[(x + 2 * (y // 2)) % 4] if y < heights[x] else "." for x in range(6))
        for y in reversed(range(13))
    )


def profiles(count: int, seed: int) -> list[tuple[list[int], int]]:
    """Heights and columns whose row 14 is used up: half of them high, where it matters."""
    dice = random.Random(seed)
    found = []
    for n in range(count):
        heights = [dice.choice((10, 11, 12, 12, 13) if n % 2 else range(14)) for _ in range(6)]
        heights[2] = min(heights[2], 11)
        found.append((heights, dice.choice((0, dice.randrange(64)))))
    return found


def test_the_keys_of_every_placement_bring_the_pair_there() -> None:
    longest = 0
    for heights, topped in profiles(150, 1):
        used = {x for x in range(6) if topped >> x & 1}
        for action in naive.legal(heights, used):
            played = KeyGame(start=Start(rows(heights), "PB RG"))
            played.states["topped"] = topped
            before = played.state.cells.copy()
            keys = keys_for(before, action, topped)
            longest = max(longest, len(keys))
            assert play_keys(played, [*keys, "HD"]) == [True] * (len(keys) + 1)
            played.tick(int(played.state.wait))  # torn puyos come down; nothing pops
            after, torn = put_cells(before, action, 4, 2, topped, BLOCK)
            assert played.state.topped == after
            assert played.state.tear == torn
            assert np.array_equal(played.state.cells, before)
    assert longest < MOST


def test_what_no_keys_lead_to_is_refused() -> None:
    for heights, topped in profiles(40, 2):
        used = {x for x in range(6) if topped >> x & 1}
        cells = parse(rows(heights))
        for action in set(range(24)) - naive.legal(heights, used):
            with pytest.raises(InputError, match=f"action {action} cannot be reached"):
                keys_for(cells, action, topped)


@pytest.mark.pure
@pytest.mark.parametrize(
    ("board", "action", "keys"),
    [
        ("", 2, ()),
        ("", 0, ("L", "L")),
        ("", 19, ("L", "CCW")),
        ("", 10, ("R", "R", "CW")),
        ("", 14, ("CW", "CW")),
        # Between two columns of twelve: a quick turn, and over the wall.
        ("/".join([".R.R../.G.G.."] * 6), 1, ("CW", "CW", "CW", "L", "CW")),
        # A wall of twelve on the right: up on the column of eleven at the far left, and back.
        ("...R../" + "/".join(["R..G../G..R.."] * 5) + "/RGBY..", 3, ("CW", "L", "CW", "CW", "R", "R", "CW")),
    ],
)
def test_a_few_to_read(board: str, action: int, keys: tuple[str, ...]) -> None:
    assert keys_for(parse(board), action) == keys


@pytest.mark.pure
@pytest.mark.parametrize("action", [-1, 11, 18, 24])
def test_bad_input_is_refused_in_one_line(action: int) -> None:
    with pytest.raises(InputError) as error:
        keys_for(parse(""), action)
    assert str(error.value) == f"action {action} cannot be reached here; choose one of those that are legal"


@pytest.mark.pure
def test_from_anywhere() -> None:
    columns = np.zeros(8, np.uint16)
    measure(parse("/".join(["..R...", "..G..."] * 3)), columns)
    assert way(columns, 0, (4, 3, 0), 4) == ()
    assert way(columns, 0, (4, 3, 0), 1) is None  # column 3 is in the way
    assert way(columns, 0, (2, 5, 0), 1) is None  # no room
    assert way(columns, 0, (1, 6, 3), 9) == ("R", "R", "CW", "CW")
