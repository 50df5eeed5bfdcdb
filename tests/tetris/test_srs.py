"""The rotation systems against their published tables, written here once more, by hand and in their own frames."""

from typing import Any, get_args

import pytest

from wellplayed.tetris.pieces import PIECES
from wellplayed.tetris.srs import CELLS, SHIFT, Cell, Half, Quarter, kicks, turned

pytestmark = pytest.mark.pure

Tests = list[tuple[int, int]]
N, E, S, W = range(4)

# The pages on SRS of the Tetris wiki and the Hard Drop wiki: the tests after (0, 0), y up, in the basic frame.
JLSTZ: dict[tuple[int, int], Tests] = {
    (N, E): [(-1, 0), (-1, 1), (0, -2), (-1, -2)],
    (E, N): [(1, 0), (1, -1), (0, 2), (1, 2)],
    (E, S): [(1, 0), (1, -1), (0, 2), (1, 2)],
    (S, E): [(-1, 0), (-1, 1), (0, -2), (-1, -2)],
    (S, W): [(1, 0), (1, 1), (0, -2), (1, -2)],
    (W, S): [(-1, 0), (-1, -1), (0, 2), (-1, 2)],
    (W, N): [(-1, 0), (-1, -1), (0, 2), (-1, 2)],
    (N, W): [(1, 0), (1, 1), (0, -2), (1, -2)],
}
I_SRS: dict[tuple[int, int], Tests] = {
    (N, E): [(-2, 0), (1, 0), (-2, -1), (1, 2)],
    (E, N): [(2, 0), (-1, 0), (2, 1), (-1, -2)],
    (E, S): [(-1, 0), (2, 0), (-1, 2), (2, -1)],
    (S, E): [(1, 0), (-2, 0), (1, -2), (-2, 1)],
    (S, W): [(2, 0), (-1, 0), (2, 1), (-1, -2)],
    (W, S): [(-2, 0), (1, 0), (-2, -1), (1, 2)],
    (W, N): [(1, 0), (-2, 0), (1, -2), (-2, 1)],
    (N, W): [(-1, 0), (2, 0), (-1, 2), (2, -1)],
}
# TETR.IO's "SRS+", as listed in halp1/triangle, src/engine/utils/kicks/data.ts (there y down).
I_PLUS: dict[tuple[int, int], Tests] = {
    (N, E): [(1, 0), (-2, 0), (-2, -1), (1, 2)],
    (E, N): [(-1, 0), (2, 0), (-1, -2), (2, 1)],
    (E, S): [(-1, 0), (2, 0), (-1, 2), (2, -1)],
    (S, E): [(-2, 0), (1, 0), (-2, 1), (1, -2)],
    (S, W): [(2, 0), (-1, 0), (2, 1), (-1, -2)],
    (W, S): [(1, 0), (-2, 0), (1, 2), (-2, -1)],
    (W, N): [(1, 0), (-2, 0), (1, -2), (-2, 1)],
    (N, W): [(-1, 0), (2, 0), (2, -1), (-1, 2)],
}
HALVES: dict[tuple[int, int], Tests] = {
    (N, S): [(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    (S, N): [(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    (E, W): [(1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    (W, E): [(-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
}
# The true-rotation offsets of the same pages; a kick is the offset before the turn minus the one after it.
OFFSETS_JLSTZ: list[Tests] = [
    [(0, 0)] * 5,
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0)] * 5,
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
]
OFFSETS_I: list[Tests] = [
    [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
    [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
    [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
    [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
]
I_CENTRES = [(0, 0), (1, 0), (1, -1), (0, -1)]  # from the middle of its box as the basic frame turns it

TURNS = list(JLSTZ)


def difference(offsets: list[Tests], before: int, after: int) -> tuple[Cell, ...]:
    return tuple((a - c, b - d) for (a, b), (c, d) in zip(offsets[before], offsets[after], strict=True))


def centred(tests: Tests, before: int, after: int) -> tuple[Cell, ...]:
    """Tests of I in the basic frame, plain turn included, as kicks of its centre."""
    (a, b), (c, d) = I_CENTRES[before], I_CENTRES[after]
    return tuple((x + c - a, y + d - b) for x, y in [(0, 0), *tests])


@pytest.mark.parametrize(("before", "after"), TURNS)
@pytest.mark.parametrize("piece", "JLSTZ")
@pytest.mark.parametrize("quarter", get_args(Quarter))
def test_quarter_turns_of_jlstz(piece: str, quarter: Quarter, before: int, after: int) -> None:
    assert kicks(piece, before, after, quarter) == ((0, 0), *JLSTZ[before, after])
    assert kicks(piece, before, after, quarter) == difference(OFFSETS_JLSTZ, before, after)


@pytest.mark.parametrize(("before", "after"), TURNS)
def test_quarter_turns_of_i(before: int, after: int) -> None:
    assert kicks("I", before, after) == centred(I_SRS[before, after], before, after)
    assert kicks("I", before, after) == difference(OFFSETS_I, before, after)
    assert kicks("I", before, after, "srs+") == centred(I_PLUS[before, after], before, after)


def test_the_first_turn_of_i_in_its_own_frame() -> None:
    assert kicks("I", N, E) == ((1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2))


def test_i_kicks_of_srs_plus_are_symmetric() -> None:
    """Turning the other way tries the mirror images, which in SRS is not so."""

    flip = {N: N, E: W, S: S, W: E}
    centre = {N: (-1, 0), E: (0, -1), S: (1, 0), W: (0, 1)}  # where the mirror image of an I at (0, 0) has its own

    def mirrored(quarter: Quarter) -> bool:
        for before, after in TURNS:
            (a, b), (c, d) = centre[before], centre[after]
            image = tuple((c - a - x, d - b + y) for x, y in kicks("I", before, after, quarter))
            if image != kicks("I", flip[before], flip[after], quarter):
                return False
        return True

    assert mirrored("srs+")
    assert not mirrored("srs")


@pytest.mark.parametrize(("before", "after"), list(HALVES))
@pytest.mark.parametrize(("half", "others", "i"), [("none", 0, 0), ("nudge", 2, 2), ("tetrio", 6, 2), ("six", 6, 6)])
def test_half_turns(half: Half, others: int, i: int, before: int, after: int) -> None:
    tests = [(0, 0), *HALVES[before, after]]
    for quarter in get_args(Quarter):
        for piece in "JLSTZ":
            assert kicks(piece, before, after, quarter, half) == tuple(tests[:others])
        assert kicks("I", before, after, quarter, half) == centred(tests[1:], before, after)[:i]


@pytest.mark.parametrize("half", get_args(Half))
def test_o_never_moves_its_cells(half: Half) -> None:
    for before in range(4):
        for after in range(4):
            if after == before or (half == "none" and (after - before) % 4 == 2):
                continue
            ((dx, dy),) = kicks("O", before, after, half=half)
            assert {(x + dx, y + dy) for x, y in CELLS["O"][after]} == set(CELLS["O"][before])
    assert SHIFT["O"] == ((0, 0), (0, 1), (1, 1), (1, 0))


def test_the_plain_turn_comes_first() -> None:
    for piece in "JLSTZ":
        for before, after in [*TURNS, *HALVES]:
            assert kicks(piece, before, after, half="six")[0] == (0, 0)


def test_a_turn_there_and_back_is_none() -> None:
    for piece in PIECES:
        for before, after in TURNS:
            (a, b), (c, d) = kicks(piece, before, after)[0], kicks(piece, after, before)[0]
            assert (a + c, b + d) == (0, 0)


def test_turned() -> None:
    cells = ((0, 0), (1, 0), (0, 2))
    assert turned(cells, 1) == ((0, 0), (0, -1), (2, 0))
    assert turned(cells, 2) == ((0, 0), (-1, 0), (0, -2))
    assert turned(cells, 3) == turned(cells, -1) == ((0, 0), (0, 1), (-2, 0))
    assert turned(cells, 4) == turned(cells, 0) == cells


# The four orientations of every piece, from the pictures of the guideline, row by row from the top; o is the centre.
PICTURES: dict[str, list[str]] = {
    "I": ["#o##", "#/o/#/#", "##o#", "#/#/o/#"],
    "O": ["##/o#", "o#/##", "#o/##", "##/#o"],
    "T": [".#./#o#", "#./o#/#.", "#o#/.#.", ".#/#o/.#"],
    "S": [".##/#o.", "#./o#/.#", ".o#/##.", "#./#o/.#"],
    "Z": ["##./.o#", ".#/o#/#.", "#o./.##", ".#/#o/#."],
    "J": ["#../#o#", "##/o./#.", "#o#/..#", ".#/.o/##"],
    "L": ["..#/#o#", "#./o./##", "#o#/#..", "##/.o/.#"],
}


def pictured(picture: str) -> set[Cell]:
    rows: list[Any] = picture.split("/")
    marks = {(x, -y): mark for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."}
    ((cx, cy),) = [cell for cell, mark in marks.items() if mark == "o"]
    return {(x - cx, y - cy) for x, y in marks}


@pytest.mark.parametrize("piece", PIECES)
def test_cells(piece: str) -> None:
    assert [set(cells) for cells in CELLS[piece]] == [pictured(picture) for picture in PICTURES[piece]]
    for cells in CELLS[piece]:
        assert len(set(cells)) == 4
        assert (0, 0) in cells


def test_no_two_pieces_share_a_shape() -> None:
    shapes = [
        frozenset((x - min(cells)[0], y - min(y for _, y in cells)) for x, y in cells)
        for piece in PIECES
        for cells in map(tuple, CELLS[piece])
    ]
    assert len(set(shapes)) == 19
