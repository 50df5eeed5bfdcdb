"""Fumen: pages of a falling-block book as text, both ways. Reads versions 110 and 115, writes 115.

A page is a field, a piece to be put on it, a comment and flags. In the text each page is its difference from what the
page before leads to: the cells that differ from `Page.after`, a comment only where it is another one than
`Page.next` would have. So `decode` and `encode` share that one rule, and what one writes the other reads.

The numbers of a page, in order, follow the format as the editors write it (tetris-fumen 1.1.3, MIT, is the reference
that the tests' facts come from):

| part | digits | value |
| --- | --- | --- |
| field | 2 a run | (change + 8) * cells + length - 1, from the top left to the end of the garbage row |
| pages that keep it | 1 | only after the single run of no change: how many more pages do not change theirs |
| action | 3 | piece, rotation, position, rise, mirror, colour, comment, not lock: mixed radix, piece lowest |
| comment | 2, 5 a pack | only if the action says so; see `fumen_digits` |

>>> pages = decode("v115@vhBRQYMAlfrHBFwDfE2Cx2BWrB")
>>> [str(page.operation) for page in pages], pages[0].comment
(['I N 4,0', 'J N 4,1'], '日本')
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import sub

from .fumen_digits import ROWS, Digits, FumenError, digits, packed, wrapped
from .fumen_field import ANCHORS, CELLS, EMPTY_FIELD, HEIGHT, LETTERS, ORIENTATIONS, PIECES, WIDTH, Field, Operation
from .quiz import Quiz, moved_on

__all__ = ["ORIENTATIONS", "PIECES", "Field", "FumenError", "Operation", "Page", "Quiz", "decode", "encode"]

_SAME = 8  # the code of a cell that does not change; the others are 8 more or less than their change
_MOST_SAME = 63  # further pages that one digit can say do not change
_WRONG = "?"
# For every code of a run, what a letter turns into.
_CHANGED = [
    {ord(old): LETTERS[i + d - _SAME] if 0 <= i + d - _SAME < len(LETTERS) else _WRONG for i, old in enumerate(LETTERS)}
    for d in range(2 * _SAME + 1)
]
_NUMBERS = bytes.maketrans(LETTERS.encode(), bytes(range(len(LETTERS))))
_RISE, _MIRROR, _COLOUR, _COMMENT, _HOVER = 1, 2, 4, 8, 16  # an action's flags


@dataclass(frozen=True, slots=True)
class Page:
    """One page: what there is before the piece is put, and what happens then.

    `lock` puts the piece, clears full rows, and lets `rise` (the garbage row moves in) and `mirror` happen; without it
    the page leaves everything as it is. `colour` asks for guideline colours; viewers go by the first page, and editors
    set it there alone, as `next` does.
    """

    field: Field = EMPTY_FIELD
    operation: Operation | None = None
    comment: str = ""
    lock: bool = True
    rise: bool = False
    mirror: bool = False
    colour: bool = True

    @property
    def quiz(self) -> Quiz | None:
        """The comment as a quiz, if it is one."""
        return Quiz.parse(self.comment)

    def after(self) -> Field:
        """The field that the next page starts from: piece put, rows cleared, garbage risen, then mirrored.

        >>> page = Page(Field.parse("XXXXXX____/=/XXXXXXXXX_"), Operation("I", 0, 7, 0), rise=True)
        >>> page.after().rows
        ('XXXXXXXXX_',)
        """
        if not self.lock:
            return self.field
        field = self.field if self.operation is None else self.field.put(self.operation)
        field = field.cleared()
        if self.rise:
            field = field.risen()
        return field.mirrored() if self.mirror else field

    def next(self) -> "Page":
        """The page that follows if nothing is changed: the field `after` this one, and a quiz comment moved on."""
        piece = self.operation.piece if self.operation and self.lock else None
        return Page(self.after(), comment=moved_on(self.comment, piece), colour=False)


def decode(text: str) -> list[Page]:
    """The pages of a fumen, at least one.

    Parameters
    ----------
    text
        A fumen of version 110 or 115 in any spelling: `v115@`, `m115@` or `d115@`, a link of any site with one in it,
        or the digits alone, which are taken for version 115. Wrap marks, white space, percent-encoding and what
        follows a `&` or `#` in a link are passed over.

    Raises
    ------
    FumenError
        Where the text is no fumen; `at` is the index of the character at fault.
    """
    source = Digits(text)
    pages: list[Page] = []
    page, unchanged = Page(), 0
    while source or unchanged or not pages:
        name = f"page {len(pages) + 1}"
        if unchanged:
            unchanged -= 1
            field = page.field
        else:
            field = _read_field(source, page.field, name)
            if field is page.field:
                unchanged = source.number(1, f"the field of {name}")
        pages.append(_read_action(source, field, page.comment, name))
        page = pages[-1].next()
    return pages


def _read_field(source: Digits, before: Field, name: str) -> Field:
    """The field that differs from `before` as the next runs say; `before` itself where nothing differs."""
    size = ROWS[source.version] * WIDTH
    hidden, cells = before.cells[: CELLS - size], before.cells[CELLS - size :]
    done, parts, same = 0, [], True
    while done < size:
        code, length = divmod(source.number(2, f"the field of {name}"), size)
        length += 1
        if code >= len(_CHANGED):
            raise source.error(f"{name} changes cells by {code - _SAME}; 8 is the most", back=2)
        if done + length > size:
            raise source.error(f"the field of {name} has more than {size} cells", back=2)
        part = cells[done : done + length]
        if code != _SAME:
            part, same = part.translate(_CHANGED[code]), False
            if _WRONG in part:
                raise source.error(f"{name} changes a cell to a colour that does not exist", back=2)
        elif length < size:
            same = False
        parts.append(part)
        done += length
    return before if same else Field(hidden + "".join(parts))


def _read_action(source: Digits, field: Field, comment: str, name: str) -> Page:
    """The page of this field with the operation, the flags and, if there is one, the comment that stand next."""
    size = ROWS[source.version] * WIDTH
    value, piece = divmod(source.number(3, f"the piece and flags of {name}"), 8)
    value, rotation = divmod(value, 4)
    flags, position = divmod(value, size)
    if flags > 31:
        raise source.error(f"{name} has flags that do not exist", back=3)
    operation = None
    if piece:
        # Fumen counts rotations the other way round, from the reverse one.
        letter, orientation = LETTERS[piece], (2 - rotation) % 4
        dx, dy = ANCHORS[letter, orientation]
        row, column = divmod(position + CELLS - size, WIDTH)
        try:
            operation = Operation(letter, orientation, column - dx, HEIGHT - 1 - row - dy)
        except FumenError as error:
            raise source.error(f"{name}: {error}", back=3) from None
    return Page(
        field,
        operation,
        source.comment(f"the comment of {name}") if flags & _COMMENT else comment,
        lock=not flags & _HOVER,
        rise=bool(flags & _RISE),
        mirror=bool(flags & _MIRROR),
        colour=bool(flags & _COLOUR),
    )


def encode(pages: Iterable[Page]) -> str:
    """The pages as a fumen of version 115: `decode(encode(pages)) == pages`.

    Raises FumenError if there is no page, or a comment does not fit: 4095 characters after escaping, where a letter
    outside Latin-1 takes six and most signs three. Halves of a surrogate pair that meet come back as one character.
    """
    pages = list(pages)
    if not pages:
        raise FumenError("a fumen has at least one page")
    before = [Page(), *(page.next() for page in pages[:-1])]
    body = []
    for number, (page, base, field) in enumerate(zip(pages, before, _fields(pages, before)), 1):
        try:
            body.append(field + _action(page, page.comment != base.comment))
        except FumenError as error:
            raise FumenError(f"page {number}: {error}") from None
    return wrapped("".join(body))


def _fields(pages: Sequence[Page], before: Sequence[Page]) -> Iterator[str]:
    """The field of each page in digits, nothing where an earlier one has announced that it does not change."""
    runs = [None if p.field == b.field else _runs(p.field, b.field) for p, b in zip(pages, before)]
    for changed, group in groupby(runs, key=lambda run: run is not None):
        if changed:
            yield from (run or "" for run in group)
            continue
        total = len(list(group))
        for start in range(0, total, _MOST_SAME + 1):
            more = min(total - start - 1, _MOST_SAME)
            yield digits(_SAME * CELLS + CELLS - 1, 2) + digits(more, 1)
            yield from [""] * more


def _runs(field: Field, before: Field) -> str:
    """The runs of equal change from one field to another, in digits."""
    changes = map(sub, field.cells.encode().translate(_NUMBERS), before.cells.encode().translate(_NUMBERS))
    return "".join(digits((change + _SAME) * CELLS + len(list(run)) - 1, 2) for change, run in groupby(changes))


def _action(page: Page, comment: bool) -> str:
    """Operation, flags and, if `comment`, the comment of a page in digits."""
    piece = rotation = position = 0
    if operation := page.operation:
        dx, dy = ANCHORS[operation.piece, operation.orientation]
        piece, rotation = LETTERS.index(operation.piece), (2 - operation.orientation) % 4
        position = (HEIGHT - 1 - operation.y - dy) * WIDTH + operation.x + dx
    flags = _RISE * page.rise | _MIRROR * page.mirror | _COLOUR * page.colour | _COMMENT * comment
    flags |= _HOVER * (not page.lock)
    value = ((flags * CELLS + position) * 4 + rotation) * 8 + piece
    return digits(value, 3) + (packed(page.comment) if comment else "")
