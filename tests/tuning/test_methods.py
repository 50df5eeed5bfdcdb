"""The list of methods: specs become methods, and what is no method or option is told so."""

import functools
import inspect
import re

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.spec import Spec, parse
from wellplayed.tuning.methods import METHODS, Entry, method

pytestmark = pytest.mark.pure
ZERO, ONE = np.zeros(3), np.ones(3)


def test_methods_have_names_of_their_own() -> None:
    assert [entry.name for entry in METHODS] == ["genetic", "annealing", "cross_entropy", "cma_es"]
    assert all(entry.about and entry.source for entry in METHODS)


@pytest.mark.parametrize("entry", METHODS, ids=lambda entry: entry.name)
def test_the_options_listed_are_those_there_are_with_their_defaults(entry: Entry) -> None:
    listed = dict(re.findall(r"(\w+)=([\w.]+)", entry.options))
    there = inspect.signature(functools.partial(entry.make, ZERO, ONE, 0)).parameters
    assert list(listed) == list(there)
    written, usual = method(Spec(entry.name, listed), ZERO, ONE), method(entry.name, ZERO, ONE)
    assert {k: v for k, v in vars(written).items() if isinstance(v, int | float | str)} == {
        k: v for k, v in vars(usual).items() if isinstance(v, int | float | str)
    }
    for _ in range(4):
        assert np.array_equal(written.ask(), usual.ask())
        fitness = np.cos(np.arange(len(usual.ask())))
        written.tell(fitness)
        usual.tell(fitness)


def test_a_spec_and_its_text_make_the_same() -> None:
    text = "cross_entropy:population=30,elite=0.2"
    assert np.array_equal(method(text, ZERO, ONE, 4).ask(), method(parse(text), ZERO, ONE, 4).ask())
    assert method(Spec("genetic", {"population": "11"}), ZERO, ONE).ask().shape == (11, 3)


def test_names_may_have_a_dash() -> None:
    assert np.array_equal(method("cma-es", ZERO, ONE).ask(), method("cma_es", ZERO, ONE).ask())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("genetics", "unknown method 'genetics'; did you mean 'genetic'"),
        ("genetic:populaton=3", "unknown option of method 'genetic' 'populaton'; did you mean 'population'"),
        ("genetic:start=3", "unknown option"),
        ("genetic:seed=3", "unknown option"),
        ("genetic:population=many", "population=many of method 'genetic' must be a whole number"),
        ("genetic:population=1", "population=1 of method 'genetic' is out of range; choose 2 to 100000"),
        ("genetic:parents=1", "parents=1"),
        ("genetic:population=5,tournament=6", "tournament=6 of method 'genetic' is out of range; choose 1 to 5"),
        ("genetic:population=5,elite=5", "choose 0 to 4"),
        ("genetic:rate=1.5", "rate=1.5 of method 'genetic' is out of range; choose 0 to 1"),
        ("genetic:step=-1", "step=-1"),
        ("genetic:decay=0", "decay=0"),
        ("genetic:crossover=cut", "crossover=cut is no choice of method 'genetic'; choose from mask, average, blend"),
        ("annealing:chains=0", "chains=0"),
        ("annealing:steps=1", "steps=1"),
        ("annealing:restarts=-1", "restarts=-1"),
        ("annealing:final=0", "final=0"),
        ("annealing:step=0", "step=0"),
        ("annealing:temperature=-1", "temperature=-1"),
        ("annealing:temperature=warm", "must be a number"),
        ("annealing:schedule=slow", "choose from geometric, linear"),
        ("cross_entropy:population=3", "population=3"),
        ("cross_entropy:elite=1", "elite=1"),
        ("cross_entropy:fade=0", "fade=0"),
        ("cross_entropy:noise=loud", "choose from decreasing, constant, none"),
        ("cross_entropy:variance=-1", "variance=-1"),
        ("cross_entropy:noise=none,variance=1", "variance is nothing without noise"),
        ("cma_es:population=3", "population=3"),
        ("cma_es:step=0", "step=0"),
        ("cma_es:restarts=-1", "restarts=-1"),
        ("cma_es:growth=0.5", "growth=0.5"),
        ("cma_es:adapt=maybe", "must be on or off"),
    ],
)
def test_what_cannot_be_used(spec: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        method(spec, ZERO, ONE)
