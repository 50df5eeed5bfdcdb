"""A reader's field of Puyo: read, changed, settled, and refused in one line."""

import pytest

from wellplayed.errors import InputError
from wellplayed.interfaces.web.chapters.field import EMPTY_FIELD, Field, of_cells, read


def test_a_field_is_changed_cell_by_cell() -> None:
    field = EMPTY_FIELD.put(0, 0, "R").put(5, 12, "#").put(2, 1, "G")
    assert (field[0, 0], field[5, 12], field[2, 1], field[1, 0]) == ("R", "#", "G", ".")
    assert field.count == 3
    assert field.hanging == (2, 5)
    assert str(field.settled()) == "R.G..#"
    assert read(str(field)) == field == of_cells(field.cells)
    assert field.put(0, 0, ".").put(5, 12, ".").put(2, 1, ".") == EMPTY_FIELD
    assert str(EMPTY_FIELD) == "......"
    assert read(" \n") == EMPTY_FIELD


@pytest.mark.parametrize("put", [(6, 0, "R"), (0, 13, "R"), (-1, 0, "R"), (0, 0, "X"), (0, 0, ""), (0, 0, "RG")])
def test_what_is_no_cell_and_no_puyo_is_refused(put: tuple[int, int, str]) -> None:
    with pytest.raises(InputError, match="there is no"):
        EMPTY_FIELD.put(*put)


@pytest.mark.parametrize(
    "text", ["RG", "RGXB..", "/".join(["......"] * 14), "hello", "https://example.org/", "R" * 5000]
)
def test_what_cannot_be_read_says_so_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as refusal:
        read(text)
    assert "\n" not in str(refusal.value)


def test_no_file_is_read(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "field.txt"
    path.write_text("RRRR..")
    with pytest.raises(InputError):
        read(str(path))


def test_notes_make_no_difference() -> None:
    assert read("RR..../......").notes
    assert read("RR..../......") == Field(read("RR..../......").rows)
