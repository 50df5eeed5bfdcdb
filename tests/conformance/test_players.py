"""Every registered player, in games that it can play, keeps the promises of `Player`; with small budgets."""

import functools
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.game import Game
from wellplayed.games import family
from wellplayed.games import game as game_of
from wellplayed.players.player import Greedy, Player, Thought
from wellplayed.players.registry import entries, player
from wellplayed.search.evaluate import Linear
from wellplayed.search.reduce import first_best

CLASSIC = ("classic", "classic:height=8,width=7,pieces=bag,previews=3,overflow=clear")
GUIDELINE = ("guideline:previews=3", "guideline:rules=tetrio-s2,previews=4,height=8,hold=off", "guideline:rules=botris")
PUYO = ("puyo:previews=3", "puyo:colours=5,pairs=uniform,previews=4,row14=vanish,death=two")
GAMES = CLASSIC + GUIDELINE + PUYO
# Options for the players that cannot do without, and small searches in place of large ones.
OPTIONS = {
    "linear": ("linear:holes=-4,lines=1,constant=0.25",),
    "learned": (),  # tests/learning/test_loading.py
    "alphazero": (),  # of these boards it knows none; tests/learning/test_loading.py
    "random": ("random", "random:seed=5,moves=reach"),
    "dellacherie": ("dellacherie", "dellacherie:moves=reach"),
    "one-ply": ("one-ply:moves=reach",),
    "lookahead": ("lookahead:depth=1,weights=bcts", "lookahead:depth=0,moves=reach"),
    "full-path": ("full-path:weights=dt-20",),
    "beam": (
        "beam:width=2",
        "beam:depth=2,width=3,weights=dellacherie,moves=drop",
        "beam:depth=1,width=2,speculate=on",
        "beam:width=9,nodes=150",
    ),
    "expectimax": ("expectimax:width=2", "expectimax:pieces=1,weights=bcts,moves=drop,nodes=400"),
    "mcts": (
        "mcts:simulations=40,depth=3",
        "mcts:simulations=24,rollout=2,random=0.5,common=on,seed=3",
        "mcts:nodes=300,prior=on,batch=1,moves=drop",
    ),
    "sampled": ("sampled:depth=2,width=3,futures=2", "sampled:depth=3,width=2,futures=3,vote=majority,enough=1,seed=5"),
}
OF_PUYO = {
    **OPTIONS,
    "linear": ("linear:potential_score=1,connections=0.5,slope=-0.3",),
    "lookahead": ("lookahead:depth=1,weights=formula", "lookahead:depth=0"),
    "beam": (
        "beam:width=2",
        "beam:depth=2,width=3,weights=article",
        "beam:depth=1,width=2,speculate=on",
        "beam:width=9,nodes=150",
    ),
    "expectimax": ("expectimax:width=2", "expectimax:pieces=1,weights=formula,nodes=400"),
    "alphazero": ("alphazero:simulations=6", "alphazero:simulations=0"),
    "best": (),  # wide, and a spec of `sampled`
}
EXACT = ("one-ply", "lookahead", "beam:width", "beam:depth=2")  # values of lines, and not of what may come
DEAR = ("one-ply", "expectimax", "mcts", "sampled")  # asked about fewer positions


def is_network(name: str) -> bool:
    """Whether a player is a network, which plays when it is made: to see what of a board varies."""
    return name.partition(":")[0] in ("dqn", "alphazero")


def fits(name: str, spec: str) -> bool:
    """Whether a game shows as many pieces as a player looks at."""
    if is_network(name):
        return True  # one piece is enough for them
    try:
        player(name, game_of(spec))
    except InputError as error:
        if "looks" not in str(error):
            raise
        return False
    return True


def specs(spec: str) -> list[str]:
    """The players that play a game."""
    game = family(game_of(spec))
    options = OF_PUYO if game == "puyo" else OPTIONS
    return [name for entry in entries(game) for name in options.get(entry.name, (entry.name,))]


