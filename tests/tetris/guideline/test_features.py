"""The features that guideline play adds, by hand; those of classic play are the same functions of the board."""

from typing import Any

import numpy as np
import pytest
from tests.naive import classic
from tests.naive import guideline as naive
from tests.naive.features import features as classic_features
from tests.naive.records import position
from tests.tetris.guideline.positions import reached, rows_of, scattered, state

from wellplayed.game import feature_names
from wellplayed.tetris import features as classic_book
from wellplayed.tetris.guideline.features import COUNT, FEATURES, NAMES
from wellplayed.tetris.guideline.rules import Guideline

GAME = Guideline()


def of(board: str, **fields: Any) -> dict[str, float]:
    """Every feature of a board, by name."""
    return dict(zip(NAMES, GAME.features(state(GAME, board, **fields))[0].tolist(), strict=True))


def test_the_classic_ones_come_first() -> None:
    assert feature_names(GAME) == NAMES
    assert NAMES[: classic_book.COUNT] == classic_book.NAMES
    assert len(NAMES) == len(set(NAMES)) == COUNT == len(GAME.glossary)
    assert all(definition and source for _, definition, source, _ in FEATURES)


# T-slots --------------------------------------------------------------------------------------------------------------

OPEN = "#........./#...######/##.#######"  # a T goes in straight from above, though nothing hangs over it
ROOFED = "##......../#...######/##.#######"  # the same with one upper corner


@pytest.mark.parametrize(
    ("board", "slots", "rows"),
    [
        ("", 0, 0),
        (OPEN, 0, 0),  # two corners are too few
        (ROOFED, 1, 2),
        ("##.#....../#...######/##.#######", 1, 2),  # all four corners
        ("##......../#...#####./##.#######", 1, 1),  # the upper row lacks a cell
        ("##......../#...######/##.######.", 1, 1),
        ("##......../#...#####./##.######.", 1, 0),
        ("#...######/##.#######", 0, 0),
        # Two slots, of which one clears two rows.
        ("##......../#...######/##.#######/##......../#...#####./##.#######", 2, 2),
        # No lower corners, so that the T does not rest on them; its stem stands on the floor.
        ("#.#......./....", 0, 0),
        ("#.#......./..........", 0, 0),
        ("#.#......./.........#/#.........", 1, 0),
    ],
)
def test_t_slots(board: str, slots: int, rows: int) -> None:
    found = of(board)
    assert (found["t_slots"], found["t_slot_rows"]) == (slots, rows)


def slow_slots(one: Any) -> tuple[int, int]:
    """The same one cell at a time, from the definition."""
    board = frozenset((x, y) for x in range(10) for y in range(45) if int(one["columns"][x]) >> y & 1)
    count, best = 0, 0
    for x in range(10):
        for y in range(45):
            mine = naive.cells("T", (2, x, y))
            if not naive.fits(board, 10, "T", (2, x, y)) or naive.fits(board, 10, "T", (2, x, y - 1)):
                continue
            if sum(naive.filled(board, 10, (x + i, y + j)) for i in (-1, 1) for j in (-1, 1)) >= 3:
                count += 1
                best = max(best, sum(all((i, j) in board | mine for i in range(10)) for j in (y - 1, y)))
    return count, best


def test_t_slots_on_random_boards() -> None:
    states = scattered(GAME, 300, 1, 25)
    found = GAME.features(states)[:, [NAMES.index("t_slots"), NAMES.index("t_slot_rows")]]
    for one, pair in zip(states, found, strict=True):
        assert tuple(pair) == slow_slots(one)
    assert found[:, 0].max() > 1
    assert found[:, 1].max() > 0


# Other features of the board ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "depth"),
    [
        ("", 0),
        ("#########.", 1),
        ("#########./#########./#########./#########.", 4),
        (".#########/.#########", 2),
        ("#########./########../#########.", 1),  # the row in between is not full but for the well
        ("########../#########.", 1),
        ("#########./#########./.########.", 0),  # the leftmost of two lowest columns: no row is full but for it
        ("####.#####/####.#####/####.#####/#####.####", 3),  # counted from the top of the lowest column
        ("#########./#########./########.#/########.#", 2),
    ],
)
def test_quad_well(board: str, depth: int) -> None:
    assert of(board)["quad_well"] == depth


@pytest.mark.parametrize(
    ("board", "parity"),
    [
        ("", 0),
        ("#.........", 1),
        ("##........", 0),
        ("#.#.#.....", 3),
        ("#.#......./.#........", 3),
        ("#.#......./#.#.......", 0),
        (".#.#....../#.#.......", 4),
    ],
)
def test_parity(board: str, parity: int) -> None:
    assert of(board)["parity"] == parity


@pytest.mark.parametrize(
    ("rows", "ten", "fifteen"), [(0, 0, 0), (10, 0, 0), (11, 1, 0), (15, 5, 0), (16, 6, 1), (35, 25, 20)]
)
def test_how_far_the_pile_is_over_a_row(rows: int, ten: int, fifteen: int) -> None:
    found = of("/".join(["#........."] * rows))
    assert (found["over_ten"], found["over_fifteen"]) == (ten, fifteen)


