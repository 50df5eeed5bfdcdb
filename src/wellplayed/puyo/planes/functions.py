"""What can be done with planes beside operators: make, move, take apart, put together and count them."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..cells import COLUMNS
from .vectors import I32, I64, PlanesType, field, half, mask, order, widened

# Made from numbers ----------------------------------------------------------------------------------------------------


@intrinsic  # type: ignore[untyped-decorator]
def empty(typing: Any) -> Any:
    """A Field without cells."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return field.constant([0] * field.lanes)

    return field(), codegen


@intrinsic  # type: ignore[untyped-decorator]
def splat(typing: Any, n: Any) -> Any:
    """A Mask with `n` in every column."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return widened(builder, args[0], sig.args[0], mask)

    return mask(n), codegen


@intrinsic  # type: ignore[untyped-decorator]
def single(typing: Any, plane: Any, x: Any, bits: Any) -> Any:
    """A Field with `bits` in column `x` of one plane, and nothing else."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        k, x_, value = (widened(builder, v, t, field) for v, t in zip(args, sig.args, strict=True))
        place = builder.add(builder.mul(k, field.constant([COLUMNS] * field.lanes)), x_)
        here = builder.icmp_unsigned("==", place, field.constant(range(field.lanes)))
        return builder.select(here, value, field.constant([0] * field.lanes))

    return field(plane, x, bits), codegen


@intrinsic  # type: ignore[untyped-decorator]
def from_words(typing: Any, low: Any, high: Any) -> Any:
    """A Mask of two uint64: columns 0 to 3 and 4 to 7, 16 bits each, the first in the lowest."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pair = ir.Constant(ir.VectorType(I64, 2), ir.Undefined)
        for i, word in enumerate(args):
            pair = builder.insert_element(pair, word, ir.Constant(I32, i))
        return builder.bitcast(pair, mask.vector)

    return mask(types.uint64, types.uint64), codegen


# Moved ----------------------------------------------------------------------------------------------------------------


def _moved(v: Any, columns: int) -> Any:
    """The intrinsic that gives column x of each plane the old column x + columns, and nothing where that is none."""
    if not isinstance(v, PlanesType):
        return None
    chosen = [i + columns if 0 <= i % COLUMNS + columns < COLUMNS else v.lanes for i in range(v.lanes)]

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.shuffle_vector(args[0], v.constant([0] * v.lanes), order(chosen))

    return v(v), codegen


@intrinsic  # type: ignore[untyped-decorator]
def left(typing: Any, v: Any) -> Any:
    """Every cell one column to the left; those of column 0 are lost."""
    return _moved(v, 1)


@intrinsic  # type: ignore[untyped-decorator]
def right(typing: Any, v: Any) -> Any:
    """Every cell one column to the right; those of column 7 are lost."""
    return _moved(v, -1)


@intrinsic  # type: ignore[untyped-decorator]
def up(typing: Any, v: Any) -> Any:
    """Every cell one row up; those of bit 15 are lost."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.shl(args[0], v.constant([1] * v.lanes))

    return (v(v), codegen) if isinstance(v, PlanesType) else None


@intrinsic  # type: ignore[untyped-decorator]
def down(typing: Any, v: Any) -> Any:
    """Every cell one row down; those of bit 0 are lost."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.lshr(args[0], v.constant([1] * v.lanes))

    return (v(v), codegen) if isinstance(v, PlanesType) else None


@intrinsic  # type: ignore[untyped-decorator]
def turned(typing: Any, v: Any) -> Any:
    """The planes in turn: plane k becomes the old plane k + 1, the last one the old first one."""
    if not isinstance(v, PlanesType):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        chosen = order((i + COLUMNS) % v.lanes for i in range(v.lanes))
        return builder.shuffle_vector(args[0], args[0], chosen)

    return v(v), codegen


# Taken apart and put together -----------------------------------------------------------------------------------------


@intrinsic  # type: ignore[untyped-decorator]
def lower(typing: Any, v: Any) -> Any:
    """Planes 0 to 3 of a Field, as a Half."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.shuffle_vector(args[0], args[0], order(range(half.lanes)))

    return half(field), codegen


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def plane(typing: Any, v: Any, k: Any) -> Any:
    """Plane `k`, a literal, as a Mask."""
    if not isinstance(k, types.IntegerLiteral) or not isinstance(v, PlanesType):
        return None
    first = k.literal_value * COLUMNS

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.shuffle_vector(args[0], args[0], order(range(first, first + COLUMNS)))

    return mask(v, k), codegen


