"""Sixteen numbers as one machine value: the vector types that Tetris kernels are written in.

How. `Lanes` is sixteen 32-bit integers in one LLVM vector; `Reals` is sixteen float64. Arithmetic, logic, shifts and
comparisons act on all lanes at once, a number on one side counts for every lane, and a comparison gives 1 or 0 in each
lane, so it can be added up. A well is one `Lanes`: lane x is column x, bit y of a lane is the cell in row y. Or a lane
is a placement: lane x is "this piece dropped at column x", and one pass answers for every column at once. `slide`
moves lanes sideways, which turns "my column" into "the column k to my right".

Why. Written with arrays the same kernels ran 3 to 5 times slower (docs/decisions/002-lanes.md). LLVM turns each line
here into one AVX-512 instruction, two of AVX2 or four of SSE or NEON; nothing in this package asks which.

Why not. The types exist only inside compiled kernels: they cannot be returned to Python, stored in records or run with
the compiler off (the naive twins in tests/naive stand in there). Lanes are signed 32-bit, wrap silently, and a shift
by 32 or more is undefined: callers keep rows below 32.

Does it work? tests/tetris/test_lanes.py compares every operation with NumPy on random lanes.
"""

import operator
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

WIDTH = 16

Lanes: TypeAlias = Any  # the Python annotations of kernels; Numba infers the real types below
Reals: TypeAlias = Any

_I1, _I32, _I64, _F64 = ir.IntType(1), ir.IntType(32), ir.IntType(64), ir.DoubleType()


def _vector(element: Any) -> Any:
    return ir.VectorType(element, WIDTH)


def _constant(value: int) -> Any:
    return ir.Constant(_vector(_I32), [ir.Constant(_I32, value)] * WIDTH)


class _VectorType(types.Type):  # type: ignore[misc]
    def __init__(self, name: str, element: Any) -> None:
        super().__init__(name=name)
        self.element = element


class _LanesType(_VectorType):
    pass


class _RealsType(_VectorType):
    pass


lanes = _LanesType("Lanes", _I32)
reals = _RealsType("Reals", _F64)


@register_model(_LanesType)
@register_model(_RealsType)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _vector(kind.element))


# Operators -----------------------------------------------------------------------------------------------------------


def _broadcast(builder: Any, value: Any, kind: Any, like: Any) -> Any:
    """`value` as a vector of the element type of `like`; numbers are cast and copied into every lane."""
    if isinstance(kind, _VectorType):
        if kind == lanes and like == reals:
            return builder.sitofp(value, _vector(_F64))
        return value
    if isinstance(kind, types.Boolean):
        scalar = builder.zext(value, _I32) if like == lanes else builder.uitofp(value, _F64)
    elif like == reals:
        scalar = value if isinstance(kind, types.Float) else builder.sitofp(value, _F64)
    elif value.type.width > 32:
        scalar = builder.trunc(value, _I32)
    else:
        scalar = value if value.type.width == 32 else builder.sext(value, _I32)
    one = builder.insert_element(ir.Constant(_vector(like.element), ir.Undefined), scalar, ir.Constant(_I32, 0))
    return builder.shuffle_vector(one, one, ir.Constant(_vector(_I32), [ir.Constant(_I32, 0)] * WIDTH))


def _joined(a: Any, b: Any) -> Any:
    """The vector type of an operation on `a` and `b`; None where it is not one of ours."""
    if not (isinstance(a, _VectorType) or isinstance(b, _VectorType)):
        return None
    if any(not isinstance(t, _VectorType | types.Integer | types.Float | types.Boolean) for t in (a, b)):
        return None
    real = any(t == reals or isinstance(t, types.Float) for t in (a, b))
    return reals if real else lanes


def _register(op: Any, emit_lanes: str, emit_reals: str | None = None) -> None:
    def generic(self: Any, args: tuple[Any, ...], kws: Any) -> Any:
        kind = _joined(*args)
        return None if kind is None or (kind == reals and emit_reals is None) else signature(kind, *args)

    infer_global(op)(type(f"_{op.__name__}", (AbstractTemplate,), {"key": op, "generic": generic}))

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.return_type
        a, b = (_broadcast(builder, v, t, kind) for v, t in zip(args, sig.args, strict=True))
        return getattr(builder, emit_lanes if kind == lanes else emit_reals)(a, b)

    _lower_all(op, lower)


def _register_comparison(op: Any, symbol: str) -> None:
    def generic(self: Any, args: tuple[Any, ...], kws: Any) -> Any:
        return None if _joined(*args) is None else signature(lanes, *args)

    infer_global(op)(type(f"_{op.__name__}", (AbstractTemplate,), {"key": op, "generic": generic}))

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = _joined(*sig.args)
        a, b = (_broadcast(builder, v, t, kind) for v, t in zip(args, sig.args, strict=True))
        compare = builder.icmp_signed if kind == lanes else builder.fcmp_ordered
        return builder.zext(compare(symbol, a, b), _vector(_I32))

    _lower_all(op, lower)


def _lower_all(op: Any, lower: Any) -> None:
    numbers = (types.Integer, types.Float, types.Boolean)
    for vector in (_LanesType, _RealsType):
        for other in (_LanesType, _RealsType):
            lower_builtin(op, vector, other)(lower)
        for number in numbers:
            lower_builtin(op, vector, number)(lower)
            lower_builtin(op, number, vector)(lower)


