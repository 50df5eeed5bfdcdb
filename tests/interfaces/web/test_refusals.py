"""Refusals: each says what to do next in the visitor's language, whoever refused."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wellplayed.errors import InputError, unknown
from wellplayed.interfaces.web import letterbox, modes, permitted, refusals, sessions
from wellplayed.interfaces.web.chapters import CHAPTERS, position
from wellplayed.interfaces.web.chapters.chapter import Choice, Reader
from wellplayed.interfaces.web.lesson import BOARD, PIECES, Lesson
from wellplayed.interfaces.web.refusals import Refusal, reason
from wellplayed.interfaces.web.words import LANGUAGES, Words
from wellplayed.spec import parse
from wellplayed.tetris.guideline.ruleset import Ruleset

EN, ZH = Words("en"), Words("zh")
HAN = re.compile("[\u4e00-\u9fff]")
WIDTH = Choice("width", "6", least=1, most=40)
ALPHA = Choice("alpha", "0.1", least=0, most=1, whole=False)
BLOCKED = "/".join(["GGGG.GGGGG"] * 20)


def lesson(name: str, board: str = "", words: Words = ZH, **query: str) -> Lesson:
    found = next(chapter for chapter in CHAPTERS if chapter.name == name)
    one = Lesson(found, words, query)
    if board:
        one.board = position.read(board)
    return one


def reader(words: Words, **chosen: str) -> Reader:
    return Reader(position.read("G........."), "T", chosen, words)


def full() -> None:
    rooms = sessions.Sessions(most=0)
    rooms._forget()


def told(name: str, board: str, **query: str) -> Callable[[], Any]:
    one = lesson(name, board, **query)
    return lambda: one.chapter.tell(one.reader)


REFUSED: list[Callable[[], Any]] = [
    full,
    lambda: permitted.check(parse("mine.py")),
    lambda: permitted.check(parse("beam:depth=1000")),
    lambda: permitted.permitted("x" * 1000, None),  # type: ignore[arg-type]
    lambda: modes.drawable(Ruleset(width=8)),
    lambda: position.read("G" * 5000),
    lambda: position.letters("TX", 1, 3),
    lambda: position.letters("TSZI", 1, 3),
    lambda: reader(ZH, width="many").whole(WIDTH),
    lambda: reader(ZH, width="900").whole(WIDTH),
    lambda: reader(ZH, alpha="much").real(ALPHA),
    lambda: reader(ZH, alpha="nan").real(ALPHA),
    told("paths", BLOCKED),
    told("spin", BLOCKED),
    told("kick", BLOCKED),
]


@pytest.mark.parametrize("act", REFUSED)
def test_what_the_page_refuses_is_told_in_each_language(act: Callable[[], Any]) -> None:
    with pytest.raises(Refusal) as refused:
        act()
    english, chinese = (reason(refused.value, words) for words in (EN, ZH))
    assert HAN.search(chinese)
    assert str(refused.value) not in chinese
    assert "{" not in english + chinese


def test_a_number_is_named_as_its_field_is() -> None:
    with pytest.raises(Refusal) as refused:
        reader(ZH, width="900").whole(WIDTH)
    said = reason(refused.value, ZH)
    assert ZH("explain.choice.width") in said
    assert {"900", "1", "40"} <= set(re.findall(r"\d+", said))


@pytest.mark.parametrize("about", ["address", "agent", "board", "chapter", "choice", "position", "text"])
def test_the_engines_words_come_after_a_sentence_of_ours(about: str) -> None:
    error = unknown("player", "delacherie", ["dellacherie"])
    assert reason(error, EN, about) == str(error)
    said = reason(error, ZH, about)
    assert HAN.match(said)
    assert said.endswith(f"（{error}）")


def test_every_reason_in_the_source_has_words() -> None:
    folder = Path(refusals.__file__).parent
    source = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    keys = set(re.findall(r'"((?:refused|links)\.[a-z.]+)"[,)]', source))
    abouts = {f"refused.{about}" for about in re.findall(r'reason\([^()]*, "([a-z]+)"', source)}
    assert len(keys) > 12
    assert len(abouts) > 4
    for language in LANGUAGES:
        assert keys | abouts <= set(Words(language).table)


def test_a_lesson_tells_its_problems_in_its_language() -> None:
    one = lesson("beam", width="900", queue="TSZ")
    one.set_board("GG")
    one.set_pieces("TX")
    one.choose("width", "900")
    assert set(one.problems) == {BOARD, PIECES, "width"}
    assert all(HAN.match(text) for text in one.problems.values())
    sample = lesson("beam")
    sample.choose("depth", "9")
    problems = sample.ask().problems
    assert problems
    assert all(HAN.match(text) for text in problems.values())


def test_a_file_that_was_forgotten_says_so() -> None:
    found = letterbox.fetch("never sent")
    assert isinstance(found, InputError)
    assert HAN.match(reason(found, ZH, "text"))
