"""Sets of positions as machine values, and the instructions that move them: the alphabet that flood.py writes in.

How. A piece in one orientation can stand with its centre at any (x, y) of the well. A set of such positions is sixteen
32-bit lanes: lane x, bit y. What a breadth-first search does to one position at a time happens here to all of them at
once: moving sideways slides lanes, falling shifts bits, "is this cell free" is one AND. `Emitter` writes these
instructions into a kernel while Numba compiles it; the loops over cells, orientations and kick tests run here, in
Python, so the machine code has none of them, and every displacement in it is a constant.

Why. Written as Numba functions the same flood needs the piece as a constant in dozens of small inlined functions, and
compiles for a minute; written out it compiles in about half a second a piece. A search over one position at a time is
slower by an order of magnitude (docs/decisions/005-flood.md).

Why not. Ten columns, rows below 32 and constant tables only. Anything else runs in walk.py, which is also the check:
tests compare the two on random boards.
"""

from collections.abc import Collection
from typing import Any

from llvmlite import ir
from numba.core import cgutils

from ..lanes.vectors import I1, I32, WIDTH, vector_of
from ..srs import CELLS, Half, Quarter, kicks

COLUMNS = 10
VECTOR = vector_of(I32)


def every(value: int) -> Any:
    """One number in all lanes."""
    return ir.Constant(VECTOR, [ir.Constant(I32, value & 0xFFFFFFFF)] * WIDTH)


NOTHING, EVERYTHING = every(0), every(-1)
WALLS = ir.Constant(VECTOR, [ir.Constant(I32, 0 if x < COLUMNS else 0xFFFFFFFF) for x in range(WIDTH)])
_SPAWN_COLUMN = ir.Constant(VECTOR, [ir.Constant(I32, 1 if x == 4 else 0) for x in range(WIDTH)])


