"""Who meets whom, and what comes of it."""

import pytest

from wellplayed.arena.sides import Side
from wellplayed.arena.tournament import Pairing, ahead, attack_per_piece, pairs, points, standings, tournament
from wellplayed.arena.versus import Match
from wellplayed.errors import InputError

pytestmark = pytest.mark.pure


def side(dead: bool, attack: int = 2) -> Side:
    return Side(dead, 10, 4, attack, 1, 0, 0)


def made(outcomes: str, attack: int = 2) -> list[Match]:
    """Matches on the seeds from 0: + won, = drawn, - lost, by the first player."""
    return [Match(seed, 10 + seed, side(sign == "-", attack), side(sign == "+")) for seed, sign in enumerate(outcomes)]


ROUND = [Pairing(0, 1, made("++=-")), Pairing(0, 2, made("++++", 5)), Pairing(1, 2, made("=+-+"))]


def test_everybody_meets_everybody_or_only_neighbours() -> None:
    assert pairs(4) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert pairs(4, neighbours=True) == [(0, 1), (1, 2), (2, 3)]
    assert pairs(2) == pairs(2, neighbours=True) == [(0, 1)]
    for few in (0, 1):
        with pytest.raises(InputError, match="needs two players"):
            pairs(few)


def test_each_pair_is_played_once() -> None:
    asked: list[tuple[int, int]] = []

    def play(i: int, j: int) -> list[Match]:
        asked.append((i, j))
        return made("+")

    assert tournament(3, play) == [Pairing(i, j, made("+")) for i, j in pairs(3)]
    assert asked == pairs(3)


def test_standings() -> None:
    found = standings(3, ROUND)
    assert [standing.results for standing in found] == [(6, 1, 1), (3, 2, 3), (1, 1, 6)]
    assert found[0].rating.elo > found[1].rating.elo > found[2].rating.elo
    assert found[0].attack == pytest.approx((4 * 2 + 4 * 5) / 80)
    assert found[0].turns == pytest.approx(11.5)
    assert standings(3, ROUND, anchor=1)[1].rating.elo == 0


def test_points_by_seed() -> None:
    assert points(0, ROUND).tolist() == [1, 1, 0.75, 0.5]
    assert points(1, ROUND).tolist() == [0.25, 0.5, 0.25, 1]
    assert points(2, ROUND).tolist() == [0.25, 0, 0.5, 0]
    gap = ahead(0, 2, ROUND)
    assert gap.mean == pytest.approx((0.75 + 1 + 0.25 + 0.5) / 4)
    assert gap.low < gap.mean < gap.high
    assert ahead(2, 0, ROUND).mean == -gap.mean


def test_attack_per_piece() -> None:
    assert attack_per_piece([side(False, 3), side(True, 5)]) == pytest.approx(0.4)
    assert attack_per_piece([]) != attack_per_piece([])  # nan
