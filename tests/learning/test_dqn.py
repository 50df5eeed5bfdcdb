"""DQN: both forms in every game, the same whatever interrupts it, what it learns, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch; run make setup")

from tests.learning.runs import configuration, further, trained  # noqa: E402

from wellplayed.errors import InputError  # noqa: E402
from wellplayed.games import game as game_of  # noqa: E402
from wellplayed.learning.dqn import Dqn  # noqa: E402
from wellplayed.learning.evaluate import evaluated  # noqa: E402
from wellplayed.learning.folder import begun, checkpoint  # noqa: E402
from wellplayed.learning.learners import learner, player, settings_from  # noqa: E402
from wellplayed.players.registry import player as named  # noqa: E402

SMALL = "classic:height=6,width=5"
SHORT = {"games": 4, "pieces": 80, "batch": 16, "first": 20, "capacity": 60, "hidden": "8", "channels": 2}
CASES = [
    (SMALL, {}),
    (SMALL, {"double": False, "copied": 7, "reward": "shaped", "longest": 9}),
    (SMALL, {"inputs": "planes", "between": 3}),
    (SMALL, {"form": "action", "inputs": "planes"}),
    (SMALL, {"form": "action", "double": False}),
    ("guideline:height=6,width=5", {"reward": "score"}),
    ("guideline:height=6,width=5", {"form": "action", "pieces": 40}),
    ("puyo", {}),
    ("puyo", {"form": "action", "inputs": "planes"}),
]


def dqn(spec: str, changes: dict[str, Any], seed: int = 0) -> Dqn:
    made = learner("dqn", game_of(spec), settings_from("dqn", {**SHORT, **changes}), seed)
    assert isinstance(made, Dqn)
    return made


@pytest.mark.parametrize(("spec", "changes"), CASES)
def test_restored_it_goes_on_to_the_same_bits(spec: str, changes: dict[str, Any]) -> None:
    whole, parts = dqn(spec, changes), dqn(spec, changes)
    for number in range(3):
        told = whole.advance()
        assert parts.advance() == told
        assert parts.rounds == number + 1
        kept = {name: array.copy() for name, array in parts.state().items()}
        parts = dqn(spec, changes)
        parts.restore(kept)
    assert told["steps"] == whole.settings.round
    assert told["loss"] > 0
    for name, array in whole.state().items():
        assert np.array_equal(parts.state()[name], array), name
    other = dqn(spec, changes, 1)
    other.advance()
    assert not np.array_equal(other.online.vector, whole.online.vector)


@pytest.mark.parametrize(("spec", "changes"), CASES)
def test_the_player_plays_the_best_value(spec: str, changes: dict[str, Any]) -> None:
    one = dqn(spec, changes)
    one.advance()
    who, game = one.player(), one.game
    states = game.new(range(5))
    chosen = who.choose(states)
    for i, action in enumerate(chosen):
        thought = who.think(states[i : i + 1])
        children = who.view.expand(states[i : i + 1])
        assert thought.action == action == children.action[np.argmax(thought.values)]
        assert np.array_equal(thought.actions, children.action)
        if one.settings.form == "afterstate":
            looked = one.target(one.form.looks(children.states))[:, 0]
            earned = one.form.rewards.of(states[i : i + 1], children.parent, children.states)
            worth = np.where(children.states["dead"], -np.inf, earned + one.settings.gamma * looked)
        else:
            worth = one.target(one.form.looks(states[i : i + 1]))[0, children.action]
        assert thought.values == pytest.approx(worth)
    one.advance()
    assert np.array_equal(who.choose(states), chosen)  # what is learned later does not change it


def lines(one: Dqn) -> float:
    return evaluated(one.game, one.player(), range(50), 500, workers=1).mean


def test_it_learns_on_features() -> None:
    one = dqn(
        "classic:height=8,width=6", {"pieces": 3_200, "games": 16, "batch": 64, "capacity": 9_000, "hidden": "32"}
    )
    before = lines(one)
    for _ in range(4):
        one.advance()
    assert before < 3
    assert lines(one) > 5  # measured: 9.8, and 19.7 with another seed


def test_it_learns_on_planes_by_moves() -> None:
    # Of S and Z on four columns there are ten moves, so that little play tells what they are worth.
    changes = {"form": "action", "inputs": "planes", "games": 16, "pieces": 3_200, "batch": 32, "capacity": 9_000}
    one = dqn("classic:height=8,width=4,pieces=sz", {**changes, "channels": 4, "hidden": "32", "epsilon_pieces": 6_000})
    before = lines(one)
    for _ in range(2):
        one.advance()
    assert before < 3
    assert lines(one) > 3.5  # measured: 5.3, and 4.8 with another seed


def test_a_move_that_loses_is_the_last_choice() -> None:
    one = dqn(SMALL, {"death": 5.0})  # whatever it is worth
    states = one.game.new(range(40))
    who, seen = one.player(), 0
    for _ in range(8):
        after = one.game.play(states, who.choose(states))
        children = one.view.expand(states)
        for i, dead in enumerate(after["dead"]):
            own = children.states["dead"][children.parent == i]
            assert not dead or own.all()
            seen += bool(own.any() and not own.all())
        states = one.game.deal(after[~after["dead"]])
        if not len(states):
            break
    assert seen > 5


def test_games_over_make_way_for_others() -> None:
    one = dqn(SMALL, {"longest": 5, "epsilon": 1.0, "epsilon_end": 1.0})
    seen = set()
    for _ in range(3):
        one.advance()
        seen |= set(one._states["match"].tolist())
        assert (one._states["pieces"] < 5).all()
        assert not one._states["dead"].any()
    assert len(seen) == 12


def test_a_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    changes = {"learner": "dqn", "settings": {**SHORT, "inputs": "planes"}, "cap": 20}
    trained(tmp_path / "whole", 4, **changes)
    begun(tmp_path / "parts", configuration(**changes))
    for rounds in (1, 2, 3, 4):
        further(tmp_path / "parts", rounds)
    whole, parts = (checkpoint(tmp_path / name, 4).read_bytes() for name in ("whole", "parts"))
    assert whole == parts
    game = game_of(configuration(**changes).game)
    who = named(f"learned:run={tmp_path / 'whole'}", game)
    assert who.choose(game.new(range(3))).shape == (3,)


def test_what_runs_away_names_the_setting(tmp_path: Path) -> None:
    one = dqn(SMALL, {"rate": 1.0, "gamma": 1.0, "worth": 1e6})
    with pytest.raises(InputError, match=r"dqn ran away in round 1: .* set rate below 1 or gamma below 1 or worth"):
        one.advance()
    broken = dqn(SMALL, {})
    broken.advance()
    broken.online.vector[3] = np.nan
    with pytest.raises(InputError, match=r"dqn ran away in round 2: the mean squared error is nan"):
        broken.advance()


def test_a_run_that_runs_away_keeps_its_checkpoints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained(tmp_path / "run", 2, learner="dqn", settings=SHORT, cap=20)
    monkeypatch.setattr(Dqn, "_learn", lambda self, generator: float("nan"))
    with pytest.raises(InputError, match=r"ran away in round 3: .*; the checkpoint of round 2 is kept in"):
        further(tmp_path / "run", 4)
    assert checkpoint(tmp_path / "run", 2).is_file()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"gamma": 1.5}, "gamma=1.5 of learner 'dqn' is out of range; choose 0 to 1"),
        ({"rate": -1}, "rate=-1"),
        ({"form": "actions"}, "form=actions is no choice of learner 'dqn'; choose from afterstate, action"),
        ({"first": 61}, "first=61 moves do not fit into capacity=60"),
        ({"games": 90}, "games=90 cannot share pieces=80"),
        ({"hidden": "8,a"}, "hidden=8,a of learner 'dqn' is no list of units"),
        ({"features": "holes,holes"}, "names none, or one twice"),
        ({"features": "hole"}, "unknown feature of classic 'hole'; did you mean 'holes'"),
        ({"epslion": 1}, "unknown option of learner 'dqn' 'epslion'; did you mean 'epsilon'"),
    ],
)
def test_settings_that_cannot_be_used(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as caught:
        dqn("classic", changes)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_states_and_weights_of_something_else_are_refused() -> None:
    one, other = dqn(SMALL, {}), dqn(SMALL, {"hidden": "9"})
    with pytest.raises(InputError, match="the state of dqn"):
        one.restore(other.state())
    with pytest.raises(InputError, match="the weights of the network"):
        player("dqn", one.game, one.settings, other.weights())


def test_random_moves_become_fewer() -> None:
    s = settings_from("dqn", {"epsilon": 0.5, "epsilon_end": 0.1, "epsilon_pieces": 1_000})
    assert [s.random(n) for n in (0, 500, 1_000, 9_000)] == pytest.approx([0.5, 0.3, 0.1, 0.1])
    assert settings_from("dqn", {"epsilon_pieces": 0}).random(0) == 0.0
