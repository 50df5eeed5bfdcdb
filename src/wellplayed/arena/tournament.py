"""Many players: who meets whom, and what comes of it.

Every pair plays the same seeds, so what the pieces bring falls on all alike, and players are compared seed by seed.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..game import Floats
from .ratings import Rating, Tally, ratings
from .sides import Side
from .summary import Summary, paired
from .versus import Match, tally


class Pairing(NamedTuple):
    """The matches of two players, given by their places in the list; in the order of the seeds."""

    first: int
    second: int
    matches: list[Match]


class Standing(NamedTuple):
    """What one player did in all matches."""

    results: Tally
    rating: Rating
    attack: float  # lines of garbage made for each piece; in Puyo ojama for each pair
    turns: float  # mean length of a match
    longest: int = 0  # links of the best chain of all matches
    all_clears: int = 0  # in all matches


def pairs(players: int, *, neighbours: bool = False) -> list[tuple[int, int]]:
    """Who meets whom: every two players, or only neighbours in the list. Raises InputError for fewer than two."""
    if players < 2:
        raise InputError("a match needs two players; name another")
    return list(pairwise(range(players)) if neighbours else combinations(range(players), 2))


def tournament(
    players: int,
    play: Callable[[int, int], list[Match]],
    *,
    neighbours: bool = False,
) -> list[Pairing]:
    """The matches of all pairs: `play(i, j)` plays those of players i and j."""
    return [Pairing(i, j, play(i, j)) for i, j in pairs(players, neighbours=neighbours)]


def standings(players: int, pairings: Sequence[Pairing], anchor: int | None = None) -> list[Standing]:
    """What each player did, in their order; ratings as `ratings` has them."""
    rated = ratings(players, {(p.first, p.second): tally(p.matches) for p in pairings}, anchor)
    found = []
    for player in range(players):
        results, sides, turns = Tally(0, 0, 0), [], []
        for p in pairings:
            if player in (p.first, p.second):
                own = tally(p.matches) if player == p.first else tally(p.matches).turned()
                results = Tally(*(a + b for a, b in zip(results, own, strict=True)))
                sides += [m.first if player == p.first else m.second for m in p.matches]
                turns += [m.turns for m in p.matches]
        best, clears = max((side.longest for side in sides), default=0), sum(side.all_clears for side in sides)
        found.append(Standing(results, rated[player], attack_per_piece(sides), float(np.mean(turns)), best, clears))
    return found


def attack_per_piece(sides: Sequence[Side]) -> float:
    """Lines of garbage made for each piece placed (APP), over all games together; nan without pieces."""
    pieces = sum(side.pieces for side in sides)
    return sum(side.attack for side in sides) / pieces if pieces else float("nan")


def points(player: int, pairings: Sequence[Pairing]) -> Floats:
    """[seeds] the share of its matches that a player won on each seed."""
    won = [[m.points for m in p.matches] for p in pairings if p.first == player]
    won += [[1 - m.points for m in p.matches] for p in pairings if p.second == player]
    return np.asarray(np.mean(won, axis=0))


def ahead(player: int, other: int, pairings: Sequence[Pairing]) -> Summary:
    """By how much the share of matches won by `player` is above that of `other`, seed by seed, in a round-robin."""
    return paired(points(player, pairings), points(other, pairings))
