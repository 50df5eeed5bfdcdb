"""Seeds: no game that tunes, chooses or measures is played for two of these."""

import itertools

import pytest

from wellplayed.errors import InputError
from wellplayed.tuning import seeds


def test_no_game_serves_two_ends() -> None:
    sets = [seeds.training(3, g, 50) for g in range(1, 40)] + [seeds.training(4, g, 50) for g in range(1, 40)]
    sets += [seeds.checks(seeds.MOST), seeds.validation(seeds.MOST), range(100_000)]
    for one, other in itertools.combinations(sets, 2):
        assert one[-1] < other[0] or other[-1] < one[0]


@pytest.mark.parametrize("seed", [0, 1, (1 << 64) - 1])
def test_training_seeds_are_seeds(seed: int) -> None:
    last = seeds.training(seed, 1_000_000, seeds.MOST)
    assert seeds.TRAINING <= last[0] < last[-1] < 1 << 64
    assert seeds.training(seed, 7, 3) == seeds.training(seed, 7, 4)[:3]


def test_numbers_of_games_are_checked() -> None:
    assert seeds.counted("games", 1) == 1
    for games in (0, seeds.MOST + 1):
        with pytest.raises(InputError, match=f"games {games} is out of range"):
            seeds.counted("games", games)
