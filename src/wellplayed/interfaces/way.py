"""The way of a piece to where it rests, place by place, as it is shown falling."""

from typing import TYPE_CHECKING, TypeAlias

from ..game import Game, Placement, States

if TYPE_CHECKING:
    from ..tetris.guideline.rules import Guideline

Cells: TypeAlias = tuple[tuple[int, int], ...]  # (x, y)

_TURNS = {"CW": 1, "CCW": 3, "180": 2}


def way(game: Game, state: States, spot: Placement, top: int) -> list[Cells]:
    """The cells that the piece of one state [1] fills from when it appears until it rests, key by key.

    Where the game has no keys, straight down from row `top` - 1.
    """
    from ..puyo.rules import Puyo
    from ..tetris.guideline.rules import Guideline

    if isinstance(game, Guideline):
        return _steered(game, state, spot)
    if isinstance(game, Puyo):
        return _torn(spot, top)
    lift = max(top - 1 - max(y for _, y in spot.cells), 0)
    return [tuple((x, y + up) for x, y in spot.cells) for up in range(lift, -1, -1)]


def _torn(spot: Placement, top: int) -> list[Cells]:
    """The same of a pair, which falls as one until one of its puyos rests, and then the other alone."""
    (x, y), (other, _) = spot.cells
    rise = 0 if x != other else 1 if spot.cells[1][1] > y else -1  # of the second puyo over the first
    start = max(top - 1 - max(rise, 0), y)
    starts = start, max(start + rise, spot.cells[1][1])
    drops = max(high - low for high, (_, low) in zip(starts, spot.cells))
    return [tuple((x, max(high - n, low)) for high, (x, low) in zip(starts, spot.cells)) for n in range(drops + 1)]


def _steered(game: "Guideline", state: States, spot: Placement) -> list[Cells]:
    """The same by the keys of the placement."""
    from ..tetris.guideline.moves import appears
    from ..tetris.guideline.paths import read
    from ..tetris.guideline.walk import spawn_column
    from ..tetris.pieces import PIECES
    from ..tetris.srs import CELLS, kicks

    rules, number = game.rules, PIECES.index(spot.piece)
    columns = [int(column) for column in state["columns"][0]]

    def cells(o: int, x: int, y: int) -> Cells:
        return tuple((x + dx, y + dy) for dx, dy in CELLS[spot.piece][o])

    def fits(o: int, x: int, y: int) -> bool:
        return all(0 <= cx < game.width and cy >= 0 and not columns[cx] >> cy & 1 for cx, cy in cells(o, x, y))

    o, x, y = 0, spawn_column(number, game.width), appears(rules.record(), state, number)
    found = [cells(o, x, y)]
    for key in read(spot.keys.removeprefix("HOLD ")):
        if key in _TURNS:
            to = (o + _TURNS[key]) % 4
            tests = kicks(spot.piece, o, to, rules.kicks, rules.half)
            x, y = next((x + dx, y + dy) for dx, dy in tests if fits(to, x + dx, y + dy))
            o = to
        elif key == "D":
            y -= 1
            while rules.drop == "sonic" and fits(o, x, y - 1):
                y -= 1
        else:
            x += 1 if key == "R" else -1
        found.append(cells(o, x, y))
    return found
