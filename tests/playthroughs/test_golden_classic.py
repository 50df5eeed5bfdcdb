"""Golden games: whole games whose number of lines is known from outside this package.

Each is played by a published controller on ten columns and ten rows under the rules of MDPTetris's "simplified" game
(Thiery and Scherrer, "Building controllers for Tetris", ICGA Journal 32, 2009), where a piece that comes to rest above
the visible rows ends the game and clears nothing. The weights are Dellacherie's (2003), BCTS from MDPTetris
(`data/features/record_du.dat`), and DT-10 and DT-20 of Gabillon, Ghavamzadeh and Scherrer (NIPS 2013) with fast
wells. The lines were counted by a separate prototype, which looked at the whole board for every placement and summed
float64 values in feature order.

The pieces: with all arithmetic modulo 2**64, the stream of a seed starts at

    z = 0xD1342543DE82EF95 (seed + 1); z = (z ^ z >> 32) 0xBF58476D1CE4E5B9; z = (z ^ z >> 29) 0x94D049BB133111EB;
    s = z ^ z >> 32

and each piece is `(z >> 32) * 7 >> 32` in the order I O T Z S J L, where s grows by 0x9E3779B97F4A7C15 and z is the
output of splitmix64 for s. Seed 0 begins 1 0 4 5 1 0 0 3 1 5 4 4 5 3 0.

A game moves with the last bit of any value along the way: another order of summation, a fused multiply-add or another
rule for ties changes many of these numbers.
"""

from typing import Any

import numpy as np
import pytest
from tests.naive import classic as naive
from tests.naive.records import expected, fields
from tests.naive.search import greedy

from wellplayed.players.registry import player
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.features import NAMES

# Lines for the seeds 0 to 11.
GOLDEN = {
    "dellacherie": (2032, 1158, 10952, 3693, 837, 490, 323, 7735, 1306, 241, 2471, 729),
    "bcts": (3026, 767, 590, 6489, 836, 2228, 6664, 4297, 3952, 684, 3240, 183),
    "dt-10": (511, 8219, 6703, 1934, 1734, 5091, 3998, 14266, 8901, 786, 5329, 5577),
    "dt-20": (11910, 306, 142, 9026, 4127, 619, 1519, 383, 24164, 1667, 7163, 63),
}
ENOUGH = 100_000  # pieces; the longest of these games takes about 60,000


@pytest.fixture
def game() -> Classic:
    return Classic(10, 10, overflow="end")


def weights_of(name: str, game: Classic) -> Any:
    return player(name, game).weights


@pytest.mark.parametrize("name", GOLDEN)
def test_lines_of_twelve_games(name: str, game: Classic) -> None:
    over = game.rollout(game.new(range(12)), weights_of(name, game), ENOUGH)
    assert over["dead"].all()
    assert tuple(over["lines"].tolist()) == GOLDEN[name]
    assert (over["score"] == over["lines"]).all()
    # Cells come by four and go by ten, and those of the last piece and the pile are still there.
    cells = np.bitwise_count(over["columns"]).sum(axis=1)
    assert (4 * over["pieces"] == 10 * over["lines"] + cells).all()


@pytest.mark.parametrize(("name", "seed"), [("dt-20", 11), ("bcts", 11)])
def test_one_game_move_by_move(name: str, seed: int, game: Classic) -> None:
    weights, rules = weights_of(name, game), naive.Rules(10, 10)
    named = {n: w for n, w in zip(NAMES, weights) if w}
    states, twin = game.new([seed]), naive.new(seed, rules)
    while not twin.dead:
        action = greedy(twin, rules, named)
        twin = naive.deal(naive.play(twin, rules, *divmod(action, 10)), rules)
        states = game.rollout(states, weights, 1)
        assert fields(states[0]) == expected(twin)
    assert twin.lines == GOLDEN[name][seed]


@pytest.mark.parametrize("name", GOLDEN)
def test_a_game_in_parts_is_the_same_game(name: str, game: Classic) -> None:
    weights = weights_of(name, game)
    states = game.new(range(12))
    while not states["dead"].all():
        states = game.rollout(states, weights, 7001)
    assert tuple(states["lines"].tolist()) == GOLDEN[name]