def test_garbage_on_the_board_and_on_its_way() -> None:
    assert of("#########./#########.", marks=0b11)["garbage_rows"] == 2
    assert of("", marks=0)["garbage_rows"] == 0
    one = GAME.receive(state(GAME), np.array([7]))
    assert GAME.features(one)[0, NAMES.index("pending")] == 7


# Features of the move -------------------------------------------------------------------------------------------------


def after(board: str, piece: str, at: tuple[int, int, int], spin: int = 0, **fields: Any) -> dict[str, float]:
    """Every feature after a move (orientation, x, y)."""
    one = state(GAME, board, piece + "IO", **fields)
    (action,) = [a for a in GAME.listed(one)[1] if GAME.parts(a) == (0, spin, *at)]
    return dict(zip(NAMES, GAME.features(GAME.play(one, np.array([action])))[0].tolist(), strict=True))


def test_nothing_is_of_a_move_in_a_fresh_game() -> None:
    found = of("")
    assert [found[name] for name in ("attack", "perfect_clears", "quads", "spin_clears", "mini_clears")] == [0] * 5
    assert [found[name] for name in ("wasted_t", "combo", "chain", "lines", "eroded_cells")] == [0] * 5


def test_a_quad() -> None:
    found = after("/".join(["#########."] * 4 + ["########.."]), "I", (1, 9, 2))
    assert found["lines"] == 3  # the floor row has two gaps
    assert found["quads"] == 0
    found = after("/".join(["#########."] * 4) + "/.#########", "I", (1, 9, 3))
    assert (found["quads"], found["lines"], found["attack"], found["perfect_clears"]) == (1, 4, 4, 0)
    assert (found["combo"], found["chain"], found["wasted_t"]) == (1, 1, 0)
    found = after("/".join(["#########."] * 4) + "/.#########", "I", (1, 9, 3), chain=1, combo=2)
    assert (found["attack"], found["combo"], found["chain"]) == (4 + 1 + 1, 3, 2)


def test_a_perfect_clear() -> None:
    found = after("/".join(["#########."] * 4), "I", (1, 9, 2))
    assert (found["perfect_clears"], found["attack"], found["quads"], found["highest"]) == (1, 10, 1, 0)


def test_spins_and_wasted_t() -> None:
    found = after(ROOFED, "T", (2, 2, 1), 2)
    assert [found[n] for n in ("lines", "spin_clears", "mini_clears", "wasted_t", "attack")] == [2, 1, 0, 0, 4]
    found = after("#...######", "T", (0, 2, 0), 0)
    assert [found[n] for n in ("lines", "spin_clears", "mini_clears", "wasted_t")] == [1, 0, 0, 1]
    found = after("", "T", (0, 4, 0), 0)
    assert [found[n] for n in ("lines", "wasted_t")] == [0, 1]
    found = after("_#########".replace("_", ".") + "/##.#######", "T", (1, 0, 2), 0)
    assert found["wasted_t"] == 1
    assert after("", "O", (0, 4, 0))["wasted_t"] == 0


def test_a_mini() -> None:
    # By the wall: two corners are the wall's, one is filled.
    one = state(GAME, "#.......##/..########", "TIO")
    minis = [int(a) for a in GAME.listed(one)[1] if GAME.parts(a)[1] == 1]
    found = [dict(zip(NAMES, row, strict=True)) for row in GAME.features(GAME.play(one.repeat(len(minis)), minis))]
    assert all(f["mini_clears"] == (f["lines"] > 0) and f["spin_clears"] == 0 for f in found)
    assert all(f["wasted_t"] == (f["lines"] == 0) for f in found)


def test_landing_features_are_those_of_classic_play() -> None:
    found = after("#.........", "I", (0, 2, 0))
    assert (found["landing_height"], found["landing_top"]) == (0, 1)
    assert found["tallest_gap"] == abs(1 - 1)
    found = after("#.........", "I", (1, 0, 3))
    assert (found["landing_height"], found["landing_top"], found["tallest_gap"]) == (1 + 1.5, 5, 1)


# The classic features -------------------------------------------------------------------------------------------------


def test_classic_features_by_their_twins() -> None:
    drawn = scattered(GAME, 60, 5, 20)
    drawn["tall"] = drawn["top"] = 1  # as if a move had been made, which the twin takes for granted
    states = np.concatenate([drawn, *(reached(GAME, seed, pieces=30) for seed in (1, 2))])
    states = states[(states["columns"] < 1 << 20).all(axis=1)]
    children = GAME.expand(states[:: len(states) // 60]).states
    children = children[~children["dead"] & (children["columns"] < 1 << 20).all(axis=1)][::5]
    for one in (states, children):
        found = GAME.features(one)[:, : classic_book.COUNT]
        for record, row in zip(one, found, strict=True):
            twin = classic_features(position(record, classic.Rules()), 20)
            differ = [n for n, a, b in zip(classic_book.NAMES, row, twin, strict=True) if a != b]
            assert not differ, (differ, rows_of(GAME, record.reshape(1)))
    assert len(children) > 300
