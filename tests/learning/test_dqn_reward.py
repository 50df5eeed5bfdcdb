"""What moves earn in DQN, against counts made move by move."""

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.game import feature_names
from wellplayed.games import game as game_of
from wellplayed.learning.dqn_reward import Rewards
from wellplayed.learning.dqn_settings import Settings


def earned(spec: str, settings: Settings, pieces: int = 60) -> list[tuple[float, object, object]]:
    """Rewards of random play, each with the positions before and after the move."""
    game, random, found = game_of(spec), np.random.default_rng(0), []
    rewards, states = Rewards(game, settings), game.new(range(8))
    for _ in range(pieces):
        children = game.straight().expand(states)
        reward = rewards.of(states, children.parent, children.states)
        before = states[children.parent]
        found += [(float(r), before[i : i + 1], children.states[i : i + 1]) for i, r in enumerate(reward)]
        rows = [int(random.choice(np.flatnonzero(children.parent == g))) for g in range(len(states))]
        states = game.deal(children.states[rows])
        states = states[~states["dead"] & game.straight().mask(states).any(axis=1)]
        if not len(states):
            break
    return found


@pytest.mark.parametrize(
    ("spec", "settings", "field", "worth"),
    [
        ("classic:height=6,width=5", Settings(death=-2.0), "lines", 1.0),
        ("classic:height=6,width=5", Settings(reward="score", worth=3.0), "score", 3.0),
        ("guideline:height=6", Settings(reward="score"), "score", 0.01),
        ("puyo", Settings(), "score", 0.001),
        ("puyo", Settings(reward="lines"), "lines", 1.0),
    ],
)
def test_a_count_times_its_worth(spec: str, settings: Settings, field: str, worth: float) -> None:
    found = earned(spec, settings)
    wanted = [worth * (b[field][0] - a[field][0]) + settings.death * bool(b["dead"][0]) for _, a, b in found]  # type: ignore[index]
    assert [r for r, _, _ in found] == pytest.approx(wanted)
    assert max(wanted) > 0
    assert min(wanted) == settings.death


def test_the_shaped_form() -> None:
    game = game_of("classic:height=14,width=5")
    names = feature_names(game)
    holes, highest = names.index("holes"), names.index("highest")
    points, seen = {0: 0, 1: 100, 2: 300, 3: 500, 4: 800}, set()
    for reward, before, after in earned(game.name, Settings(reward="shaped")):
        cleared = int(after["cleared"][0])  # type: ignore[index]
        if after["dead"][0]:  # type: ignore[index]
            assert reward == pytest.approx(points[cleared] / 100 - 1)
            continue
        then, now = game.features(before)[0], game.features(after)[0]  # type: ignore[arg-type]
        new, above = max(0, now[holes] - then[holes]), max(0, now[highest] - 10)
        assert reward == pytest.approx((points[cleared] - 25 * new - 10 * above) / 100)
        seen |= {f"{cleared} lines", "hole" if new else "none", "high" if above else "low"}
    assert seen >= {"0 lines", "1 lines", "hole", "none", "high", "low"}


def test_shaping_needs_holes() -> None:
    with pytest.raises(InputError, match=r"reward=shaped of learner 'dqn' needs holes, which puyo.* lacks"):
        Rewards(game_of("puyo"), Settings(reward="shaped"))
