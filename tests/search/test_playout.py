"""Rollouts from afterstates: what they are worth, and what they may know."""

from typing import Any

import numpy as np
import pytest
from tests.naive.mcts import mixed as twin_mixed
from tests.search.positions import UNEVEN, mixed, small, squares

from wellplayed.search import playout
from wellplayed.search.budget import Budget, Exhausted
from wellplayed.search.evaluate import Linear
from wellplayed.search.playout import Playout, futures

SEEDS = np.arange(40, dtype=np.uint64) << np.uint64(40)


def afterstates(game: Any, count: int, seed: int) -> Any:
    states = mixed(game, count, seed)
    children = game.expand(states).states
    return children[~children["dead"]][:40]


def test_the_board_at_the_end_counts_and_no_credit() -> None:
    game = small(1, "bag", width=6, height=10)
    evaluator = Linear(game, UNEVEN)
    states = afterstates(game, 4, 111)
    play = Playout(evaluator, evaluator.weights, 3, 0.0, -50.0)
    values = play.values(game, states, SEEDS, Budget())
    ends = game.rollout(game.deal(game.reseeded(states, SEEDS)), evaluator.weights, 3)
    living = ~ends["dead"]
    assert living.sum() > 20
    np.testing.assert_allclose(values[living], (evaluator(ends) - evaluator.credit(ends))[living], rtol=1e-12)
    assert (evaluator.credit(ends)[living] != 0).any()
    function = play._replace(evaluator=squares)
    assert function.values(game, states, SEEDS, Budget())[living].tolist() == squares(ends[living]).tolist()


def test_a_later_death_is_worth_less_of_the_loss() -> None:
    game = small(0, width=6, height=10)
    evaluator = Linear(game, UNEVEN)
    states = afterstates(game, 4, 112)
    budget = Budget()
    values = Playout(evaluator, evaluator.weights, 10**6, 1.0, -50.0).values(game, states, SEEDS, budget)
    ends = game.rollout(game.deal(game.reseeded(states, SEEDS)), evaluator.weights, 10**6, random=1.0)
    assert ends["dead"].all()
    pieces = ends["pieces"] - states["pieces"]
    assert len(set(pieces.tolist())) > 4
    assert values.tolist() == [-50.0 * (1 + 10 / (10 + k)) / 2 for k in pieces.tolist()]
    assert budget.spent == pieces.sum()
    assert (np.argsort(values, kind="stable") == np.argsort(pieces, kind="stable")).all()


def test_a_future_depends_on_its_word_alone() -> None:
    game = small(0, "bag", width=6, height=8)
    evaluator = Linear(game, UNEVEN)
    states = afterstates(game, 4, 113)
    play = Playout(evaluator, evaluator.weights, 4, 0.25, -50.0)
    values = play.values(game, states, SEEDS, Budget())
    other = states.copy()
    other["stream"] = np.arange(len(states))
    assert play.values(game, other, SEEDS, Budget()).tolist() == values.tolist()
    assert play.values(game, states, SEEDS[::-1].copy(), Budget()).tolist() != values.tolist()
    alone = [play.values(game, states[i : i + 1], SEEDS[i : i + 1], Budget())[0] for i in range(len(states))]
    assert alone == values.tolist()


def test_in_parts_under_a_clock_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small(1, width=6, height=8)
    evaluator = Linear(game, UNEVEN)
    states = afterstates(game, 4, 114)
    play = Playout(evaluator, evaluator.weights, 7, 0.25, -50.0)
    values = play.values(game, states, SEEDS, Budget())
    monkeypatch.setattr(playout, "SLICE", 100)  # two pieces at a time
    assert play.values(game, states, SEEDS, Budget(milliseconds=1e9)).tolist() == values.tolist()
    with pytest.raises(Exhausted):
        play.values(game, states, SEEDS, Budget(milliseconds=1e-9))


@pytest.mark.pure
def test_words_are_hashed_from_all_there_is() -> None:
    numbers, out = np.array([1, 2, 999]), np.empty(3, np.uint64)
    futures(np.uint64(2**64 - 1), np.uint64(2**63 + 5), 17, numbers, out)
    base = twin_mixed(twin_mixed(2**64 - 1, 2**63 + 5), 17)
    assert [int(word) for word in out] == [twin_mixed(base, n) for n in numbers.tolist()]
