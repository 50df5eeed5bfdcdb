"""Where lanes come from and go to: arrays, and rooms on the stack of a kernel.

A room is scratch memory that lives as long as one kernel call. Arrays would do, but Numba counts references to arrays
around every inlined call, and each count is a call that empties all vector registers: 17% of a kernel's time went
there.
"""

import operator
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from .vectors import F64, I8, I32, I64, lanes, reals, vector_of

_ELEMENTS = {types.float64: F64, types.int64: I64, types.uint64: I64, types.bool_: I8}


class _RoomType(types.Type):  # type: ignore[misc]
    """A pointer into the stack of the kernel that made it."""

    def __init__(self, name: str, element: Any, number: Any) -> None:
        super().__init__(name=name)
        self.element = element
        self.number = number


Room: TypeAlias = Any  # the Python annotation of rooms in kernels
lane_room = _RoomType("LaneRoom", I32, types.int32)
real_room = _RoomType("RealRoom", F64, types.float64)


@register_model(_RoomType)
class _RoomModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, kind.element.as_pointer())


def _pointer(context: Any, builder: Any, kind: Any, memory: Any, index: Any, element: Any) -> Any:
    """Where element `index` of an array or room lies."""
    if not isinstance(kind, _RoomType):
        memory = context.make_array(kind)(context, builder, memory).data
        memory = builder.bitcast(memory, element.as_pointer())
    return builder.gep(memory, [index], source_etype=element)


def _vector_pointer(context: Any, builder: Any, kind: Any, memory: Any, index: Any, element: Any) -> Any:
    return builder.bitcast(_pointer(context, builder, kind, memory, index, element), vector_of(element).as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def load(typing: Any, memory: Any, index: Any) -> Any:
    """Elements index to index + 15 of a room or a flat contiguous array of numbers. Unchecked.

    64-bit integers lose their upper half.
    """
    dtype = getattr(memory, "dtype", None)
    kind = reals if memory == real_room or dtype == types.float64 else lanes
    wide = dtype in (types.int64, types.uint64)
    element = I64 if wide else kind.element

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        where_ = _vector_pointer(context, builder, sig.args[0], args[0], args[1], element)
        value = builder.load(where_, typ=vector_of(element))
        value.align = 4 if element == I32 else 8
        return builder.trunc(value, vector_of(I32)) if wide else value

    return kind(memory, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def store(typing: Any, memory: Any, index: Any, value: Any) -> Any:
    """Write Lanes or Reals to elements index to index + 15 of a room or a flat contiguous array. Unchecked.

    Lanes are converted to the array's own numbers: int64, float64, bytes or flags (0 or 1).
    """
    kind = value.element if isinstance(memory, _RoomType) else _ELEMENTS.get(memory.dtype, I32)
    size = {F64: 8, I64: 8, I32: 4, I8: 1}[kind]

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector = args[2]
        if value == lanes and kind == F64:
            vector = builder.sitofp(vector, vector_of(F64))
        elif value == lanes and kind != I32:
            vector = (builder.sext if kind == I64 else builder.trunc)(vector, vector_of(kind))
        builder.store(vector, _vector_pointer(context, builder, sig.args[0], args[0], args[1], kind)).align = size
        return context.get_dummy_value()

    return types.void(memory, types.int64, value), codegen


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def room_for_lanes(typing: Any, size: Any) -> Any:
    """Stack memory for `size` 32-bit integers (a literal), valid until this kernel returns; not cleared."""
    return _room(lane_room, size)


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def room_for_reals(typing: Any, size: Any) -> Any:
    """Stack memory for `size` float64 (a literal), valid until this kernel returns; not cleared."""
    return _room(real_room, size)


@intrinsic  # type: ignore[untyped-decorator]
def part(typing: Any, memory: Any, start: Any) -> Any:
    """What lies in a room from element `start` on, as a room of its own."""
    if not isinstance(memory, _RoomType):
        return None

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]], source_etype=memory.element)

    return memory(memory, types.int64), codegen


def _room(kind: Any, size: Any) -> Any:
    if not isinstance(size, types.IntegerLiteral):
        return None
    shape = ir.ArrayType(kind.element, size.literal_value)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        memory = cgutils.alloca_once(builder, shape)
        memory.align = 64
        return builder.bitcast(memory, kind.element.as_pointer())

    return kind(size), codegen


@infer_global(operator.getitem)
class _Read(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: tuple[Any, ...], kws: Any) -> Any:
        if isinstance(args[0], _RoomType) and isinstance(args[1], types.Integer):
            return signature(args[0].number, args[0], types.int64)
        return None


@lower_builtin(operator.getitem, _RoomType, types.Integer)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    return builder.load(builder.gep(args[0], [args[1]], source_etype=kind.element), typ=kind.element)


@infer_global(operator.setitem)
class _Write(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: tuple[Any, ...], kws: Any) -> Any:
        if isinstance(args[0], _RoomType) and isinstance(args[1], types.Integer):
            return signature(types.void, args[0], types.int64, args[0].number)
        return None


@lower_builtin(operator.setitem, _RoomType, types.Integer, types.Number)  # type: ignore[untyped-decorator]
def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], builder.gep(args[0], [args[1]], source_etype=sig.args[0].element))
    return context.get_dummy_value()
