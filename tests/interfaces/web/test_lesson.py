"""One reader in one chapter: what is given is read or answered, and the address says it all."""

from urllib.parse import parse_qsl

import pytest

from wellplayed.errors import InputError
from wellplayed.interfaces.web.chapters import CHAPTERS, chapter, samples
from wellplayed.interfaces.web.chapters.position import EMPTY, Board, read
from wellplayed.interfaces.web.ground import EMPTY_BOARD
from wellplayed.interfaces.web.lesson import ALL, BOARD, PIECES, Lesson
from wellplayed.interfaces.web.words import Words

EN = Words("en")


def lesson(name: str, **query: str) -> Lesson:
    return Lesson(chapter(name), EN, query)


def asked(one: Lesson) -> Lesson:
    one.take_in(one.ask())
    return one


@pytest.mark.parametrize("name", [one.name for one in CHAPTERS])
def test_a_chapter_begins_with_its_first_board_and_step(name: str) -> None:
    one = asked(lesson(name))
    assert one.problems == {}
    assert one.told is not None
    assert one.step == 0
    assert one.query() == ""
    if one.chapter.samples:
        assert str(one.board) == str(one.ground.read(one.chapter.samples[0].rows))


def test_the_address_shows_the_same_again() -> None:
    one = asked(lesson("beam"))
    one.set_board("#.......##/##.......#")
    one.set_pieces("tsz")
    one.choose("depth", "2")
    one.choose("weights", "dellacherie")
    asked(one).go(2)
    other = asked(lesson("beam", **dict(parse_qsl(one.query()))))
    assert (str(other.board), other.pieces, other.step) == (str(one.board).replace("#", "G"), "TSZ", 2)
    assert other.query() == one.query()
    assert other.told is not None
    assert one.told is not None
    assert [step.numbers for step in other.told.steps] == [step.numbers for step in one.told.steps]


def test_a_smaller_board_is_read_changed_and_sent() -> None:
    one = asked(lesson("guided"))
    assert isinstance(one.board, Board)
    assert (one.board.width, one.board.height) == (6, 10)
    one.set_board("#....#/##..##")
    one.set_pieces("i")
    one.choose("simulations", "8")
    assert isinstance(one.board, Board)
    one.change_board(one.board.toggled(2, 0))
    asked(one).go(3)
    other = asked(lesson("guided", **dict(parse_qsl(one.query()))))
    assert (str(other.board), other.pieces, other.step) == ("G....G/GGG.GG", "I", 3)
    assert other.query() == one.query()
    one.set_board("##........")
    assert one.problems == {BOARD: "row 1 of the board has 10 cells, the game 6; make every row 6 long"}
    with pytest.raises(InputError, match="x is 0 to 5, y is 0 to 9"):
        one.board.toggled(6, 0)


def test_an_address_from_another_place_is_read() -> None:
    one = lesson("evaluation", position="v115@vhAAgH", queue="TSZ")
    assert one.board == EMPTY_BOARD
    assert one.pieces == "T"  # as many as the chapter takes
    wrong = lesson("evaluation", position="nonsense", step="99999999", place="-3")
    assert BOARD in wrong.problems
    assert wrong.pieces == "J"
    assert wrong.step == 0


def test_a_bad_board_is_answered_beside_it_and_the_last_picture_stays() -> None:
    one = asked(lesson("evaluation"))
    before = one.told
    one.set_board("####/##")
    answer = one.ask()
    assert answer.told is None
    assert answer.problems == {BOARD: "row 1 of the board has 4 cells, the game 10; make every row 10 long"}
    one.take_in(answer)
    assert one.told is before
    assert str(one.board) == samples.MIDDLE
    one.set_board("")
    assert one.problems == {}
    assert one.board == EMPTY_BOARD


def test_each_field_has_its_own_message() -> None:
    one = lesson("beam")
    one.set_pieces("TX")
    one.choose("width", "900")
    one.choose("depth", "many")
    assert set(one.ask().problems) == {PIECES, "width", "depth"}
    assert one.problems[PIECES].startswith("There is no piece X.")
    assert one.problems["width"] == f"{EN('explain.choice.width')}: 900 is out of range. Choose 1 to 40."
    one.set_pieces("TS")
    one.choose("width", "6")
    one.choose("depth", "3")
    assert one.problems == {}
    assert set(one.ask().problems) == {"depth"}  # the engine's own: more pieces ahead than are known
    one.choose("nothing", "1")
    assert "nothing" not in one.chosen


def test_what_concerns_no_single_field_is_said_below_them() -> None:
    one = lesson("paths")
    one.set_board("/".join(["########.."] * 20))
    assert set(one.ask().problems) == {ALL}


def test_a_painted_row_that_is_full_is_refused_until_it_is_open() -> None:
    one = lesson("paths")
    one.change_board(read("#########.").toggled(9, 0))
    assert "is full" in one.problems[BOARD]
    assert isinstance(one.board, Board)
    one.change_board(one.board.toggled(3, 0))
    assert one.problems == {}


def test_a_fumen_brings_its_pieces() -> None:
    one = lesson("foresight")
    one.set_board(read("#.........").fumen("OTL"))
    assert (str(one.board), one.pieces) == ("G.........", "OTL")


def test_steps_stay_in_range() -> None:
    one = asked(lesson("paths", step="6"))
    assert one.step == 5
    one.go(99)
    assert one.step == 5
    one.go(-4)
    assert one.step == 0
    one.go(5)
    one.set_board(EMPTY * 10)
    one.set_pieces("O")
    asked(one)
    assert one.told is not None
    assert one.step == min(5, len(one.told.steps) - 1)


def test_a_sample_forgets_what_was_chosen_for_another_board() -> None:
    one = asked(lesson("paths"))
    one.choose("target", "1,5,9,none")
    assert "target=" in one.query()
    one.take("middle")
    assert "target" not in one.chosen
    assert one.pieces == "J"


def test_pictures_have_the_width_of_their_place() -> None:
    one = asked(lesson("evaluation"))
    wide, narrow, huge = (one.pictures(one.told, width) for width in (640, 300, 5000))
    assert len(wide) == len(narrow) == 6
    assert wide != narrow
    assert huge == one.pictures(one.told, 760)
    assert one.pictures(None, 640) == []
