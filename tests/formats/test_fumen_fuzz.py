"""Damaged fumens: whatever is done to a text, it is read or refused with a FumenError that points into it."""

import json
from pathlib import Path
from random import Random

import pytest
from tests.formats.books import book

from wellplayed.formats.fumen import FumenError, Page, decode, encode
from wellplayed.formats.fumen_digits import ALPHABET, LONGEST_COMMENT

PUBLIC = [fact["fumen"] for fact in json.loads(Path(__file__).with_name("fumens.json").read_text("utf-8"))["fumens"]]
OTHER = "?@%&# \n\0éЖ日👍\ud83d'\"!"


def damaged(random: Random, text: str) -> str:
    """Up to four characters or stretches replaced, put in, taken out, doubled or cut off."""
    for _ in range(random.choice((1, 1, 2, 4))):
        at, other = random.randrange(len(text) + 1), random.randrange(len(text) + 1)
        letters = "".join(random.choices(ALPHABET if random.random() < 0.9 else OTHER, k=random.choice((1, 1, 2, 5))))
        kind = random.randrange(6)
        if kind == 0:
            text = text[:at] + letters + text[at + len(letters) :]
        elif kind == 1:
            text = text[:at] + letters + text[at:]
        elif kind == 2:
            text = text[:at] + text[at + random.choice((1, 1, 2, 3, 5)) :]
        elif kind == 3:
            text = text[:at] + text[other : other + random.randrange(40)] + text[at:]
        elif kind == 4:
            text = text[:at] if random.random() < 0.2 else text[:at] + text[at:][::-1]
        elif len(text) > at:
            # One bit of one digit: most of what stays readable comes from here.
            text = text[:at] + chr(ord(text[at]) ^ 1 << random.randrange(3)) + text[at + 1 :]
    return text


def read(text: str) -> list[Page] | FumenError:
    try:
        return decode(text)
    except FumenError as error:
        return error


def written(pages: list[Page]) -> str | FumenError:
    try:
        return encode(pages)
    except FumenError as error:
        return error


def attack(random: Random, count: int) -> int:
    """Damage `count` texts, and return how many are still fumens."""
    whole = PUBLIC + [encode(book(random)) for _ in range(min(count // 20, 2000))]
    readable = 0
    for _ in range(count):
        text = damaged(random, random.choice(whole))
        pages = read(text)
        if isinstance(pages, FumenError):
            assert pages.at is not None, text
            assert 0 <= pages.at <= len(text), text
            assert "\n" not in str(pages), text
            continue
        readable += 1
        assert 3 * len(pages) <= len(text)
        again = written(pages)
        # Only a comment that stood there without escapes may be too long with them.
        assert f"{LONGEST_COMMENT} fit" in str(again) if isinstance(again, FumenError) else decode(again) == pages, text
    return readable


def test_ten_thousand_damaged_fumens() -> None:
    assert attack(Random(20), 10_000) > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_million_damaged_fumens(seed: int) -> None:
    attack(Random(1000 + seed), 100_000)


def test_noise() -> None:
    random = Random(3)
    for _ in range(2_000):
        text = "v115@" + "".join(random.choices(ALPHABET, k=random.randrange(60)))
        with pytest.raises(FumenError):
            decode(text)


def test_a_long_text_is_read_in_one_go() -> None:
    text = "v115@" + ("vh/" + "AAA" * 64) * 100
    assert len(decode(text)) == 6400
