"""A lesson on a field of Puyo: any text is read, the address says it all, and bad fields are answered beside it."""

from urllib.parse import parse_qsl

import pytest

from wellplayed.interfaces.web.chapters import chapter
from wellplayed.interfaces.web.chapters.field import EMPTY_FIELD, Field
from wellplayed.interfaces.web.chapters.puyosamples import SHAPES
from wellplayed.interfaces.web.lesson import ALL, BOARD, Lesson
from wellplayed.interfaces.web.words import Words

EN = Words("en")


def lesson(name: str, **query: str) -> Lesson:
    one = Lesson(chapter(name), EN, query)
    one.take_in(one.ask())
    return one


@pytest.mark.parametrize("name", ["flood", "chain"])
def test_the_address_shows_the_same_again(name: str) -> None:
    one = lesson(name)
    assert one.query() == ""
    one.set_board("https://www.puyop.com/s/420Aa9r9hj")
    assert isinstance(one.board, Field)
    one.change_board(one.board.put(0, 5, "#"))
    assert len(one.notes) == 1
    one.take_in(one.ask())
    one.go(1)
    other = lesson(name, **dict(parse_qsl(one.query())))
    assert other.board == one.board
    assert other.query() == one.query()
    assert other.told is not None
    assert one.told is not None
    assert [step.numbers for step in other.told.steps] == [step.numbers for step in one.told.steps]


def test_a_bad_field_is_answered_beside_it_and_the_last_picture_stays() -> None:
    one = lesson("flood", position="RRX...")
    assert "unknown letter 'X' in row 1" in one.problems[BOARD]
    assert str(one.board) == SHAPES
    one.set_board("RRRR")
    answer = one.ask()
    assert answer.told is None
    assert "row 1 is 4 long" in answer.problems[BOARD]
    one.set_board("")
    assert one.board == EMPTY_FIELD
    assert one.ask().problems == {ALL: EN("refused.field.none")}
