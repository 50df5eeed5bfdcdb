"""Every place where a piece can come to rest, for all columns at once: drops, tucks, kicks and spins.

How. Most positions are open to the sky: a piece that appears above the pile can be turned and moved there and falls
straight in. If no free position is left over, that is the answer. Otherwise the leftovers are flooded: a step
sideways, a fall, the kicks of every turn, again and again until nothing changes. A pile so high that the piece may not
move freely where it appears starts the same flood from the one position of the spawn.

South and west of I, S and Z cover the cells of north and east; they are kept apart while flooding, since their kicks
differ, and merged in the answer. Spins are told apart at the end: only positions that look like a spin (corners, or
nothing moves) ask which of them a rotation reaches last.
"""

from collections.abc import Callable, Collection
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..._jit import kernel
from ..lanes import Lanes, Room, store
from ..lanes.vectors import I32, lanes
from ..pieces import PIECES
from ..srs import CELLS, EAST, WEST, Half, Quarter
from .sets import NOTHING, VECTOR, WALLS, Emitter

# The rules a kernel can be compiled for, by number: kick tables, and what counts as a spin (names of ruleset.py).
TABLES: tuple[tuple[Quarter, Half], ...] = tuple(
    (quarter, half) for quarter in ("srs", "srs+") for half in ("none", "nudge", "tetrio", "six")
)
SPINS = (
    "none",
    "corners-fifth",
    "corners",
    "t-spins+",
    "all",
    "all+",
    "all-mini",
    "all-mini+",
    "mini-only",
    "immobile",
)

_IMMOBILE_T = {
    "t-spins+",
    "all+",
    "all-mini+",
    "mini-only",
    "immobile",
}  # where a T that cannot move is at least a mini
_IMMOBILE = {"all", "all+", "all-mini", "all-mini+", "mini-only", "immobile"}  # where that goes for every other piece
_FULL = {"all", "all+", "immobile"}  # where those are full
_FRONT = (((-1, 1), (1, 1)), ((1, 1), (1, -1)), ((1, -1), (-1, -1)), ((-1, -1), (-1, 1)))  # by orientation

NONE, MINI, FULL = 0, 4, 8  # where the sets of each class begin in the answer


def promoted(spins: str, before: int, after: int) -> Collection[int]:
    """The kick tests, by number, that make a T-spin full whatever its front corners are."""
    if spins == "corners-fifth":
        return {4, 5}
    quarter = (after - before) % 2 == 1
    return {4} if quarter and after in (EAST, WEST) else ()


def same_cells(piece: str, kept: int, other: int) -> tuple[int, int]:
    """How far the centre moves when a piece standing in orientation `other` is named in orientation `kept` instead."""
    a, b = min(CELLS[piece][kept]), min(CELLS[piece][other])
    return b[0] - a[0], b[1] - a[1]


