"""What a Puyo field does by itself, and what pairs and ojama that are dropped into it do, one after another.

Shared by the command `chain` and the page.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, Union

from ..errors import InputError
from .field import DIRECTIONS, Place

if TYPE_CHECKING:
    from ..formats.puyos import Drop, Move, Puyos
    from ..game import States
    from ..puyo.rules import Puyo
    from ..puyo.steps import Step
    from .field import Settled

Order: TypeAlias = Union[Place, "Drop"]


class Played(NamedTuple):
    """What happened: nothing but the field itself, a pair that was dropped, or ojama that fell."""

    what: str  # `RG@3up`, `# 1 0 0 1 0 0`, or empty for the field
    cells: Any  # uint16 [8, 8] before it chains
    placed: tuple[tuple[int, int], ...]  # (x, y) of the pair, axis first
    steps: "list[Step]"
    after: Any  # uint16 [8, 8] at rest
    lost: bool  # the game is over now

    @property
    def score(self) -> int:
        """Points of the chain."""
        return sum(step.points for step in self.steps)


def orders(puyos: "Puyos") -> list[Order]:
    """What the text of a field lets happen to it: its placed pairs and its ojama, up to a pair without a place."""
    from ..formats.puyos import Drop

    found: list[Order] = []
    for move in puyos.moves:
        if isinstance(move, Drop):
            found.append(move)
        elif move.rotation is None or move.x is None:
            break
        else:
            found.append(Place(move.pair, move.x + 1, DIRECTIONS[move.rotation]))
    return found


def unplaced(puyos: "Puyos") -> "list[Move]":
    """The pairs of a text that have no place, and so are not dropped."""
    from ..formats.puyos import Move

    return [move for move in puyos.moves if isinstance(move, Move) and move.x is None]


def field_alone(before: "Settled") -> Played:
    """The field itself: the chain that it holds already."""
    from ..puyo.steps import fallen

    return Played("", fallen(before.given), (), before.steps, before.cells, False)


def played(rules: "Puyo", before: "Settled", wanted: Sequence[Order]) -> list[Played]:
    """The field itself, or what is asked, one after another. Raises InputError for a pair that cannot get there."""
    from .field import state_of

    if not wanted:
        return [field_alone(before)]
    state = state_of(rules, before.cells, [])
    found: list[Played] = []
    for order in wanted:
        state, one = placed(rules, state, order) if isinstance(order, Place) else showered(rules, state, order)
        found.append(one)
    return found


def placed(rules: "Puyo", state: "States", place: Place) -> "tuple[States, Played]":
    """The state [1] after a pair was dropped, and how. Raises InputError for a pair that cannot get there."""
    import numpy as np

    from ..puyo.cells import COLOURS, TOP
    from ..puyo.steps import steps

    state = state.copy()
    state["queue"][0, 0] = [COLOURS.index(letter) for letter in place.pair]
    if state["dead"][0]:
        raise InputError(f"{place} cannot be dropped: the game is over, since a puyo lies where pairs appear")
    if not rules.mask(state)[0, place.action]:
        raise InputError(f"{place} cannot be reached: the columns on the way, or its own, are too high")
    where = rules.describe(state, place.action).cells
    if place.pair[0] == place.pair[1] and place.direction in ("down", "left"):
        where = where[::-1]  # of two puyos of one colour the engine knows one way round
    cells = state["cells"][0].copy()
    for letter, (x, y) in zip(place.pair, where, strict=True):
        if y < TOP:
            cells[COLOURS.index(letter), x] |= 1 << y
    state = rules.play(state, np.array([place.action]))
    return state, Played(str(place), cells, where, steps(cells), state["cells"][0].copy(), bool(state["dead"][0]))


def showered(rules: "Puyo", state: "States", drop: "Drop") -> "tuple[States, Played]":
    """The state [1] after ojama fell; what would lie above row 13 is lost."""
    from ..puyo.cells import OJAMA, TOP
    from ..puyo.steps import steps
    from .field import lost

    state = state.copy()
    cells = state["cells"][0]
    where = []
    for x, count in enumerate(drop.counts):
        filled = max(int(plane[x]).bit_length() for plane in cells)
        for y in range(filled, min(filled + count, TOP)):
            cells[OJAMA, x] |= 1 << y
            where.append((x, y))
    state["dead"] = lost(rules, cells)
    resting = cells.copy()
    return state, Played(str(drop), resting, tuple(where), steps(resting), resting, bool(state["dead"][0]))
