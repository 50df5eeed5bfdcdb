"""S and Z alone: fair, reproducible, and known to a search by its chances."""

import numpy as np
import pytest

from wellplayed.envs.snakes import Snakes
from wellplayed.envs.worlds import game
from wellplayed.errors import InputError
from wellplayed.rng import words


def test_only_s_and_z_come_and_each_half_of_the_time() -> None:
    snakes = Snakes(previews=15)
    queue = snakes.new(range(1_000))["queue"]
    assert set(np.unique(queue)) == {3, 4}
    assert abs((queue == 3).mean() - 0.5) < 0.015  # 16,000 draws: 3.8 standard errors
    assert 0.45 < (queue[:, :-1] == queue[:, 1:]).mean() < 0.55


def test_pieces_are_the_top_bits_of_splitmix64() -> None:
    from wellplayed.rng import seeded

    snakes = Snakes(previews=15)
    states = snakes.new([9])
    start = int(seeded(np.uint64(9)))
    # `new` of classic play draws sixteen words of its own before.
    drawn = words(32, start)[16:]
    assert states["queue"][0].tolist() == [(4, 3)[word >> 63] for word in drawn]


def test_a_search_is_told_the_chances() -> None:
    snakes = Snakes(height=10, previews=1)
    states = snakes.play(snakes.new([1, 2]), np.array([0, 0]))
    outcomes = snakes.outcomes(states)
    assert outcomes.parent.tolist() == [0, 0, 1, 1]
    assert outcomes.chance.tolist() == [0.5] * 4
    assert outcomes.states["queue"][:, 1].tolist() == [4, 3, 4, 3]
    assert (outcomes.states["queue"][:, 0] == states["queue"][[0, 0, 1, 1], 0]).all()
    dealt = snakes.deal(states)
    assert snakes.outcomes(dealt).chance.tolist() == [1.0, 1.0]
    assert (snakes.deal(snakes.reseeded(states, np.array([5, 6], np.uint64)))["queue"][:, 1] >= 3).all()


def test_it_is_named_and_refuses_what_it_cannot_do() -> None:
    assert game(Snakes(12, 8, 2).name).name == "snakes:height=12,width=8,previews=2"
    assert Snakes().showing(3).previews == 3
    with pytest.raises(InputError, match="height=3"):
        game("snakes:height=3")
    with pytest.raises(InputError, match="no fused rollout"):
        Snakes().rollout(Snakes().new([1]), np.zeros(1), 1)
