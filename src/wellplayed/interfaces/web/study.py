"""A position under analysis: every change and every move tried, and what an agent thinks of where it stands. No page.

The steps form one line (trail.py). A move is played by the engine; the letters of the pile go along for the eye.
"""

import dataclasses
from concurrent.futures import Future
from typing import NamedTuple, TypeAlias

import numpy as np

from ...game import States
from ...tetris.guideline.record import NOBODY, UNSEEN
from ...tetris.guideline.rules import Guideline
from ...tetris.guideline.walk import spawn_column, spawn_rows
from ...tetris.pieces import PIECES
from ...tetris.srs import CELLS
from . import trail
from .links import LinkError, Position
from .permitted import permitted
from .thinking import Insight, choose, explain

EMPTY = "."


class Move(NamedTuple):
    """A placement that was played."""

    piece: str
    cells: tuple[tuple[int, int], ...]  # before rows were cleared
    kind: str  # drop, shift, tuck, spin
    spin: str  # none, mini, full
    cleared: int
    dead: bool  # it lost the game


Step: TypeAlias = trail.Step[Position, Move]


class Study(trail.Trail[Position, Move]):
    """A line of steps and the newest thought about its current one."""

    @property
    def piece(self) -> tuple[str, tuple[tuple[int, int], ...]] | None:
        """The current piece where it appears; None without one, or where its place is filled."""
        position, book = self.position, self.position.book
        if not position.queue:
            return None
        # Not by the game's kernels, which may still have to be compiled when the page is drawn.
        letter, filled = position.queue[0], position.cells
        x = spawn_column(PIECES.index(letter), book.width)
        for row in filter(lambda row: row >= 0, spawn_rows(book)):
            cells = tuple((x + dx, row + dy) for dx, dy in CELLS[letter][0])
            if not filled & set(cells):
                return letter, cells
        return None

    # --- changes ------------------------------------------------------------------------------------

    def change(self, **fields: str) -> None:
        """Other fields of the position. Raises InputError where that is no position."""
        self.put(dataclasses.replace(self.position, **fields))

    def play(self, action: int) -> Move:
        """Place a piece and go on from there. Raises InputError for an action that is not legal."""
        position = self.position
        game, state = posed(position)
        after = game.play(state, np.array([action]))
        _, spin, orientation, x, y = game.parts(action)
        letter = PIECES[int(after["placed"][0])]
        cells = tuple((x + dx, y + dy) for dx, dy in CELLS[letter][orientation])
        one = after[0]
        move = Move(
            letter, cells, game.describe(state, action).kind, ("none", "mini", "full")[spin], int(one["cleared"]),
            bool(one["dead"]),
        )  # fmt: skip
        queue = "".join(PIECES[p] for p in one["queue"] if p != UNSEEN)
        hold = PIECES[one["hold"]] if one["hold"] != NOBODY else ""
        board = laid(position.board, letter, cells, game.width, clears=move.cleared > 0)
        self.put(dataclasses.replace(position, board=board, queue=queue, hold=hold), move)
        return move

    def deal(self, seed: int) -> None:
        """Fill the queue up to what the rules show, by the rules' own randomiser; pieces that are given stay."""
        position = self.position
        previews = position.book.previews
        game = Guideline(position.book)
        fresh = game.new([seed])
        letters = "".join(PIECES[p] for p in fresh["queue"][0] if p != UNSEEN)
        self.change(queue=(position.queue + letters)[: max(previews + 1, len(position.queue))])

    # --- thoughts -----------------------------------------------------------------------------------

    def ask(self, spec: str) -> "Future[Insight | None]":
        """Ask an agent about the position; `take` its answer. Raises InputError where there is nothing to ask."""
        self.forget()
        position = self.position
        if not position.queue:
            raise LinkError("there is no piece to place; give the queue at least one", "queue")
        if full := position.full:
            raise LinkError(
                f"row {full[0] + 1} is full, and full rows vanish; leave a gap in it", "full", n=full[0] + 1
            )
        if self.piece is None:
            raise LinkError(f"{position.queue[0]} cannot appear: its place is filled; clear the top", "blocked")
        player = permitted(spec, game_of(position))

        def think() -> Insight | None:
            _, state = posed(position)
            return explain(player, state, spec, choose(player, state))

        return self.submit(think)


def game_of(position: Position) -> Guideline:
    """The game of a position, which shows its whole queue."""
    book = position.book
    return Guideline(dataclasses.replace(book, previews=max(book.previews, len(position.queue) - 1)))


def posed(position: Position) -> tuple[Guideline, States]:
    """The game of a position, and its one state [1]. After its queue a new bag begins, as in a game that starts so."""
    game, queue = game_of(position), position.queue
    state = game.new([0])
    state["columns"][0] = 0
    for x, y in position.cells:
        state["columns"][0, x] |= np.uint64(1 << y)
    state["queue"][0], state["bag"] = UNSEEN, 0
    state["queue"][0, : len(queue)] = [PIECES.index(letter) for letter in queue]
    state["hold"] = PIECES.index(position.hold) if position.hold else NOBODY
    return game, state


def laid(board: str, letter: str, cells: tuple[tuple[int, int], ...], width: int, *, clears: bool) -> str:
    """A board with a piece on it, and without its full rows where the rules took them out."""
    rows = [list(row) for row in reversed(board.split("/"))] if board else []
    for x, y in cells:
        while y >= len(rows):
            rows.append([EMPTY] * width)
        rows[y][x] = letter
    kept = [row for row in rows if EMPTY in row] if clears else rows
    return "/".join("".join(row) for row in reversed(kept))
