"""What a field could fire: the best chain that one to three puyos of one colour in one column would set off.

A search that sees only the chains that are fired builds none, since a chain is worth nothing until its last puyo falls.
So every field is asked what it has in it, which chess programs call quiescence. Of every open column and every colour
the smallest stack that pops something is dropped, and its chain played to the end.

Which stacks those are is found for all columns and colours at once. In a field at rest every group has three puyos or
fewer. A stack of n pops if the groups that it touches have 4 - n puyos together, and it touches them below its lowest
puyo and on both sides of each. So it is enough to know of every cell whether its group has one, two, or three. Two
cells that a stack touches may be of one group; then that group has two or more, and the sum that counts is reached by
either of them alone.

Stacks of three are tried only where one and two set nothing off. Of the stacks of fields in sixteen of our own games
they were a third to a half, and the best one in 2 to 16 of 100 fields. Leaving them out made a move a quarter cheaper
(38 ms in place of 52), and 48 games of build50 came to 87,497 points (s.e. 5,506) in place of 84,017 (5,638).

Trigger puyos must come to rest in rows 1 to 12, since those above join no group.
"""

import numpy as np

from .._jit import kernel
from .cells import SEEN
from .chain import beside, resolve
from .planes import (
    Field,
    Mask,
    count_bits,
    down,
    from_words,
    high_word,
    left,
    low_word,
    lower,
    marked,
    plane,
    right,
    single,
    stacked,
    up,
)
from .reach import passable

_1 = np.uint64(1)
_COLUMN_BITS = np.array(
    [[sum(SEEN << 16 * (x - first) for x in range(first, first + 4) if run >> x & 1) for first in (0, 4)]
     for run in range(1 << 6)],
    np.uint64,
)  # fmt: skip


@kernel(inline=True)
def groups(field: Field) -> tuple[Field, Field, Field]:
    """Of a field at rest the visible coloured puyos, those in groups of two or three, and the middles of threes."""
    nothing = plane(field, 6)
    near = stacked(lower(field), plane(field, 4), nothing) & SEEN
    above, below, before, after = up(near), down(near), left(near), right(near)
    pairs = near & (above | below | before | after)
    middles = near & ((above & below) | ((above | below) & (before | after)) | (before & after))
    return near, pairs, middles


@kernel(inline=True)
def triggers(near: Field, pairs: Field, middles: Field, filled: Mask, free: int) -> tuple[Field, Field, Field]:
    """Where one, two and three puyos of a colour would pop: the cell that the lowest comes to rest in, in its plane.

    `near`, `pairs` and `middles` are those of `groups`, `filled` all cells of the field, and `free` the columns that
    can be reached, as bits. Each column of a plane is in one of the three at most.
    """
    threes = middles | (near & beside(middles))
    first = (filled + 1) & from_words(_COLUMN_BITS[free, 0], _COLUMN_BITS[free, 1])
    second = up(first) & SEEN
    third = up(second) & SEEN
    left_of, right_of = right(near), left(near)
    below, before, after = first & up(near), first & left_of, first & right_of
    below_two, before_two, after_two = first & up(pairs), first & right(pairs), first & left(pairs)
    one = (
        (first & (up(threes) | right(threes) | left(threes)))
        | (below_two & (before | after))
        | (before_two & (below | after))
        | (after_two & (below | before))
        | (below & before & after)
    )
    touched = below | before | after
    higher_before, higher_after = down(second & left_of), down(second & right_of)
    two = down(second) & (
        (below_two | before_two | after_two)
        | down(second & (right(pairs) | left(pairs)))
        | ((below & before) | (below & after) | (before & after))
        | (touched & (higher_before | higher_after))
        | (higher_before & higher_after)
    )
    touched = touched | higher_before | higher_after
    three = down(down(third)) & (touched | down(down(third & (left_of | right_of))))
    two = two & ~one
    return one, two, three & ~(one | two)


@kernel(inline=True)
def potential(
    field: Field, near: Field, pairs: Field, middles: Field, filled: Mask
) -> tuple[int, int, int, int, int, int, int, int]:
    """The best chain that a stack would set off: links, points, puyos needed, row, column and plane of the trigger.

    After these come the most points of a chain that one puyo sets off, and that one or two do.

    The best has the most points; of equals the one that needs fewest puyos, then the one with most links, then the
    highest, so that the names of colours do not matter, and then the first by plane and column. All are 0 where nothing
    pops. `near`, `pairs` and `middles` are those of `groups`, `filled` all cells of the field.
    """
    low, high = low_word(filled), high_word(filled)
    one, two, three = triggers(near, pairs, middles, filled, passable(low, high))
    best_links, best_points, best_needed, best_row, best_column, best_plane = 0, 0, 0, 0, 0, 0
    ready, close = 0, 0
    for needed in range(1, 4):
        places = marked(one)
        if needed == 2:
            places = marked(two)
        elif needed == 3:
            if best_points > 0:
                break
            places = marked(three)
        while places:
            lowest = places & (~places + _1)
            places ^= lowest
            place = count_bits(lowest - _1)
            x = place & 7
            word = low
            if x >= 4:
                word = high
            height = count_bits((word >> np.uint64(16 * (x & 3))) & np.uint64(0xFFFF))
            stack = single(place >> 3, x, ((1 << needed) - 1) << height)
            _, links, points, _ = resolve(field | stack)
            if needed == 1:
                ready = max(ready, points)
            if needed < 3:
                close = max(close, points)
            better = points > best_points
            if points == best_points and needed == best_needed:
                better = links > best_links or (links == best_links and height > best_row)
            if better:
                best_links, best_points, best_needed = links, points, needed
                best_row, best_column, best_plane = height, x, place >> 3
    return best_links, best_points, best_needed, best_row, best_column, best_plane, ready, close
