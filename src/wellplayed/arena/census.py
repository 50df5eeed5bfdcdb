"""What kind of play it is: how often a move is a tuck or a spin, how rows go, how many positions a move costs."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..game import Game
from ..players.player import Player

KINDS = ("drop", "shift", "tuck", "spin")


class Census(NamedTuple):
    """Counts over some games. Shares are of moves, those of quads of all rows cleared."""

    moves: int
    nodes: float  # children evaluated for a move, on average over every tenth
    quads: float
    kinds: dict[str, float]  # share of each of KINDS
    spin_clears: float  # moves that cleared rows by a spin


def census(game: Game, player: Player, seeds: Sequence[int], pieces: int, *, every: int = 10) -> Census:
    """Play a game for each seed, up to `pieces` each, and count; every `every`-th move is thought through.

    A game that ends is not replaced. The moves are those that `choose` makes.
    """
    states = game.new(list(seeds))
    kinds: Counter[str] = Counter()
    moves, rows, quads, spin_clears, nodes, thoughts = 0, 0, 0, 0, 0, 0
    for ply in range(pieces):
        states = states[~states["dead"]]
        if not len(states):
            break
        actions = player.choose(states)
        for i in range(len(states)):
            placement = game.describe(states[i : i + 1], int(actions[i]))
            kinds[placement.kind] += 1
            if (ply + i) % every == 0:
                nodes += player.think(states[i : i + 1]).nodes
                thoughts += 1
        after = game.play(states, actions)
        cleared = after["lines"] - states["lines"]
        rows += int(cleared.sum())
        quads += 4 * int((cleared == 4).sum())
        if "spin" in (game.dtype.names or ()):
            spin_clears += int(np.sum((cleared > 0) & (after["spin"] > 0)))
        moves += len(states)
        states = game.deal(after)
    shares = {kind: kinds[kind] / max(moves, 1) for kind in KINDS}
    return Census(moves, nodes / max(thoughts, 1), quads / max(rows, 1), shares, spin_clears / max(moves, 1))
