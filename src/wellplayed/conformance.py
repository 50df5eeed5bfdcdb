"""One check that any game must pass: every promise of `wellplayed.game.Game`, on positions reached by play.

How. `check_game` plays a few games, good moves and random ones mixed, and asks at every ply for all that the protocol
says: the same moves from `expand`, `moves`, `mask` and `play`; values that are sums in feature order; chances that add
up; and that what a player cannot see changes nothing. Nothing here knows a game, so a new one is tested by naming it.

Why here. It is part of the package, so that a game written elsewhere can be held to the same promises:

    from wellplayed.conformance import check_game
    check_game(MyGame())
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from .errors import InputError
from .game import Bools, Children, Floats, Game, Ints, Moves, States, earned, feature_names

FIELDS = {"dead": "b", "pieces": "iu", "lines": "iu", "score": "iuf", "match": "u", "stream": "u"}
OUTERMOST = (0, (1 << 64) - 1)
SLOTS = 8  # more than any move leaves unseen


class Scene(NamedTuple):
    """Positions of a game on their way through the checks."""

    game: Game
    states: States  # [B] living and dealt
    weights: Floats  # [F]
    where: str  # for messages

    def demand(self, holds: object, promise: str) -> None:
        """Raise AssertionError, naming the game, the broken promise and the place, unless `holds`."""
        if not holds:
            raise AssertionError(f"{self.game.name}: {promise} ({self.where})")

    def refuse(self, call: Callable[[], Any], promise: str) -> None:
        """Demand that `call` raises InputError."""
        try:
            call()
        except InputError:
            return
        self.demand(False, promise)


def check_game(game: Game, *, games: int = 8, pieces: int = 200, seed: int = 0) -> None:
    """Play `games` games for `pieces` moves and hold `game` to its protocol all the way.

    Parameters
    ----------
    game
        The game to check.
    games
        How many games to play side by side.
    pieces
        How many moves to play; a fresh game takes the place of one that ends.
    seed
        Where their seeds, the weights and the choice of moves start from.

    Raises
    ------
    AssertionError
        If a promise of `wellplayed.game.Game` is broken; the message says which, and where.
    """
    rng = np.random.default_rng(seed)
    seeds = [seed + i for i in range(games)]
    fresh = scene = Scene(game, game.new(seeds), _weights(game, rng), "fresh games")
    _check_declaration(fresh)
    _check_new(fresh, seeds)
    good = _good_weights(fresh, rng, pieces)
    for ply in range(pieces):
        scene = scene._replace(weights=_weights(game, rng), where=f"games from seed {seed}, ply {ply}")
        children, moves = _check_moves(scene)
        _check_play(scene, children, rng)
        _check_hidden(scene, children, moves, rng)
        _check_views(scene, children, ply)
        best = first_best(game.moves(scene.states, good), games)
        chance = first_best(moves._replace(value=rng.random(len(moves.value))), games)
        states = _check_chance(scene, children.states[np.where(rng.random(games) < 0.9, best, chance)])
        over = states["dead"]
        _check_dead(scene, states[over])
        _check_rollout(scene, 1)
        states[over] = game.new([seed + games * (ply + 1) + int(i) for i in np.flatnonzero(over)])
        scene = scene._replace(states=states)
    for weights in (fresh.weights, good):
        _check_rollout(fresh._replace(weights=weights), pieces)


def summed(features: Floats, weights: Floats) -> Floats:
    """[B] weights [F] times features [B, F], added up in feature order; a weight of 0 adds nothing."""
    value = np.zeros(len(features))
    for k in np.flatnonzero(weights):
        value += weights[k] * features[:, k]
    return value


def first_best(moves: Moves, parents: int) -> Ints:
    """[parents] the first row with the highest value of each parent; every parent must have a row."""
    ends = np.searchsorted(moves.parent, np.arange(parents + 1))
    return np.array([a + np.argmax(moves.value[a:b]) for a, b in pairwise(ends)], np.int64)


def _weights(game: Game, rng: np.random.Generator) -> Floats:
    """[F] random weights: for all features, for the first few, or for any few, so that short cuts are taken too."""
    count = len(game.glossary)
    weights = rng.normal(size=count)
    few = rng.choice([np.arange(count) < rng.integers(1, count + 1), rng.random(count) < 0.3, np.ones(count, bool)])
    return np.where(few, weights, 0.0)


def _good_weights(scene: Scene, rng: np.random.Generator, pieces: int) -> Floats:
    """[F] of a hundred random weights those that clear the most lines, so that play reaches more than a first pile."""
    tried = rng.normal(size=(100, len(scene.weights)))
    lines = [scene.game.rollout(scene.states, weights, pieces)["lines"].sum() for weights in tried]
    return np.asarray(tried[int(np.argmax(lines))])


def equal(a: States, b: States, *, but: tuple[str, ...] = ()) -> Bools:
    """[B] which records agree in every field, those named in `but` aside; none if there are more on one side."""
    if a.shape != b.shape:
        return np.zeros(1, np.bool_)
    same = np.ones(len(a), np.bool_)
    for name in a.dtype.names or ():
        if name not in but:
            differ = a[name] != b[name]
            same &= ~differ.any(axis=tuple(range(1, differ.ndim)))
    return same


def _kept(scene: Scene, what: str, call: Callable[[States], Any], states: States | None = None) -> Any:
    """The result of `call` on the states, which it must leave as they are and must not give back."""
    given = scene.states if states is None else states
    before = given.tobytes()
    result = call(given)
    scene.demand(given.tobytes() == before, f"{what} changed the states it was given")
    for part in result if isinstance(result, tuple) else (result,):
        if isinstance(part, np.ndarray) and part.dtype == given.dtype:
            scene.demand(not np.shares_memory(part, given), f"{what} gave back the memory of its input, not a copy")
    return result


# What is said once ---------------------------------------------------------------------------------------------------


def _check_declaration(scene: Scene) -> None:
    """The dtype, the glossary and the name."""
    game, names = scene.game, feature_names(scene.game)
    for field, kinds in FIELDS.items():
        scene.demand(field in (game.dtype.names or ()), f"dtype has no field {field!r}")
        scene.demand(game.dtype[field].kind in kinds, f"field {field!r} of dtype is {game.dtype[field]}")
    scene.demand(game.name, "name is empty")
    scene.demand(game.actions > 0, "actions is not positive")
    scene.demand(names and len(set(names)) == len(names), "glossary names no feature, or one twice")
    for feature in game.glossary:
        scene.demand(feature.definition and feature.source, f"glossary: {feature.name} lacks a definition or a source")


def _check_new(scene: Scene, seeds: list[int]) -> None:
    """Fresh games depend on their seed alone."""
    game, states = scene.game, scene.states
    scene.demand(states.dtype == game.dtype and states.shape == (len(seeds),), "new gives no records [B] of dtype")
    scene.demand(equal(states, game.new(seeds)).all(), "new gives other games for the same seeds")
    one_by_one = np.concatenate([game.new([seed]) for seed in reversed(seeds)])[::-1]
    scene.demand(equal(states, one_by_one).all(), "new makes a game depend on the seeds beside it")
    scene.demand(len(np.unique(states["stream"])) == len(seeds), "new gives two seeds one stream")
    for field in ("dead", "pieces", "lines", "score"):
        scene.demand(not states[field].any(), f"new: {field!r} is not 0")
    scene.demand(equal(game.deal(states), states).all(), "new leaves something to deal")
    scene.demand(len(game.new(OUTERMOST)) == 2, "new does not take the outermost seeds")
    for seed in (-1, 1 << 64):
        scene.refuse(partial(game.new, [seed]), f"new takes the seed {seed}")


# What is said at every ply -------------------------------------------------------------------------------------------


def _check_moves(scene: Scene) -> tuple[Children, Moves]:
    """`expand`, `mask`, `moves` and `features` speak of the same moves, in order, with the same values."""
    game, weights = scene.game, scene.weights
    children: Children = _kept(scene, "expand", game.expand)
    moves: Moves = _kept(scene, "moves", lambda states: game.moves(states, weights))
    parent, action = children.parent, children.action
    order = np.lexsort((action, parent))
    unique = np.diff(parent[order] * game.actions + action[order]) > 0
    scene.demand((order == np.arange(len(order))).all(), "expand: parents do not ascend, or siblings not by action")
    scene.demand(unique.all(), "expand: an action comes twice")
    scene.demand((np.bincount(parent, minlength=len(scene.states)) > 0).all(), "expand: a living state has no child")
    mask = _kept(scene, "mask", game.mask)
    scene.demand(mask.shape == (len(scene.states), game.actions) and mask.dtype == np.bool_, "mask is not bool [B, A]")
    rows = np.stack([parent, action], axis=1)
    scene.demand(np.array_equal(np.argwhere(mask), rows), "mask and expand name different actions")
    same = np.array_equal(np.stack([moves.parent, moves.action], axis=1), rows)
    scene.demand(same, "moves and expand name different actions")
    scene.demand((moves.dead == children.states["dead"]).all(), "moves and expand differ in what is dead")
    features = _features(scene, "afterstates", children.states)
    value = np.where(moves.dead, -np.inf, summed(features, weights))
    scene.demand((moves.value == value).all(), "moves: a value is not weights times features in feature order")
    credit = summed(features, np.where(earned(game), weights, 0.0))
    scene.demand((moves.credit == credit).all(), "moves: credit is not weights times the features that are credit")
    for name, array, kind in (("credit", children.credit, "f"), ("attack", children.attack, "i")):
        scene.demand(array.shape == parent.shape and array.dtype.kind == kind, f"expand: {name} is not [N] of numbers")
    scene.demand(np.isfinite(children.credit).all(), "expand: a credit is not finite")
    return children, moves


def _features(scene: Scene, what: str, states: States) -> Floats:
    """The features of some states, checked to be finite float64 [B, F]."""
    features: Floats = _kept(scene, "features", scene.game.features, states)
    scene.demand(features.shape == (len(states), len(scene.game.glossary)), f"features of {what} are not [B, F]")
    scene.demand(features.dtype == np.float64, f"features of {what} are not float64")
    scene.demand(np.isfinite(features).all(), f"a feature of {what} is not finite")
    return features


def _check_play(scene: Scene, children: Children, rng: np.random.Generator) -> None:
    """`play` makes the children, counts pieces, and refuses what the mask does."""
    game, states = scene.game, scene.states
    before = states[children.parent]
    after = _kept(scene, "play", lambda given: game.play(given, children.action), before)
    scene.demand(equal(after, children.states).all(), "play and expand make different states")
    scene.demand((after["pieces"] > before["pieces"]).all(), "play does not count the piece")
    scene.demand((after["lines"] >= before["lines"]).all(), "play takes lines away")
    scene.demand((after["match"] == before["match"]).all(), "play changes the match")
    mask = game.mask(states)
    legal = np.argmax(mask, axis=1)
    i = int(rng.integers(len(states)))
    for action in (*rng.permutation(np.flatnonzero(~mask[i]))[:2], -1, game.actions):
        wrong = legal.copy()
        wrong[i] = action
        scene.refuse(partial(game.play, states, wrong), f"play takes the illegal action {action}")
    scene.refuse(partial(game.play, states, np.append(legal, 0)), "play takes more actions than states")


def _check_hidden(scene: Scene, children: Children, moves: Moves, rng: np.random.Generator) -> None:
    """The stream, the match and the neighbours in the batch change no move; keys know the future and nothing else."""
    game, states = scene.game, scene.states
    other = states.copy()
    for field in ("stream", "match"):
        other[field] = rng.integers(0, 1 << 64, len(states), np.uint64)
    again, twice = game.expand(other), game.moves(other, scene.weights)
    same = equal(again.states, children.states, but=("stream", "match")).all() and _alike(again[1:], children[1:])
    scene.demand(same, "expand depends on the hidden stream or the match")
    scene.demand(_alike(twice, moves), "moves depend on the hidden stream or the match")
    scene.demand((game.mask(other) == game.mask(states)).all(), "mask depends on the hidden stream or the match")
    i = int(rng.integers(len(states)))
    rows = moves.parent == i
    single, alone = game.moves(states[i : i + 1], scene.weights), game.expand(states[i : i + 1])
    scene.demand(_alike(single[1:], [part[rows] for part in moves[1:]]), "moves of a state depend on its batch")
    scene.demand(equal(alone.states, children.states[rows]).all(), "expand of a state depends on its batch")
    for field in ("pieces", "lines", "score"):
        other[field] += 1
    scene.demand((game.moves(other, scene.weights).key == moves.key).all(), "moves: a key depends on the past")
    images = game.planes(children.states).reshape(len(moves.key), -1)
    where = np.unique(moves.key, return_inverse=True)[1]
    first = np.unique(where, return_index=True)[1][where]
    scene.demand((images == images[first]).all(), "moves: one key for two different boards")


def _alike(a: Any, b: Any) -> bool:
    """Whether two rows of arrays hold the same numbers."""
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


def _check_views(scene: Scene, children: Children, ply: int) -> None:
    """`features`, `planes`, `show`, `describe` and `receive`."""
    game, states = scene.game, scene.states
    _features(scene, "states", states)
    for what, batch in (("states", states), ("afterstates", children.states)):
        planes = _kept(scene, "planes", game.planes, batch)
        scene.demand(planes.ndim == 4 and len(planes) == len(batch), f"planes of {what} are not [B, C, H, W]")
        scene.demand(planes.dtype == np.float32 and np.isfinite(planes).all(), f"planes of {what} are not float32")
    i = ply % len(states)
    text = _kept(scene, "show", game.show, states[i : i + 1])
    scene.demand(isinstance(text, str) and text, "show gives no text")
    height, width = game.planes(states).shape[2:]
    for action in np.flatnonzero(game.mask(states)[i])[ply % 5 :: 5]:
        placement = _kept(scene, "describe", partial(game.describe, action=int(action)), states[i : i + 1])
        cells = placement.cells
        scene.demand(len(set(cells)) == len(cells) > 0, f"describe: the cells of action {action} are not distinct")
        inside = all(0 <= x < width and 0 <= y < height for x, y in cells)
        scene.demand(inside, f"describe: a cell of action {action} lies outside the well")
        scene.demand(0 <= placement.orientation < 4, f"describe: action {action} has no orientation 0 to 3")
    scene.refuse(partial(game.describe, states[i : i + 1], game.actions), "describe takes an illegal action")
    nothing = np.zeros(len(states), np.int64)
    received = _kept(scene, "receive", lambda given: game.receive(given, nothing))
    scene.demand(equal(received, states).all(), "receive changes a state that gets no garbage")


def _check_chance(scene: Scene, after: States) -> States:
    """`deal` gives one of the `outcomes`, always the same; return what it gave."""
    game = scene.game
    dealt: States = _kept(scene, "deal", game.deal, after)
    scene.demand(equal(dealt, game.deal(after)).all(), "deal gives another piece the second time")
    scene.demand(equal(game.deal(dealt), dealt).all(), "deal changes a state that is dealt")
    scene.demand(equal(dealt[-1:], game.deal(after[-1:])).all(), "deal of a state depends on its batch")
    living = np.flatnonzero(~after["dead"])
    reached, owner, unseen = after[living], living, SLOTS
    while unseen:  # one slot after the other
        outcomes = _kept(scene, "outcomes", game.outcomes, reached)
        parent = outcomes.parent
        scene.demand((np.diff(parent) >= 0).all(), "outcomes: parents do not ascend")
        sums = np.bincount(parent, outcomes.chance, minlength=len(reached))
        scene.demand(np.allclose(sums, 1.0, rtol=0.0, atol=1e-9), "outcomes: the chances of a state do not sum to 1")
        scene.demand((outcomes.chance > 0).all(), "outcomes: a chance is not positive")
        scene.demand((outcomes.states["stream"] == reached["stream"][parent]).all(), "outcomes reveal the stream")
        done = len(parent) == len(reached) and equal(outcomes.states, reached).all()
        reached, owner, unseen = outcomes.states, owner[parent], 0 if done else unseen - 1
        scene.demand(done or unseen, "outcomes never become a state's own only outcome")
    found = np.zeros(len(after), np.bool_)
    np.logical_or.at(found, owner, equal(reached, dealt[owner], but=("stream",)))
    scene.demand(found[living].all(), "deal gives what is not among the outcomes")
    return dealt


def _check_dead(scene: Scene, dead: States) -> None:
    """Nothing can be done with a game that is over, and nothing fails on it."""
    game = scene.game
    if not len(dead):
        return
    scene.demand(not len(game.expand(dead).parent), "expand gives a dead state children")
    scene.demand(not len(game.moves(dead, scene.weights).parent), "moves gives a dead state moves")
    scene.demand(not game.mask(dead).any(), "mask allows a dead state a move")
    scene.refuse(partial(game.play, dead, np.zeros(len(dead), np.int64)), "play goes on in a dead state")
    scene.demand(equal(game.rollout(dead, scene.weights, 3), dead).all(), "rollout goes on in a dead state")
    _features(scene, "dead states", dead)
    scene.demand(game.show(dead[:1]), "show gives no text for a dead state")


def _check_rollout(scene: Scene, pieces: int) -> None:
    """`rollout` is `moves`, first best, `play` and `deal`, again and again."""
    game, states = scene.game, scene.states.copy()
    fused = _kept(scene, "rollout", lambda given: game.rollout(given, scene.weights, pieces))
    for _ in range(pieces):
        living = np.flatnonzero(~states["dead"])
        if not len(living):
            break
        moves = game.moves(states[living], scene.weights)
        states[living] = game.deal(game.play(states[living], moves.action[first_best(moves, len(living))]))
    scene.demand(equal(fused, states).all(), f"rollout of {pieces} pieces is not moves, first best, play and deal")
    single = game.rollout(scene.states, scene.weights, 1)
    for stop in ({"low": 127}, {"high": 0}):
        stopped = game.rollout(scene.states, scene.weights, max(pieces, 3), **stop)
        scene.demand(equal(stopped, single).all(), f"rollout goes on past the stop {stop}")
