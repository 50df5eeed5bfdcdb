"""The players that hold records: there is one for each, it plays, and it plays as well as docs/records.md says."""

from typing import Any

import pytest

from wellplayed.players.registry import entries, player
from wellplayed.tetris.classic import Classic

CHAMPIONS = {"10x10": 10, "10x20": 20}  # tag: rows


@pytest.mark.parametrize("tag", CHAMPIONS)
def test_each_record_has_one_champion_which_plays(tag: str) -> None:
    (entry,) = (one for one in entries("classic") if {"champion", tag} <= set(one.tags))
    game = Classic(CHAMPIONS[tag])
    chosen: Any = player(entry.name, game)
    states = game.new(range(4))
    assert game.mask(states)[range(4), chosen.choose(states)].all()
    over = game.rollout(states, chosen.weights, 400)
    assert not over["dead"].any()
    assert (over["lines"] >= 160 - game.height).all()  # 400 pieces are 160 lines, less what still stands


@pytest.mark.slow
def test_the_champion_of_ten_rows_again() -> None:
    # 7,920 lines in 10,000 games (docs/records.md). A game's s.d. is about the mean, so the s.e. of 300 games is 6% of
    # it, and the bound lies nearly five of these below. Seeds that nothing else uses.
    game = Classic(10)
    weights: Any = player("ten-by-ten", game).weights
    over = game.rollout(game.new(range(4_000_000_000, 4_000_000_300)), weights, 10_000_000)
    assert over["dead"].all()
    assert over["lines"].mean() > 5_700
