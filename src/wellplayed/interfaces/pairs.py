"""The placements of a pair of Puyo: where it comes to rest, what it fires, and what the field could fire after it."""

from typing import TYPE_CHECKING, Any, NamedTuple

from .field import DIRECTIONS, WIDE, Place

if TYPE_CHECKING:
    from ..game import Placement, States
    from ..puyo.rules import Puyo

MOST_NEEDED = 3  # puyos of one colour that potential.py drops at most


class Potential(NamedTuple):
    """The best chain that a few puyos of one colour in one column would fire (puyo/potential.py)."""

    chain: int
    score: int
    puyos: int
    colour: str
    column: int  # from 1

    def __str__(self) -> str:
        return f"{self.puyos} {self.colour} in column {self.column}"


class Candidate(NamedTuple):
    """One placement and what comes of it."""

    place: str  # `RG@3up`
    pair: str
    column: int  # of the axis, from 1
    direction: str  # of the child
    cells: tuple[tuple[int, int], ...]  # (x, y), axis first
    chain: int
    score: int
    all_clear: bool
    potential: Potential | None  # of the field after it
    tear: int  # rows that the two fell apart
    lost: bool  # it ends the game
    rows: list[str]  # of the field after it


def candidate(game: "Puyo", state: "States", action: int) -> Candidate:
    """What comes of an action, which must be legal, in one state [1]."""
    import numpy as np

    from .field import rows_of

    spot, after = game.describe(state, action), game.play(state, np.array([action]))[0]
    place = placed(spot, action)
    return Candidate(
        str(place),
        place.pair,
        place.column,
        place.direction,
        spot.cells,
        int(after["chain"]),
        int(after["gained"]),
        not after["cells"].any(),
        potential(after["cells"]),
        int(after["tear"]),
        bool(after["dead"]),
        rows_of(after["cells"]),
    )


def placed(spot: "Placement", action: int) -> Place:
    """A placement of the engine as it is written."""
    return Place(spot.piece, action % WIDE + 1, DIRECTIONS[action // WIDE])


def before_chain(state: "States", one: Candidate) -> Any:
    """The cells [8, 8] with the pair in them, before anything pops; what rests in row 14 is no part of them."""
    from ..puyo.cells import COLOURS, TOP

    cells = state["cells"][0].copy()
    for letter, (x, y) in zip(one.pair, one.cells, strict=True):
        if y < TOP:
            cells[COLOURS.index(letter), x] |= 1 << y
    return cells


def potential(cells: Any) -> Potential | None:
    """What a field at rest could fire; None where no such stack pops anything.

    It is what the features of that name say, found by trying every stack, and it also says where.
    """
    import numpy as np

    from ..puyo.cells import COLOURS, VISIBLE
    from ..puyo.chain import simulate

    heights = [max(int(plane[x]).bit_length() for plane in cells) for x in range(WIDE)]
    stacks = [
        (plane, x, needed)
        for plane in range(len(COLOURS))
        for x in _open(heights)
        for needed in range(1, MOST_NEEDED + 1)
        if heights[x] + needed <= VISIBLE
    ]
    fields = np.repeat(np.asarray(cells, np.uint16)[None], len(stacks), axis=0)
    for field, (plane, x, needed) in zip(fields, stacks, strict=True):
        field[plane, x] |= (1 << needed) - 1 << heights[x]
    links, score = np.zeros(len(stacks), np.int64), np.zeros(len(stacks), np.int64)
    simulate(fields, links, score)
    least: dict[tuple[int, int], Potential] = {}
    for (plane, x, needed), chain, points in zip(stacks, links.tolist(), score.tolist(), strict=True):
        if chain and (plane, x) not in least:
            least[plane, x] = Potential(chain, points, needed, COLOURS[plane], x + 1)
    if not least:
        return None
    # The same as for the features: of three puyos only where fewer fire nothing; of equals most links, then the highest
    few = [one for one in least.values() if one.puyos < MOST_NEEDED]
    return min(
        few or least.values(),
        key=lambda p: (-p.score, p.puyos, -p.chain, -heights[p.column - 1], COLOURS.index(p.colour), p.column),
    )


def _open(heights: list[int]) -> list[int]:
    """The columns around column 3 up to the first ones of twelve puyos or more."""
    from ..puyo.cells import SPAWN_X, VISIBLE

    found = [] if heights[SPAWN_X] >= VISIBLE else [SPAWN_X]
    for step in (1, -1):
        x = SPAWN_X + step
        while found and 0 <= x < WIDE and heights[x] < VISIBLE:
            found.append(x)
            x += step
    return sorted(found)