@intrinsic  # type: ignore[untyped-decorator]
def stacked(typing: Any, low: Any, fifth: Any, sixth: Any) -> Any:
    """A Field of planes 0 to 3, plane 4 and plane 5."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        two = builder.shuffle_vector(args[1], args[2], order(range(2 * COLUMNS)))
        none = ir.Constant(two.type, [ir.Constant(mask.vector.element, 0)] * (2 * COLUMNS))
        high = builder.shuffle_vector(two, none, order(range(half.lanes)))
        return builder.shuffle_vector(args[0], high, order(range(field.lanes)))

    return field(half, mask, mask), codegen


@intrinsic  # type: ignore[untyped-decorator]
def union(typing: Any, v: Any) -> Any:
    """The cells of all planes together, as a Mask."""
    if not isinstance(v, PlanesType):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value, lanes = args[0], v.lanes
        while lanes > COLUMNS:
            lanes //= 2
            a, b = (builder.shuffle_vector(value, value, order(range(k, k + lanes))) for k in (0, lanes))
            value = builder.or_(a, b)
        return value

    return mask(v), codegen


@intrinsic  # type: ignore[untyped-decorator]
def merged(typing: Any, v: Any) -> Any:
    """The cells of all planes together, in every plane: sooner there than a `union` and its way back."""
    if not isinstance(v, PlanesType):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = args[0]
        for k in range(1, v.planes):  # all turns of the same vector, so that none waits for another
            chosen = order((i + k * COLUMNS) % v.lanes for i in range(v.lanes))
            value = builder.or_(value, builder.shuffle_vector(args[0], args[0], chosen))
        return value

    return v(v), codegen


# Counted and read -----------------------------------------------------------------------------------------------------


def _population(builder: Any, v: PlanesType, value: Any) -> Any:
    """How many bits each column of each plane has."""
    shape = ir.FunctionType(v.vector, [v.vector])
    return builder.call(cgutils.get_or_insert_function(builder.module, shape, f"llvm.ctpop.v{v.lanes}i16"), [value])


def _words(builder: Any, v: PlanesType, value: Any) -> Any:
    """Planes as 64-bit words, two a plane."""
    return builder.bitcast(value, ir.VectorType(I64, 2 * v.planes))


@intrinsic  # type: ignore[untyped-decorator]
def bits(typing: Any, v: Any) -> Any:
    """How many cells each column of each plane has, as planes of numbers."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _population(builder, v, args[0])

    return (v(v), codegen) if isinstance(v, PlanesType) else None


@intrinsic  # type: ignore[untyped-decorator]
def counts(typing: Any, v: Any) -> Any:
    """A Mask whose column k is the number of cells in plane k of a Field."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value, lanes = _population(builder, field, args[0]), field.lanes
        while lanes > mask.lanes:  # neighbours in pairs, until a plane is one number
            even, odd = (builder.shuffle_vector(value, value, order(range(k, lanes, 2))) for k in (0, 1))
            value, lanes = builder.add(even, odd), lanes // 2
        return value

    return mask(field), codegen


@intrinsic  # type: ignore[untyped-decorator]
def total(typing: Any, v: Any) -> Any:
    """The number of cells in all planes, as int64."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        words = _words(builder, v, args[0])
        found = [builder.ctpop(builder.extract_element(words, ir.Constant(I32, i))) for i in range(2 * v.planes)]
        while len(found) > 1:
            found = [builder.add(a, b) for a, b in zip(found[::2], found[1::2], strict=True)]
        return found[0]

    return (types.int64(v), codegen) if isinstance(v, PlanesType) else None


@intrinsic  # type: ignore[untyped-decorator]
def occupied(typing: Any, v: Any) -> Any:
    """An int64 with two bits for each plane, from the lowest: cells in columns 0 to 3, cells in columns 4 to 7."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        words = _words(builder, v, args[0])
        none = ir.Constant(words.type, [ir.Constant(I64, 0)] * (2 * v.planes))
        flags = builder.icmp_unsigned("!=", words, none)
        return builder.zext(builder.bitcast(flags, ir.IntType(2 * v.planes)), I64)

    return (types.int64(v), codegen) if isinstance(v, PlanesType) else None


@intrinsic  # type: ignore[untyped-decorator]
def marked(typing: Any, v: Any) -> Any:
    """Which columns of a Field hold anything, as bits 8 * plane + column of a uint64."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        flags = builder.icmp_unsigned("!=", args[0], field.constant([0] * field.lanes))
        return builder.bitcast(flags, I64)

    return types.uint64(field), codegen


@intrinsic  # type: ignore[untyped-decorator]
def low_word(typing: Any, m: Any) -> Any:
    """Columns 0 to 3 of a Mask as one uint64, 16 bits each, column 0 in the lowest."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.extract_element(_words(builder, mask, args[0]), ir.Constant(I32, 0))

    return types.uint64(mask), codegen


@intrinsic  # type: ignore[untyped-decorator]
def high_word(typing: Any, m: Any) -> Any:
    """Columns 4 to 7 of a Mask as one uint64, 16 bits each, column 4 in the lowest."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.extract_element(_words(builder, mask, args[0]), ir.Constant(I32, 1))

    return types.uint64(mask), codegen


@intrinsic  # type: ignore[untyped-decorator]
def column(typing: Any, m: Any, x: Any) -> Any:
    """Column `x` of a Mask as an int64."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.zext(builder.extract_element(args[0], args[1]), I64)

    return types.int64(mask, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def count_bits(typing: Any, n: Any) -> Any:
    """How many bits are set in one uint64, as int64."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen
