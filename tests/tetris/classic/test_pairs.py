"""The fused kernel for two pieces against the search that it stands in for, move by move."""

from typing import Any

import numpy as np
import pytest
from tests.tetris.positions import games, played, scattered

from wellplayed.game import Foreseeing
from wellplayed.players.registry import player
from wellplayed.search.budget import Budget
from wellplayed.search.descent import Descent, roots
from wellplayed.search.evaluate import Linear
from wellplayed.search.lookahead import Lookahead
from wellplayed.tetris.classic import Classic
from wellplayed.tetris.features import NAMES

CREDITED = {"lines": 3.0, "eroded_cells": 0.75, "holes": -2.0, "row_transitions": -0.5, "tallest_gap": -0.25}


def followed(game: Classic, states: Any, evaluator: Linear) -> list[int]:
    """The same moves, ply by ply."""
    actions: list[int] = Descent(game, evaluator, 1, Budget()).follow(roots(states)).actions[:, 0].tolist()
    return actions


def positions(game: Classic, count: int) -> Any:
    return np.concatenate([played(game, count, 3), scattered(game, count, 5)])


@pytest.mark.parametrize("name", ["dellacherie", "ten-by-ten", "dt-20", "four-feature", "clear-first"])
def test_it_finds_what_the_search_finds(name: str) -> None:
    compared = 0
    for game in games():
        if game.previews:
            weights = player(name, game).weights
            assert weights is not None
            evaluator = Linear(game, dict(zip(NAMES, weights.tolist())))
            states = positions(game, 60)
            assert game.foreseen(states, evaluator.weights).tolist() == followed(game, states, evaluator)
            compared += len(states)
    assert compared > 1_500


def test_rows_that_vanish_on_the_way_count() -> None:
    counted = 0
    for game in games():
        if game.previews:
            evaluator, states = Linear(game, CREDITED), positions(game, 60)
            found = game.foreseen(states, evaluator.weights)
            assert found.tolist() == followed(game, states, evaluator)
            counted += int((game.play(states, found)["cleared"] > 0).sum())
    assert counted > 100


@pytest.mark.parametrize("overflow", ["end", "clear"])
def test_where_nothing_lives_the_first_drop_decides(overflow: Any) -> None:
    game = Classic(5, 6, previews=1, overflow=overflow)
    evaluator = Linear(game, CREDITED)
    states = scattered(game, 400, 7)
    states["columns"][:, 1:6] = states["columns"][:, 1:6] << 2 & 0b11111 | 0b11  # two rows up
    found = game.foreseen(states, evaluator.weights)
    assert found.tolist() == followed(game, states, evaluator)
    lost = game.play(states, found)["dead"]
    living = game.moves(game.play(states, found), evaluator.weights)
    second = np.isin(np.arange(len(states)), living.parent[~living.dead])
    assert min(lost.sum(), second.sum(), (~lost & ~second).sum()) > 10


def test_pieces_that_are_not_there() -> None:
    game = Classic(8, previews=2)
    evaluator = Linear(game, CREDITED)
    states = played(game, 5, 9)
    states["dead"][0] = True
    states["queue"][1, 0] = -1  # not dealt
    states["queue"][2, 1] = -1  # nothing seen behind the current one
    found = game.foreseen(states, evaluator.weights)
    assert found.tolist() == followed(game, states, evaluator)
    assert found[:2].tolist() == [-1, -1]


def test_the_search_of_two_pieces_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Classic(10, previews=2)
    assert isinstance(game, Foreseeing)
    evaluator, states = Linear(game, CREDITED), game.new(range(3))
    monkeypatch.setattr(Classic, "foreseen", lambda *_: np.array([7, 8, 9]))
    assert Lookahead(evaluator, 1).choose(game, states).tolist() == [7, 8, 9]
    assert Lookahead(evaluator, 2).choose(game, states).tolist() != [7, 8, 9]
    assert Lookahead(lambda s: s["lines"] * 1.0, 1).choose(game, states).tolist() != [7, 8, 9]