_register(operator.add, "add", "fadd")
_register(operator.sub, "sub", "fsub")
_register(operator.mul, "mul", "fmul")
_register(operator.and_, "and_")
_register(operator.or_, "or_")
_register(operator.xor, "xor")
_register(operator.lshift, "shl")
_register(operator.rshift, "lshr")
for _op, _symbol in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!=")):
    _register_comparison(getattr(operator, _op), _symbol)


@infer_global(operator.invert)
class _Invert(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: tuple[Any, ...], kws: Any) -> Any:
        return signature(lanes, lanes) if args == (lanes,) else None


@lower_builtin(operator.invert, _LanesType)  # type: ignore[untyped-decorator]
def _invert(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(args[0])


# Making, reading and writing -----------------------------------------------------------------------------------------


@intrinsic  # type: ignore[untyped-decorator]
def splat(typing: Any, value: Any) -> Any:
    """`value` in every lane: Lanes for an integer, Reals for a float."""
    kind = reals if isinstance(value, types.Float) else lanes

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _broadcast(builder, args[0], sig.args[0], kind)

    return kind(value), codegen


@intrinsic  # type: ignore[untyped-decorator]
def indices(typing: Any) -> Any:
    """0, 1, 2, … 15."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ir.Constant(_vector(_I32), [ir.Constant(_I32, i) for i in range(WIDTH)])

    return lanes(), codegen


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any, element: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    typed = builder.bitcast(data, element.as_pointer())
    return builder.bitcast(builder.gep(typed, [index], source_etype=element), _vector(element).as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def load(typing: Any, array: Any, index: Any) -> Any:
    """Elements index to index + 15 of a flat contiguous array of 32-bit integers. Not bounds-checked."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_pointer(context, builder, sig.args[0], args[0], args[1], _I32), typ=_vector(_I32))
        value.align = 4
        return value

    return lanes(array, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def store(typing: Any, array: Any, index: Any, value: Any) -> Any:
    """Write Lanes or Reals to elements index to index + 15 of a flat contiguous array. Not bounds-checked."""
    element = value.element

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        written = builder.store(args[2], _pointer(context, builder, sig.args[0], args[0], args[1], element))
        written.align = 4 if element == _I32 else 8
        return context.get_dummy_value()

    return types.void(array, types.int64, value), codegen


@intrinsic  # type: ignore[untyped-decorator]
def lane(typing: Any, v: Any, index: Any) -> Any:
    """One lane as a number: int64 of Lanes, float64 of Reals."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one = builder.extract_element(args[0], args[1])
        return builder.sext(one, _I64) if v == lanes else one

    return (types.int64 if v == lanes else types.float64)(v, types.int64), codegen


# Lane by lane --------------------------------------------------------------------------------------------------------


def _unary(name: str, flags: list[Any]) -> Any:
    """Code that calls the LLVM intrinsic `name` on sixteen 32-bit lanes."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector = _vector(_I32)
        shape = ir.FunctionType(vector, [vector, *(f.type for f in flags)])
        return builder.call(cgutils.get_or_insert_function(builder.module, shape, f"llvm.{name}.v16i32"), [*args, *flags])

    return codegen


@intrinsic  # type: ignore[untyped-decorator]
def bits(typing: Any, v: Any) -> Any:
    """How many bits are set in each lane."""
    return lanes(lanes), _unary("ctpop", [])


@intrinsic  # type: ignore[untyped-decorator]
def leading_zeros(typing: Any, v: Any) -> Any:
    """How many zero bits stand above the highest set bit of each lane; 32 for an empty one."""
    return lanes(lanes), _unary("ctlz", [ir.Constant(_I1, 0)])


def _extremum(name: str) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        a, b = (_broadcast(builder, v, t, lanes) for v, t in zip(args, sig.args, strict=True))
        vector = _vector(_I32)
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
        return builder.select(builder.icmp_signed("!=", args[0], _constant(0)), args[1], args[2])

    return a(lanes, a, a), codegen


@intrinsic  # type: ignore[untyped-decorator]
def to_reals(typing: Any, v: Any) -> Any:
    """Lanes as Reals."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.sitofp(args[0], _vector(_F64))

    return reals(lanes), codegen


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def slide(typing: Any, v: Any, k: Any, fill: Any) -> Any:
    """Lane x becomes the old lane x + k, a literal from -15 to 15; lanes that come from outside become `fill`."""
    if not isinstance(k, types.IntegerLiteral):
        return None
    distance = k.literal_value

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        other = _broadcast(builder, args[2], sig.args[2], lanes)
        order = [i + distance if 0 <= i + distance < WIDTH else WIDTH for i in range(WIDTH)]
        return builder.shuffle_vector(args[0], other, ir.Constant(_vector(_I32), [ir.Constant(_I32, i) for i in order]))

    return lanes(lanes, k, types.unliteral(fill)), codegen


# All lanes together --------------------------------------------------------------------------------------------------


def _reduction(name: str) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        shape = ir.FunctionType(_I32, [_vector(_I32)])
        function = cgutils.get_or_insert_function(builder.module, shape, f"llvm.vector.reduce.{name}.v16i32")
        return builder.sext(builder.call(function, args), _I64)

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
def where(typing: Any, condition: Any) -> Any:
    """An int64 whose bit x says that lane x is not 0."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        flags = builder.icmp_signed("!=", args[0], _constant(0))
        return builder.zext(builder.bitcast(flags, ir.IntType(16)), _I64)

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
        return builder.sub(ir.Constant(_I64, 64), builder.ctlz(args[0], ir.Constant(_I1, 0)))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def lowest_bit(typing: Any, n: Any) -> Any:
    """The index of the lowest set bit of one int64; 64 for 0."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(_I1, 0))

    return types.int64(types.int64), codegen
