"""What the protocol says of chance: what may come, what does come, other futures, and play to the end."""

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Bools, Children, Moves, States
from .scene import Scene, alike, equal, first_best, kept

SLOTS = 8  # more than any move leaves unseen
FUTURES = 100  # enough to see most of some eighty moves


def check_chance(scene: Scene, after: States) -> States:
    """`deal` gives one of the `outcomes`, always the same, or what plays like one; return what it gave.

    Hidden fields need not agree where the outcomes replace them: nobody may learn from an outcome what would come.
    """
    game = scene.game
    dealt: States = kept(scene, "deal", game.deal, after)
    scene.demand(equal(dealt, game.deal(after)).all(), "deal gives another piece the second time")
    scene.demand(equal(game.deal(dealt), dealt).all(), "deal changes a state that is dealt")
    scene.demand(equal(dealt[-1:], game.deal(after[-1:])).all(), "deal of a state depends on its batch")
    living = np.flatnonzero(~after["dead"])
    reached, owner, unseen, replaced = after[living], living, SLOTS, {"stream"}
    secret = hidden(scene, after)
    while unseen:  # one slot after the other
        outcomes = kept(scene, "outcomes", game.outcomes, reached)
        parent = outcomes.parent
        scene.demand((np.diff(parent) >= 0).all(), "outcomes: parents do not ascend")
        sums = np.bincount(parent, outcomes.chance, minlength=len(reached))
        scene.demand(np.allclose(sums, 1.0, rtol=0.0, atol=1e-9), "outcomes: the chances of a state do not sum to 1")
        scene.demand((outcomes.chance > 0).all(), "outcomes: a chance is not positive")
        scene.demand((outcomes.states["stream"] == reached["stream"][parent]).all(), "outcomes reveal the stream")
        replaced |= {name for name in secret if (outcomes.states[name] != reached[name][parent]).any()}
        done = len(parent) == len(reached) and equal(outcomes.states, reached).all()
        reached, owner, unseen = outcomes.states, owner[parent], 0 if done else unseen - 1
        scene.demand(done or unseen, "outcomes never become a state's own only outcome")
    found = np.zeros(len(after), np.bool_)
    np.logical_or.at(found, owner, equal(reached, dealt[owner], but=tuple(replaced)))
    rest = ~found[owner]
    np.logical_or.at(found, owner[rest], play_alike(scene, reached[rest], dealt[owner[rest]], tuple(replaced)))
    scene.demand(found[living].all(), "deal gives what is not among the outcomes")
    return dealt


def hidden(scene: Scene, states: States) -> tuple[str, ...]:
    """The fields of some states that decide what nobody sees: those that another future changes."""
    other: States = kept(scene, "reseeded", lambda given: scene.game.reseeded(given, ~given["stream"]), states)
    return tuple(name for name in scene.game.dtype.names or () if (other[name] != states[name]).any())


def play_alike(scene: Scene, a: States, b: States, but: tuple[str, ...]) -> Bools:
    """[B] which of two positions hold the same numbers, in another order at most, and have moves to the same futures.

    That is a Puyo pair either way round. The fields `but` do not count.
    """
    same = np.ones(len(a), np.bool_)
    for name in scene.game.dtype.names or ():
        if name not in but:
            same &= (_numbers(a[name]) == _numbers(b[name])).all(axis=1)
    for i in np.flatnonzero(same):
        same[i] = alike(_futures(scene, a[i : i + 1]), _futures(scene, b[i : i + 1]))
    return same


def _numbers(field: NDArray[Any]) -> NDArray[Any]:
    """[B, N] the numbers in one field of states [B], in ascending order."""
    return np.sort(field.reshape(len(field), math.prod(field.shape[1:])), axis=1)


def _futures(scene: Scene, state: States) -> list[NDArray[Any]]:
    """Keys and values of the moves of one state [1], in ascending order."""
    moves = scene.game.moves(state, scene.weights)
    order = np.lexsort((moves.value, moves.key))
    return [part[order] for part in (moves.key, moves.credit, moves.value, moves.dead)]


