"""Fumens: public ones as others read them, every spelling, and random books there and back."""

import doctest
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.formats.books import book

from wellplayed.formats import fumen, fumen_digits, fumen_field, quiz
from wellplayed.formats.fumen import Field, FumenError, Operation, Page, decode, encode

FACTS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("fumens.json").read_text("utf-8"))["fumens"]
READABLE = [fact for fact in FACTS if "error_at" not in fact]

# The first lines of text below stand for one and the same page.
OPENING = "v115@vhGRQYHAvItJEJmhCAUGJKJJvMJTNJGBJFKYPAUEzP?EJG98AQmqhECDdCA"
DIGITS = OPENING.removeprefix("v115@")

# Written with tetris-fumen 1.1.3 (MIT): one field with garbage and a flag each, then the field that follows.
FLAGS = [
    ("v115@RhilxwEeG8CeH8BeAgHvhAAAA", "", "LLLTT_____/XXXXXXX___/==========/XXXXXXXX__"),
    ("v115@RhilxwEeG8CeH8BeAYJvhAAAA", "rise", "LLLTT_____/XXXXXXX___/XXXXXXXX__"),
    ("v115@RhilxwEeG8CeH8BeAYnvhAAAA", "rise no-lock", "LLLTT_____/XXXXXXX___/==========/XXXXXXXX__"),
    ("v115@RhilxwEeG8CeH8BeAQpvhAAAA", "mirror no-lock", "LLLTT_____/XXXXXXX___/==========/XXXXXXXX__"),
    ("v115@RhilxwEeG8CeH8BeAQLvhAAAA", "mirror", "_____TTLLL/___XXXXXXX/==========/XXXXXXXX__"),
    ("v115@RhilxwEeG8CeH8BeAINvhAAAA", "rise mirror", "_____TTLLL/___XXXXXXX/__XXXXXXXX"),
    ("v115@RhilxwEeG8CeH8BeAAAvhAAAA", "no-colour", "LLLTT_____/XXXXXXX___/==========/XXXXXXXX__"),
    ("v115@bhT8AgHvhAAAA", "", "==========/XXXXXXXXXX"),  # full rows go without a piece, the garbage row stays
    ("v115@bhT8AglvhAAAA", "no-lock", "XXXXXXXXXX/==========/XXXXXXXXXX"),
]

ERRORS = [
    ("", 0, "nothing"),
    ("   \n", 0, "nothing"),
    ("not a fumen!", 0, "no v115@"),
    ("v115@", 5, "ends in the middle of the field of page 1"),
    ("v115@vhA", 8, "ends in the middle of the piece and flags of page 1"),
    ("v115@vhAAgHA", 12, "ends in the middle of the field of page 2"),
    ("v115@vhBAgH", 11, "ends in the middle of the piece and flags of page 2"),
    ("v115@vhAAgWFAooM", 16, "ends in the middle of the comment of page 1"),
    ("  v115@vhA*AgH", 10, "'*' is no part"),
    ("v115@vhA日AgH", 8, "'日' is no part"),
    ("v115@vhAAgHv115@vhAAgH", 15, "'@' is no part"),
    ("v115@vhA%41gH", 8, "'%' is no part"),
    ("https://fumen.zui.jp/?v105@7eEAAAAAAAAAAAAAAA", 23, "version 105 is not supported"),
    ("v115@BhAA", 7, "a colour that does not exist"),
    ("v115@AAAA", 5, "a colour that does not exist"),
    ("v115@vhA//9", 8, "flags that do not exist"),
    ("v115@vgvhAAgH", 7, "more than 240 cells"),
    ("v115@////AgH", 5, "changes cells by 9"),
    ("v115@vhAVTJ", 8, "T N 0,-1 does not lie within"),
    ("v115@vhAAgWEA/////", 13, "a character that does not exist"),
    ("v115@vhAAgWBAfBAAA", 13, "a character that does not exist"),
]


def text(operation: Operation | None) -> str | None:
    return None if operation is None else str(operation)


@pytest.mark.parametrize("fact", READABLE, ids=lambda fact: fact["fumen"][:40])
def test_public_fumens_read_as_others_read_them(fact: dict[str, Any]) -> None:
    pages = decode(fact["fumen"])
    assert len(pages) == fact["pages"]
    assert "/".join(pages[0].field.rows) == fact["rows"]
    assert pages[0].field.garbage == fact.get("garbage", "__________")
    assert (text(pages[0].operation), text(pages[-1].operation)) == (fact["first"], fact["last"])
    assert pages[0].comment == fact["comment"]
    assert pages[0].lock == fact.get("lock", True)
    if "comments" in fact:
        assert [page.comment for page in pages] == fact["comments"]
    if "operations" in fact:
        assert [text(page.operation) for page in pages] == fact["operations"]


@pytest.mark.parametrize("fact", READABLE, ids=lambda fact: fact["fumen"][:40])
def test_public_fumens_come_back_character_for_character(fact: dict[str, Any]) -> None:
    pages = decode(fact["fumen"])
    assert encode(pages) == fact.get("encodes_as", fact["fumen"])
    assert decode(encode(pages)) == pages


def test_most_public_fumens_are_canonical() -> None:
    # The others: 9 begin with m or d, 1 has no version, 2 are of version 110, 2 lack wrap marks.
    assert len(READABLE) == 75
    assert sum("encodes_as" not in fact for fact in READABLE) == 61


