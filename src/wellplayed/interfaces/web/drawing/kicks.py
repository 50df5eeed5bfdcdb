"""A rotation's kick tests in order: where each would put the piece, what is in its way, and which is the first free."""

from typing import NamedTuple

from ....errors import unknown
from ....game import Game, States
from ....tetris.guideline.ruleset import Ruleset
from ....tetris.srs import CELLS, kicks
from ..words import Words
from .board import Ghost, Mark, Shape, body
from .cells import Cell, Field, cut, moved, read
from .element import document, element, group, signed, text
from .ink import TETRIS, Inks
from .path import steps

TURNS = {"CW": 1, "CCW": 3, "180": 2}
ABOVE = 3  # rows that are shown beyond the highest and the lowest cell
CAPTION, GAP = 32.0, 12.0
EDGE = 3.0  # for the frame round the test that wins
ENGLISH = Words("en")


class Test(NamedTuple):
    """One test of a rotation."""

    step: Cell  # the displacement as tables give it: from where the first test, the plain turn, puts the piece
    cells: tuple[Cell, ...]  # where the piece would be
    blocked: tuple[Cell, ...]  # those of them that are filled, or outside the well

    @property
    def free(self) -> bool:
        """Whether the piece fits."""
        return not self.blocked


def tests(rows: str, piece: str, orientation: int, x: int, y: int, key: str, rules: Ruleset) -> list[Test]:
    """All tests of a rotation by `key` (`CW`, `CCW`, `180`) on a board, in order; the first free one wins.

    The piece is in an orientation (0 north, 1 east, 2 south, 3 west) with its true-rotation centre at (x, y). Empty
    where the rules have no such rotation. Raises InputError for another key.
    """
    if key not in TURNS:
        raise unknown("rotation", key, TURNS)
    field, to = read(rows), (orientation + TURNS[key]) % 4
    filled = {cell for cells in field.letters.values() for cell in cells}
    found = []
    steps = kicks(piece, orientation, to, rules.kicks, rules.half)
    for dx, dy in steps:
        cells = tuple((x + dx + cx, y + dy + cy) for cx, cy in CELLS[piece][to])
        blocked = tuple((cx, cy) for cx, cy in cells if (cx, cy) in filled or not 0 <= cx < field.width or cy < 0)
        found.append(Test((dx - steps[0][0], dy - steps[0][1]), cells, blocked))
    return found


class Turn(NamedTuple):
    """A rotation that is about to be made."""

    rows: str  # the board
    piece: str
    orientation: int  # before it
    x: int
    y: int
    key: str


def last(game: Game, state: States, action: int) -> Turn | None:
    """The last rotation of a placement of one state [1]; None where there is none."""
    taken = steps(game, state, action)
    turned = [number for number, step in enumerate(taken) if step.keys in TURNS]
    if not turned:
        return None
    letter = game.describe(state, action).piece
    before = sum(TURNS[taken[number].keys] for number in turned[:-1]) % 4
    (x, y), (dx, dy) = taken[turned[-1] - 1].cells[0], CELLS[letter][before][0]
    return Turn(game.show(state), letter, before, x - dx, y - dy, taken[turned[-1]].keys)


def svg(
    rows: str,
    piece: str,
    orientation: int,
    x: int,
    y: int,
    key: str,
    rules: Ruleset,
    *,
    cell: float = 9,
    across: int = 5,
    words: Words = ENGLISH,
    inks: Inks = TETRIS,
    title: str = "",
) -> str:
    """The tests of `tests` side by side, `across` in a row.

    The outline is where the piece is now; crosses are cells in the way; tests after the first free one are dim, since
    they are not made.
    """
    found = tests(rows, piece, orientation, x, y, key, rules)
    here = tuple((x + dx, y + dy) for dx, dy in CELLS[piece][orientation])
    tall = [cy for cells in (here, *(test.cells for test in found)) for _, cy in cells]
    low, high = max(min(tall) - ABOVE, 0), max(tall) + ABOVE - 1
    field = cut(read(rows), low, high)
    winner = next((number for number, test in enumerate(found) if test.free), len(found))
    wide, deep = field.width * cell, field.height * cell
    # Cells outside the well are shown too, so there is room for them beside it.
    aside = cell * max((max(-cx, cx - field.width + 1) for test in found for cx, _ in test.cells), default=0)
    aside = max(aside, EDGE)
    below = cell * max(-min(tall), 0)
    pitch = wide + 2 * aside + GAP
    parts = []
    for number, test in enumerate(found):
        down, along = divmod(number, across)
        frame = _test(test, number, winner, Shape(piece, here), field, low, cell, below, words, inks)
        parts.append(group([frame], aside + along * pitch, EDGE + down * (deep + below + CAPTION + GAP)))
    columns, lines = min(len(found), across), -(-len(found) // across)
    width, height = columns * pitch - GAP, lines * (deep + below + CAPTION + GAP) - GAP + 2 * EDGE
    return document(max(width, 1), max(height, 1), parts, title)


def _test(
    test: Test,
    number: int,
    winner: int,
    here: Shape,
    field: Field,
    low: int,
    cell: float,
    below: float,
    words: Words,
    inks: Inks,
) -> str:
    """One test with two lines below it."""
    cells = moved(test.cells, -low)
    ghost = Ghost(here.letter, moved(here.cells, -low), dim=True)
    inside = [(x, y) for x, y in cells if 0 <= x < field.width and y >= 0]
    crosses = [Mark(x, y - low, "cross", good=False) for x, y in test.blocked]
    board = body(field, piece=Shape(here.letter, inside), ghosts=[ghost], marks=crosses, cell=cell, inks=inks)
    wide, high = field.width * cell, field.height * cell + below
    won = number == winner
    verdict = "free" if won else "blocked" if number < winner else "unused"
    colour = {"free": "var(--good)", "blocked": "var(--bad)", "unused": "var(--muted)"}[verdict]
    step = f"{number + 1}  ({_offset(test.step[0])}, {_offset(test.step[1])})"
    parts = [
        board,
        text(step, wide / 2, high + 14, size=11, anchor="middle", mono=True, font_weight=650 if won else None),
        text(words(f"think.kick.{verdict}"), wide / 2, high + 27, size=11, anchor="middle", fill=colour),
    ]
    if won:
        parts.append(
            element("rect", x=-2, y=-2, width=wide + 4, height=field.height * cell + 4, rx=4, fill="none",
                    stroke="var(--good)", stroke_width=1.5)
        )  # fmt: skip
    return group(parts, class_=f"test {verdict}", opacity=0.5 if number > winner else None)


def _offset(value: int) -> str:
    return signed(str(value)) if value <= 0 else f"+{value}"
