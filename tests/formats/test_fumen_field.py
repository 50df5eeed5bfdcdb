"""Fields and operations of fumens: text both ways, shapes, and fumen's own positions."""

from random import Random

import pytest
from tests.formats.books import field as random_field

from wellplayed.formats.fumen import Field, FumenError, Operation, Page, decode, encode
from wellplayed.formats.fumen_field import ANCHORS, ORIENTATIONS, PIECES

# From the SRS centre to the position fumen writes, for all that differ: what tetris-fumen 1.1.3 (MIT) writes for a
# piece at (4, 5) in each of 28 ways, less (4, 5).
OFFSETS = {
    ("O", "N"): (0, 1),
    ("O", "S"): (-1, 0),
    ("O", "W"): (-1, 1),
    ("I", "S"): (-1, 0),
    ("I", "W"): (0, 1),
    ("S", "N"): (0, 1),
    ("S", "E"): (1, 0),
    ("Z", "N"): (0, 1),
    ("Z", "W"): (-1, 0),
}

# Guideline SRS: the four orientations of L about their centre (Hard Drop wiki, "SRS").
L_SHAPES = {
    "N": "__L_/LLL_",
    "E": "_L__/_L__/_LL_",
    "S": "LLL_/L___",
    "W": "LL__/_L__/_L__",
}


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("orientation", range(4))
def test_positions_as_fumen_writes_them(piece: str, orientation: int) -> None:
    assert ANCHORS[piece, orientation] == OFFSETS.get((piece, ORIENTATIONS[orientation]), (0, 0))


@pytest.mark.parametrize("piece", PIECES)
def test_every_operation_comes_back(piece: str) -> None:
    found = 0
    for orientation in range(4):
        for x in range(10):
            for y in range(23):
                try:
                    operation = Operation(piece, orientation, x, y)
                except FumenError:
                    continue
                found += 1
                assert decode(encode([Page(operation=operation)]))[0].operation == operation
    # A shape of w by h cells fits into 10 by 23 in (11 - w) * (24 - h) places.
    wide, tall = {"I": (7 * 23, 10 * 20), "O": (9 * 22, 9 * 22)}.get(piece, (8 * 22, 9 * 21))
    assert found == 2 * wide + 2 * tall


@pytest.mark.parametrize(("orientation", "shape"), L_SHAPES.items())
def test_shapes_turn_about_their_centre(orientation: str, shape: str) -> None:
    rows = shape.split("/")
    drawn = {(x, y) for y, row in enumerate(reversed(rows)) for x, cell in enumerate(row) if cell == "L"}
    low = 0 if orientation == "N" else 1
    operation = Operation("L", ORIENTATIONS.index(orientation), 1, low)
    assert set(operation.cells) == drawn


def test_an_operation_is_text_too() -> None:
    operation = Operation("S", 3, 9, 21)
    assert str(operation) == "S W 9,21"
    assert eval(repr(operation)) == operation


@pytest.mark.parametrize(
    "wrong",
    [("X", 0, 4, 0), ("t", 0, 4, 0), ("T", 4, 4, 0), ("T", 0, 0, 0), ("T", 0, 9, 0), ("T", 2, 4, 0), ("T", 0, 4, 22)],
)
def test_operations_that_cannot_be(wrong: tuple[str, int, int, int]) -> None:
    with pytest.raises(FumenError):
        Operation(*wrong)


def test_fields_come_back_from_text() -> None:
    random = Random(7)
    field = Field()
    for _ in range(500):
        field = random_field(random, field)
        assert Field.parse(str(field)) == field
        assert Field.parse(str(field).replace("\n", "/")) == field
        assert Field.parse(str(field).replace("\n", "\r\n") + "\n") == field
        assert eval(repr(field)) == field


def test_a_field_reads_what_people_write() -> None:
    field = Field.parse("#x.G  ____/TTTJJJLLL_")
    assert field.rows == ("XX_X______", "TTTJJJLLL_")
    assert field.garbage == "__________"
    assert str(Field()) == "__________"
    assert Field.parse("") == Field.parse("__________") == Field()
    assert Field.parse("==========/XXXXXXXXX_").garbage == "XXXXXXXXX_"


def test_cells() -> None:
    field = Field.parse("T_________/__________/=/_________X")
    assert (field[0, 1], field[1, 1], field[0, 0], field[9, -1], field[0, 22]) == ("T", "_", "_", "X", "_")
    for cell in ((10, 0), (-1, 0), (0, 23), (0, -2)):
        with pytest.raises(IndexError):
            field[cell]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("XXX", "row 1 of the board has 3 cells, a fumen 10"),
        ("XXXXXXXXXX/XXXXXXXXXXX", "row 2 of the board has 11 cells"),
        ("XXXXXXXXXX/XXXXQXXXXX", "unknown letter 'Q' in row 2"),
        ("i_________", "unknown letter 'i' in row 1"),
        ("/".join(["X_________"] * 24), "a fumen has 23 rows"),
        ("=/X_________/X_________", "one garbage row"),
    ],
)
def test_boards_that_are_none(text: str, reason: str) -> None:
    with pytest.raises(FumenError, match=reason):
        Field.parse(text)


@pytest.mark.parametrize("cells", ["", "_" * 239, "_" * 241, "_" * 239 + "x"])
def test_a_field_has_240_letters(cells: str) -> None:
    with pytest.raises(FumenError, match="240 cells"):
        Field(cells)


def test_rising_and_clearing_at_the_top() -> None:
    full = Field("I" * 240)
    assert full.cleared() == Field("_" * 230 + "I" * 10)
    risen = Field("T" * 10 + "_" * 220 + "I" * 10).risen()
    assert (risen.rows, risen.garbage) == (("IIIIIIIIII",), "__________")
