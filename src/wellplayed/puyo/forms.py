"""Forms: how players begin a chain, as pictures, and how much of each a field has.

A picture stands in the lower left corner of a field, at the wall and on the floor, and just as well mirrored in the
lower right one. Cells of the same letter are of one colour. Letters that touch anywhere in a picture are of different
colours, others may be of the same; `.` is no part of the form. So a puyo contradicts a form if it has another colour
than one of its own letter, or the same as one of a letter that touches its own, or is ojama; and what is not filled yet
is open. A letter that stands once is a puyo that must not join those beside it.

How. Forms lie within 4 x 4 cells, so a corner of one plane is 16 bits, and a form has four letters at most. `corners`
writes the left corner of each plane into its columns 0 to 3, the right one, mirrored, into 4 to 7. Beside masks of the
four letters, one a column, that asks at once which colours every letter has on both sides, and the answer is one word
of 64 bits: bit 8 * plane + letter, plus 4 on the right. A few shifts of that word say what is ruled out. All forms on
both sides take some twenty nanoseconds, as two links of a chain.

The shapes are facts about play, each with a public source; the pictures are ours. Where a source shows a form as part
of a larger chain, the picture has what its name stands for, and of forms that go on for ever it has three columns.
"""

from math import lcm
from typing import NamedTuple

import numpy as np

from .._jit import Array, kernel
from ..errors import InputError
from .cells import OJAMA, WIDTH
from .planes import Field, Mask, count_bits, from_words, high_word, left, load, low_word, marked, right, union

SIDE = 4  # rows and columns that a picture has at most
LETTERS = "ABCD"


class Form(NamedTuple):
    """One way to begin a chain."""

    name: str
    japanese: str
    picture: tuple[str, ...]  # rows, the top one first, from the left wall
    about: str
    source: str

    @property
    def cells(self) -> dict[tuple[int, int], str]:
        """The letter of every cell (x, y) that the form has."""
        rows = enumerate(reversed(self.picture))
        return {(x, y): letter for y, row in rows for x, letter in enumerate(row) if letter != "."}


FORMS = (
    Form(
        "GTR", "GTR", ("AB.", "AAB", "BBC"),
        "a turn at the wall: A is fired from above, B falls together, and what lies on it goes on along the floor",
        "602.htm of the pages of inoue at asahi-net (www.ne.jp), figure 1",
    ),
    Form(
        "new GTR", "新GTR", ("..B.", "AAAB", "BBBC"),
        "the same turn, a column wider",
        "602.htm of the pages of inoue at asahi-net (www.ne.jp), figure 1",
    ),
    Form(
        "stairs", "階段積み", (".AB", "ABC", "ABC", "ABC"),
        "3-1: three of a colour in a column, and the fourth on top of the next column, from which it falls beside them",
        "p41_010.htm of the same pages, figure 1; spacelan.ne.jp/~shiroma/ips/info/chain/basic/kaidan.html",
    ),
    Form(
        "sandwich", "挟み込み", ("ABC", "BCD", "ABC", "ABC"),
        "2-1-1, カギ積み: the next colour between two puyos and a third, which falls on them; the fourth is beside",
        "p51_017.htm of the same pages, figure 1; spacelan.ne.jp/~shiroma/ips/info/chain/basic/hasami.html",
    ),
    Form(
        "Fron", "フロン積み", ("AAC.", "ABB.", "CCBC"),
        "two corners of three, one in the other, over three of a colour and a gap that the fourth falls into",
        "note.com/kudara_/n/n56249b5244e8; FRON in ama, ai/search/beam/form.h",
    ),
)  # fmt: skip
COUNT = len(FORMS)
SIZES = tuple(len(form.cells) for form in FORMS)
WHOLE = lcm(*SIZES)  # shares are counted in parts of this


def _bits(form: Form, letters: str) -> int:
    """The cells of some letters as bits of a corner: 4 * x + y."""
    return sum(1 << SIDE * x + y for (x, y), letter in form.cells.items() if letter in letters)


def _touch(form: Form, a: str, b: str) -> bool:
    """Whether two letters touch."""
    cells = form.cells
    beside = [(cells[x, y], cells.get(other)) for x, y in cells for other in ((x + 1, y), (x, y + 1))]
    return (a, b) in beside or (b, a) in beside


def _apart(form: Form, step: int) -> int:
    """Bits of letters that must differ from the letter `step` further on, of both sides and all planes."""
    pairs = zip(LETTERS, LETTERS[step:])
    half = sum(1 << k for k, (a, b) in enumerate(pairs) if _touch(form, a, b))
    return (half | half << SIDE) * _EACH


