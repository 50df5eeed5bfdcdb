"""How the positions of a game are drawn inside larger pictures: squares on a board, or puyos in a field."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from ....game import Game, Placement, States
from ....games import family
from ....search.thought import Thought
from . import board, field
from .board import Shape
from .cells import Cell, Field, moved, squares
from .element import element
from .ink import PUYO, TETRIS, Inks, ink


class Body(Protocol):
    """What draws the elements of a position; `board.body` and `field.body` are such."""

    def __call__(self, own: Field, /, *, piece: Shape | None = None, cell: float = 12, dim: bool = False) -> str:
        """A position whose upper left corner is at (0, 0), a piece placed on it."""
        ...


class Well(NamedTuple):
    """How a game is drawn."""

    body: Body
    inks: Inks
    round: bool  # its cells are puyos, each of a colour of its own

    def stamp(self, spot: Placement, cell: float, inks: Inks) -> str:
        """The placed piece alone, its lowest row on the floor."""
        low, high = min(y for _, y in spot.cells), max(y for _, y in spot.cells)
        rows, cells = high - low + 1, moved(spot.cells, -low)
        if not self.round:
            return element("path", d=squares(cells, rows, cell, 0.2), fill=ink(spot.piece, inks).fill)
        return "".join(
            element("path", d=field.circles([at], rows, cell), fill=ink(letter, self.inks).fill)
            for letter, at in zip(spot.piece, cells, strict=True)
        )


BOARD, FIELD = Well(board.body, TETRIS, False), Well(field.body, PUYO, True)


def well(game: Game) -> Well:
    """How a game is drawn."""
    return FIELD if family(game) == "puyo" else BOARD


def top(own: Field, cells: Iterable[Cell]) -> int:
    """The rows up to the highest cell of a position and of a piece in it."""
    filled = [y for letters in own.letters.values() for _, y in letters]
    return max([*filled, *(y for _, y in cells)], default=0) + 1


def beginning(game: Game, state: States, thought: Thought) -> tuple[Game, States]:
    """The game and the position [1] in which the layers of a thought begin: the dream, where it had one."""
    if thought.dream is None:
        return game, state
    return game.showing(max(len(thought.layers), len(thought.line), 1) - 1), thought.dream
