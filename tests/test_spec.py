"""Specs as text: read, written, and turned into calls."""

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.spec import Spec, build, parse

pytestmark = pytest.mark.pure

names = st.from_regex(r"[a-z][a-z0-9_-]{0,11}", fullmatch=True)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", Spec("random", {})),
        (" random ", Spec("random", {})),
        ("random:", Spec("random", {})),
        ("classic:height=10,pieces=bag", Spec("classic", {"height": "10", "pieces": "bag"})),
        ("classic: height = 10 , pieces=bag", Spec("classic", {"height": "10", "pieces": "bag"})),
        ("linear:file=a%2Cb%3Dc.toml", Spec("linear", {"file": "a,b=c.toml"})),
        ("linear:file=a=b", Spec("linear", {"file": "a=b"})),
        ("linear:file=", Spec("linear", {"file": ""})),
        ("linear:file=C:/x.toml", Spec("linear", {"file": "C:/x.toml"})),
        ("linear:file=%E6%AF%8F", Spec("linear", {"file": "每"})),
    ],
)
def test_reading(text: str, spec: Spec) -> None:
    assert parse(text) == spec
    assert parse(str(spec)) == spec


@given(names, st.dictionaries(names, st.text(max_size=20), max_size=4))
def test_writing_and_reading_again(name: str, options: dict[str, str]) -> None:
    spec = Spec(name, options)
    assert parse(str(spec)) == spec


def test_writing_keeps_what_is_easy_to_read() -> None:
    assert (
        str(Spec("beam", {"width": "6", "weights": "runs/best-1 a.toml"})) == "beam:width=6,weights=runs/best-1 a.toml"
    )
    assert str(Spec("beam", {})) == "beam"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read the spec ''"),
        (":height=3", "cannot read the spec ':height=3'"),
        ("classic:height", "cannot read 'height' in 'classic:height'; write name:key=value"),
        ("classic:=3", "cannot read '=3'"),
        ("classic:height=1,height=2", "'height' is given twice"),
        ("classic:height=1, height=2", "'height' is given twice"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(text)


def make(
    depth: int,
    scale: float = 1.0,
    merge: bool = True,
    label: str = "none",
    kind: Literal["beam", "tree"] = "beam",
) -> tuple[Any, ...]:
    return depth, scale, merge, label, kind


def test_options_become_arguments_of_the_annotated_types() -> None:
    made = build("player", parse("x:depth=-3,scale=1e-2,merge=off,label=a%20b,kind=tree"), make)
    assert made == (-3, 0.01, False, "a b", "tree")
    assert [type(value) for value in made] == [int, float, bool, str, str]
    assert build("player", parse("x:depth=3"), make) == (3, 1.0, True, "none", "beam")


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("on", True),
        ("true", True),
        ("YES", True),
        ("1", True),
        ("off", False),
        ("False", False),
        ("no", False),
        ("0", False),
    ],
)
def test_words_for_yes_and_no(word: str, meaning: bool) -> None:
    assert build("player", parse(f"x:depth=1,merge={word}"), make)[2] is meaning


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "player 'x' needs depth=...; write x:depth=VALUE"),
        ("x:dept=3", "unknown option of player 'x' 'dept'; did you mean 'depth'?"),
        ("x:depth=three", "depth=three of player 'x' must be a whole number"),
        ("x:depth=1.5", "depth=1.5 of player 'x' must be a whole number"),
        ("x:depth=", "depth= of player 'x' must be a whole number"),
        ("x:depth=1,scale=big", "scale=big of player 'x' must be a number"),
        ("x:depth=1,scale=nan", "scale=nan of player 'x' must be a finite number"),
        ("x:depth=1,scale=-inf", "scale=-inf of player 'x' must be a finite number"),
        ("x:depth=1,merge=maybe", "merge=maybe of player 'x' must be on or off"),
        ("x:depth=1,kind=bush", "kind=bush is no choice of player 'x'; choose from beam, tree"),
    ],
)
def test_options_that_do_not_fit(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        build("player", parse(text), make)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_what_may_be_left_open_is_none() -> None:
    def bounded(nodes: int | None = None, kind: Literal["beam", "tree"] | None = "beam") -> tuple[Any, ...]:
        return nodes, kind

    assert build("player", parse("x"), bounded) == (None, "beam")
    assert build("player", parse("x:nodes=none,kind=NONE"), bounded) == (None, None)
    assert build("player", parse("x:nodes=500,kind=tree"), bounded) == (500, "tree")
    with pytest.raises(InputError, match="nodes=many of player 'x' must be a whole number"):
        build("player", parse("x:nodes=many"), bounded)


def test_a_maker_without_options() -> None:
    assert build("player", parse("x"), lambda: 5) == 5
    with pytest.raises(InputError, match="player 'x' takes no options; remove depth=3"):
        build("player", parse("x:depth=3"), lambda: 5)


def test_options_of_any_name_are_numbers() -> None:
    def weights(file: str = "", **weights: float) -> tuple[str, dict[str, float]]:
        return file, weights

    assert build("player", parse("x:holes=-4,lines=1,file=a"), weights) == ("a", {"holes": -4.0, "lines": 1.0})
    with pytest.raises(InputError, match="holes=many of player 'x' must be a number"):
        build("player", parse("x:holes=many"), weights)


def test_what_the_maker_refuses_is_said_by_the_maker() -> None:
    def picky(depth: int) -> None:
        raise InputError(f"depth={depth} is too deep")

    with pytest.raises(InputError, match="depth=9 is too deep"):
        build("player", parse("x:depth=9"), picky)
