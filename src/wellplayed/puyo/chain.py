"""Chains: what pops, what falls, and what it scores, without a flood fill.

What pops. Among cells of one colour, call a cell a seed if it has three neighbours of its colour, or two of which one
has two itself. Then

- a group of three or fewer has no seed: three neighbours make four cells, and so do two neighbouring cells with a
  second neighbour each, since on a grid these two differ;
- in a group of four or more every cell is a seed or beside one. A cell with three neighbours is one. A cell c with two,
  a and b: the group has a fourth cell, and it touches a or b, which then has two neighbours, so c is a seed. A cell
  with the one neighbour a: a has more neighbours, or the group would end there; with three it is a seed, and with two,
  c and b, there is a fourth cell that touches b, so that a and b have two each and a is a seed.

So what pops is the seeds and their neighbours of the same colour. All colours are looked at together.

What falls. In every column the run of popped cells that is lowest is cut out and what lies above it moves down, all
planes by the same masks; nearly always that was the only run.

Speed. The first four colours are one machine value; the fifth and ojama are beside it, and are looked at only in fields
that have them. Bonuses come from formulas (scoring.py), and single groups are told apart only where one colour pops
eight cells or more.
"""

import numpy as np

from .._jit import Array, kernel
from .cells import SEEN
from .planes import (
    Field,
    Half,
    Mask,
    bits,
    count_bits,
    down,
    from_words,
    high_word,
    left,
    load,
    low_word,
    lower,
    merged,
    occupied,
    plane,
    right,
    splat,
    stacked,
    store,
    total,
    turned,
    union,
    up,
)
from .scoring import chain_power, colour_bonus, group_bonus, link_points

_0, _1 = np.uint64(0), np.uint64(1)
_EACH = 0b01_01_01_01_01  # the lower of the two bits that `occupied` has for each colour


@kernel(inline=True)
def resolve(field: Field) -> tuple[Field, int, int, int]:
    """The chain of a field at rest, to its end: the field after it, its links, its points and the puyos it popped.

    Ojama that went with them is not counted.
    """
    low, fifth, ojama = lower(field), plane(field, 4), plane(field, 5)
    five, dirty = occupied(fifth) != 0, occupied(ojama) != 0
    links, points, popped = 0, 0, 0
    while True:
        near = low & SEEN
        sprouts = seeds(near)
        found = occupied(sprouts)
        gone = grown(near, sprouts)
        going = merged(gone)
        fifth_gone = fifth
        if five:
            near_fifth = fifth & SEEN
            sprouts_fifth = seeds(near_fifth)
            found |= occupied(sprouts_fifth) << 8
            fifth_gone = grown(near_fifth, sprouts_fifth)
            going = going | fifth_gone
        if found == 0:
            break
        links += 1
        cells = total(plane(going, 0))
        colours = count_bits(np.uint64((found | found >> 1) & _EACH))
        bonus = chain_power(links) + colour_bonus(colours)
        if cells > 4 * colours:
            bonus += group_bonuses(gone, fifth_gone, found, cells)
        points += link_points(cells, bonus)
        popped += cells
        if dirty:
            going = going | (ojama & SEEN & beside(plane(going, 0)))
        low, fifth, ojama = dropped(low, fifth, ojama, going)
    return stacked(low, fifth, ojama), links, points, popped


@kernel(inline=True)
def fired(field: Field) -> tuple[Field, int]:
    """The field after the chain of a field at rest, and the number of its links: `resolve` without the score."""
    low, fifth, ojama = lower(field), plane(field, 4), plane(field, 5)
    five, dirty = occupied(fifth) != 0, occupied(ojama) != 0
    links = 0
    while True:
        near = low & SEEN
        sprouts = seeds(near)
        found = occupied(sprouts)
        going = merged(grown(near, sprouts))
        if five:
            near_fifth = fifth & SEEN
            sprouts_fifth = seeds(near_fifth)
            found |= occupied(sprouts_fifth)
            going = going | grown(near_fifth, sprouts_fifth)
        if found == 0:
            break
        links += 1
        if dirty:
            going = going | (ojama & SEEN & beside(plane(going, 0)))
        low, fifth, ojama = dropped(low, fifth, ojama, going)
    return stacked(low, fifth, ojama), links


