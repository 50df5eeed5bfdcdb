"""What the protocol says of moves: what a game declares, fresh games, and all that is said of what can be played."""

from functools import partial

import numpy as np

from ..game import Children, Floats, Ints, Moves, States, earned, feature_names
from .scene import Scene, alike, equal, kept, summed

FIELDS = {"dead": "b", "pieces": "iu", "lines": "iu", "score": "iuf", "match": "u", "stream": "u"}
OUTERMOST = (0, (1 << 64) - 1)
MOST_PREVIEWS = 15  # records have sixteen slots
MOST_SHOWN = 14  # what every game has room for

# What is said once ---------------------------------------------------------------------------------------------------


def check_declaration(scene: Scene) -> None:
    """The dtype, the glossary and the name."""
    game, names = scene.game, feature_names(scene.game)
    for field, kinds in FIELDS.items():
        scene.demand(field in (game.dtype.names or ()), f"dtype has no field {field!r}")
        scene.demand(game.dtype[field].kind in kinds, f"field {field!r} of dtype is {game.dtype[field]}")
    scene.demand(game.name, "name is empty")
    scene.demand(game.actions > 0, "actions is not positive")
    scene.demand(game.previews in range(MOST_PREVIEWS + 1), "previews is not 0 to 15")
    scene.demand(names and len(set(names)) == len(names), "glossary names no feature, or one twice")
    for feature in game.glossary:
        scene.demand(feature.definition and feature.source, f"glossary: {feature.name} lacks a definition or a source")


def check_new(scene: Scene, seeds: list[int]) -> None:
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


def check_moves(scene: Scene) -> tuple[Children, Moves]:
    """`expand`, `mask`, `moves` and `features` speak of the same moves, in order, with the same values."""
    game, weights = scene.game, scene.weights
    children: Children = kept(scene, "expand", game.expand)
    moves: Moves = kept(scene, "moves", lambda states: game.moves(states, weights))
    parent, action = children.parent, children.action
    order = np.lexsort((action, parent))
    unique = np.diff(parent[order] * game.actions + action[order]) > 0
    scene.demand((order == np.arange(len(order))).all(), "expand: parents do not ascend, or siblings not by action")
    scene.demand(unique.all(), "expand: an action comes twice")
    scene.demand((np.bincount(parent, minlength=len(scene.states)) > 0).all(), "expand: a living state has no child")
    mask = kept(scene, "mask", game.mask)
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
    features: Floats = kept(scene, "features", scene.game.features, states)
    scene.demand(features.shape == (len(states), len(scene.game.glossary)), f"features of {what} are not [B, F]")
    scene.demand(features.dtype == np.float64, f"features of {what} are not float64")
    scene.demand(np.isfinite(features).all(), f"a feature of {what} is not finite")
    return features


def check_straight(scene: Scene, moves: Moves) -> None:
    """The view for straight drops knows some of the moves, at least one of each state, and nothing else about them."""
    view = scene.game.straight()
    for what in ("name", "dtype", "actions", "previews", "glossary"):
        scene.demand(getattr(view, what) == getattr(scene.game, what), f"straight: {what} is another")
    scene.demand(view.straight() is view, "straight of the view is not the view itself")
    found: Moves = kept(scene, "moves of straight", lambda states: view.moves(states, scene.weights))
    rows = np.flatnonzero(np.isin(_labels(scene, moves), _labels(scene, found)))
    same = len(rows) == len(found.parent) and alike(found, [part[rows] for part in moves])
    scene.demand(same, "straight has moves that the game lacks, or values them otherwise")
    scene.demand((np.bincount(found.parent, minlength=len(scene.states)) > 0).all(), "straight leaves a state no move")


def _labels(scene: Scene, moves: Moves) -> Ints:
    """[N] one number for each (parent, action)."""
    labels: Ints = moves.parent * scene.game.actions + moves.action
    return labels