CASES = [(name, spec) for spec in GAMES for name in specs(spec) if fits(name, spec)]
every = pytest.mark.parametrize(("name", "spec"), CASES)


@functools.cache
def positions(spec: str) -> Any:
    """[B] living, dealt states along games in which good moves and random ones mix, with garbage where there is any."""
    game, rng = game_of(spec), np.random.default_rng(0)
    states, seen = game.new(range(8)), []
    weights = player("builder" if spec in PUYO else "dellacherie", game).weights
    assert weights is not None
    for ply in range(25):
        seen.append(states)
        moves = game.moves(states, weights)
        noise = rng.normal(size=len(moves.value)) * (20 if ply < 8 else 1)
        ends = np.searchsorted(moves.parent, np.arange(len(states) + 1))
        best = [a + int(np.argmax((moves.value + noise)[a:b])) for a, b in pairwise(ends)]
        states = game.deal(game.play(states, moves.action[best]))
        states = states[~states["dead"]]
        if spec not in CLASSIC:
            states = game.receive(states, rng.integers(0, 3, len(states)) * (rng.random(len(states)) < 0.2))
        states = states[game.mask(states).any(axis=1)]
    found = np.concatenate(seen)
    return found[rng.permutation(len(found))]


def cast(name: str, spec: str, count: int) -> tuple[Game, Player, Any]:
    """A player, its game, and `count` positions, fewer for one that takes its time."""
    game = game_of(spec)
    few = name.startswith(DEAR)
    return game, player(name, game), positions(spec)[: max(count // 4, 2) if few else count]


def same(a: Thought, b: Thought) -> bool:
    """Whether two thoughts agree in everything."""
    return repr(plain(a)) == repr(plain(b))


def plain(value: Any) -> Any:
    """A thought without arrays, to compare and to print."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [plain(part) for part in value] if isinstance(value, tuple) else value


@every
def test_chooses_legal_moves(name: str, spec: str) -> None:
    game, one, states = cast(name, spec, 40)
    before = states.copy()
    actions = one.choose(states)
    assert actions.shape == (len(states),)
    assert actions.dtype.kind == "i"
    assert one.game is game
    assert one.view.name == game.name
    assert game.mask(states)[np.arange(len(states)), actions].all()
    assert one.view.mask(states)[np.arange(len(states)), actions].all()
    assert np.array_equal(states, before)


@every
def test_a_move_does_not_depend_on_the_batch(name: str, spec: str) -> None:
    game, one, states = cast(name, spec, 24)
    actions = one.choose(states)
    order = np.random.default_rng(1).permutation(len(states))
    assert one.choose(states[order]).tolist() == actions[order].tolist()
    assert one.choose(states[::7].copy()).tolist() == actions[::7].tolist()
    assert [int(one.choose(states[i : i + 1])[0]) for i in range(0, len(states), 5)] == actions[::5].tolist()
    assert player(name, game).choose(states).tolist() == actions.tolist()


@every
def test_a_thought_explains_the_move(name: str, spec: str) -> None:
    game, one, states = cast(name, spec, 8)
    for i in range(len(states)):
        state = states[i : i + 1]
        thought, children = one.think(state), game.expand(state)
        assert thought.action == one.choose(state)[0]
        assert thought.action in thought.actions
        assert set(thought.actions.tolist()) <= set(children.action.tolist())
        count, names = len(thought.actions), len(game.glossary)
        assert thought.values.shape == thought.plies.shape == (count,)
        assert thought.features.shape == thought.contributions.shape == (count, names)
        assert thought.line[0] == game.describe(state, thought.action)
        finite = np.isfinite(thought.values)
        assert finite.any()
        sums = thought.contributions.sum(axis=1)
        if one.weights is not None or (name.startswith(EXACT) and thought.contributions.any()):
            np.testing.assert_allclose(sums[finite], thought.values[finite], rtol=1e-9, atol=1e-9)
        if one.weights is not None:
            assert thought.values[thought.actions == thought.action][0] == thought.values.max()


@every
def test_what_is_hidden_changes_neither_move_nor_thought(name: str, spec: str) -> None:
    blind(*cast(name, spec, 16))


def blind(game: Game, one: Player, states: Any) -> None:
    """Swap the hidden futures of some states, and demand the same moves and thoughts."""
    words = np.random.default_rng(2).integers(0, 2**64, (2, len(states)), np.uint64)
    other = game.reseeded(states, words[0])
    raw = states.copy()
    raw["stream"] = words[1]
    for name in {"noise", "pool"} & set(game.dtype.names or ()):
        raw[name] = words[0] >> np.uint64(64 - 8 * raw[name].dtype.itemsize)
    if "ahead" in (game.dtype.names or ()):
        raw["ahead"] = 0  # follows from `pool`
    actions = one.choose(states)
    after = game.deal(game.play(states, actions))
    for swapped in (other, raw):
        assert (game.deal(game.play(swapped, actions)) != after).any()  # the futures do differ
        assert one.choose(swapped).tolist() == actions.tolist()
        for i in range(min(len(states), 3)):
            assert same(one.think(swapped[i : i + 1]), one.think(states[i : i + 1]))


@pytest.mark.parametrize(
    ("name", "spec"), [c for c in CASES if not is_network(c[0]) and player(c[0], game_of(c[1])).weights is not None]
)
def test_weights_are_those_of_the_fused_kernel(name: str, spec: str) -> None:
    game, one, states = cast(name, spec, 40)
    assert one.weights is not None
    after = game.deal(game.play(states, one.choose(states)))
    fused = one.view.rollout(states, one.weights, 1)
    for field in game.dtype.names or ():
        assert fused[field].tolist() == after[field].tolist()


WEIGHTS = {"holes": -4.0, "row_transitions": -1.0, "landing_height": -1.0}


class Peeking(Greedy):
    """Is greedy for what the best placement is worth of the piece that comes next, also where it is hidden."""

    def choose(self, states: Any) -> Any:
        children = self.game.expand(states)
        after = self.game.moves(self.game.deal(children.states), self.evaluator.weights)
        best = first_best(after.parent, after.value, len(children.parent))
        worth = np.where(best < 0, -np.inf, after.value[best])
        return children.action[first_best(children.parent, worth, len(states))]


def test_a_player_that_peeks_is_caught() -> None:
    for spec in ("classic", "guideline:previews=0,hold=off"):
        game = game_of(spec)
        states = positions(spec)[:16]
        fair, unfair = Greedy(Linear(game, WEIGHTS)), Peeking(Linear(game, WEIGHTS))
        blind(game, fair, states)
        with pytest.raises(AssertionError):
            blind(game, unfair, states)


@pytest.mark.parametrize("name", ["beam:width=20,ms=20", "expectimax:ms=20", "mcts:ms=20"])
def test_under_a_clock_there_is_a_legal_move(name: str) -> None:
    game, one, states = cast(name, "guideline:previews=3", 12)
    assert game.mask(states)[np.arange(len(states)), one.choose(states)].all()
    thought = one.think(states[:1])
    assert thought.action in thought.actions


@pytest.mark.parametrize("spec", ["guideline:previews=3", "classic"])
def test_a_file_of_ones_own_keeps_the_promises_too(spec: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def evaluate(features):\n    return -features.holes - features.bumpiness\n")
    (tmp_path / "mine.toml").write_text("holes = -1\nbumpiness = -1\n", "utf-8")
    for name in (f"{tmp_path}/mine.py", f"expectimax:width=2,loss=-99,weights={tmp_path}/mine.py"):
        for test in (test_chooses_legal_moves, test_a_move_does_not_depend_on_the_batch):
            test(name, spec)
        test_a_thought_explains_the_move(name, spec)
        test_what_is_hidden_changes_neither_move_nor_thought(name, spec)
    test_weights_are_those_of_the_fused_kernel(f"{tmp_path}/mine.toml", spec)
