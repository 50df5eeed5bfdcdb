"""The two vector types and the operators that Python programs write with them."""

import operator
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model

WIDTH = 16

Lanes: TypeAlias = Any  # the Python annotations of kernels; Numba infers the real types below
Reals: TypeAlias = Any

I1, I8, I32, I64, F64 = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()


def vector_of(element: Any) -> Any:
    """The LLVM type of sixteen elements."""
    return ir.VectorType(element, WIDTH)


def constant(value: int) -> Any:
    """Lanes that all hold one number known at compile time."""
    return ir.Constant(vector_of(I32), [ir.Constant(I32, value)] * WIDTH)


class VectorType(types.Type):  # type: ignore[misc]
    """Sixteen equal elements as one value."""

    def __init__(self, name: str, element: Any) -> None:
        super().__init__(name=name)
        self.element = element


class _LanesType(VectorType):
    pass


class _RealsType(VectorType):
    pass


lanes = _LanesType("Lanes", I32)
reals = _RealsType("Reals", F64)


@register_model(_LanesType)
@register_model(_RealsType)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, vector_of(kind.element))


def broadcast(builder: Any, value: Any, kind: Any, like: Any) -> Any:
    """`value` as a vector of the element type of `like`; numbers are cast and copied into every lane."""
    if isinstance(kind, VectorType):
        if kind == lanes and like == reals:
            return builder.sitofp(value, vector_of(F64))
        return value
    signed = getattr(kind, "signed", False)
    if isinstance(kind, types.Float):
        scalar = value if value.type == F64 else builder.fpext(value, F64)
    elif like == reals:
        scalar = (builder.sitofp if signed else builder.uitofp)(value, F64)
    elif value.type.width >= 32:
        scalar = value if value.type.width == 32 else builder.trunc(value, I32)
    else:
        scalar = (builder.sext if signed else builder.zext)(value, I32)
    one = builder.insert_element(ir.Constant(vector_of(like.element), ir.Undefined), scalar, ir.Constant(I32, 0))
    return builder.shuffle_vector(one, one, ir.Constant(vector_of(I32), [ir.Constant(I32, 0)] * WIDTH))


def _joined(a: Any, b: Any) -> Any:
    """The vector type of an operation on `a` and `b`; None where it is not one of ours."""
    if not (isinstance(a, VectorType) or isinstance(b, VectorType)):
        return None
    if any(not isinstance(t, VectorType | types.Integer | types.Float | types.Boolean) for t in (a, b)):
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
        a, b = (broadcast(builder, v, t, kind) for v, t in zip(args, sig.args, strict=True))
        return getattr(builder, emit_reals if kind == reals and emit_reals else emit_lanes)(a, b)

    _lower_all(op, lower)


def _register_comparison(op: Any, symbol: str) -> None:
    def generic(self: Any, args: tuple[Any, ...], kws: Any) -> Any:
        return None if _joined(*args) is None else signature(lanes, *args)

    infer_global(op)(type(f"_{op.__name__}", (AbstractTemplate,), {"key": op, "generic": generic}))

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = _joined(*sig.args)
        a, b = (broadcast(builder, v, t, kind) for v, t in zip(args, sig.args, strict=True))
        compare = builder.icmp_signed if kind == lanes else builder.fcmp_ordered
        return builder.zext(compare(symbol, a, b), vector_of(I32))

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
