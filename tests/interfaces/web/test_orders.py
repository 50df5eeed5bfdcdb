"""What a page may say: every message that there is, and that everything else is refused with a reason."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.interfaces.web import orders
from wellplayed.interfaces.web.session import Session
from wellplayed.interfaces.web.thinking import AtOnce
from wellplayed.tetris.guideline.keys import Handling


def session() -> Session:
    return Session(seed=4, thinking=AtOnce(), agent="lee")


def say(one: Session, **message: Any) -> None:
    orders.obey(one, orders.read(json.dumps(message)))


def do(one: Session, what: str, **more: Any) -> None:
    say(one, k="do", what=what, **more)


def test_keys() -> None:
    one = session()
    say(one, k="down", key="left", n=1)
    assert (int(one.game.state.x), int(one.game.state.keys)) == (3, 1)
    say(one, k="up", key="left")
    assert int(one.game.state.keys) == 0
    for key in ("right", "soft", "cw", "ccw", "180", "hold", "hard"):
        say(one, k="down", key=key, n=2)
    assert int(one.game.state.pieces) == 1


def test_things_to_do() -> None:
    one = session()
    for what, status, playing in (
        ("resume", "play", False),
        ("pause", "paused", False),
        ("hand_over", "play", True),
        ("take_back", "play", False),
        ("step", "play", True),
        ("restart", "play", True),
        ("take_back", "play", False),
        ("undo", "play", False),
        ("restart", "paused", False),
    ):
        do(one, what)
        assert (one.status, one.playing) == (status, playing), what
    do(one, "hand_over", agent="full-path")
    assert one.spec == "full-path"


def test_settings() -> None:
    one = session()
    do(one, "set", agent="dellacherie", pace=0)
    do(one, "set", pace=1.5, advice=True)
    do(one, "set", handling={"das": 8, "arr": 0.5})
    do(one, "set", handling={"sdf": 41})
    do(one, "set", mode="marathon", rules="tetrio-s1")
    assert (one.spec, one.pace, one.advice) == ("dellacherie", 1.5, True)
    assert (one.mode, one.rules.name) == ("marathon", "tetrio-s1")
    assert one.handling == one.game.handling == Handling(das=8, arr=0.5, sdf=41)
    do(one, "set")


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"k": "down"}, "lacks 'key'"),
        ({"k": "down", "key": 1}, "key must be text"),
        ({"k": "down", "key": None}, "key must be text"),
        ({"k": "down", "key": "up"}, "unknown key 'up'"),
        ({"k": "down", "key": "x" * 3000}, "unknown key 'xxx"),
        ({"k": "down", "key": "left", "extra": 1}, "unknown field of the message 'extra'"),
        ({"k": "Down", "key": "left"}, "unknown kind of message 'Down'"),
        ({"k": "frame"}, "unknown kind of message"),
        ({"k": "do"}, "what must be text"),
        ({"k": "do", "what": ["pause"]}, "what must be text"),
        ({"k": "do", "what": "__class__"}, "unknown thing to do"),
        ({"k": "do", "what": "pause", "for": 3}, "unknown field"),
        ({"k": "do", "what": "hand_over", "agent": 7}, "agent must be text"),
        ({"k": "do", "what": "hand_over", "agent": "mine.py"}, "no file can be named here"),
        ({"k": "do", "what": "set", "agent": "nobody"}, "unknown player"),
        ({"k": "do", "what": "set", "pace": "fast"}, "pace must be a number"),
        ({"k": "do", "what": "set", "pace": True}, "pace must be a number"),
        ({"k": "do", "what": "set", "pace": -1}, "out of range"),
        ({"k": "do", "what": "set", "pace": 1e308}, "pace must be a number"),
        ({"k": "do", "what": "set", "advice": 1}, "advice must be true or false"),
        ({"k": "do", "what": "set", "mode": "endless"}, "unknown mode"),
        ({"k": "do", "what": "set", "rules": "guideline:width=4"}, "not drawn here"),
        ({"k": "do", "what": "set", "rules": {}}, "rules must be text"),
        ({"k": "do", "what": "set", "handling": 8}, "handling must be an object"),
        ({"k": "do", "what": "set", "handling": {"das": "x"}}, "das must be a number"),
        ({"k": "do", "what": "set", "handling": {"das": 0}}, "das=0.0 is out of range"),
        ({"k": "do", "what": "set", "handling": {"sdf": 1.5}}, "sdf=1.5 is out of range"),
        ({"k": "do", "what": "set", "handling": {"sdf": [1]}}, "out of range"),
        ({"k": "do", "what": "set", "handling": {"speed": 1}}, "unknown field of the handling"),
        ({"k": "do", "what": "set", "seed": 1}, "unknown field of the message 'seed'"),
    ],
)
def test_what_is_wrong_is_refused_and_changes_nothing(message: dict[str, Any], why: str) -> None:
    one = session()
    before = one.frame(), one.handling, one.spec
    with pytest.raises(InputError) as refused:
        say(one, **message)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 300
    after = one.frame(), one.handling, one.spec
    assert {**before[0], "f": 0} == {**after[0], "f": 0}
    assert before[1:] == after[1:]


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "3", "null", '"down"', "{}", '{"k":1}', '{"k":null}', "{", '{"k":"ping","n":NaN}', "[" * 4000,
     '{"k":"ping","n":Infinity}', "\x00", '{"k":"ping"}{"k":"ping"}', '{"a":' * 600 + "1" + "}" * 600, "9" * 4090],
)  # fmt: skip
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="a message must be"):
        orders.read(text)


@pytest.mark.parametrize("n", [-1, 1.5, True, "1", None, [], 2**53, 10**400])
def test_numbers_are_whole_and_small_enough(n: Any) -> None:
    with pytest.raises(InputError, match="n must be a whole number"):
        orders.number({"k": "ping", "n": n})


def test_numbers_are_optional() -> None:
    assert orders.number({"k": "ping"}) is None
    assert orders.number({"k": "ping", "n": 2**53 - 1}) == 2**53 - 1


SHARED = session()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from(["k", "key", "what", "n", "agent", "pace", "mode", "rules", "handling", "advice", "das", "sdf"])
VALUES = JSON | st.sampled_from(
    ["down", "up", "do", "set", "hand_over", "undo", "left", "hard", "lee", "zen", "sprint"]
)


@given(st.dictionaries(WORDS | st.text(max_size=4), VALUES | st.dictionaries(WORDS, VALUES, max_size=3), max_size=6))
def test_nothing_else_than_a_refusal_comes_of_nonsense(message: dict[str, Any]) -> None:
    with contextlib.suppress(InputError):
        read = orders.read(json.dumps(message))
        orders.number(read)
        orders.obey(SHARED, read)
    assert json.dumps(SHARED.frame())
