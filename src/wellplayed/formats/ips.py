"""IPS, the simulator of 石川ぷよ (ishikawapuyo.net, once ips.karou.jp): `…/simu/ps.html?FIELD_MOVES_?_GOAL`.

The page is `ps` to play, `pe` to edit, `pv` to watch and `pn` for puzzles; what follows is the same. FIELD packs two
cells into each digit (see `puyo_digits`). Where it holds other kinds of puyo it is `~` and a letter or digit a cell, in
parts with a `.` between: a part is as many rows of six as it fills, the last one filled up with empty cells, and one
without letters is an empty row. Rows missing on top are empty. A step of MOVES is two digits:

    a pair        2 * axis + 12 * child, then 2 * x + 12 * rotation, or 1 where it is not placed
    ojama         10 + 12 * full rows, then which columns get one more, bit 5 the left one

The lowest bit of the first digit marks another line of play; only the first one is read, and a note says so. The third
part is unknown and always empty in published links. GOAL is three digits (see `puyo_goal`). Sources: puyo2 (MIT,
ips_nazo.rs), pon2 (MIT, field.nim, step.nim, goal.nim), and the Puyo add-on of the fumen editor, which agree.

>>> puzzle = read("https://ips.karou.jp/simu/pn.html?80080080oM0oM098_4141__u03")
>>> [str(move) for move in puzzle.moves], str(puzzle.goal), puzzle.rows[-1]
(['BR', 'BR'], 'make a chain of exactly 3', '..RRR.')
>>> write(puzzle)
'https://ishikawapuyo.net/simu/pn.html?80080080oM0oM098_4141__u03'
"""

import re
from itertools import pairwise

from ..errors import InputError
from ..puyo.cells import COLOURS, WIDTH
from .puyo_digits import DIGITS, numbered, packed, steps, unpacked, values, with_kinds
from .puyo_field import CELLS, Drop, Move, Puyos, read_cells
from .puyo_goal import Goal
from .puyo_links import own_link

NAME = "ips"
SITE = "https://ishikawapuyo.net/simu/"

_DIGITS = DIGITS + ".-"
_CELLS = with_kinds({"7": "wall", "8": "iron puyo", "9": "hard puyo"})
_LETTERS = dict(zip("rgbypojwtik", "12345667889")) | {digit: digit for digit in _CELLS}
_PAGE = re.compile(r"(?:[^?]*/)?p[a-z]\.html(?:\?|$)")
_RAIN = 5  # the axis that stands for ojama
_MOST_RAIN = 5  # in one column
_NOTHING, _UNKNOWN = 31, 30  # first digits, halved: a step without content, and one that nobody has described
_UNPLACED = 1


def read(text: str) -> Puyos:
    """Read a link, or the code that follows its `?`. Raises InputError where it is none.

    Notes tell of what was left out: further lines of play, steps without content, an unknown third part, and what
    follows the three digits of a goal, which two of 374 published puzzles have.
    """
    found = own_link(text, NAME)
    code = found.query if found is not None else text.strip()
    if page := _PAGE.match(code):
        code = code[page.end() :]
    parts = code.split("_")
    if len(parts) > 4:
        raise InputError(f"{NAME}: it has {len(parts)} parts with a _ between, 4 are the most; copy the link again")
    field, moves, third, goal = (*parts, "", "", "")[:4]
    notes: list[str] = []
    if len(third) == 3 and not goal:
        third, goal = "", third  # pon2 reads `__200` as it reads `___200`
    if third:
        notes.append("the third part of the link is unknown and was left out")
    cells = _plain(field[1:]) if field[:1] in ("~", "‾") else unpacked(NAME, field, _DIGITS)
    return read_cells(NAME, cells, _CELLS, moves=_moves(moves, notes), goal=_goal(goal, notes), notes=tuple(notes))


def _plain(code: str) -> list[str]:
    """The numbers of the cells of a field with a letter each."""
    rows = [part + "0" * (-len(part) % WIDTH) if part else "0" * WIDTH for part in code.split(".")]
    symbols = "".join(rows) if code else ""
    if len(symbols) > CELLS:
        raise InputError(f"{NAME}: the field has {len(symbols) // WIDTH} rows, a Puyo field {CELLS // WIDTH}")
    return [_LETTERS.get(symbol.lower(), symbol) for symbol in symbols]


