"""TD: the kernel against batches and against plain Python, the same whatever interrupts it, and what it learns."""

from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.game import feature_names
from wellplayed.games import game as game_of
from wellplayed.learning import seeds as of
from wellplayed.learning.evaluate import evaluated
from wellplayed.learning.learners import learner, player, settings_from
from wellplayed.learning.presets import preset
from wellplayed.learning.td import Settings, Td
from wellplayed.learning.td_settings import BOARD, columns, sizes

SMALL = "classic:height=6,width=6"


def told(learned: Td) -> dict[str, Any]:
    return {name: array.tolist() for name, array in learned.state().items()}


def naive(game: Any, s: Settings, seed: int, rounds: int) -> list[list[float]]:
    """The same as one game of `Td`, move by move in plain Python: the weights after each round."""
    c = columns(game, s)
    scale = [1 / size if s.scaled else 1.0 for size in sizes(game, c.which).tolist()]
    w = [0.0] * len(scale)
    state, phi, e, played, found = game.new([of.training(seed, 0, 1)[0]]), None, [0.0] * len(w), 0, []
    reward_of = int(np.argmax(c.rewards))
    for number in range(1, rounds + 1):
        begun = 0
        for _ in range(s.pieces):
            children = game.expand(state)
            features = game.features(children.states)
            best, chosen = -np.inf, 0
            for i, child in enumerate(features):
                if children.states["dead"][i]:
                    continue
                terms = {k: s.worth if k == reward_of else 0.0 for k in (reward_of, *c.which.tolist())}
                for k, name, weight, by in zip(c.which.tolist(), c.names, w, scale, strict=True):
                    terms[k] += s.gamma * (weight * by) if name != "constant" else 0.0
                value = sum(terms[k] * child[k] for k in sorted(terms))
                if value > best:
                    best, chosen = value, i
            after, now = children.states[chosen : chosen + 1], features[chosen]
            dead = bool(after["dead"][0])
            new = [float(now[k]) * by for k, by in zip(c.which.tolist(), scale, strict=True)]
            if phi is not None and (s.terminal or not dead):
                error = s.worth * now[reward_of] - sum(a * b for a, b in zip(w, phi, strict=True))
                error += s.death if dead else s.gamma * sum(a * b for a, b in zip(w, new, strict=True))
                step = (s.alpha / (1 + played / s.half) if s.half else s.alpha) * error
                step /= sum(x * x for x in phi) if s.normalised else 1.0
                w = [a + step * b for a, b in zip(w, e, strict=True)]
            played += 1
            if dead or after["pieces"][0] == s.longest:
                state = game.new([of.training(seed, number, s.pieces)[begun]])
                begun, phi, e = begun + 1, None, [0.0] * len(w)
            else:
                e = [s.gamma * s.trace * a + b for a, b in zip(e, new, strict=True)]
                state, phi = game.deal(after), new
        found.append(list(w))
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"trace": 0.0, "gamma": 0.8, "half": 100.0, "features": "holes,landing_height,lines,height_variance"},
        {"longest": 7, "terminal": False, "alpha": 0.001, "normalised": False},
        {"scaled": False, "death": 0.0, "worth": 3.0, "reward": "eroded_cells", "features": "holes,highest"},
    ],
)
def test_the_kernel_learns_what_plain_python_learns(changes: dict[str, Any]) -> None:
    game, s = game_of(SMALL), Settings(pieces=120, **changes)
    one = Td(game, s, 3)
    for weights in naive(game, s, 3, 2):
        one.advance()
        assert one.state()["weights"].tolist() == pytest.approx(weights, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("spec", ["classic", f"{SMALL},pieces=bag,previews=2,overflow=clear", f"{SMALL},pieces=sz"])
def test_the_kernel_does_what_batches_do(spec: str) -> None:
    game, s = game_of(spec), Settings(pieces=300, games=3, longest=40)
    fast, slow = Td(game, s, 1), Td(game, s, 1, fused=False)
    for _ in range(2):
        assert fast.advance() == slow.advance()
        assert told(fast) == told(slow)


@pytest.mark.parametrize(
    ("spec", "changes"),
    [(SMALL, {}), ("guideline:height=8", {"games": 4}), ("puyo", {"games": 4, **preset("chains", "td").settings})],
)
def test_restored_it_goes_on_to_the_same_bits(spec: str, changes: dict[str, Any]) -> None:
    game, s = game_of(spec), settings_from("td", {**changes, "pieces": 200})
    whole, parts = (learner("td", game, s, 5) for _ in range(2))
    for _ in range(3):
        whole.advance()
        parts.advance()
        kept = {name: array.copy() for name, array in parts.state().items()}
        parts = learner("td", game, s, 5)
        parts.restore(kept)
    assert parts.rounds == 3
    for name, array in whole.state().items():
        assert np.array_equal(parts.state()[name], array), name
    assert np.array_equal(parts.weights()["weights"], whole.weights()["weights"])
    other = learner("td", game, s, 6)
    other.advance()
    assert not np.array_equal(other.weights()["weights"], whole.weights()["weights"])


def test_it_learns_to_play() -> None:
    game = game_of("classic:height=10")
    one = learner("td", game, settings_from("td", {}), 0)
    before = evaluated(game, one.player(), range(20), 5_000, workers=1)
    for _ in range(3):
        metrics = one.advance()
    after = evaluated(game, one.player(), range(20), 5_000, workers=1)
    assert before.mean < 5
    assert after.mean > 100  # measured: 209 with a standard error of 44
    assert metrics["steps"] == 50_000
    assert metrics["episodes"] > 0


def test_the_player_weighs_reward_and_value() -> None:
    game, s = game_of("classic"), Settings(worth=2.0, gamma=0.5)
    weights = np.arange(1.0, 1 + len(BOARD))
    found = player("td", game, s, {"weights": weights}).weights
    assert found is not None
    named = dict(zip(feature_names(game), found.tolist(), strict=True))
    expected = {name: 0.5 * weight for name, weight in zip(BOARD, weights.tolist(), strict=True) if name != "constant"}
    assert {name: weight for name, weight in named.items() if weight} == {**expected, "lines": 2.0}


def test_what_runs_away_names_the_setting() -> None:
    game = game_of("classic")
    for name in ("article", "article-faults"):
        one = learner("td", game, settings_from("td", preset(name, "td").settings), 0)
        with pytest.raises(InputError, match=r"td ran away in round 1: the weight of .* set alpha below 0.001 or norm"):
            one.advance()
    puyo = Td(game_of("puyo"), Settings(alpha=2.0, gamma=1.0, games=8, pieces=10_000), 0)
    with pytest.raises(InputError, match="set alpha below 2 or gamma below 1"):
        puyo.advance()


def test_a_step_that_decays() -> None:
    one = Td(game_of(SMALL), Settings(pieces=100, half=100.0, alpha=0.4), 0)
    assert [round(one.advance()["alpha"], 4) for _ in range(2)] == [0.201, 0.1338]  # 0.4 / (1 + 0.99), / (1 + 1.99)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"gamma": 1.5}, "gamma=1.5 of learner 'td' is out of range; choose 0 to 1"),
        ({"pieces": 0}, "pieces=0"),
        ({"games": 9, "pieces": 8}, "games=9 cannot share pieces=8"),
        ({"features": "holes,holes"}, "names none, or one twice"),
        ({"features": "holes", "start": "1,2"}, "start has 2 weights for 1 features"),
        ({"start": "1,2"}, "start has 2 weights for 9 features"),
        ({"start": "a"}, "start=a of learner 'td' is no list of numbers"),
        ({"features": "hole"}, "unknown feature of classic 'hole'; did you mean 'holes'"),
        ({"reward": "holes"}, "reward=holes of learner 'td' is no event that earns; choose from eroded_cells, lines"),
        ({"alhpa": 1}, "unknown option of learner 'td' 'alhpa'; did you mean 'alpha'"),
    ],
)
def test_settings_that_cannot_be_used(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as caught:
        learner("td", game_of("classic"), settings_from("td", changes), 0)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_states_and_weights_of_something_else_are_refused() -> None:
    game = game_of(SMALL)
    one, other = Td(game, Settings(), 0), Td(game, Settings(features="holes"), 0)
    with pytest.raises(InputError, match=r"is float64 \[1\], and float64 \[9\] is needed"):
        one.restore(other.state())
    with pytest.raises(InputError, match="lack 'weights'"):
        player("td", game, Settings(), {})
    with pytest.raises(InputError, match="not finite"):
        player("td", game, Settings(), {"weights": np.full(9, np.nan)})
