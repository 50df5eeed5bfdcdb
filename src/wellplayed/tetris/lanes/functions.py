"""What can be done with lanes beside operators: make, read, compare, move and gather them."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .vectors import F64, I1, I32, I64, WIDTH, broadcast, constant, lanes, reals, vector_of


@intrinsic  # type: ignore[untyped-decorator]
def splat(typing: Any, value: Any) -> Any:
    """`value` in every lane: Lanes for an integer, Reals for a float."""
    kind = reals if isinstance(value, types.Float) else lanes

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return broadcast(builder, args[0], sig.args[0], kind)

    return kind(value), codegen


@intrinsic  # type: ignore[untyped-decorator]
def indices(typing: Any) -> Any:
    """0, 1, 2, … 15."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ir.Constant(vector_of(I32), [ir.Constant(I32, i) for i in range(WIDTH)])

    return lanes(), codegen


@intrinsic  # type: ignore[untyped-decorator]
def lane(typing: Any, v: Any, index: Any) -> Any:
    """One lane as a number: int64 of Lanes, float64 of Reals."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one = builder.extract_element(args[0], args[1])
        return builder.sext(one, I64) if v == lanes else one

    return (types.int64 if v == lanes else types.float64)(v, types.int64), codegen


# Lane by lane --------------------------------------------------------------------------------------------------------


def _unary(name: str, flags: list[Any]) -> Any:
    """Code that calls the LLVM intrinsic `name` on sixteen 32-bit lanes."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector = vector_of(I32)
        shape = ir.FunctionType(vector, [vector, *(f.type for f in flags)])
        return builder.call(
            cgutils.get_or_insert_function(builder.module, shape, f"llvm.{name}.v16i32"), [*args, *flags]
        )

    return codegen


@intrinsic  # type: ignore[untyped-decorator]
def bits(typing: Any, v: Any) -> Any:
    """How many bits are set in each lane."""
    return lanes(lanes), _unary("ctpop", [])


@intrinsic  # type: ignore[untyped-decorator]
def leading_zeros(typing: Any, v: Any) -> Any:
    """How many zero bits stand above the highest set bit of each lane; 32 for an empty one."""
    return lanes(lanes), _unary("ctlz", [ir.Constant(I1, 0)])


def _extremum(name: str) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        a, b = (broadcast(builder, v, t, lanes) for v, t in zip(args, sig.args, strict=True))
        vector = vector_of(I32)
        shape = ir.FunctionType(vector, [vector, vector])
        return builder.call(cgutils.get_or_insert_function(builder.module, shape, f"llvm.{name}.v16i32"), [a, b])

    return codegen


@intrinsic  # type: ignore[untyped-decorator]
def larger(typing: Any, a: Any, b: Any) -> Any:
    """The larger of two numbers in each lane, signed."""
    return lanes(a, b), _extremum("smax")


@intrinsic  # type: ignore[untyped-decorator]
def smaller(typing: Any, a: Any, b: Any) -> Any:
    """The smaller of two numbers in each lane, signed."""
    return lanes(a, b), _extremum("smin")


@intrinsic  # type: ignore[untyped-decorator]
def choose(typing: Any, condition: Any, a: Any, b: Any) -> Any:
    """`a` in the lanes where `condition` is not 0, `b` in the others. a and b: both Lanes or both Reals."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.select(builder.icmp_signed("!=", args[0], constant(0)), args[1], args[2])

    return a(lanes, a, a), codegen


@intrinsic  # type: ignore[untyped-decorator]
def to_reals(typing: Any, v: Any) -> Any:
    """Lanes as Reals."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.sitofp(args[0], vector_of(F64))

    return reals(lanes), codegen


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def slide(typing: Any, v: Any, k: Any, fill: Any) -> Any:
    """Lane x becomes the old lane x + k, a literal from -15 to 15; lanes that come from outside become `fill`."""
    if not isinstance(k, types.IntegerLiteral):
        return None
    distance = k.literal_value

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        other = broadcast(builder, args[2], sig.args[2], lanes)
        order = [i + distance if 0 <= i + distance < WIDTH else WIDTH for i in range(WIDTH)]
        return builder.shuffle_vector(args[0], other, ir.Constant(vector_of(I32), [ir.Constant(I32, i) for i in order]))

    return lanes(lanes, k, types.unliteral(fill)), codegen


# All lanes together --------------------------------------------------------------------------------------------------


def _reduction(name: str) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        shape = ir.FunctionType(I32, [vector_of(I32)])
        function = cgutils.get_or_insert_function(builder.module, shape, f"llvm.vector.reduce.{name}.v16i32")
        return builder.sext(builder.call(function, args), I64)

    return codegen


@intrinsic  # type: ignore[untyped-decorator]
def total(typing: Any, v: Any) -> Any:
    """The sum of all lanes, as int64 (of the 32-bit sum)."""
    return types.int64(lanes), _reduction("add")


@intrinsic  # type: ignore[untyped-decorator]
def largest(typing: Any, v: Any) -> Any:
    """The largest lane, signed."""
    return types.int64(lanes), _reduction("smax")


@intrinsic  # type: ignore[untyped-decorator]
def smallest(typing: Any, v: Any) -> Any:
    """The smallest lane, signed."""
    return types.int64(lanes), _reduction("smin")


@intrinsic  # type: ignore[untyped-decorator]
def common(typing: Any, v: Any) -> Any:
    """The bits set in every lane."""
    return types.int64(lanes), _reduction("and")


@intrinsic  # type: ignore[untyped-decorator]
def joined(typing: Any, v: Any) -> Any:
    """The bits set in any lane."""
    return types.int64(lanes), _reduction("or")


@intrinsic  # type: ignore[untyped-decorator]
def largest_real(typing: Any, v: Any) -> Any:
    """The largest of sixteen Reals, none of them NaN."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector, half = args[0], WIDTH
        while half > 1:  # compare the upper half with the lower one, lane by lane, until one is left
            half //= 2
            order = [
                ir.Constant(ir.VectorType(I32, half), [ir.Constant(I32, i + k) for i in range(half)]) for k in (0, half)
            ]
            low, high = (builder.shuffle_vector(vector, vector, o) for o in order)
            vector = builder.select(builder.fcmp_ordered(">", high, low), high, low)
        return builder.extract_element(vector, ir.Constant(I32, 0))

    return types.float64(reals), codegen


@intrinsic  # type: ignore[untyped-decorator]
def where(typing: Any, condition: Any) -> Any:
    """An int64 whose bit x says that lane x is not 0."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        flags = builder.icmp_signed("!=", args[0], constant(0))
        return builder.zext(builder.bitcast(flags, ir.IntType(16)), I64)

    return types.int64(lanes), codegen


# Plain numbers -------------------------------------------------------------------------------------------------------


@intrinsic  # type: ignore[untyped-decorator]
def count_bits(typing: Any, n: Any) -> Any:
    """How many bits are set in one int64."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def bit_length(typing: Any, n: Any) -> Any:
    """One more than the index of the highest set bit of one int64; 0 for 0."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.sub(ir.Constant(I64, 64), builder.ctlz(args[0], ir.Constant(I1, 0)))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def lowest_bit(typing: Any, n: Any) -> Any:
    """The index of the lowest set bit of one int64; 64 for 0."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(I1, 0))

    return types.int64(types.int64), codegen