def check_reseeded(scene: Scene, moves: Moves, after: States, rng: np.random.Generator) -> None:
    """`reseeded` replaces what is hidden, all of it and nothing else; what it changes on the way shows what that is."""
    game, states = scene.game, scene.states
    words = rng.integers(0, 1 << 64, len(states), np.uint64)
    other: States = kept(scene, "reseeded", lambda given: game.reseeded(given, words))
    secret = tuple(name for name in game.dtype.names or () if (other[name] != states[name]).any())
    scene.demand((other["stream"] != states["stream"]).all(), "reseeded keeps a stream")
    for field in ("match", "dead", "pieces", "lines", "score"):
        scene.demand(field not in secret, f"reseeded changes {field!r}")
    scene.demand(equal(other, game.reseeded(states, words)).all(), "reseeded gives another future the second time")
    scene.demand(equal(other[-1:], game.reseeded(states[-1:], words[-1:])).all(), "reseeded depends on the batch")
    again = game.reseeded(game.reseeded(states, words[::-1].copy()), words)
    scene.demand(equal(other, again).all(), "reseeded leaves some of the old future")
    scene.demand(alike(game.moves(other, scene.weights), moves), "reseeded changes the moves")
    for what, look in (("features", game.features), ("planes", game.planes)):
        scene.demand(np.array_equal(look(other), look(states)), f"reseeded changes the {what}")
    unseen = game.reseeded(after, words)
    one, two = game.outcomes(after), game.outcomes(unseen)
    same = alike(one[1:], two[1:]) and equal(one.states, two.states, but=secret).all()
    scene.demand(same, "reseeded changes what may come")
    check_chance(scene, unseen)
    scene.refuse(partial(game.reseeded, states, words[1:]), "reseeded takes fewer words than states")


def check_rollout(scene: Scene, pieces: int) -> None:
    """`rollout` is `moves`, first best, `play` and `deal`, again and again."""
    game, states = scene.game, scene.states.copy()
    fused = kept(scene, "rollout", lambda given: game.rollout(given, scene.weights, pieces))
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


def check_random(scene: Scene, children: Children) -> None:
    """A random move of `rollout` is a legal one, dealt, the same alone, and whatever the weights are."""
    game, states = scene.game, scene.states
    best = game.rollout(states, scene.weights, 1)
    dealt = game.deal(children.states)
    for share in (0.5, 1.0):
        after = game.rollout(states, scene.weights, 1, random=share)
        legal = np.zeros(len(states), np.bool_)
        np.logical_or.at(legal, children.parent, equal(after[children.parent], dealt))
        scene.demand(legal.all(), f"rollout with random={share} plays what is not legal")
        alone = game.rollout(states[-1:], scene.weights, 1, random=share)
        scene.demand(equal(alone, after[-1:]).all(), "rollout with random moves depends on the batch")
    scene.demand(equal(game.rollout(states, -scene.weights, 1, random=1.0), after).all(), "random play has a taste")
    scene.demand(
        equal(game.rollout(states, scene.weights, 1, random=0.0), best).all(), "rollout with random=0 is random"
    )


def check_random_play(scene: Scene, pieces: int) -> None:
    """`rollout` with random moves is that of one piece, again and again, and some random moves are not all."""
    game, found = scene.game, []
    for share in (0.3, 1.0):
        states = scene.states.copy()
        for _ in range(pieces):
            states = game.rollout(states, scene.weights, 1, random=share)
        found.append(game.rollout(scene.states, scene.weights, pieces, random=share))
        scene.demand(
            equal(found[-1], states).all(), f"rollout of {pieces} pieces with random={share} is not one by one"
        )
    scene.demand(not equal(*found).all(), "rollout with random=0.3 is random play")


def check_spread(scene: Scene) -> None:
    """In many futures of one position a random move is now this, now that of its legal moves."""
    game = scene.game
    futures = game.reseeded(scene.states[np.zeros(FUTURES, np.int64)], np.arange(FUTURES, dtype=np.uint64))
    after, children = game.rollout(futures, scene.weights, 1, random=1.0), game.expand(futures)
    made = equal(after[children.parent], game.deal(children.states))
    legal = children.parent == 0
    scene.demand(len(np.unique(children.action[made])) > legal.sum() / 2, "random play plays few of the legal moves")


def check_refusals(scene: Scene) -> None:
    """`rollout` takes no share of moves that is none."""
    for share in (-0.1, 1.1, float("nan")):
        roll = partial(scene.game.rollout, scene.states, scene.weights, 1, random=share)
        scene.refuse(roll, f"rollout takes random={share}")
