"""What is tuned: candidates become players with exactly those weights, and nothing else of the player changes."""

from pathlib import Path

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.game import feature_names
from wellplayed.games import game
from wellplayed.players.registry import player
from wellplayed.spec import parse
from wellplayed.tuning.subject import subject, usable

TEN = "classic:height=10"
ODD = np.array([-0.1 - 0.2, 1e-300, 12345678.9])  # floats whose short forms are not the numbers themselves


def test_a_candidate_is_a_linear_player_with_those_very_weights() -> None:
    found = subject(TEN, "linear:moves=drop", ["holes", "wells", "lines"], "dellacherie")
    assert found.start == (-4.0, -1.0, 0.0)
    assert set(found.fixed) == {"landing_height", "eroded_cells", "row_transitions", "column_transitions"}
    rules = game(TEN)
    who = player(found.spec(ODD), rules)
    assert who.weights is not None
    named = dict(zip(feature_names(rules), who.weights.tolist(), strict=True))
    assert {name: weight for name, weight in named.items() if weight} == found.named(ODD)
    assert parse(found.spec(ODD)).options["moves"] == "drop"


@pytest.mark.parametrize("text", ["dellacherie", "linear:holes=-4,lines=1", "lee:moves=drop"])
def test_a_linear_player_starts_from_its_own_weights(text: str) -> None:
    found = subject(TEN, text)
    theirs, ours = player(text, game(TEN)).weights, player(found.spec(np.array(found.start)), game(TEN)).weights
    assert theirs is not None
    assert np.array_equal(theirs, ours)
    assert len(found.features) == np.count_nonzero(theirs)
    assert found.fixed == {}


def test_a_search_gets_the_candidate_as_its_weights() -> None:
    found = subject("puyo", "sampled:depth=4,width=5,weights=formula,futures=2", ["slope", "links"], "builder")
    spec = parse(found.spec(np.array([0.25, -3.0])))
    assert {key: spec.options[key] for key in ("depth", "width", "futures")} == {
        "depth": "4", "width": "5", "futures": "2",
    }  # fmt: skip
    judge = player(str(spec), game("puyo")).search.evaluator  # type: ignore[attr-defined]
    named = dict(zip(feature_names(game("puyo")), judge.weights.tolist(), strict=True))
    assert (named["slope"], named["links"], named["ripe"]) == (0.25, -3.0, 1.0)
    assert subject("puyo", "beam:depth=2,weights=formula").features == subject("puyo", start="formula").features


def test_a_file_of_weights_is_a_start(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    file.write_text("holes = -2.5\nwells = -1.0\n", "utf-8")
    for found in (subject(TEN, start=str(file)), subject(TEN, str(file))):
        assert found.named(np.array(found.start)) == {"holes": -2.5, "wells": -1.0}


def test_a_step_changes_values_alike() -> None:
    found = subject(TEN, start="linear:holes=-3,landing_height=-1,eroded_cells=1")
    other = subject(TEN, start="linear:holes=-30,landing_height=-10,eroded_cells=10")
    assert other.scale == pytest.approx(tuple(10 * step for step in found.scale), rel=0.01)
    nothing = subject(TEN, features=["holes", "aggregate_height"])
    assert nothing.start == (0, 0)
    assert min(nothing.scale) > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("classic",), "nothing to tune; name --features"),
        (("classic", "linear", ["hole"]), "unknown feature 'hole'; did you mean 'holes'"),
        (("classic", "linear", ["holes", "holes"]), "'holes' is to be tuned twice"),
        (("classic", "random", ["holes"]), "player 'random' takes no weights"),
        (("classic", "beem", ["holes"]), "unknown player 'beem'; did you mean 'beam'"),
        (("puyo", "dellacherie"), "plays classic and guideline, not puyo"),
        (("classic", "beam:depth=9", ["holes"]), "previews"),
        (("classic:previews=3", "linear", ["holes"], "beam"), "--start beam has no weights"),
        (("classic", "linear", ["holes"], "none.toml"), "cannot read the player's file none.toml"),
        (("classic", "linear:holes=x", ["holes"]), "holes=x of player 'linear' must be a number"),
    ],
)
def test_what_cannot_be_tuned_is_refused(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(InputError, match=told):
        subject(*words)  # type: ignore[arg-type]


def test_weights_are_shortened_where_only_direction_matters() -> None:
    weights = np.array([-3e12, 1 / 3])
    found = subject(TEN, features=["holes", "wells"], start="linear:holes=-1,lines=0.7")
    other, shortened = found.short(weights)
    assert 0.5 <= np.linalg.norm([*shortened, *other.fixed.values()]) < 1
    factors = {*(weights / shortened), 0.7 / other.fixed["lines"]}
    assert np.frexp(list(factors))[0].tolist() == [0.5]
    for unchanged in (np.array([1e300, 1e-300]), np.array([0.0, 0.0])):
        assert found._replace(fixed={}).short(unchanged)[1] is unchanged
    search = subject("puyo", "beam:depth=2,weights=formula")
    long = np.full(len(search.start), 1e6)
    assert search.short(long) == (search, long)


def test_candidates_that_cannot_be_played() -> None:
    usable(np.array([[1e200, -1.0]]), ("holes", "wells"), 3)
    with pytest.raises(InputError, match="no candidates; give it a population of 1 or more"):
        usable(np.empty((0, 2)), ("holes", "wells"), 3)
    with pytest.raises(InputError, match=r"shape \(4, 3\)"):
        usable(np.zeros((4, 3)), ("holes", "wells"), 3)
    for bad in (np.inf, -1e201, np.nan):
        with pytest.raises(InputError, match=r"weight of wells is .* in generation 3"):
            usable(np.array([[0.0, 0.0], [1.0, bad]]), ("holes", "wells"), 3)