class Emitter:
    """Instructions on sets, written at the place where `builder` stands. Values are LLVM vectors."""

    def __init__(self, builder: Any) -> None:
        self.builder = builder

    def join(self, *sets: Any) -> Any:
        """Positions in any of the sets."""
        out = sets[0]
        for other in sets[1:]:
            out = self.builder.or_(out, other)
        return out

    def meet(self, *sets: Any) -> Any:
        """Positions in all of the sets."""
        out = sets[0]
        for other in sets[1:]:
            out = self.builder.and_(out, other)
        return out

    def less(self, a: Any, b: Any) -> Any:
        """Positions of `a` that are not in `b`."""
        return self.builder.and_(a, self.builder.not_(b))

    def some(self, *sets: Any) -> Any:
        """A flag: whether any of the sets holds a position."""
        flags = self.builder.icmp_unsigned("!=", self.join(*sets), NOTHING)
        return self.builder.icmp_unsigned(
            "!=", self.builder.bitcast(flags, ir.IntType(16)), ir.Constant(ir.IntType(16), 0)
        )

    def slide(self, v: Any, dx: int, fill: Any = NOTHING) -> Any:
        """Lane x becomes the old lane x + dx; lanes from outside are those of `fill`."""
        if not dx:
            return v
        order = [i + dx if 0 <= i + dx < WIDTH else WIDTH for i in range(WIDTH)]
        return self.builder.shuffle_vector(v, fill, ir.Constant(VECTOR, [ir.Constant(I32, i) for i in order]))

    def raised(self, v: Any, dy: int) -> Any:
        """Every position moved up by `dy`, or down where it is negative."""
        if dy > 0:
            return self.builder.shl(v, every(dy))
        return self.builder.lshr(v, every(-dy)) if dy < 0 else v

    def moved(self, v: Any, dx: int, dy: int) -> Any:
        """Every position moved by (dx, dy)."""
        return self.raised(self.slide(v, -dx), dy)

    def filled(self, columns: Any, dx: int, dy: int) -> Any:
        """Positions (x, y) with a filled cell at (x + dx, y + dy). Columns must hold the walls; the floor is filled."""
        v = self.slide(columns, dx, EVERYTHING)
        if dy > 0:
            return self.builder.ashr(v, every(dy))  # arithmetic, so that walls have no top
        if dy < 0:
            return self.builder.or_(self.builder.shl(v, every(-dy)), every((1 << -dy) - 1))
        return v

    def free(self, columns: Any, piece: str, orientation: int) -> Any:
        """Positions where no cell of the piece is filled."""
        return self.builder.not_(self.join(*(self.filled(columns, dx, dy) for dx, dy in CELLS[piece][orientation])))

    def open_above(self, free: Any) -> Any:
        """Positions with nothing but free ones above them: what a piece from the sky reaches by falling."""
        zeros = self._count("ctlz", self.builder.not_(free))
        rows = self.builder.sub(every(32), zeros)
        rows = self.builder.select(self.builder.icmp_unsigned("<", rows, every(31)), rows, every(31))
        return self.builder.and_(self.builder.shl(EVERYTHING, rows), free)

    def _count(self, name: str, v: Any) -> Any:
        shape = ir.FunctionType(VECTOR, [VECTOR, I1])
        function = cgutils.get_or_insert_function(self.builder.module, shape, f"llvm.{name}.v16i32")
        return self.builder.call(function, [v, ir.Constant(I1, 0)])

    def rows_used(self, columns: Any) -> Any:
        """A 32-bit number: the rows in which any column has a filled cell."""
        function = cgutils.get_or_insert_function(
            self.builder.module, ir.FunctionType(I32, [VECTOR]), "llvm.vector.reduce.or.v16i32"
        )
        return self.builder.call(function, [columns])

    def spawned(self, row: Any) -> Any:
        """The one position at the spawn column and `row` (a 32-bit number)."""
        one = self.builder.insert_element(ir.Constant(VECTOR, ir.Undefined), row, ir.Constant(I32, 0))
        return self.builder.shl(_SPAWN_COLUMN, self.builder.shuffle_vector(one, one, NOTHING))

    def stepped(self, reached: Any) -> Any:
        """Positions one step to the side of, or below, those of a set."""
        return self.join(self.slide(reached, 1), self.slide(reached, -1), self.raised(reached, -1))

    def grown(self, reached: Any, free: Any) -> Any:
        """`reached`, one step sideways, and up to three rows down from both, through free positions.

        Falls of one row are faster on low piles (516 M nodes/s of perft against 508), of three on ragged ones (246 M
        against 222).
        """
        sideways = self.join(self.slide(reached, 1), self.slide(reached, -1))
        reached = self.join(reached, self.meet(sideways, free))
        for rows in (1, 2):  # after the first pass, `free` means "free for two rows"
            reached = self.join(reached, self.meet(free, self.raised(reached, -rows)))
            if rows < 2:
                free = self.meet(free, self.raised(free, -rows))
        return reached

    def rotated(
        self,
        source: Any,
        free: Any,
        piece: str,
        turn: tuple[int, int],
        table: tuple[Quarter, Half],
        keep: Collection[int] | None = None,
    ) -> Any | None:
        """Where the turn (from, to) leads from the positions of `source`; `free` is of the orientation turned to.

        Each position takes the first test that is free. With `keep`, only arrivals by those test numbers are given.
        None where the turn does not exist or no test of it is kept.
        """
        tests = kicks(piece, *turn, *table)
        kept = [i for i in range(len(tests)) if keep is None or i in keep]
        if not kept:
            return None
        # Seen from where the piece stands before the turn: tests that move it sideways by the same share one slide.
        seen = {dx: self.slide(free, dx) for dx, _ in tests[: kept[-1] + 1]}
        arrivals: dict[int, Any] = {}
        waiting = source
        for i, (dx, dy) in enumerate(tests[: kept[-1] + 1]):
            fits = self.raised(seen[dx], -dy)
            if i in kept:
                here = self.raised(self.meet(waiting, fits), dy)
                arrivals[dx] = self.join(arrivals[dx], here) if dx in arrivals else here
            waiting = self.less(waiting, fits)
        return self.join(*(self.slide(here, -dx) for dx, here in arrivals.items()))
