"""Numbers and comments of fumens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.formats.fumen_digits import ALPHABET, Digits, FumenError, digits, escape, packed, unescape, wrapped

# What `escape` of a JavaScript engine (Node 18) gives.
ESCAPED = [
    ("", ""),
    ("ABCxyz019@*_+-./", "ABCxyz019@*_+-./"),
    ("4 -p *p7", "4%20-p%20*p7"),
    ("#Q=[](L)TSJ;", "%23Q%3D%5B%5D%28L%29TSJ%3B"),
    ("100%", "100%25"),
    ("\0\n\t~\x7f", "%00%0A%09%7E%7F"),
    ("é¿ÿ", "%E9%BF%FF"),
    ("Āあ", "%u0100%u3042"),
    ("👍", "%uD83D%uDC4D"),
    ("\udc4da", "%uDC4Da"),
]


@pytest.mark.parametrize(("text", "escaped"), ESCAPED)
def test_escape_is_that_of_javascript(text: str, escaped: str) -> None:
    assert escape(text) == escaped
    assert unescape(escaped) == text


@pytest.mark.parametrize(
    ("escaped", "text"), [("50%", "50%"), ("%2", "%2"), ("%u30", "%u30"), ("%zz%41", "%zzA"), ("%e9%uff21", "éＡ")]
)
def test_what_is_no_escape_stays(escaped: str, text: str) -> None:
    assert unescape(escaped) == text


@given(st.text(max_size=300))
def test_any_text_comes_back(text: str) -> None:
    assert unescape(escape(text)) == text
    source = Digits("v115@" + packed(text))
    assert source.comment("it") == text
    assert not source


@given(st.text(ALPHABET, min_size=1, max_size=10))
def test_numbers_come_back(letters: str) -> None:
    assert digits(Digits("v115@" + letters).number(len(letters), "it"), len(letters)) == letters


def test_numbers_are_little_endian() -> None:
    assert digits(1, 3) == "BAA"
    assert Digits("v115@AB").number(2, "it") == 64


@pytest.mark.parametrize(("length", "marks"), [(42, 0), (43, 1), (89, 1), (90, 2)])
def test_a_mark_at_every_48th_character(length: int, marks: int) -> None:
    text = wrapped("A" * length)
    assert [i for i, letter in enumerate(text) if letter == "?"] == [47, 95][:marks]


def test_an_error_points_into_the_text_as_it_was_given() -> None:
    given = "https://x.org/?d=v115%40vh%2FA?\n"
    source = Digits(given)
    source.number(3, "it")
    assert str(source.error("odd", back=1)) == f"fumen, index {given.index('%2F')}: odd"
    with pytest.raises(FumenError) as caught:
        source.number(2, "it")
    assert caught.value.at == len(given)


def test_an_error_can_be_sent_to_another_process() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(FumenError("odd", 7)))
    assert (str(error), error.at) == ("fumen, index 7: odd", 7)
