"""Tuples of arrays passed by address: to compiled code a pointer.

Below: numba and LLVM. Above: jit.py, whose `Library.add_tuple` makes words of such tuples. Knows no game.

Numba hands a tuple of arrays over by value, and an array is seven words. What a search works in has thirty arrays: each
call between its functions would write 1.5 KB, which takes longer than most of what they do. So the one function that
Python calls puts them into its own frame, `by_address`, and hands on where they are.
"""

from __future__ import annotations

from typing import Any

import numba.extending
from llvmlite import ir
from numba import types
from numba.core import cgutils, config, imputils
from numba.core.datamodel import models
from numba.core.typing.templates import AttributeTemplate, infer_getattr


class Address(types.Type):
    """Where a NamedTuple lies that stays as it is while its address is known; tuples in it likewise."""

    def __init__(self, by_value: Any) -> None:
        super().__init__(name=f"Address({by_value.name})")
        self.fields = {name: addressed(kind) for name, kind in zip(by_value.fields, by_value.types, strict=True)}


def addressed(kind: Any) -> Any:
    """Return the type of an entry as it lies in memory."""
    return Address(kind) if isinstance(kind, types.NamedTuple) else kind


class AddressModel(models.PrimitiveModel):
    """A pointer to the entries, one after the other."""

    def __init__(self, manager: Any, kind: Any) -> None:
        entries = [manager.lookup(entry).get_value_type() for entry in kind.fields.values()]
        super().__init__(manager, kind, ir.LiteralStructType(entries).as_pointer())  # type: ignore[no-untyped-call]


class AddressAttributes(AttributeTemplate):
    """The entries are read by their names."""

    key = Address

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        """Return the type of an entry; None where there is none of that name."""
        return kind.fields.get(name)


def read(context: Any, builder: Any, kind: Any, address: Any, name: str) -> Any:
    """Read an entry."""
    entry = cgutils.gep_inbounds(builder, address, 0, list(kind.fields).index(name))  # type: ignore[no-untyped-call]
    return imputils.impl_ret_borrowed(  # type: ignore[no-untyped-call]
        context, builder, kind.fields[name], read_parts(builder, entry)
    )


def read_parts(builder: Any, address: Any) -> Any:
    """Read what lies at an address part by part, so that LLVM reads only what is needed."""
    kind = address.type.pointee
    if not isinstance(kind, ir.LiteralStructType | ir.ArrayType):
        return builder.load(address)
    value = ir.Constant(kind, ir.Undefined)
    for k in range(len(kind)):
        part = cgutils.gep_inbounds(builder, address, 0, k)  # type: ignore[no-untyped-call]
        value = builder.insert_value(value, read_parts(builder, part), k)
    return value


def put_down(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Write a tuple into the frame of the function that is compiled; return its address."""
    address = cgutils.alloca_once(  # type: ignore[no-untyped-call]
        builder, context.get_value_type(Address(kind)).pointee
    )
    for k, entry in enumerate(kind.types):
        part = builder.extract_value(value, k)
        if isinstance(entry, types.NamedTuple):
            part = put_down(context, builder, entry, part)
        builder.store(part, cgutils.gep_inbounds(builder, address, 0, k))  # type: ignore[no-untyped-call]
    return address


def by_address(arrays: Any) -> Any:
    """Return a NamedTuple as compiled functions hand it on: good until the function returns that calls this."""
    return arrays


def _by_address(typing: Any, arrays: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return put_down(context, builder, signature.args[0], arguments[0])

    return (Address(arrays)(arrays), generate) if isinstance(arrays, types.NamedTuple) else None


intrinsic: Any = numba.extending.intrinsic
if not config.DISABLE_JIT:  # type: ignore[attr-defined]
    numba.extending.register_model(Address)(AddressModel)
    infer_getattr(AddressAttributes)  # type: ignore[no-untyped-call]
    imputils.lower_getattr_generic(Address)(read)  # type: ignore[no-untyped-call]
    by_address = intrinsic(_by_address)