class Flood:
    """The instructions for one piece under one rule book, written once, in order: `spread`, then `answer`."""

    def __init__(self, builder: Any, columns: Any, spawn: Any, piece: str, table: tuple[Quarter, Half]) -> None:
        self.builder, self.piece, self.table = builder, piece, table
        self.e = Emitter(builder)
        self.count = 1 if piece == "O" else 4  # orientations that differ by cells or by kicks
        self.kept = {"O": 1, "I": 2, "S": 2, "Z": 2}.get(piece, 4)  # orientations that differ by cells
        self.rows = self.e.rows_used(columns)
        self.columns = builder.or_(columns, WALLS)
        self.spawn = builder.trunc(spawn, I32)
        self.free = [self.e.free(self.columns, piece, o) for o in range(self.kept)]
        for o in range(self.kept, self.count):
            self.free.append(self.apart(self.free[o - 2], o))
        self.cells = [cgutils.alloca_once(builder, VECTOR) for _ in range(self.count)]

    def apart(self, v: Any, o: int) -> Any:
        """A set of north or east, as the same cells are named in orientation `o`, south or west."""
        dx, dy = same_cells(self.piece, o - 2, o)
        return self.e.moved(v, -dx, -dy)

    def reached(self, o: int) -> Any:
        """What is reached so far."""
        return self.builder.load(self.cells[o], typ=VECTOR)

    def left_over(self, count: int) -> Any:
        """A flag: whether some free position is not reached."""
        return self.e.some(*(self.e.less(self.free[o], self.reached(o)) for o in range(count)))

    def spread(self) -> None:
        """Reach everything that can be reached."""
        b = self.builder
        # Two rows below the centre of an upright I: with all above that empty, nothing hinders where pieces appear.
        clear = b.icmp_unsigned("==", b.lshr(self.rows, b.sub(self.spawn, ir.Constant(I32, 2))), ir.Constant(I32, 0))
        for o in range(self.kept):
            b.store(self.e.open_above(self.free[o]), self.cells[o])
        simple = b.and_(clear, b.not_(self.left_over(self.kept)))
        for o in range(self.kept, self.count):
            b.store(self.apart(self.reached(o - 2), o), self.cells[o])
        with b.if_then(b.not_(simple)):
            appears = self.e.meet(self.e.spawned(self.spawn), self.free[0])
            for o in range(self.count):
                b.store(b.select(clear, self.reached(o), NOTHING if o else appears), self.cells[o])
            self._loop()

    def _loop(self) -> None:
        """Grow each orientation that lacks something until none grows."""
        b = self.builder
        again, done = b.append_basic_block("flood.again"), b.append_basic_block("flood.done")
        b.branch(again)
        b.position_at_end(again)
        before = [self.reached(o) for o in range(self.count)]
        for o in range(self.count):
            old = self.reached(o)
            with b.if_then(self.e.some(self.e.less(self.free[o], old))):
                b.store(self.e.join(self.e.grown(old, self.free[o]), *self.arrivals(o)), self.cells[o])
        changed = self.e.some(*(b.xor(before[o], self.reached(o)) for o in range(self.count)))
        b.cbranch(b.and_(changed, self.left_over(self.count)), again, done)
        b.position_at_end(done)

    def arrivals(self, o: int, keep: Callable[[int], Collection[int]] | None = None) -> list[Any]:
        """The positions of orientation `o` that a rotation leads to, by the tests that `keep` names for each origin."""
        out = []
        for before in range(self.count):
            if before != o:
                only = keep(before) if keep else None
                out.append(
                    self.e.rotated(self.reached(before), self.free[o], self.piece, (before, o), self.table, only)
                )
        return [v for v in out if v is not None]

    def answer(self, spins: str) -> list[Any]:
        """Twelve sets of resting positions: four orientations, then the same for minis and for full spins."""
        rest = [self.e.less(self.reached(o), self.e.raised(self.free[o], 1)) for o in range(self.count)]
        classes = [*rest, *[NOTHING] * (4 - self.count), *[NOTHING] * 8]
        if self.count > 1 and spins != "none" and (self.piece == "T" or spins in _IMMOBILE):
            classes = self._told_apart(rest, spins)
        if self.piece == "O" and spins in _IMMOBILE:  # it turns on the spot, whatever is around it
            classes[FULL if spins in _FULL else MINI] = self.e.meet(rest[0], self.immobile(0))
        for o in range(self.kept, self.count):
            for first in (NONE, MINI, FULL):
                there = self.e.moved(classes[first + o], *same_cells(self.piece, o - 2, o))
                classes[first + o - 2] = self.e.join(classes[first + o - 2], there)
                classes[first + o] = NOTHING
        return classes

    def _told_apart(self, rest: list[Any], spins: str) -> list[Any]:
        """The resting positions by class."""
        b = self.builder
        out = [cgutils.alloca_once_value(b, v) for v in [*rest, *[NOTHING] * 8]]
        corner = {(dx, dy): self.e.filled(self.columns, dx, dy) for dx in (-1, 1) for dy in (-1, 1)}
        three = self._three(*corner.values()) if self.piece == "T" and spins != "immobile" else NOTHING
        for o in range(4):
            stuck = self.immobile(o) if spins in (_IMMOBILE_T if self.piece == "T" else _IMMOBILE) else NOTHING
            slot = self.e.meet(rest[o], self.e.join(three, stuck))
            with b.if_then(self.e.some(slot), likely=False):
                full, mini = self._classes(o, slot, three, corner, spins)
                steps = self.e.stepped(self.reached(o))
                if o == 0:
                    steps = self.e.join(steps, self.e.spawned(self.spawn))
                b.store(self.e.join(self.e.less(rest[o], slot), self.e.meet(slot, steps)), out[NONE + o])
                b.store(mini, out[MINI + o])
                b.store(full, out[FULL + o])
        return [b.load(v, typ=VECTOR) for v in out]

    def _classes(self, o: int, slot: Any, three: Any, corner: dict[Any, Any], spins: str) -> tuple[Any, Any]:
        """(full, mini): the positions of `slot` that a rotation reaches last, by what it makes of them."""
        e = self.e
        if self.piece != "T" or spins in ("mini-only", "immobile"):
            spun = e.meet(slot, e.join(NOTHING, *self.arrivals(o)))
            return (spun, NOTHING) if spins in _FULL else (NOTHING, spun)
        by_kick = {before: set(promoted(spins, before, o)) for before in range(4)}
        raised = e.meet(slot, e.join(NOTHING, *self.arrivals(o, by_kick.__getitem__)))
        plain = e.meet(slot, e.join(NOTHING, *self.arrivals(o, lambda before: set(range(8)) - by_kick[before])))
        front = e.meet(three, corner[_FRONT[o][0]], corner[_FRONT[o][1]])
        # A slot can be a mini by one kick and a full spin by another; both are kept.
        full = e.join(e.meet(three, raised), e.meet(plain, front))
        return full, e.join(e.less(plain, front), e.less(raised, three))

    def immobile(self, o: int) -> Any:
        """Positions from which no step left, right or up is free; resting ones cannot go down either."""
        free = self.free[o]
        around = self.e.join(self.e.slide(free, 1), self.e.slide(free, -1), self.e.raised(free, -1))
        return self.builder.not_(around)

    def _three(self, p: Any, q: Any, r: Any, s: Any) -> Any:
        """Positions where at least three of four cells are filled."""
        e = self.e
        return e.join(e.meet(p, q, e.join(r, s)), e.meet(r, s, e.join(p, q)))


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def landed(typing: Any, columns: Any, spawn: Any, piece: Any, table: Any, spins: Any) -> Any:
    """Where `piece` can come to rest: twelve Lanes, set NONE + o, MINI + o and FULL + o for orientation o.

    `columns` are ten columns of a pile at most 26 rows high, `spawn` the row of the centre where the piece appears; all
    sets are empty if it is blocked there. `table` (into TABLES) and `spins` (into SPINS) are literals.
    """
    if not all(isinstance(t, types.IntegerLiteral) for t in (table, spins)):
        return None
    answer = types.UniTuple(lanes, 12)
    rules, spin_rule = TABLES[table.literal_value], SPINS[spins.literal_value]

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        sets = [cgutils.alloca_once_value(builder, NOTHING) for _ in range(12)]
        done = builder.append_basic_block("landed.done")
        chosen = builder.switch(args[2], done)
        for number, letter in enumerate(PIECES):
            block = builder.append_basic_block(f"landed.{letter}")
            chosen.add_case(args[2].type(number), block)
            builder.position_at_end(block)
            flood = Flood(builder, args[0], args[1], letter, rules)
            flood.spread()
            for cell, found in zip(sets, flood.answer(spin_rule), strict=True):
                builder.store(found, cell)
            builder.branch(done)
        builder.position_at_end(done)
        return context.make_tuple(builder, answer, [builder.load(cell, typ=VECTOR) for cell in sets])

    return answer(lanes, types.int64, types.int64, table, spins), codegen


@kernel(inline=True)
def keep(sets: Room, first: int, found: Lanes, spins: int) -> None:
    """Store the twelve sets of `landed` in a room from `first`; without spins only four hold any. Modified in place."""
    store(sets, first, found[0])
    store(sets, first + 16, found[1])
    store(sets, first + 32, found[2])
    store(sets, first + 48, found[3])
    if spins:
        store(sets, first + 64, found[4])
        store(sets, first + 80, found[5])
        store(sets, first + 96, found[6])
        store(sets, first + 112, found[7])
        store(sets, first + 128, found[8])
        store(sets, first + 144, found[9])
        store(sets, first + 160, found[10])
        store(sets, first + 176, found[11])
