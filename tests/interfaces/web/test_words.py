"""What the page says: both languages say all of it, and a visitor gets the language wished for."""

import re
from pathlib import Path

import pytest

from wellplayed.interfaces.web import words as package
from wellplayed.interfaces.web.words import LANGUAGES, Words, chosen
from wellplayed.interfaces.web.words.words import fields

TABLES = {language: table for language, (_, table, _) in LANGUAGES.items()}
HAN = re.compile("[\u4e00-\u9fff]")


def test_every_language_has_every_key() -> None:
    english, chinese = TABLES["en"], TABLES["zh"]
    assert set(english) == set(chinese)
    assert len(english) > 15


def test_no_key_is_written_twice() -> None:
    for language in TABLES:
        text = (Path(package.__file__).parent / f"{language}.py").read_text("utf-8")
        keys = re.findall(r'^    "([^"]+)":', text, re.MULTILINE)
        assert len(keys) == len(set(keys)), {key for key in keys if keys.count(key) > 1}


def test_a_text_has_the_same_fields_in_every_language() -> None:
    english, chinese = TABLES["en"], TABLES["zh"]
    assert not [key for key in english if fields(english[key]) != fields(chinese.get(key, ""))]


def test_texts_are_clean() -> None:
    for table in TABLES.values():
        for key, text in table.items():
            assert text.strip() == text, key
            assert text, key
            assert re.fullmatch(r"[a-z]+(\.[A-Za-z0-9_-]+)+", key), key
    assert not [key for key, text in TABLES["en"].items() if HAN.search(text)]


def test_fields_are_filled_in() -> None:
    for language in LANGUAGES:
        said = Words(language)("house.warming", percent=37)
        assert "37%" in said
        assert "{" not in said


def test_a_game_may_have_words_of_its_own() -> None:
    words = Words("en")
    assert words.of("puyo", "number.pieces") != words.of("guideline", "number.pieces") == words("play.number.pieces")
    assert words.of("puyo", "pace.seconds", n=2) == "1 pair in 2 s"
    assert words.of("puyo", "key.left") == words("play.key.left")
    with pytest.raises(KeyError):
        words.of("puyo", "key.none")


def test_a_missing_word_is_an_error() -> None:
    with pytest.raises(KeyError, match="no such thing"):
        Words("en")("no such thing")
    with pytest.raises(KeyError):
        Words("en")("house.warming", done=3)
    with pytest.raises(KeyError, match="tlh"):
        Words("tlh")


@pytest.mark.parametrize(
    ("asked", "stored", "accepted", "language"),
    [
        (None, None, None, "en"),
        (None, None, "zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        (None, None, "de-DE,de;q=0.9", "en"),
        (None, None, "de,zh;q=0.7,en;q=0.3", "zh"),
        (None, None, "en;q=0.3, zh-Hans;q=0.7", "zh"),
        (None, None, "zh;q=0,en;q=0.1", "en"),
        (None, None, "zh;q=much", "en"),
        (None, None, "*", "en"),
        (None, "zh", "en", "zh"),
        ("en", "zh", "zh", "en"),
        ("zh_CN", None, "en", "zh"),
        ("xx", "zh", "en", "zh"),
        ("../../etc", "", "", "en"),
    ],
)
def test_the_language_is_the_one_wished_for(
    asked: str | None, stored: str | None, accepted: str | None, language: str
) -> None:
    assert chosen(asked, stored, accepted) == language