def _moves(code: str, notes: list[str]) -> tuple[Move | Drop, ...]:
    """The steps of the first line of play. Notes are added in place."""
    found: list[Move | Drop] = []
    pairs = steps(NAME, code, _DIGITS)
    lines = [first % 2 for first, _ in pairs]
    changes = sum(here != there for here, there in pairwise(lines))
    if changes:
        notes.append(f"the link has {changes} more line{'s' if changes > 1 else ''} of play, of which none was read")
        pairs = pairs[: lines.index(1 - lines[0])]
    for number, (first, second) in enumerate(pairs, 1):
        if first // 2 == _NOTHING:
            notes.append(f"step {number} of the moves is empty and was left out")
            continue
        try:
            found.append(_move(first // 2, second))
        except InputError as error:
            text = _DIGITS[first] + _DIGITS[second]
            raise InputError(f"{NAME}: step {number} of the moves, {text}: {error}") from None
    return tuple(found)


def _move(first: int, second: int) -> Move | Drop:
    """A step: its first digit halved, and its second."""
    if first == _UNKNOWN:
        raise InputError("a kind of step that nobody has described; take it out")
    child, axis = divmod(first, WIDTH)
    if axis == _RAIN:
        return Drop(tuple(child + (second >> WIDTH - 1 - x & 1) for x in range(WIDTH)))
    colours = COLOURS[axis] + COLOURS[child]
    if second % 2:
        return Move(colours)
    rotation, x = divmod(second // 2, WIDTH)
    return Move(colours, rotation, x)


def _goal(code: str, notes: list[str]) -> Goal | None:
    """The goal of three digits; None where there is none. Notes are added in place."""
    if not code:
        return None
    if len(code) < 3:
        raise InputError(f"{NAME}: the goal has {len(code)} digits, it needs 3; copy the whole link")
    if len(code) > 3:
        notes.append("the goal has more than three digits, of which the first three were read")
    what, which, count, *_ = values(NAME, code, _DIGITS, "the goal")
    try:
        return Goal.of(what, which, count)
    except InputError as error:
        raise InputError(f"{NAME}: {error}") from None


def write(puyos: Puyos, *, plain: bool = False) -> str:
    """The link, of the page for puzzles if there is a goal; `plain` writes the field with a digit a cell after a `~`.

    Raises InputError for ojama that differs by more than one between columns or is more than five rows high, and for
    goals of more than 63, none of which these links can hold.
    """
    parts = [_plainly(puyos) if plain else packed(puyos, _DIGITS)]
    moves = "".join(_DIGITS[first] + _DIGITS[second] for first, second in map(_digits, puyos.moves))
    if puyos.goal is None:
        return f"{SITE}ps.html?" + "_".join([*parts, *filter(None, [moves])])
    if puyos.goal.count >= len(_DIGITS):
        raise InputError(f"{NAME} cannot hold a goal of {puyos.goal.count}; {len(_DIGITS) - 1} is the most")
    goal = "".join(_DIGITS[number] for number in puyos.goal.codes)
    return f"{SITE}pn.html?" + "_".join([*parts, moves, "", goal])


def _plainly(puyos: Puyos) -> str:
    """The field with a digit a cell."""
    parts: list[str] = []
    for row in puyos.rows:
        digits = numbered(row).rstrip("0")
        if digits and parts and parts[-1] and len(parts[-1]) % WIDTH == 0:
            parts[-1] += digits
        else:
            parts.append(digits)
    return "~" + ".".join(parts)


def _digits(move: Move | Drop) -> tuple[int, int]:
    """A step as its two digits."""
    if isinstance(move, Drop):
        most = max(1, *move.counts)
        if most > _MOST_RAIN or min(move.counts) < most - 1:
            raise InputError(f"{NAME} cannot hold ojama of {move}; a column may get one more than another, 5 the most")
        mask = sum((count == most) << WIDTH - 1 - x for x, count in enumerate(move.counts))
        return 2 * ((most - 1) * WIDTH + _RAIN), mask
    first = 2 * COLOURS.index(move.pair[0]) + 12 * COLOURS.index(move.pair[1])
    if move.rotation is None or move.x is None:
        return first, _UNPLACED
    return first, 2 * move.x + 12 * move.rotation
