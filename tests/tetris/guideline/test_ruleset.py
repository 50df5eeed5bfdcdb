"""Rule books: their published values, their text, their JSON, and what is refused."""

import dataclasses
import json
from typing import Any, get_args

import pytest
from hypothesis import given
from tests.tetris.guideline.rulesets import rulesets

from wellplayed.errors import InputError
from wellplayed.tetris.guideline.ruleset import (
    PRESETS,
    RECORD,
    Ruleset,
    from_dict,
    number,
    parse,
    preset,
)

pytestmark = pytest.mark.pure

# The options of TETR.IO's league rooms that have a field here, as recorded in halp1/triangle, src/classes/room/
# presets.ts, "tetra league (season 1)" and "tetra league", in the words of that file.
LEAGUE: dict[str, dict[str, Any]] = {
    "tetrio-s1": {"spinbonuses": "T-spins", "b2bchaining": True, "b2bcharging": False, "allclear_garbage": 10}
    | {"allclear_b2b": 0, "openerphase": 0, "garbagespecialbonus": False},
    "tetrio-s2": {"spinbonuses": "all-mini+", "b2bchaining": False, "b2bcharging": True, "allclear_garbage": 5}
    | {"allclear_b2b": True, "openerphase": 14, "garbagespecialbonus": True},
}
BOTH = {"bagtype": "7-bag", "allow180": True, "kickset": "SRS+", "display_hold": True, "nextcount": 5, "g": 0.02}
BOTH |= {"gincrease": 0.0035, "gmargin": 7200, "garbagemultiplier": 1, "garbageblocking": "combo blocking"}
BOTH |= {"garbagemargin": 10800, "garbageincrease": 0.008, "locktime": 30, "garbagespeed": 20, "garbagecap": 8}
BOTH |= {"combotable": "multiplier", "clutch": True, "nolockout": True, "boardwidth": 10, "boardheight": 20}
BOTH |= {"roundmode": "down"}


def in_their_words(rules: Ruleset) -> dict[str, Any]:
    return {
        "spinbonuses": {"corners": "T-spins"}.get(rules.spins, rules.spins),
        "b2bchaining": rules.back_to_back == "chaining",
        "b2bcharging": rules.back_to_back == "surge",
        "allclear_garbage": rules.perfect_clear,
        "allclear_b2b": rules.perfect_chain,
        "openerphase": rules.opener,
        "garbagespecialbonus": rules.special,
        "bagtype": {"tetrio": "7-bag"}[rules.bag],
        "allow180": rules.half != "none",
        "kickset": rules.kicks.upper(),
        "display_hold": rules.hold,
        "nextcount": rules.previews,
        "g": rules.gravity,
        "gincrease": rules.gravity_increase,
        "gmargin": rules.gravity_margin,
        "garbagemultiplier": rules.multiplier,
        "garbageblocking": f"{rules.blocking} blocking",
        "garbagemargin": rules.multiplier_margin,
        "garbageincrease": rules.multiplier_increase,
        "locktime": rules.lock_ticks,
        "garbagespeed": rules.delay_ticks,
        "garbagecap": rules.cap,
        "combotable": rules.combo,
        "clutch": rules.clutch,
        "nolockout": not rules.lock_out,
        "boardwidth": rules.width,
        "boardheight": rules.height,
        "roundmode": rules.rounding,
    }


@pytest.mark.parametrize("name", LEAGUE)
def test_the_league_as_recorded(name: str) -> None:
    assert in_their_words(preset(name)) == BOTH | LEAGUE[name]


def test_the_surge_of_season_2_begins_at_four_with_four() -> None:
    rules = preset("tetrio-s2")
    assert (rules.surge_at, rules.surge_base) == (4, 3)


def test_guideline_is_cold_clear_at_puyo_puyo_tetris() -> None:
    rules = preset("guideline")
    assert rules == Ruleset()
    # battle/src/lib.rs: GameConfig::default()
    assert (rules.lock_ticks, rules.previews, rules.cap, rules.lock_resets) == (30, 5, 10, 15)
    assert (rules.blocking, rules.messy_within) == ("none", 0.3)
    assert rules.gravity == 100 / 4500
    assert (rules.spawn, rules.bag, rules.perfect_clear, rules.perfect_replaces) == ("19", "7-bag", 10, True)


