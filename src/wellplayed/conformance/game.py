"""The check itself: games played side by side, and every promise asked for at every ply."""

import numpy as np

from ..game import Game
from .chance import (
    check_chance,
    check_random,
    check_random_play,
    check_refusals,
    check_reseeded,
    check_rollout,
    check_spread,
)
from .moves import (
    check_dead,
    check_declaration,
    check_hidden,
    check_moves,
    check_new,
    check_play,
    check_showing,
    check_straight,
    check_views,
)
from .scene import Scene, any_weights, first_best, good_weights


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
    fresh = scene = Scene(game, game.new(seeds), any_weights(game, rng), "fresh games")
    check_declaration(fresh)
    check_new(fresh, seeds)
    check_refusals(fresh)
    good = good_weights(fresh, rng, pieces)
    for ply in range(pieces):
        scene = scene._replace(weights=any_weights(game, rng), where=f"games from seed {seed}, ply {ply}")
        children, moves = check_moves(scene)
        check_straight(scene, moves)
        if ply % 16 == 0:
            check_showing(scene, moves)
        check_play(scene, children, rng)
        check_hidden(scene, children, moves, rng)
        check_views(scene, children, ply)
        best = first_best(game.moves(scene.states, good), games)
        chance = first_best(moves._replace(value=rng.random(len(moves.value))), games)
        after = children.states[np.where(rng.random(games) < 0.9, best, chance)]
        states = check_chance(scene, after)
        check_reseeded(scene, moves, after, rng)
        over = states["dead"]
        check_dead(scene, states[over])
        check_rollout(scene, 1)
        check_random(scene, children)
        states[over] = game.new([seed + games * (ply + 1) + int(i) for i in np.flatnonzero(over)])
        scene = scene._replace(states=states)
    for weights in (fresh.weights, good):
        check_rollout(fresh._replace(weights=weights), pieces)
        check_random_play(fresh._replace(weights=weights), pieces)
    check_spread(fresh)