@kernel(inline=True)
def settle(field: Field) -> Field:
    """The field after all puyos that hang in the air have come down."""
    filled = union(field)
    under = filled | filled >> 1
    under = under | under >> 2
    under = under | under >> 4
    under = under | under >> 8
    holes = under & ~filled
    low, fifth, ojama = lower(field), plane(field, 4), plane(field, 5)
    if occupied(holes):
        low, fifth, ojama = dropped(low, fifth, ojama, merged(low ^ low) | holes)
    return stacked(low, fifth, ojama)


# One link -------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def beside(v: Half | Mask) -> Half | Mask:
    """The cells that have a neighbour in `v`."""
    return (up(v) | down(v)) | (left(v) | right(v))


@kernel(inline=True)
def seeds(v: Half | Mask) -> Half | Mask:
    """The seeds of every group in planes of visible colours: some where there is a group of four, else none."""
    above, below, before, after = up(v), down(v), left(v), right(v)
    both, either = above & below, above | below
    sides, side = before & after, before | after
    twos = v & (both | (either & side) | sides)
    threes = v & ((both & side) | (sides & either))
    return threes | (twos & (up(twos) | down(twos))) | (twos & (left(twos) | right(twos)))


@kernel(inline=True)
def grown(v: Half | Mask, sprouts: Half | Mask) -> Half | Mask:
    """Cells and their neighbours, as far as they lie in `v`."""
    return v & (sprouts | up(sprouts) | down(sprouts) | (left(sprouts) | right(sprouts)))


@kernel(inline=True)
def dropped(low: Half, fifth: Mask, ojama: Mask, going: Half) -> tuple[Half, Mask, Mask]:
    """The three parts of a field without the cells `going`, the same in every plane, and what was above moved down."""
    while True:
        under = ~going & (going - 1)
        filled = going | under
        if occupied(plane(filled & (filled + 1), 0)) == 0:  # no column has more than one run
            return lowered(low, fifth, ojama, under, bits(going))
        run = going & ~(going + (going & (splat(0) - going)))
        by = bits(run)
        low, fifth, ojama = lowered(low, fifth, ojama, under, by)
        going = (going ^ run) >> by


@kernel(inline=True)
def lowered(low: Half, fifth: Mask, ojama: Mask, under: Half, by: Half) -> tuple[Half, Mask, Mask]:
    """The three parts of a field with all but the rows `under` moved down, and over what was there."""
    under_, by_ = plane(under, 0), plane(by, 0)
    return (
        (low & under) | ((low >> by) & ~under),
        (fifth & under_) | ((fifth >> by_) & ~under_),
        (ojama & under_) | ((ojama >> by_) & ~under_),
    )


# The group bonus ------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def group_bonuses(gone: Half, fifth: Mask, found: int, cells: int) -> int:
    """The bonuses of all groups of a link: its popped cells, their colours as `occupied` has them, their number."""
    if cells < 8:
        return group_bonus(cells)
    bonus, colours = 0, stacked(gone, fifth, fifth)
    while found:
        colour = plane(colours, 0)
        if found & 3:
            size = total(colour)
            if size < 8:
                bonus += group_bonus(size)
            else:
                bonus += flooded(colour)
        colours = turned(colours)
        found >>= 2
    return bonus


@kernel(inline=True)
def flooded(colour: Mask) -> int:
    """The bonuses of the groups of one colour, told apart by flooding them."""
    bonus = 0
    low, high = low_word(colour), high_word(colour)
    while low | high:
        first = low & (~low + _1)
        group = from_words(first, high & (~high + _1) if first == _0 else _0)
        while True:
            wider = grown(colour, group)
            if occupied(wider ^ group) == 0:
                break
            group = wider
        bonus += group_bonus(total(group))
        low, high = low & ~low_word(group), high & ~high_word(group)
    return bonus


# Batches --------------------------------------------------------------------------------------------------------------


@kernel
def simulate(cells: Array, links: Array, score: Array) -> None:
    """Let fields `cells` [B, 8, 8] fall and chain to the end; fill `links` [B] and `score` [B]. Modified in place."""
    for i in range(len(cells)):
        after = resolve(settle(load(cells, i)))
        store(cells, i, after[0])
        links[i], score[i] = after[1], after[2]
