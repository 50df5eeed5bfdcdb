"""From moves back to states: the best move of each parent, and the best line of play from it."""

import numpy as np

from .._jit import kernel
from ..game import Bools, Floats, Ints

COMPLETE = (
    1 << 30
)  # the rank of a line that was followed to its end; else it is the number of pieces before it was lost
HERE, HOPED = -1, -2  # in place of an action: the line ends here; here, with an expectation of what comes


@kernel
def _first_best(parent: Ints, value: Floats, out: Ints) -> None:
    """For each parent, the first row of its highest value; -1 without rows. Modified in place."""
    out[:] = -1
    for i in range(len(parent)):
        best = out[parent[i]]
        if best < 0 or value[i] > value[best]:
            out[parent[i]] = i


def first_best(parent: Ints, value: Floats, parents: int) -> Ints:
    """[parents] the row of the highest value for each parent, the first of equals; -1 where it has no row."""
    out = np.empty(parents, np.int64)
    _first_best(parent, value, out)
    return out


@kernel
def _carried(parent: Ints, credit: Floats, value: Floats, before: Floats, line: Floats, total: Floats) -> None:
    """Fill `line` and `total` [N]. Modified in place."""
    for i in range(len(parent)):
        earned = before[parent[i]]
        line[i] = earned + value[i]
        total[i] = earned + credit[i]


def carried(parent: Ints, credit: Floats, value: Floats, before: Floats) -> tuple[Floats, Floats]:
    """[N] values of lines of play, and [N] the credits they carry on, from the credits earned `before` [S]."""
    line, total = np.empty(len(parent)), np.empty(len(parent))
    _carried(parent, credit, value, before, line, total)
    return line, total


@kernel
def opened(
    parent: Ints,
    action: Ints,
    dead: Bools,
    line: Floats,
    ply: int,
    last: bool,
    row: Ints,
    rank: Ints,
    value: Floats,
    actions: Ints,
) -> None:
    """Fill in the best line of each parent [S] as far as one ply shows. Modified in place.

    `row` is its first move of the highest `line` [N], -1 without one; then `value` and `actions` stay as they are.
    """
    row[:] = -1
    for i in range(len(parent)):
        best = row[parent[i]]
        if best < 0 or line[i] > line[best]:
            row[parent[i]] = i
    for p in range(len(row)):
        best = row[p]
        if best < 0:
            rank[p] = COMPLETE
            continue
        actions[p, 0], value[p] = action[best], line[best]
        rank[p] = COMPLETE
        if dead[best]:
            rank[p] = 0
        elif not last:
            rank[p] = ply + 1


@kernel
def raised(
    parent: Ints,
    action: Ints,
    rows: Ints,
    tops: Ints,
    below_rank: Ints,
    below_value: Floats,
    below_actions: Ints,
    row: Ints,
    rank: Ints,
    value: Floats,
    actions: Ints,
) -> None:
    """Put the best line of each survivor before its parent's own, where it is better. Modified in place.

    Survivor j of K is the move `rows[j]`, or, where its line ends there, the move `tops[j]` to the same position. Of
    each parent [S], `row` is the move that its best line begins with, `rank` and `value` what that line is worth, and
    `actions` [S, P] the line itself. A higher rank is better, then a higher value, then the earlier row.
    """
    for j in range(len(rows)):
        r = rows[j]
        if below_actions[j, 0] == HERE:
            r = tops[j]
        i = parent[r]
        better = below_rank[j] > rank[i]
        if below_rank[j] == rank[i]:
            better = below_value[j] > value[i] or (below_value[j] == value[i] and r < row[i])
        if better:
            row[i], rank[i], value[i] = r, below_rank[j], below_value[j]
            actions[i, 0] = action[r]
            for k in range(below_actions.shape[1]):
                actions[i, k + 1] = below_actions[j, k]
