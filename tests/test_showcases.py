"""The showcase boards show what they say."""

import numpy as np
import pytest

from wellplayed.game import Game
from wellplayed.games import game as make_game
from wellplayed.players.registry import player as make_player
from wellplayed.showcases import POCKET, QUAD, T_SPIN_DOUBLE
from wellplayed.tetris.guideline.paths import path
from wellplayed.tetris.guideline.ruleset import Ruleset
from wellplayed.tetris.guideline.walk import placements
from wellplayed.tetris.pieces import PIECES

GAMES = ("classic:previews=3", "guideline:hold=off,previews=3")


def columns(rows):
    lines = rows.split("/")[::-1]
    return np.array([sum(1 << y for y, row in enumerate(lines) if row[x] == "#") for x in range(len(lines[0]))])


def position(game: Game, rows, pieces):
    """A fresh game with that board and those pieces; then an O."""
    state = game.new([0])
    queue = state["queue"][0]
    queue[:] = -1
    queue[: game.previews + 1] = [PIECES.index(piece) for piece in f"{pieces}O"[: game.previews + 1]]
    state["columns"][0][: len(columns(rows))] = columns(rows)
    return state


def played(game, spec, moves):
    """What a player does with the quad's board: rows cleared by each move, and the moves' cells."""
    who, state = make_player(spec, game), position(game, QUAD.rows, QUAD.pieces)
    cleared, cells = [], []
    for _ in range(moves):
        action = who.choose(state)
        cells.append(game.describe(state, int(action[0])).cells)
        state = game.play(state, action)
        cleared.append(int(state["cleared"][0]))
        state = game.deal(state)
    return cleared, cells


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("depth", [0, 1])
def test_nearsighted_beams_spoil_the_well(game, depth):
    cleared, cells = played(make_game(game), f"beam:depth={depth},width=6,weights=lee,moves=reach", 3)
    well = QUAD.rows.split("/")[0].index(".")
    assert cleared[0] == 1
    assert any(x == well for x, _ in cells[0])
    assert 4 not in cleared


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("depth", "width"), [(2, 6), (2, 1000), (3, 6)])
def test_farsighted_beams_take_the_quad(game, depth, width):
    cleared, cells = played(make_game(game), f"beam:depth={depth},width={width},weights=lee,moves=reach", 3)
    well = QUAD.rows.split("/")[0].index(".")
    assert 4 in cleared
    assert all(x != well for x, _ in cells[0])


def test_the_pocket_has_one_shortest_path_and_no_straight_drop():
    board, rules = columns(POCKET.rows), Ruleset()
    way = path(board.astype(np.uint64), 10, 40, PIECES.index("L"), 0, 5, 8, rules)
    assert way.text == "DDDDDDDDDRDD"
    assert way.kind == "tuck"


def test_the_slot_takes_a_t_spin_of_two_rows():
    board, rules = columns(T_SPIN_DOUBLE.rows), Ruleset(width=8)
    o, x, y, spin = placements(board.astype(np.uint64), 8, 40, PIECES.index("T"), rules)
    assert (2, 2, 1, 2) in set(zip(o.tolist(), x.tolist(), y.tolist(), spin.tolist(), strict=True))