def test_botris_is_its_simulator() -> None:
    rules = preset("botris")
    # botris/engine/models.py: Options; the queue of tetris.py shows six
    assert (rules.messy_within, rules.delay_turns, rules.previews, rules.perfect_clear) == (0.05, 1, 6, 10)
    assert (rules.kicks, rules.half, rules.blocking, rules.cap) == ("srs", "none", "combo", 0)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_named_by_its_own_name(name: str) -> None:
    assert preset(name).name == name
    assert str(preset(name)) == name
    assert parse(name) == preset(name)


def test_text_names_what_differs() -> None:
    rules = parse(" tetrio-s2:spins=all, previews=3,clutch=no,gravity=1 ")
    assert rules == dataclasses.replace(preset("tetrio-s2"), spins="all", previews=3, clutch=False, gravity=1.0)
    assert str(rules) == "tetrio-s2:spins=all,clutch=off,previews=3,gravity=1.0"
    assert str(parse("tetrio-s2:previews=5")) == "tetrio-s2"


@given(rulesets())
def test_text_json_and_back(rules: Ruleset) -> None:
    assert parse(str(rules)) == rules
    assert from_dict(json.loads(json.dumps(rules.as_dict()))) == rules
    assert hash(parse(str(rules))) == hash(rules)


@given(rulesets())
def test_the_record_holds_every_value(rules: Ruleset) -> None:
    record = rules.record()
    assert record.shape == (1,)
    assert record.dtype == RECORD
    assert list(RECORD.names or ()) == [f.name for f in dataclasses.fields(Ruleset)]
    for field in dataclasses.fields(Ruleset):
        value, choices = getattr(rules, field.name), get_args(field.type)
        assert record[field.name][0] == (number(field.name, value) if choices else value)


def test_a_younger_field_is_that_of_the_preset() -> None:
    old = preset("tetrio-s2").as_dict()
    del old["special"]
    assert from_dict(old) == preset("tetrio-s2")
    assert from_dict({"name": "botris", "cap": 3}) == dataclasses.replace(preset("botris"), cap=3)


def test_a_whole_number_will_do_for_a_fraction() -> None:
    rules = from_dict({"name": "guideline", "gravity": 1})
    assert type(rules.gravity) is float
    assert rules == Ruleset(gravity=1.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tetrio-s3", "did you mean 'tetrio-s2'"),
        ("tetrio-s2:previws=3", "did you mean 'previews'"),
        ("tetrio-s2:name=botris", "unknown option"),
        ("tetrio-s2:spins=al", "choose from none, corners-fifth"),
        ("tetrio-s2:hold=maybe", "must be on or off"),
        ("tetrio-s2:previews=many", "must be a whole number"),
        ("tetrio-s2:previews=15", "choose 0 to 14"),
        ("tetrio-s2:gravity=nan", "must be a finite number"),
        ("tetrio-s2:messy_change=1.5", "choose 0 to 1"),
        ("guideline:width=3", "choose 4 to 20"),
        ("guideline:rows=19", "choose 20 to 60"),
        ("guideline:cap=-1", "choose 0 to 60"),
        ("guideline:cap", "write name:key=value"),
        ("", "cannot read"),
    ],
)
def test_text_that_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse(text)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "lack a name"),
        ({"name": "tetrio"}, "did you mean"),
        ({"name": "guideline", "previws": 3}, "unknown field of a ruleset 'previws'; did you mean 'previews'"),
        ({"name": "guideline", "previews": "3"}, "must be a whole number"),
        ({"name": "guideline", "previews": True}, "must be a whole number"),
        ({"name": "guideline", "hold": 1}, "must be true or false"),
        ({"name": "guideline", "gravity": "fast"}, "must be a finite number"),
        ({"name": "guideline", "gravity": float("inf")}, "must be a finite number"),
        ({"name": "guideline", "spins": None}, "unknown spins of a ruleset 'None'"),
        ({"name": "guideline", "spins": ["all"]}, "unknown spins of a ruleset"),
    ],
)
def test_json_that_is_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        from_dict(values)


def test_a_ruleset_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Ruleset().cap = 3  # type: ignore[misc]


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(InputError, match="unknown rules 'botriss'; did you mean 'botris'"):
        preset("botriss")
