"""The boards that show what is wrong with each baseline: played again, and looked at without the engine's features."""

import numpy as np
import pytest

from wellplayed.arena.flaws import GAME, flaws
from wellplayed.games import game as make_game
from wellplayed.players.registry import player as make_player

PLAYERS = ["random", "lowest-column", "highest-column", "clear-first", "lowest-maximum"]


@pytest.fixture(scope="module")
def found():
    """The flaws by player. Looked for when a test asks, never on import: plain Python has no kernels to look with."""
    return {flaw.player: flaw for flaw in flaws()}


def rows(text):
    """Rows from the floor up."""
    return text.split("\n")[::-1]


def holes(text):
    """Empty cells with a filled one above, column by column."""
    count = 0
    for column in zip(*rows(text), strict=True):
        top = max((y for y, cell in enumerate(column) if cell == "#"), default=-1)
        count += column[: top + 1].count(".")
    return count


def test_every_baseline_has_one(found):
    assert list(found) == PLAYERS


@pytest.mark.parametrize("name", PLAYERS)
def test_the_player_gets_there_and_moves_so(found, name):
    flaw = found[name]
    game = make_game(GAME)
    player = make_player(flaw.player, game)
    state = game.new([flaw.seed])
    for _ in range(flaw.move - 1):
        state = game.deal(game.play(state, player.choose(state)))
    assert game.show(state) == flaw.before
    action = player.choose(state)
    assert game.describe(state, int(action[0])).cells == flaw.cells
    assert game.show(game.play(state, np.asarray(action))) == flaw.after


def test_the_boards_show_it(found):
    assert holes(found["random"].before) > 30
    nearly = sum(row.count("#") >= 8 for row in rows(found["lowest-column"].before))
    assert nearly >= 12
    heights = [
        max((y + 1 for y, cell in enumerate(column) if cell == "#"), default=0)
        for column in zip(*rows(found["highest-column"].before), strict=True)
    ]
    assert max(heights) - min(heights) >= 12
    for name in ("clear-first", "lowest-maximum"):
        assert holes(found[name].after) >= holes(found[name].before) + 2