@pytest.mark.parametrize("fact", [f for f in FACTS if "error_at" in f], ids=lambda fact: fact["fumen"][:40])
def test_public_broken_fumens_are_refused(fact: dict[str, Any]) -> None:
    with pytest.raises(FumenError) as caught:
        decode(fact["fumen"])
    assert caught.value.at == fact["error_at"]


@pytest.mark.parametrize(
    "spelling",
    [
        DIGITS,
        f"  {OPENING}\n",
        f"V115@{DIGITS}",
        f"m115@{DIGITS}",
        f"d115@{DIGITS}",
        f"D115@{DIGITS}",
        OPENING.replace("?", ""),
        OPENING.replace("?", "\r\n"),
        "v115@" + "?".join(DIGITS),
        f"http://fumen.zui.jp/?{OPENING}",
        f"http://fumen.zui.jp/old/115/?m115@{DIGITS}",
        f"http://harddrop.com/fumen/?d115@{DIGITS}",
        f"https://knewjade.github.io/fumen-for-mobile/#?d={OPENING}&page=2",
        f"https://knewjade.github.io/fumen-for-mobile/?d={OPENING}#end",
        f"https://example.org/?d=v115%40{DIGITS.replace('?', '%3F').replace('+', '%2b').replace('/', '%2f')}",
    ],
)
def test_every_spelling(spelling: str) -> None:
    assert encode(decode(spelling)) == OPENING


@pytest.mark.parametrize("page", ["110/", "110a/", "110b/", "110g/"])
def test_old_links(page: str) -> None:
    pages = decode(f"http://fumen.zui.jp/old/{page}?m110@7eEA4GAAAAAAAAAAAA")
    assert pages == [Page(), *[Page(colour=False)] * 4]


@pytest.mark.parametrize(("given", "at", "reason"), ERRORS)
def test_errors_say_where_and_why(given: str, at: int, reason: str) -> None:
    with pytest.raises(FumenError, match=f"index {at}: ") as caught:
        decode(given)
    assert caught.value.at == at
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("given", "flags", "after"), FLAGS)
def test_what_a_page_leads_to(given: str, flags: str, after: str) -> None:
    first, second = decode(given)
    assert second.field == first.after() == Field.parse(after)
    assert second == first.next()
    named = {"rise": first.rise, "mirror": first.mirror, "no-lock": not first.lock, "no-colour": not first.colour}
    assert " ".join(name for name, on in named.items() if on) == flags
    assert encode([first, second]) == given


def test_a_page_puts_its_piece_then_clears_rises_and_mirrors() -> None:
    field = Field.parse("L_________/XXXXXX____/==========/XXXXXXXXX_")
    page = Page(field, Operation("I", 0, 7, 0), rise=True, mirror=True)
    assert page.field == field
    assert str(page.after()) == "_________L\n_XXXXXXXXX"
    hovering = Page(field, Operation("I", 0, 7, 5), lock=False)
    assert hovering.after() == field


def test_many_pages_without_change() -> None:
    # As tetris-fumen 1.1.3 writes 130 empty pages: one digit announces at most 63 more.
    pages = [Page(), *[Page(colour=False)] * 129]
    assert encode(pages).replace("?", "") == f"v115@vh/AgH{'AAA' * 63}vh/{'AAA' * 64}vhB{'AAA' * 2}"
    assert decode(encode(pages)) == pages


def test_comments_are_written_where_they_change() -> None:
    pages = decode("v115@vhDAgWFAooMDEPBAAAAAPFA3XaDEEBAAAAAAAAPDAFrmAA")
    assert [page.comment for page in pages] == ["hello", "world", "world", "!"]
    said = [Page(comment="so"), Page(comment="so"), Page(comment=""), Page(comment="")]
    assert decode(encode(said)) == said


def test_a_page_with_a_quiz_knows_it() -> None:
    page = Page(operation=Operation("T", 0, 4, 0), comment="#Q=[](L)TSJ")
    assert page.quiz is not None
    assert (page.quiz.current, page.quiz.next) == ("L", "TSJ")
    assert page.next().comment == "#Q=[L](S)J"
    assert Page(page.field, page.operation, page.comment, lock=False).next().comment == page.comment
    assert Page(comment="L").quiz is None


@pytest.mark.parametrize(
    ("comment", "length"), [("x" * 4095, 4095), (" " * 1365, 4095), ("あ" * 682, 4092), ("👍" * 341, 4092)]
)
def test_the_longest_comments(comment: str, length: int) -> None:
    pages = [Page(comment=comment)]
    assert decode(encode(pages)) == pages
    with pytest.raises(FumenError, match=r"page 2: the comment takes \d+ characters") as caught:
        encode([*pages, Page(comment=comment + "あ")])
    assert caught.value.at is None
    assert len(fumen_digits.escape(comment)) == length


def test_no_pages_are_no_fumen() -> None:
    with pytest.raises(FumenError, match="at least one page"):
        encode([])


def test_ten_thousand_random_books_come_back() -> None:
    for seed in range(10_000):
        pages = book(Random(seed))
        written = encode(pages)
        assert decode(written) == pages, seed
    assert encode(decode(written)) == written


@pytest.mark.parametrize("module", [fumen, fumen_digits, fumen_field, quiz])
def test_examples_in_the_docstrings(module: Any) -> None:
    assert doctest.testmod(module).failed == 0
