"""Positions of guideline play to test with: drawn by hand, filled at random, or reached by play."""

from itertools import pairwise
from typing import Any

import numpy as np
from tests.naive import guideline as naive
from tests.tetris.guideline.boards import columns

from wellplayed.players.registry import player
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.pieces import PIECES

States = Any


def state(game: Guideline, board: str = "", queue: str = "", hold: str = "", **fields: Any) -> States:
    """One state [1] with a board (rows joined by `/`, the top one first), pieces by letter and other fields."""
    one = game.new([0])
    one["columns"][0] = columns(naive.from_rows(board.split("/")))
    if queue:
        one["queue"][0] = -1
        one["queue"][0, : len(queue)] = [PIECES.index(piece) for piece in queue]
    if hold:
        one["hold"] = PIECES.index(hold)
    for name, value in fields.items():
        one[name] = value
    return one


def rows_of(game: Guideline, one: States) -> list[str]:
    """The filled rows of a state [1], from the floor up."""
    found = [int(column) for column in one["columns"][0][: game.width]]
    top = max(column.bit_length() for column in found)
    return ["".join("#" if column >> y & 1 else "." for column in found) for y in range(top)]


def cells_of(columns: Any) -> Any:
    """[B] how many cells are filled in columns [B, 20]."""
    return np.bitwise_count(columns).sum(axis=1).astype(np.int64)


def scattered(game: Guideline, count: int, seed: int, tallest: int) -> States:
    """[count] fresh games on boards filled at random below random column heights, without full rows, still going.

    Counters, garbage rows and hold are random, too.
    """
    rng = np.random.default_rng(seed)
    y, x = np.arange(game.rules.rows)[:, None], np.arange(game.width)
    found: list[States] = []
    while sum(map(len, found)) < count:
        states = game.new(rng.integers(0, 1 << 63, 4 * count))
        for one in states:
            tops = rng.integers(0, rng.integers(1, tallest + 1) + 1, game.width)
            board = (rng.random((game.rules.rows, game.width)) < rng.uniform(0.2, 1.0)) & (y < tops)
            full = board.all(axis=1)
            board[full, rng.integers(0, game.width, full.sum())] = False
            one["columns"][x] = (board.astype(np.uint64) << y.astype(np.uint64)).sum(axis=0)
            one["marks"] = (1 << int(rng.integers(0, 4))) - 1
            one["combo"], one["chain"] = rng.integers(0, 4, 2)
            if game.rules.hold and rng.random() < 0.5:
                one["hold"] = rng.integers(7)
        found.append(states[[len(game.listed(states[i : i + 1])[0]) > 0 for i in range(len(states))]])
    return np.concatenate(found)[:count]


def pick(moves: Any, count: int, rng: np.random.Generator, share: float = 0.2) -> Any:
    """[count] for each state its best move, or with the chance `share` any move: rows of `moves`."""
    ends = np.searchsorted(moves.parent, np.arange(count + 1))
    rows = [
        a + (int(rng.integers(b - a)) if rng.random() < share else int(np.argmax(moves.value[a:b])))
        for a, b in pairwise(ends)
    ]
    return np.array(rows, np.int64)


def steady(game: Guideline) -> Any:
    """Weights that keep games alive."""
    weights = player("dellacherie", game).weights
    assert weights is not None
    return weights


def reached(game: Guideline, seed: int, *, games: int = 8, pieces: int = 40, garbage: float = 0.2) -> States:
    """Living, dealt states of all ages from games in which good moves and random ones mix, and garbage comes in."""
    rng = np.random.default_rng(seed)
    states, seen = game.new(rng.integers(0, 1 << 63, games)), []
    for _ in range(pieces):
        moves = game.moves(states, steady(game))
        states = game.deal(game.play(states, moves.action[pick(moves, len(states), rng)]))
        states = states[~states["dead"]]
        if not len(states):
            break
        states = game.receive(states, rng.integers(1, 5, len(states)) * (rng.random(len(states)) < garbage))
        seen.append(states)
    return np.concatenate(seen)
