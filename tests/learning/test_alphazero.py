"""The AlphaZero form: its network against torch, what it learns from, and that nothing depends on who plays it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.arena.afar import near
from tests.learning.runs import configuration, further, trained

from wellplayed.errors import InputError
from wellplayed.game import taken
from wellplayed.games import game as game_of
from wellplayed.learning.alphazero_network import NAMES, Network, inputs, shape, squashed, unsquash, untrained
from wellplayed.learning.alphazero_play import drawn, returns, shares
from wellplayed.learning.alphazero_settings import Settings
from wellplayed.learning.folder import begun
from wellplayed.learning.run import Run
from wellplayed.players.player import Random
from wellplayed.players.registry import player as player_of

torch = pytest.importorskip("torch", reason="needs torch; run make setup")
from wellplayed.learning import alphazero as module  # noqa: E402
from wellplayed.learning.alphazero_update import Fit, forward  # noqa: E402

SMALL = "classic:height=6,width=5"
QUICK: dict[str, Any] = {
    "simulations": 6, "games": 5, "moves_each": 4, "window": 64, "batch": 16, "wide": 16, "deep": 8, "workers": 1,
}  # fmt: skip


def positions(game: Any, count: int) -> Any:
    """Dealt positions some moves into their games."""
    states, who = game.new(range(count)), Random(game, 1)
    for _ in range(3):
        states = game.deal(game.play(states, who.choose(states)))
        states = taken(states, np.flatnonzero(~states["dead"]))
    return taken(states, np.flatnonzero(game.mask(states).any(axis=1)))


def told(learned: module.AlphaZero) -> dict[str, Any]:
    return {name: array.tolist() for name, array in learned.state().items()}


@pytest.mark.parametrize(("name", "features"), [(SMALL, False), ("classic:previews=2", True), ("puyo", True)])
def test_the_network_is_that_of_torch(name: str, features: bool) -> None:
    game = game_of(name)
    states, form = positions(game, 12), shape(game, features=features)
    weights = {k: a + np.float32(0.01) for k, a in untrained(form, 32, 16, 1).items()}
    logits, value = Network(form, weights)(states)
    tensors = [torch.from_numpy(weights[k]) for k in NAMES]
    wanted, said = forward(tensors, torch.from_numpy(inputs(form, states)))
    assert np.allclose(logits, wanted.numpy(), rtol=1e-4, atol=1e-5)
    assert np.allclose(squashed(value), said.numpy(), rtol=1e-4, atol=1e-5)
    for i in range(len(states)):
        alone = Network(form, weights)(states[i : i + 1])
        assert np.array_equal(alone[0][0], logits[i])
        assert alone[1][0] == value[i]


def test_inputs_say_all_that_the_planes_say() -> None:
    game = game_of(SMALL)
    form = shape(game, features=False)
    assert form.width == 10 * 5 + 7  # the board with its hidden rows, and which piece it is
    states = positions(game, 40)
    apart = {planes.tobytes() for planes in form.view.planes(states)}
    assert len({row.tobytes() for row in inputs(form, states)}) == len(apart) > 10


def test_values_come_back_from_the_network_as_they_went_in() -> None:
    value = np.array([-3.0, 0.0, 1e-6, 0.5, 22.0, 5000.0])
    assert np.allclose([unsquash(y) for y in squashed(value)], value, rtol=1e-9, atol=1e-9)


def test_a_tiny_batch_is_learned_by_heart() -> None:
    game = game_of(SMALL)
    form, states = shape(game, features=False), positions(game, 24)
    rng = np.random.default_rng(1)
    mask = game.mask(states)
    best = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
    visits = np.zeros(mask.shape, np.uint16)
    visits[np.arange(len(states)), best] = 9
    value = squashed(rng.uniform(0, 9, len(states))).astype(np.float32)
    fit = Fit(untrained(form, 64, 32, 3), 3e-3)
    batch = inputs(form, states), mask, shares(visits), value
    before = fit.learn(*batch)
    for _ in range(400):
        after = fit.learn(*batch)
    assert after[0] < before[0] / 50
    assert after[1] < before[1] / 50
    logits, said = Network(form, fit.arrays)(states)
    assert np.array_equal(np.where(mask, logits, -np.inf).argmax(axis=1), best)
    assert np.allclose(squashed(said), value, atol=0.2)


def test_returns_are_those_of_their_twin() -> None:
    rng = np.random.default_rng(3)
    reward, said = rng.random((9, 20)), rng.random((9, 20))
    over = rng.random((9, 20)) < 0.15
    cut = ~over & (rng.random((9, 20)) < 0.15)
    found = returns(reward, said, over, cut, 0.9, 0.7)

    def ahead(t: int, g: int) -> float:
        if over[t, g]:
            return float(reward[t, g])
        if cut[t, g] or t == 8:
            return float(said[t, g])
        return float(reward[t, g] + 0.9 * (0.3 * said[t + 1, g] + 0.7 * ahead(t + 1, g)))

    assert np.allclose(found, [[ahead(t, g) for g in range(20)] for t in range(9)])


def test_moves_are_drawn_by_their_visits() -> None:
    visits = np.tile([0, 30, 10, 0], (4000, 1))
    move, draw = np.ones(4000, np.int64), np.arange(4000) < 3000
    for temperature, share in ((1.0, 0.75), (0.5, 0.9)):
        found = drawn(visits, move, draw, temperature, np.random.default_rng(2))
        assert set(found) == {1, 2}
        assert (found[3000:] == 1).all()
        assert abs((found[:3000] == 1).mean() - share) < 0.05


def test_a_run_goes_on_to_the_same_bits() -> None:
    game, settings = game_of(SMALL), Settings(**QUICK)
    whole = module.learner(game, settings, 3)
    for _ in range(4):
        metrics = whole.advance()
    assert metrics["steps"] == 20
    first = module.learner(game, settings, 3)
    for _ in range(2):
        first.advance()
    kept = {name: array.copy() for name, array in first.state().items()}
    first.advance()
    second = module.learner(game, settings, 3)
    second.restore(kept)
    for _ in range(2):
        second.advance()
    assert second.rounds == 4
    assert told(second) == told(whole)
    other = module.learner(game, settings, 4)
    other.advance()
    assert told(other) != told(whole)


def test_what_is_learned_does_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARE", 2)
    found = []
    for workers in (1, 3):
        learned = module.learner(game_of(SMALL), Settings(**{**QUICK, "workers": workers}), 0)
        for _ in range(2):
            learned.advance()
        found.append(told(learned))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["puyo", "classic:width=5,height=6,previews=1"])
def test_other_games_are_learned(name: str) -> None:
    game = game_of(name)
    learned = module.learner(game, Settings(**{**QUICK, "features": True, "longest": 5}), 0)
    for _ in range(3):
        metrics = learned.advance()
    assert metrics["episodes"] > 0
    assert np.isfinite(metrics["loss"])
    assert metrics["pieces"] <= 5


def test_a_checkpoint_plays_with_its_search_and_by_its_policy(tmp_path: Path) -> None:
    run = tmp_path / "run"
    trained(run, 1, learner="alphazero", game=SMALL, settings=QUICK, every=1, cap=5)
    checkpoints = further(run, 2)
    assert len(checkpoints) == 2
    game = game_of(SMALL)
    who: Any = player_of(f"learned:run={run}", game)
    assert who.search.simulations == 6
    states = game.new(range(5))
    thought = who.think(states[:1])
    assert thought.action == who.choose(states)[0]
    assert thought.tree.visits[0] == 6
    policy: Any = player_of(f"learned:run={run},simulations=0", game)
    assert policy.search.simulations == 0
    assert game.mask(states)[np.arange(5), policy.choose(states)].all()
    assert not policy.think(states[:1]).tree.visits.any()


def test_what_is_refused() -> None:
    for name, value in (("simulations", -1), ("gamma", 2.0), ("games", 0), ("temperature", 0.0), ("wide", 0)):
        with pytest.raises(InputError, match=f"{name}=.* of learner 'alphazero' is out of range"):
            Settings(**{name: value})
    game = game_of(SMALL)
    learned = module.learner(game, Settings(**QUICK), 0)
    with pytest.raises(InputError, match="of another learner"):
        learned.restore({})
    with pytest.raises(InputError, match="the weights of alphazero"):
        module.player(game_of("classic:width=6,height=6"), Settings(**QUICK), learned.weights())


def test_a_network_that_runs_away_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    learned = module.learner(game_of(SMALL), Settings(**QUICK), 0)
    monkeypatch.setattr(learned._fit, "learn", lambda *batch: learned._fit.arrays["value"].fill(np.nan) or (0.0, 0.0))
    with pytest.raises(InputError, match=r"alphazero ran away in round 1: .* set rate below 0.001"):
        learned.advance()


def test_a_cluster_learns_the_same_bits(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs distributed; run make setup")
    for name in ("alone", "spread"):
        begun(tmp_path / name, configuration(learner="alphazero", game=SMALL, settings={**QUICK, "games": 66}, every=9))
    with near() as cluster, Run(tmp_path / "alone") as alone, Run(tmp_path / "spread", cluster=cluster) as spread:
        for _ in range(2):
            assert alone.learner.advance() == spread.learner.advance()
        for name, array in alone.learner.state().items():
            assert np.array_equal(array, spread.learner.state()[name]), name


def test_who_plays_in_one_kernel_needs_no_cluster(tmp_path: Path) -> None:
    begun(tmp_path / "td", configuration())
    nothing: Any = object()
    with pytest.raises(InputError, match="the learner td plays and learns in one kernel"):
        Run(tmp_path / "td", cluster=nothing)
    with Run(tmp_path / "td"):
        pass  # nobody has it open
