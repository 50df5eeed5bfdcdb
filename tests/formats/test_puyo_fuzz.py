"""Damaged Puyo texts: whatever is done to them, they are read or refused, in one line that can be read."""

from random import Random

import pytest
from tests.formats.puyo_values import FACTS, refused

from wellplayed.errors import InputError
from wellplayed.formats.puyos import FORMATS, Puyos, read, write

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[].-_~=/#?&:<>()%"
OTHER = "\n\r\t \0é²İK‾日👍\ud83d'\"!"


def whole() -> list[str]:
    """Published texts, each with its format forced and as people paste it, and all of them in every other format."""
    texts = []
    for name in ("puyop", "ips", "mattulwan", "inosendo", "nexus", "pfen"):
        texts += [f"{name}:{fact['text']}" for fact in FACTS[name]] + [fact["text"] for fact in FACTS[name]]
    texts += [f"ips:{fact['ips']}" for fact in FACTS["puzzles"]]
    texts += ["<puyochain w=6 h=12>4475</puyochain>", "https://puyonexus.com/chainsim/??(6,12,1)4475"]
    for text in list(texts):
        try:
            puyos = read(text)[1]
        except InputError:
            continue
        texts += [write(Puyos(puyos.rows), name) for name in FORMATS if name != "pfen"]
    return texts


def damaged(random: Random, text: str) -> str:
    """Up to four characters or stretches replaced, put in, taken out, doubled, turned round or cut off."""
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
            text = text[:at] + random.choice(text) + text[at + 1 :]
    return text


def attack(random: Random, count: int) -> int:
    """Damage `count` texts, and return how many can still be read."""
    texts, readable = whole(), 0
    for _ in range(count):
        text = damaged(random, random.choice(texts))
        try:
            name, puyos = read(text)
        except InputError as error:
            refused(error, longest=600)
            continue
        readable += 1
        assert name in FORMATS
        for form in FORMATS:
            try:
                again = write(puyos, form)
            except InputError as error:
                refused(error)
            else:
                assert read(again) == (form, puyos), text
    return readable


def test_ten_thousand_damaged_texts() -> None:
    assert 1_000 < attack(Random(20), 10_000) < 9_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_million_damaged_texts(seed: int) -> None:
    attack(Random(1000 + seed), 100_000)


def test_noise() -> None:
    random = Random(3)
    for _ in range(2_000):
        text = "".join(random.choices(ALPHABET + OTHER, k=random.randrange(60)))
        for prefix in ("", *(f"{name}:" for name in FORMATS)):
            try:
                read(prefix + text)
            except InputError as error:
                refused(error, longest=600)
