"""Rule books: their text, their JSON, their record, and what is refused."""

import dataclasses
import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.puyo import pool
from wellplayed.puyo.keystep.frames import TABLES
from wellplayed.puyo.placing import BLOCK, VANISH
from wellplayed.puyo.reach import THIRD, TWO
from wellplayed.puyo.ruleset import _RANGES, PRESETS, RECORD, Ruleset, from_dict, parse, preset
from wellplayed.puyo.scoring import TARGETS

pytestmark = pytest.mark.pure

FIELDS = {f.name: f for f in dataclasses.fields(Ruleset)}
CHOICES = {name: get_args(f.type) for name, f in FIELDS.items() if get_args(f.type)}
RULES = st.fixed_dictionaries(
    {name: st.sampled_from(choices) for name, choices in CHOICES.items()}
    | {name: st.integers(*ends) for name, ends in _RANGES.items()}
).map(lambda values: Ruleset(**values))


@given(RULES)
def test_text_and_json_lead_back(rules: Ruleset) -> None:
    assert parse(str(rules)) == rules
    assert from_dict(json.loads(json.dumps(rules.as_dict()))) == rules


@given(RULES)
def test_the_record_holds_every_field(rules: Ruleset) -> None:
    record = rules.record()
    assert record.dtype == RECORD
    for name in FIELDS:
        value = getattr(rules, name)
        assert record[name][0] == (CHOICES[name].index(value) if name in CHOICES else value)


def test_names_have_the_numbers_that_kernels_know() -> None:
    assert CHOICES["pairs"] == pool.KINDS
    assert (CHOICES["row14"].index("block"), CHOICES["row14"].index("vanish")) == (BLOCK, VANISH)
    assert (CHOICES["death"].index("third"), CHOICES["death"].index("two")) == (THIRD, TWO)
    assert CHOICES["frames"] == tuple(TABLES)
    assert CHOICES["margin"] == ("none", *TARGETS)
    assert CHOICES["name"] == tuple(PRESETS)


def test_presets() -> None:
    assert preset("tsu") == Ruleset()
    assert str(preset("esports")) == "esports"
    assert str(parse("esports:row14=vanish")) == "esports:row14=vanish"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: parse("tsuu"), "unknown rules 'tsuu'; did you mean 'tsu'?"),
        (lambda: parse("tsu:colors=3"), "unknown option of rules 'tsu' 'colors'; did you mean 'colours'?"),
        (lambda: parse("tsu:colours=2"), "colours=2 is out of range; choose 3 to 5"),
        (lambda: parse("tsu:death=four"), "death=four is no choice of rules 'tsu'; choose from third, two"),
        (lambda: Ruleset(colours=True), "colours=True of a ruleset must be a whole number"),
        (lambda: Ruleset(row14="blok"), "unknown row14 of a ruleset 'blok'; did you mean 'block'?"),  # type: ignore[arg-type]
        (lambda: from_dict({"name": "tsu", "hold": 1}), "unknown field of a ruleset 'hold'; known: "),
        (lambda: from_dict({}), "the rules lack a name; add the name of a preset, for instance 'tsu'"),
    ],
)
def test_bad_input_is_refused_in_one_line(call: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)
