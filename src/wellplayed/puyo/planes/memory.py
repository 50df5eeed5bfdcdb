"""Where fields come from and go to: arrays and records of uint16."""

from typing import Any

from numba import types
from numba.extending import intrinsic

from .vectors import field


def _pointer(context: Any, builder: Any, kind: Any, memory: Any, index: Any) -> Any:
    """Where field `index` of an array lies."""
    data = context.make_array(kind)(context, builder, memory).data
    data = builder.bitcast(data, field.vector.as_pointer())
    return builder.gep(data, [index], source_etype=field.vector)


@intrinsic  # type: ignore[untyped-decorator]
def load(typing: Any, memory: Any, index: Any) -> Any:
    """Field number `index` of a contiguous array of uint16, 64 to a field. Unchecked."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_pointer(context, builder, sig.args[0], args[0], args[1]), typ=field.vector)
        value.align = 2
        return value

    return field(memory, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def store(typing: Any, memory: Any, index: Any, value: Any) -> Any:
    """Write a Field as number `index` of a contiguous array of uint16, 64 to a field. Unchecked."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        where = _pointer(context, builder, sig.args[0], args[0], args[1])
        builder.store(args[2], where).align = 2
        return context.get_dummy_value()

    return types.void(memory, types.int64, field), codegen
