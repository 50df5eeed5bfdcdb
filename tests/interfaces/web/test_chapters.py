"""Every chapter in both languages: on its own boards and on any other it tells steps that can be shown and saved."""

import random
import re
import xml.etree.ElementTree as ET

import pytest
from tests.interfaces.web.chapters.telling import WORDS, drawn, told
from tests.puyo.fields import noise

from wellplayed.errors import InputError
from wellplayed.interfaces.web.chapters import CHAPTERS, chapter, cover
from wellplayed.interfaces.web.chapters.chapter import Told
from wellplayed.interfaces.web.chapters.pictures import NARROW, WIDE
from wellplayed.interfaces.web.chapters.position import letters, read
from wellplayed.interfaces.web.drawing import export
from wellplayed.interfaces.web.refusals import Refusal
from wellplayed.interfaces.web.theme import THEMES
from wellplayed.interfaces.web.words.words import fields

NAMES = [one.name for one in CHAPTERS]
WITH_BOARD = [one.name for one in CHAPTERS if one.samples and one.game == "guideline"]
WITH_NARROW = [one.name for one in CHAPTERS if one.game == "narrow"]
WITH_FIELD = [one.name for one in CHAPTERS if one.game == "puyo"]
SVG = "{http://www.w3.org/2000/svg}"
ENDS = {"en": r"[.!?](?= |$)", "zh": "。"}
HAN = re.compile("[一-鿿]")


def check(found: Told, language: str) -> None:
    """That everything a reader sees is there, in one language."""
    assert len(found.steps) >= 1
    assert len({step.title for step in found.steps}) >= len(found.steps) - 1  # keys of a way may come again
    texts = [*found.answers]
    for step in found.steps:
        assert len(re.findall(ENDS[language], step.says)) == 2, step.says
        texts += [step.title, step.says, step.picture.title, *(n.label for n in step.numbers)]
        assert all(number.value for number in step.numbers)
        if step.table is not None:
            assert all(len(row) == len(step.table.titles) for row in step.table.rows)
    for text in texts:
        assert text.strip()
        assert not fields(text), text
    han = [text for text in (*found.answers, *(step.says for step in found.steps)) if HAN.search(text)]
    assert len(han) == (0 if language == "en" else len(found.answers) + len(found.steps))


def check_pictures(found: Told, width: float) -> None:
    """That every picture is a picture, no wider than its place, and not empty."""
    for step in found.steps:
        svg = step.picture.svg(width)
        root = ET.fromstring(svg)
        wide, high = (float(part) for part in root.attrib["viewBox"].split()[2:])
        assert 0 < wide <= width + 2, step.title
        assert 0 < high < 1200, step.title
        assert root.attrib["aria-label"] == step.picture.title
        assert len(list(root.iter())) > 5
        assert "nan" not in svg


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_every_chapter_is_told_on_all_its_boards(name: str, language: str) -> None:
    one = chapter(name)
    assert f"explain.{name}.title" in WORDS[language]
    for sample in one.samples or (None,):
        found = told(name, sample and sample.rows, sample and sample.pieces, language)
        check(found, language)
        for width in (NARROW, WIDE):
            check_pictures(found, width)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", WITH_BOARD)
def test_every_chapter_is_told_on_any_board(name: str, seed: int) -> None:
    pieces = ("SLTIOZJ" * 2)[seed : seed + chapter(name).pieces[1]]
    language = ("en", "zh")[seed % 2]
    found = told(name, str(drawn(seed)), pieces, language)
    check(found, language)
    check_pictures(found, NARROW + 100 * seed)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", WITH_NARROW)
def test_every_chapter_on_the_smaller_board_is_told_on_any_board(name: str, seed: int) -> None:
    language = ("en", "zh")[seed % 2]
    found = told(name, str(drawn(seed, 2 + 2 * seed, 6, 10)), "SLTIOZJ"[seed], language)
    check(found, language)
    check_pictures(found, NARROW + 100 * seed)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", WITH_FIELD)
def test_every_chapter_on_puyo_is_told_on_any_field(name: str, seed: int) -> None:
    rows = noise(random.Random(seed), ("RG", "RGBY", "RGBYP#")[seed % 3] + "R" * (seed // 3), hanging=seed % 2 == 1)
    language = ("en", "zh")[seed % 2]
    found = told(name, "/".join(rows), "", language)
    check(found, language)
    check_pictures(found, NARROW + 100 * seed)


@pytest.mark.parametrize("name", WITH_FIELD)
def test_a_field_without_puyos_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        told(name, "")
    assert refusal.value.key == "refused.field.none"


@pytest.mark.parametrize("name", [*WITH_BOARD, *WITH_NARROW, *WITH_FIELD])
def test_another_board_gives_other_pictures_and_the_same_board_the_same(name: str) -> None:
    one = chapter(name)
    first, second = one.samples[:2]
    pictures = [
        [step.picture.svg() for step in told(name, sample.rows, sample.pieces).steps]
        for sample in (first, first, second)
    ]
    assert pictures[0] == pictures[1]
    assert pictures[0] != pictures[2]


@pytest.mark.parametrize("name", WITH_BOARD)
def test_one_cell_more_changes_what_is_drawn(name: str) -> None:
    one = chapter(name)
    board = read(one.samples[0].rows)
    x = next(x for x in range(10) if board[x, board.top] == ".")
    other = board.toggled(x, board.top).checked()
    before, after = told(name), told(name, str(other), one.samples[0].pieces)
    assert [step.picture.svg() for step in before.steps] != [step.picture.svg() for step in after.steps]


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_is_exported_in_both_themes(name: str) -> None:
    for step in told(name).steps:
        for theme in THEMES:
            text = export(step.picture.svg(), theme)
            root = ET.fromstring(text.encode())
            assert root.tag == f"{SVG}svg"
            assert "var(" not in text
            assert root.find(f"{SVG}title") is not None


@pytest.mark.parametrize("name", WITH_BOARD)
def test_a_board_that_no_piece_can_fall_on_is_refused(name: str) -> None:
    least, most = chapter(name).pieces
    pieces = "TTTTTT"[: min(max(least, 1), most)]
    with pytest.raises(InputError) as refusal:
        told(name, "/".join([".########."] * 20), pieces)
    assert "\n" not in str(refusal.value)
    for rows in ("####", "##########", "#?........"):
        with pytest.raises(InputError):
            told(name, rows, pieces)


@pytest.mark.parametrize("name", WITH_BOARD)
def test_too_many_pieces_are_refused(name: str) -> None:
    least, most = chapter(name).pieces
    with pytest.raises(InputError, match=f"give {least if least == most else f'{least} to {most}'}"):
        letters("T" * (most + 1), least, most)


def test_chapters_have_covers_and_names_of_their_own() -> None:
    assert len(set(NAMES)) == len(NAMES)
    covers = {name: cover(chapter(name), WORDS["en"]) for name in NAMES}
    assert len(set(covers.values())) == len(NAMES)
    assert all("<svg" in picture for picture in covers.values())
    with pytest.raises(InputError, match="did you mean 'beam'"):
        chapter("beams")


def test_the_language_changes_words_and_no_numbers() -> None:
    for name in NAMES:
        english, chinese = told(name), told(name, language="zh")
        for one, other in zip(english.steps, chinese.steps, strict=True):
            digits = [re.sub(r"[^\d−.+]", "", number.value) for number in one.numbers]
            assert [re.sub(r"[^\d−.+]", "", number.value) for number in other.numbers] == digits
            assert one.says != other.says
