"""What a player sees of a game as arrays: the board and all that stands beside it, and the same as a picture.

Row 0 of a board is the floor and column 0 the left wall, as everywhere in this package. An array has a bound for every
number in it, and is new at each call. A picture is a grid of colour numbers (drawing.py).
"""

from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._jit import Array, kernel
from ..game import Game, States
from ..puyo.cells import COLOURS, EMPTY, OJAMA, TOP, WIDTH
from ..puyo.rules import Puyo
from ..tetris.classic import Classic
from ..tetris.classic.record import HIDDEN
from ..tetris.guideline.garbage import LINES
from ..tetris.guideline.rules import Guideline
from ..tetris.pieces import PIECES
from .drawing import PIECE, PUYO, Grid, pair_panel, piece_panel

Arrays = dict[str, NDArray[Any]]
MANY = 1_000_000  # more than any counter of a game comes to
NEXT = 6  # pieces beside a picture, at most


class Board(Protocol):
    """One game's way of showing itself."""

    @property
    def space(self) -> spaces.Dict:
        """What `arrays` gives for one state."""
        ...

    def arrays(self, states: States) -> Arrays:
        """The arrays [B, ...] of a batch."""
        ...

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field and what is beside it, of one state [1]."""
        ...


def board_of(game: Game) -> Board:
    """How a game shows itself. Raises TypeError for a game that is none of this package's."""
    if isinstance(game, Classic):
        return ClassicBoard(game)
    if isinstance(game, Guideline):
        return GuidelineBoard(game)
    if isinstance(game, Puyo):
        return PuyoBoard(game)
    raise TypeError(f"{game.name} has no board to show")


def box(low: int, high: int, shape: tuple[int, ...], dtype: Any = np.int8) -> spaces.Box:
    """Whole numbers from `low` to `high`."""
    return spaces.Box(low, high, shape, dtype)


def cells(columns: NDArray[Any], rows: int) -> NDArray[np.int8]:
    """[B, rows, W] which cells of columns of bits [B, W] are filled."""
    out = np.empty((len(columns), rows, columns.shape[1]), np.int8)
    fill_cells(columns, out)
    return out


@kernel
def fill_cells(columns: Array, out: Array) -> None:
    """Fill `out` int8 [B, rows, W] with the bits of columns [B, W]. Modified in place."""
    for i in range(len(columns)):
        for y in range(out.shape[1]):
            for x in range(columns.shape[1]):
                out[i, y, x] = np.int64(columns[i, x]) >> y & 1


@kernel
def fill_guideline(
    columns: Array, marks: Array, combo: Array, chain: Array, pending: Array, board: Array, counters: Array
) -> None:
    """Fill `board` int8 [B, rows, W] with 1 for cells and 2 for garbage, `counters` [B, 3]. Modified in place."""
    board[:] = 0
    for i in range(len(board)):
        for x in range(board.shape[2]):
            column, mark, y = np.int64(columns[i, x]), np.int64(marks[i]), np.int64(0)
            while column:
                board[i, y, x] = (column & 1) * (1 + (mark & 1))
                column >>= 1
                mark >>= 1
                y += 1
        coming = np.int64(0)
        for place in range(pending.shape[1]):
            coming += np.int64(pending[i, place, LINES])
        counters[i, 0], counters[i, 1], counters[i, 2] = combo[i], chain[i], coming


@kernel
def fill_colours(planes: Array, out: Array) -> None:
    """Fill `out` int8 [B, 13, 6] with 1 and more for the plane [B, 8, 8] that has a cell. Modified in place."""
    for i in range(len(planes)):
        for y in range(out.shape[1]):
            for x in range(out.shape[2]):
                out[i, y, x] = 0
                for plane in range(OJAMA + 1):
                    if np.int64(planes[i, plane, x]) >> y & 1:
                        out[i, y, x] = plane + 1


class ClassicBoard:
    """`board` [height + 4, width]: 0 or 1; `queue` [1 + previews]: pieces by their place in IOTZSJL, -1 for none."""

    def __init__(self, game: Classic) -> None:
        self.game = game
        self._rows = game.height + HIDDEN
        self.space = spaces.Dict(
            {"board": box(0, 1, (self._rows, game.width)), "queue": box(-1, 6, (1 + game.previews,))}
        )

    def arrays(self, states: States) -> Arrays:
        """The arrays [B, ...] of a batch."""
        return {
            "board": cells(states["columns"][:, : self.game.width], self._rows),
            "queue": states["queue"][:, : 1 + self.game.previews].copy(),
        }

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field and the queue of one state [1]."""
        grid = self.arrays(state)["board"][0]
        return grid, piece_panel(state["queue"][0][: min(1 + self.game.previews, NEXT)], len(grid))


class GuidelineBoard:
    """The board, hold and queue of guideline play.

    `board` [rows, width]: 0, 1, or 2 for garbage; `queue` [1 + previews] and `hold` [1]: pieces by their place in
    IOTZSJL, -1 for none; `counters` [3]: the combo and the back-to-back chain after the last move, and lines of garbage
    on their way here.
    """

    def __init__(self, game: Guideline, slots: int | None = None) -> None:
        self.game = game
        self._slots = 1 + game.previews if slots is None else slots
        fields: dict[str, spaces.Space[Any]] = {
            "board": box(0, 2, (game.rules.rows, game.width)),
            "hold": box(-1, 6, (1,)),
            "counters": box(-1, MANY, (3,), np.int32),
        }
        if self._slots:
            fields["queue"] = box(-1, 6, (self._slots,))
        self.space = spaces.Dict(fields)

    def arrays(self, states: States) -> Arrays:
        """The arrays [B, ...] of a batch."""
        count = len(states)
        board = np.empty((count, self.game.rules.rows, self.game.width), np.int8)
        counters = np.empty((count, 3), np.int32)
        told = [states[name] for name in ("columns", "marks", "combo", "chain", "pending")]
        fill_guideline(told[0], told[1], told[2], told[3], told[4], board, counters)
        out = {"board": board, "hold": states["hold"][:, None].copy(), "counters": counters}
        if self._slots:
            out["queue"] = states["queue"][:, : self._slots].copy()
        return out

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field, and hold above the queue, of one state [1]."""
        rows = min(self.game.height + HIDDEN, self.game.rules.rows)
        pieces = np.append(state["hold"][0], state["queue"][0][: min(self._slots, NEXT)])
        return self.arrays(state)["board"][0, :rows], piece_panel(pieces, rows)


class PuyoBoard:
    """The field and the pairs of Puyo.

    `board` [13, 6]: 0, 1 to 5 for the colours in the order RGBYP, 6 for ojama; `queue` [1 + previews, 2]: colours 0 to
    4 of axis and child, -1 for none; `topped` [6]: whether row 14 of a column is used up; `counters` [2]: whether the
    bonus of an all clear is due, and ojama on its way here.
    """

    def __init__(self, game: Puyo) -> None:
        self.game = game
        self.space = spaces.Dict(
            {
                "board": box(0, OJAMA + 1, (TOP, WIDTH)),
                "queue": box(-1, len(COLOURS) - 1, (1 + game.previews, 2)),
                "topped": box(0, 1, (WIDTH,)),
                "counters": box(0, MANY, (2,), np.int32),
            }
        )

    def arrays(self, states: States) -> Arrays:
        """The arrays [B, ...] of a batch."""
        board = np.empty((len(states), TOP, WIDTH), np.int8)
        fill_colours(states["cells"], board)
        return {
            "board": board,
            "queue": states["queue"][:, : 1 + self.game.previews].astype(np.int8),  # EMPTY becomes -1
            "topped": (states["topped"][:, None] >> np.arange(WIDTH, dtype=np.uint8) & 1).astype(np.int8),
            "counters": np.stack([states["clear"], states["pending"]], axis=1, dtype=np.int32, casting="unsafe"),
        }

    def picture(self, state: States) -> tuple[Grid, Grid]:
        """The field, row 14 included, and the pairs of one state [1]."""
        seen = self.arrays(state)
        field = np.zeros((TOP + 1, WIDTH), np.int8)
        field[:TOP] = np.where(seen["board"][0] > 0, seen["board"][0] + PUYO - 1, 0)
        return field, pair_panel(seen["queue"][0][:NEXT], TOP + 1)


assert len(PIECES) + PIECE == PUYO  # colours follow pieces
assert np.uint8(EMPTY).astype(np.int8) == -1
