"""Counting move sequences under any rules, the slow way: a recursion over what walk.py finds. With hold, too.

perft.py counts where the flood answers: ten columns, soft drops row by row, the spin rules that it is compiled for.
Everything else comes here, and a long count in perft.py begins here: `tree` makes the first plies one by one and leaves
the rest to a quicker counter, so that a caller sees how far it got and can stop it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np

from ..pieces import PIECES
from ..srs import CELLS
from .ruleset import Ruleset
from .walk import placements

Columns: TypeAlias = tuple[int, ...]  # one number a column of the well, bit y is row y
Queue: TypeAlias = Sequence[int]  # numbers in PIECES
EMPTY_HOLD = -1


def count(columns: Columns, queue: Queue, rules: Ruleset, *, bulk: bool = True) -> int:
    """How many placement sequences of the whole queue start from a board; 0 where a piece cannot appear.

    With `bulk` the last ply is counted and not made.
    """
    if not queue:
        return 1
    if bulk and len(queue) == 1:
        return ways(columns, queue[0], rules)
    return sum(count(after, queue[1:], rules, bulk=bulk) for after in children(columns, queue[0], rules))


def tree(columns: Columns, queue: Queue, rules: Ruleset, plies: int, leaf: Callable[[Columns, Queue], int]) -> int:
    """The same where all but the first `plies` pieces are left to `leaf`, which counts from a board with a queue."""
    if plies <= 0:
        return leaf(columns, queue)
    return sum(tree(after, queue[1:], rules, plies - 1, leaf) for after in children(columns, queue[0], rules))


def count_with_hold(
    columns: Columns, queue: Queue, depth: int, rules: Ruleset, *, hold: int = EMPTY_HOLD, bulk: bool = True
) -> int:
    """How many sequences of `depth` placements start from a board where each piece may be exchanged with hold.

    A move places the head of the queue, or the alternative: the piece in hold, or with an empty hold the second of the
    queue, and none where that is of the same kind. The alternative leaves the head in hold. The queue must have a piece
    more than `depth`, or the alternatives of the last ply are missed.
    """
    if depth == 0:
        return 1
    total = 0
    for piece, rest, held in choices(queue, hold):
        if bulk and depth == 1:
            total += ways(columns, piece, rules)
            continue
        for after in children(columns, piece, rules):
            total += count_with_hold(after, rest, depth - 1, rules, hold=held, bulk=bulk)
    return total


def choices(queue: Queue, hold: int) -> Iterator[tuple[int, Queue, int]]:
    """The one or two pieces that can be placed, each with the queue and the hold after it."""
    head, *rest = queue
    yield head, rest, hold
    if hold != EMPTY_HOLD:
        if hold != head:
            yield hold, rest, head
    elif rest and rest[0] != head:
        yield rest[0], rest[1:], head


def ways(columns: Columns, piece: int, rules: Ruleset) -> int:
    """How many placements a piece has."""
    return len(placements(np.array(columns, np.uint64), rules.width, rules.rows, piece, rules).x)


def children(columns: Columns, piece: int, rules: Ruleset) -> Iterator[Columns]:
    """The board after each placement of a piece, full rows gone."""
    found = placements(np.array(columns, np.uint64), rules.width, rules.rows, piece, rules)
    for o, x, y in zip(found.orientation.tolist(), found.x.tolist(), found.y.tolist(), strict=True):
        yield after(columns, piece, o, x, y)


def after(columns: Columns, piece: int, orientation: int, x: int, y: int) -> Columns:
    """The board with a piece on it, its centre at (x, y), and without the rows that it fills."""
    board = list(columns)
    for dx, dy in CELLS[PIECES[piece]][orientation]:
        board[x + dx] |= 1 << (y + dy)
    full = board[0]
    for column in board:
        full &= column
    while full:
        row = full.bit_length() - 1
        under = (1 << row) - 1
        board = [(column & under) | (column >> 1 & ~under) for column in board]
        full ^= 1 << row
    return tuple(board)
