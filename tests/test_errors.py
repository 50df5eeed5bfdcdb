"""Errors that a person can act on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError, listed, unknown

pytestmark = pytest.mark.pure


def test_an_input_error_is_a_value_error() -> None:
    assert issubclass(InputError, ValueError)
    assert isinstance(unknown("game", "x", ["y"]), InputError)


@pytest.mark.parametrize(
    ("name", "known", "message"),
    [
        ("delacherie", ["random", "dellacherie"], "unknown player 'delacherie'; did you mean 'dellacherie'?"),
        ("dt20", ["dt-10", "dt-20"], "unknown player 'dt20'; did you mean 'dt-20'?"),
        ("zzz", ["random", "bcts"], "unknown player 'zzz'; known: bcts, random"),
    ],
)
def test_the_nearest_name_or_all_of_them(name: str, known: list[str], message: str) -> None:
    assert str(unknown("player", name, known)) == message


@given(st.text(max_size=30), st.lists(st.from_regex(r"[a-z-]{1,12}", fullmatch=True), min_size=1))
def test_one_line_that_names_the_input(name: str, known: list[str]) -> None:
    message = str(unknown("player", name, known))
    assert len(message.splitlines()) == 1
    assert repr(name) in message
    assert any(each in message for each in known)


@given(st.lists(st.from_regex(r"[a-z-]{1,12}", fullmatch=True), max_size=99))
def test_a_list_is_short_and_leaves_nothing_unsaid(names: list[str]) -> None:
    text = listed(names)
    shown, _, rest = text.partition(" and ")
    told = [name for name in shown.split(", ") if name]
    assert len(text) < 230
    assert told == names[: len(told)]
    assert rest == (f"{len(names) - len(told)} more" if len(told) < len(names) else "")
