"""The formulas of the kernels against the tables, the tables against published sums, and what points buy."""

import pytest

from wellplayed.errors import InputError
from wellplayed.puyo import scoring
from wellplayed.puyo.scoring import TARGETS, attack, chain_power, colour_bonus, group_bonus, link_points, target

pytestmark = pytest.mark.pure

# Points of chains whose every link is one group of four, by links; puyoai/puyoai, src/core/score.h.
MINIMAL = [40, 360, 1000, 2280, 4840, 8680, 13800, 20200, 27880, 36840, 47080, 58600, 71400, 85480]
MINIMAL += [100840, 117480, 135400, 154600, 175080]


def test_formulas_and_tables_agree() -> None:
    assert [chain_power(link) for link in range(1, 20)] == list(scoring.CHAIN_POWER)
    assert [colour_bonus(n) for n in range(1, 6)] == list(scoring.COLOUR_BONUS)
    assert [group_bonus(n) for n in range(4, 12)] == list(scoring.GROUP_BONUS)
    assert {group_bonus(n) for n in range(11, 73)} == {10}


def test_chains_of_four_score_what_is_published() -> None:
    sums = [sum(link_points(4, chain_power(link)) for link in range(1, n + 1)) for n in range(1, 20)]
    assert sums == MINIMAL


@pytest.mark.parametrize(
    ("bonus", "counted"), [(0, 1), (1, 1), (2, 2), (998, 998), (999, 999), (1000, 999), (5000, 999)]
)
def test_a_bonus_is_kept_from_1_to_999(bonus: int, counted: int) -> None:
    assert link_points(7, bonus) == 10 * 7 * counted


def test_margin_time() -> None:
    assert [target(s) for s in (0, 95, 95.9, 96, 111, 112, 255, 256, 1e6)] == [70, 70, 70, 52, 52, 35, 2, 1, 1]
    assert target(float("inf")) == 1
    for margin, table in TARGETS.items():
        assert [target(96 + 16 * step, margin) for step in range(11)] == list(table[1:])
        assert list(table) == sorted(table, reverse=True)
        assert (table[0], table[-1], len(table)) == (scoring.TARGET, 1, 12)
    assert target(112, "esports") == 34


def test_times_and_margins_that_do_not_exist() -> None:
    with pytest.raises(InputError, match="unknown margin 'nexsus'; did you mean 'nexus'"):
        target(0, "nexsus")  # type: ignore[arg-type]
    for seconds in (-1, -0.001, float("nan")):
        with pytest.raises(InputError, match="give 0 or more"):
            target(seconds)


def test_points_buy_ojama_and_the_rest_is_carried_over() -> None:
    assert attack(40, 0, False, 70) == (0, 40)
    assert attack(40, 40, False, 70) == (1, 10)
    assert attack(700, 69, False, 70) == (10, 69)
    assert attack(175_080, 0, False, 1) == (175_080, 0)


def test_an_all_clear_comes_with_the_next_chain() -> None:
    assert attack(0, 30, True, 70) == (0, 30)
    assert attack(40, 30, True, 70) == (31, 0)
    assert attack(40, 0, True, 35) == (31, 5)
    assert scoring.ALL_CLEAR_OJAMA * scoring.TARGET == scoring.ALL_CLEAR
