"""Policy gradient: the kernel against plain Python, the same whatever interrupts it, and what it learns."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learning.runs import GAME, further, trained

from wellplayed.errors import InputError
from wellplayed.game import feature_names
from wellplayed.games import game as game_of
from wellplayed.learning import seeds as of
from wellplayed.learning.arrays import taken
from wellplayed.learning.evaluate import evaluated
from wellplayed.learning.folder import STATE
from wellplayed.learning.learner import stream
from wellplayed.learning.learners import learner, player, settings_from
from wellplayed.learning.policy_gradient import (
    COOLING,
    FEATURES,
    RECENT,
    RIDGE,
    VALUE,
    PolicyGradient,
    Settings,
    natural,
)
from wellplayed.learning.td_settings import sizes
from wellplayed.rng import words

NAME = "policy_gradient"


def shares(word: int) -> Iterator[float]:
    """Numbers from 0 to 1, out of splitmix64 from a raw state."""
    while True:
        yield (words(1, word)[0] >> 11) / 2**53
        word = (word + 0x9E3779B97F4A7C15) % 2**64


def drawn(chances: list[float], share: float) -> int:
    """Which of some chances a share of their sum falls to."""
    wanted, last, reached = share * sum(chances), 0, 0.0
    for i, chance in enumerate(chances):
        if chance > 0 and reached <= wanted:
            last, reached = i, reached + chance
    return last


class Naive:
    """The same as `PolicyGradient`, move by move in plain Python."""

    def __init__(self, game: Any, s: Settings, seed: int) -> None:
        self.game, self.s, self.seed = game, s, seed
        names = feature_names(game)
        chosen = FEATURES if s.features == "usual" else s.features.split(",")
        self.which, self.valuing = [names.index(n) for n in chosen], [names.index(n) for n in VALUE]
        self.highest, self.scale = names.index("highest"), 1 / sizes(game, np.array(self.valuing))
        self.w, self.average = np.zeros(len(self.which)), np.zeros(len(self.which))
        self.v = np.zeros(len(VALUE) + game.height + 1)
        self.state, self.rounds = game.new([of.training(seed, 0, 1)[0]]), 0
        self.forget()

    def forget(self) -> None:
        """Nothing is known of moves before this one."""
        self.phi: Any = None
        self.trace, self.ahead = np.zeros(len(self.v)), np.zeros(len(self.w))

    def board(self, features: Any) -> Any:
        """What the value is linear in."""
        heights = np.zeros(self.game.height + 1)
        heights[min(int(features[self.highest]), self.game.height)] = 1
        return np.concatenate([features[self.valuing] * self.scale, heights])

    def round(self) -> None:
        """One round."""
        s, share = self.s, shares(int(stream(self.seed, self.rounds).integers(1 << 64, dtype=np.uint64)))
        seeds, begun, differing = of.training(self.seed, self.rounds + 1, s.pieces), 0, 0
        g, fisher = np.zeros(len(self.w)), np.zeros((len(self.w), len(self.w)))
        for _ in range(s.pieces):
            children = self.game.expand(self.state)
            f = self.game.features(children.states)
            dead = children.states["dead"]
            scores = [-math.inf if d else float(self.w @ x[self.which]) for d, x in zip(dead, f, strict=True)]
            top = max(scores)
            chances = [math.exp(score - top) if top > -math.inf else 1.0 for score in scores]
            a, b = drawn(chances, next(share)), drawn(chances, next(share))
            q = [-1.0 if dead[i] else s.gamma * float(self.v @ self.board(f[i])) for i in (a, b)]
            apart = f[a][self.which] - f[b][self.which]
            error = 0.0 if self.phi is None else q[0] - float(self.v @ self.phi)
            g += error * self.ahead + 0.5 * apart * (q[0] - q[1])
            fisher += 0.5 * np.outer(apart, apart)
            differing += a != b
            self.ahead = s.gamma * s.trace * self.ahead + s.gamma * apart
            if self.phi is not None:
                self.v = self.v + s.alpha * error * self.trace / max(self.phi @ self.phi, 1e-9)
            self.phi = self.board(f[a])
            self.trace = s.gamma * s.trace * self.trace + self.phi
            after = children.states[a : a + 1]
            if dead[a] or after["pieces"][0] == s.longest:
                self.state, begun = self.game.new([seeds[begun]]), begun + 1
                self.forget()
            else:
                self.state = self.game.deal(after)
        self.step(g / s.pieces, fisher / s.pieces, differing / s.pieces)

    def step(self, g: Any, fisher: Any, differing: float) -> None:
        """Change the policy."""
        s = self.s
        divergence = s.divergence * differing / (1 + self.rounds / s.half if s.half else 1)
        known = np.diag(fisher) > 0  # a feature in which no two moves differed tells nothing
        step, spread = np.zeros(len(g)), np.diag(np.diag(fisher))
        step[known] = np.linalg.solve((fisher + RIDGE * spread)[known][:, known], g[known])
        slope = float(step @ g)
        self.w = self.w + step * math.sqrt(2 * divergence / slope)
        if differing < s.varied:
            self.w = self.w * max((differing / s.varied) ** COOLING, 0.5)
        self.rounds += 1
        self.average = self.average + max(s.average, min(RECENT / self.rounds, 1.0)) * (self.w - self.average)


@pytest.mark.parametrize(
    ("spec", "changes"),
    [
        (GAME, {}),
        (GAME, {"divergence": 0.3, "varied": 0.9, "longest": 7, "half": 0.0, "average": 1.0}),
        (f"{GAME},pieces=bag,previews=2,overflow=clear", {"features": "holes,lines,landing_height", "trace": 0.5}),
    ],
)
def test_the_kernel_learns_what_plain_python_learns(spec: str, changes: dict[str, Any]) -> None:
    game, s = game_of(spec), Settings(pieces=150, **changes)
    one, naive = PolicyGradient(game, s, 3), Naive(game, s, 3)
    softened = False
    for _ in range(4):
        softened |= one.advance()["varied"] < s.varied
        naive.round()
        state = one.state()
        for name, wanted in (("weights", naive.w), ("average", naive.average), ("value", naive.v)):
            assert state[name].tolist() == pytest.approx(wanted.tolist(), rel=1e-6, abs=1e-9), name
    assert softened == ("varied" in changes)


def test_restored_it_goes_on_to_the_same_bits() -> None:
    game, s = game_of(GAME), settings_from(NAME, {"pieces": 200})
    whole, parts = (learner(NAME, game, s, 5) for _ in range(2))
    for _ in range(3):
        whole.advance()
        parts.advance()
        kept = {name: array.copy() for name, array in parts.state().items()}
        parts = learner(NAME, game, s, 5)
        parts.restore(kept)
    assert parts.rounds == 3
    for name, array in whole.state().items():
        assert np.array_equal(parts.state()[name], array), name
    other = learner(NAME, game, s, 6)
    other.advance()
    assert not np.array_equal(other.weights()["weights"], whole.weights()["weights"])


def test_a_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    given = {"learner": NAME, "settings": {"pieces": 300}}
    trained(tmp_path / "whole", 2, **given)
    trained(tmp_path / "parts", 1, **given)
    further(tmp_path / "parts", 2)
    whole, parts = (taken(tmp_path / name / STATE)[0] for name in ("whole", "parts"))
    assert whole.keys() == parts.keys()
    for name, array in whole.items():
        assert np.array_equal(parts[name], array), name


def test_it_learns_to_play() -> None:
    game = game_of("classic:height=10")
    one = learner(NAME, game, settings_from(NAME, {"pieces": 20_000}), 0)
    before = evaluated(game, one.player(), range(20), 2_000, workers=1)
    for _ in range(10):
        metrics = one.advance()
    after = evaluated(game, one.player(), range(20), 2_000, workers=1)
    assert before.mean < 5
    assert after.mean > 100  # measured: 276 with a standard error of 46
    assert metrics["steps"] == 20_000
    assert metrics["episodes"] > 0


def test_the_natural_step_is_the_same_in_other_units() -> None:
    rng = np.random.default_rng(1)
    moves, g = rng.normal(size=(50, 3)), rng.normal(size=3)
    fisher, units = moves.T @ moves / 50, np.array([1.0, 100.0, 0.01])
    step = natural(g, fisher, 0.1)
    assert 0.5 * step @ fisher @ step == pytest.approx(0.1, rel=1e-4)
    assert natural(g * units, fisher * np.outer(units, units), 0.1) * units == pytest.approx(step, rel=1e-4)
    assert natural(np.zeros(3), fisher, 0.1).tolist() == [0, 0, 0]
    flat = np.zeros((3, 3))
    flat[0, 0] = 2.0
    assert natural(np.array([1.0, 0.0, 0.0]), flat, 0.1) == pytest.approx([math.sqrt(0.1), 0, 0])


def test_the_player_takes_the_best_score() -> None:
    game, weights = game_of("classic"), np.arange(1.0, 1 + len(FEATURES))
    found = player(NAME, game, Settings(), {"weights": weights}).weights
    assert found is not None
    named = dict(zip(feature_names(game), found.tolist(), strict=True))
    assert {n: w for n, w in named.items() if w} == dict(zip(FEATURES, weights.tolist(), strict=True))


def test_what_runs_away_names_the_setting() -> None:
    one = PolicyGradient(game_of(GAME), Settings(pieces=5_000, alpha=10.0, gamma=1.0, trace=1.0), 0)
    with pytest.raises(InputError, match=r"policy_gradient ran away in round 1: the value .* set alpha below 10"):
        one.advance()
    assert one.rounds == 0


@pytest.mark.parametrize(
    ("spec", "changes", "told"),
    [
        ("classic", {"gamma": 1.5}, "gamma=1.5 of learner 'policy_gradient' is out of range; choose 0 to 1"),
        ("classic", {"pieces": 0}, "pieces=0"),
        ("classic", {"features": "holes,holes"}, "names none, or one twice"),
        ("classic", {"features": "hole"}, "unknown feature of classic 'hole'; did you mean 'holes'"),
        ("puyo", {}, "policy_gradient learns classic play, not puyo"),
        ("guideline", {}, "choose td, or --game classic"),
    ],
)
def test_what_cannot_be_used(spec: str, changes: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as caught:
        learner(NAME, game_of(spec), settings_from(NAME, changes), 0)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_states_and_weights_of_something_else_are_refused() -> None:
    game = game_of(GAME)
    one, other = PolicyGradient(game, Settings(), 0), PolicyGradient(game, Settings(features="holes"), 0)
    with pytest.raises(InputError, match=r"is float64 \[1\], and float64 \[9\] is needed"):
        one.restore(other.state())
    with pytest.raises(InputError, match="not finite"):
        player(NAME, game, Settings(), {"weights": np.full(9, np.nan)})