_EACH = 0x0101010101010101  # a byte for each plane
_COLOURED, _OJAMA = np.uint64((1 << 8 * OJAMA) - 1), np.uint64(0xFF << 8 * OJAMA)
_LOWEST = np.uint64(0x000F_000F_000F_000F)  # four rows of four columns
_LAST = np.uint64(0xFFFF << 48)
_RISING, _FALLING = np.uint64(0x000C_0008_0004_0000), np.uint64(0x0000_0004_0008_000C)
_0, _8, _16, _32 = np.uint64(0), np.uint64(8), np.uint64(16), np.uint64(32)
_MASKS = np.array([sum(_bits(f, letter) << 16 * k for k, letter in enumerate(LETTERS)) for f in FORMS], np.uint64)
_CELLS = np.array([_bits(f, LETTERS) for f in FORMS], np.uint64)
_APART = np.array([[_apart(f, step) for step in (1, 2, 3)] for f in FORMS], np.uint64)
_STEPS = np.array([1, 2, 3], np.uint64)
_PARTS = np.array([WHOLE // size for size in SIZES])


@kernel(inline=True)
def corners(planes: Field | Mask) -> Field | Mask:
    """Of each plane the 4 x 4 cells of its lower left corner in each of columns 0 to 3, of its lower right in 4 to 7.

    A corner is 16 bits, bit 4 * x + y with x counted from its wall.
    """
    ends = (planes & from_words(_LOWEST, _0)) | (right(right(planes)) & from_words(_0, _LOWEST))
    ends = ends << from_words(_RISING, _FALLING)
    pairs = ends | right(ends)
    last = (pairs | right(right(pairs))) & from_words(_LAST, _LAST)
    last = last | left(last)
    return last | left(left(last))


@kernel(inline=True)
def match(ends: Field, filled: Mask, form: int) -> tuple[int, int]:
    """How many cells of a form are built on the left and on the right; 0 where a puyo contradicts it.

    `ends` are the `corners` of a field, `filled` those of all its cells in one plane.
    """
    seen = marked(ends & from_words(_MASKS[form], _MASKS[form]))
    colours = seen & _COLOURED
    other = colours >> _8 | colours >> _16
    wrong = (seen & _OJAMA) | (colours & (other | other >> _16))
    for k in range(3):
        wrong |= colours & colours >> _STEPS[k] & _APART[form, k]
    wrong |= wrong >> _32
    wrong |= wrong >> _16
    wrong |= wrong >> _8
    on_left, on_right = count_bits(low_word(filled) & _CELLS[form]), count_bits(high_word(filled) & _CELLS[form])
    if wrong & np.uint64(0x0F):
        on_left = 0
    if wrong & np.uint64(0xF0):
        on_right = 0
    return on_left, on_right


@kernel(inline=True)
def formed(field: Field, filled: Mask) -> float:
    """The largest share of a form that a field has, over all forms and both sides; `filled` are all its cells."""
    ends, tops = corners(field), corners(filled)
    best = 0
    for form in range(COUNT):
        on_left, on_right = match(ends, tops, form)
        best = max(best, _PARTS[form] * max(on_left, on_right))
    return best / WHOLE


@kernel
def matches(cells: Array, out: Array) -> None:
    """Fill `out` [B, F, 2] with the cells of each form that fields [B, 8, 8] have, left and right. In place."""
    for i in range(len(cells)):
        field = load(cells, i)
        ends, tops = corners(field), corners(union(field))
        for form in range(COUNT):
            out[i, form, 0], out[i, form, 1] = match(ends, tops, form)


class Found(NamedTuple):
    """A form in a field."""

    form: Form
    mirrored: bool  # it stands at the right wall
    cells: tuple[tuple[int, int], ...]  # x, y of those that are built, by columns from its wall

    @property
    def share(self) -> float:
        """How much of the form that is, 1 for all of it."""
        return len(self.cells) / len(self.form.cells)


def found(cells: Array, *, least: float = 1.0) -> list[Found]:
    """The forms of which a field at rest, cells uint16 [8, 8], has at least that share; the largest share first.

    Of equals the form that comes first, and that on the left. Raises InputError for a share that is not over 0 and up
    to 1.
    """
    if not 0.0 < least <= 1.0:
        raise InputError(f"least={least} is no share of a form; choose more than 0 and at most 1")
    built = np.zeros((1, COUNT, 2), np.int64)
    matches(np.ascontiguousarray(cells, np.uint16)[None], built)
    filled = np.bitwise_or.reduce(cells, axis=0)
    every = []
    for form, counts in zip(FORMS, built[0].tolist(), strict=True):
        for mirrored, count in enumerate(counts):
            if count / len(form.cells) >= least:
                places = [(WIDTH - 1 - x if mirrored else x, y) for x, y in sorted(form.cells)]
                there = tuple((x, y) for x, y in places if int(filled[x]) >> y & 1)
                every.append(Found(form, bool(mirrored), there))
    return sorted(every, key=lambda one: -one.share)