def check_showing(scene: Scene, moves: Moves) -> None:
    """With more of the queue laid open every move is still there and worth the same.

    Hold may offer more, and a move after which the next piece has no room to enter is known to lose.
    """
    game = scene.game
    for previews in {0, min(game.previews + 1, MOST_SHOWN), MOST_SHOWN}:
        view = game.showing(previews)
        same = view.previews == previews and (view.dtype, view.actions) == (game.dtype, game.actions)
        scene.demand(same, f"showing({previews}) is another game")
        if previews > game.previews:
            dealt: States = kept(scene, "deal of showing", view.deal)
            scene.demand(equal(view.deal(scene.states), dealt).all(), "deal of showing gives other pieces")
            found = view.moves(dealt, scene.weights)
            rows = np.flatnonzero(np.isin(_labels(scene, found), _labels(scene, moves)))
            scene.demand(len(rows) == len(moves.value), "showing takes moves away")
            lost = found.dead[rows]
            scene.demand(lost[moves.dead].all(), "showing revives lost moves")
            scene.demand((lost | (found.value[rows] == moves.value)).all(), "showing changes what moves are worth")
    scene.refuse(partial(game.showing, MOST_PREVIEWS + 1), "showing takes more previews than a queue has room for")


def check_play(scene: Scene, children: Children, rng: np.random.Generator) -> None:
    """`play` makes the children, counts pieces, and refuses what the mask does."""
    game, states = scene.game, scene.states
    before = states[children.parent]
    after = kept(scene, "play", lambda given: game.play(given, children.action), before)
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


def check_hidden(scene: Scene, children: Children, moves: Moves, rng: np.random.Generator) -> None:
    """The stream, the match and the neighbours in the batch change no move; keys know the future and nothing else."""
    game, states = scene.game, scene.states
    other = states.copy()
    for field in ("stream", "match"):
        other[field] = rng.integers(0, 1 << 64, len(states), np.uint64)
    again, twice = game.expand(other), game.moves(other, scene.weights)
    same = equal(again.states, children.states, but=("stream", "match")).all() and alike(again[1:], children[1:])
    scene.demand(same, "expand depends on the hidden stream or the match")
    scene.demand(alike(twice, moves), "moves depend on the hidden stream or the match")
    scene.demand((game.mask(other) == game.mask(states)).all(), "mask depends on the hidden stream or the match")
    i = int(rng.integers(len(states)))
    rows = moves.parent == i
    single, alone = game.moves(states[i : i + 1], scene.weights), game.expand(states[i : i + 1])
    scene.demand(alike(single[1:], [part[rows] for part in moves[1:]]), "moves of a state depend on its batch")
    scene.demand(equal(alone.states, children.states[rows]).all(), "expand of a state depends on its batch")
    for field in ("lines", "score"):
        other[field] += 1
    scene.demand((game.moves(other, scene.weights).key == moves.key).all(), "moves: a key depends on the past")
    images = game.planes(children.states).reshape(len(moves.key), -1)
    where = np.unique(moves.key, return_inverse=True)[1]
    first = np.unique(where, return_index=True)[1][where]
    scene.demand((images == images[first]).all(), "moves: one key for two different boards")


def check_views(scene: Scene, children: Children, ply: int) -> None:
    """`features`, `planes`, `show`, `describe` and `receive`."""
    game, states = scene.game, scene.states
    _features(scene, "states", states)
    for what, batch in (("states", states), ("afterstates", children.states)):
        planes = kept(scene, "planes", game.planes, batch)
        scene.demand(planes.ndim == 4 and len(planes) == len(batch), f"planes of {what} are not [B, C, H, W]")
        scene.demand(planes.dtype == np.float32 and np.isfinite(planes).all(), f"planes of {what} are not float32")
    i = ply % len(states)
    text = kept(scene, "show", game.show, states[i : i + 1])
    scene.demand(isinstance(text, str) and text, "show gives no text")
    height, width = game.planes(states).shape[2:]
    for action in np.flatnonzero(game.mask(states)[i])[ply % 5 :: 5]:
        placement = kept(scene, "describe", partial(game.describe, action=int(action)), states[i : i + 1])
        cells = placement.cells
        scene.demand(len(set(cells)) == len(cells) > 0, f"describe: the cells of action {action} are not distinct")
        inside = all(0 <= x < width and 0 <= y < height for x, y in cells)
        scene.demand(inside, f"describe: a cell of action {action} lies outside the well")
        scene.demand(0 <= placement.orientation < 4, f"describe: action {action} has no orientation 0 to 3")
    scene.refuse(partial(game.describe, states[i : i + 1], game.actions), "describe takes an illegal action")
    nothing = np.zeros(len(states), np.int64)
    received = kept(scene, "receive", lambda given: game.receive(given, nothing))
    scene.demand(equal(received, states).all(), "receive changes a state that gets no garbage")


def check_dead(scene: Scene, dead: States) -> None:
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
