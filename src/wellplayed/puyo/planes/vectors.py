"""The three vector types, the operators that Python programs write with them, and how one turns into another."""

import operator
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model

from ..cells import COLUMNS, PLANES

Field: TypeAlias = Any  # the Python annotations of kernels; Numba infers the real types below
Half: TypeAlias = Any
Mask: TypeAlias = Any

I16, I32, I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)


class PlanesType(types.Type):  # type: ignore[misc]
    """So many planes of eight 16-bit columns as one value."""

    def __init__(self, name: str, planes: int) -> None:
        super().__init__(name=name)
        self.planes = planes
        self.lanes = planes * COLUMNS
        self.vector = ir.VectorType(I16, self.lanes)

    def constant(self, values: Any) -> Any:
        """A constant of this type: its columns, plane by plane."""
        return ir.Constant(self.vector, [ir.Constant(I16, v) for v in values])


field = PlanesType("Field", PLANES)
half = PlanesType("Half", PLANES // 2)
mask = PlanesType("Mask", 1)


@register_model(PlanesType)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, kind.vector)


def order(indices: Any) -> Any:
    """The constant that tells a shuffle which columns to take."""
    chosen = [ir.Constant(I32, i) for i in indices]
    return ir.Constant(ir.VectorType(I32, len(chosen)), chosen)


def widened(builder: Any, value: Any, kind: Any, like: PlanesType) -> Any:
    """`value` as a vector of the type `like`: a number into every column, a mask into every plane."""
    if kind == like:
        return value
    if isinstance(kind, PlanesType):
        return builder.shuffle_vector(value, value, order(i % COLUMNS for i in range(like.lanes)))
    width = value.type.width
    if width != 16:
        narrow = builder.sext if kind.signed else builder.zext
        value = builder.trunc(value, I16) if width > 16 else narrow(value, I16)
    one = builder.insert_element(ir.Constant(like.vector, ir.Undefined), value, ir.Constant(I32, 0))
    return builder.shuffle_vector(one, one, order([0] * like.lanes))


def joined(a: Any, b: Any) -> Any:
    """The type of an operation on `a` and `b`: the larger vector; None where there is none, or halves meet a field."""
    vectors = [t for t in (a, b) if isinstance(t, PlanesType)]
    if not vectors or any(not isinstance(t, PlanesType | types.Integer) for t in (a, b)):
        return None
    kind = max(vectors, key=lambda t: t.planes)
    return kind if all(t in (kind, mask) for t in vectors) else None


def _register(op: Any, emit: str) -> None:
    def generic(self: Any, args: tuple[Any, ...], kws: Any) -> Any:
        kind = joined(*args)
        return None if kind is None else signature(kind, *args)

    infer_global(op)(type(f"_{op.__name__}", (AbstractTemplate,), {"key": op, "generic": generic}))

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        a, b = (widened(builder, v, t, sig.return_type) for v, t in zip(args, sig.args, strict=True))
        return getattr(builder, emit)(a, b)

    lower_builtin(op, PlanesType, PlanesType)(lower)
    lower_builtin(op, PlanesType, types.Integer)(lower)
    lower_builtin(op, types.Integer, PlanesType)(lower)


_register(operator.add, "add")
_register(operator.sub, "sub")
_register(operator.and_, "and_")
_register(operator.or_, "or_")
_register(operator.xor, "xor")
_register(operator.lshift, "shl")
_register(operator.rshift, "lshr")


@infer_global(operator.invert)
class _Invert(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: tuple[Any, ...], kws: Any) -> Any:
        return signature(args[0], args[0]) if isinstance(args[0], PlanesType) else None


@lower_builtin(operator.invert, PlanesType)  # type: ignore[untyped-decorator]
def _invert(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(args[0])
