"""Validation of request bodies without pydantic, for pages whose Python runs in the browser.

Every body accepted here is accepted by pydantic with the same result. Unlike pydantic, this module
does not convert strings to numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence, Sized
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Literal,
    NoReturn,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from annotated_types import Ge, Gt, Le, MaxLen

from masume.errors import ParseError
from masume.front.web.records import Record

R = TypeVar("R", bound=Record)

_PLAIN: dict[object, tuple[tuple[type, ...], str]] = {  # exact types: true is not a number
    str: ((str,), "a string"),
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    NoneType: ((NoneType,), "null"),
}


def read_body(kind: type[R], data: object) -> R:
    """Return a body read from decoded JSON; raise ParseError if it is invalid."""
    return cast("R", _read(kind, data, "body"))


def _read(kind: object, value: object, where: str) -> object:
    """Return a value converted to a type; raise ParseError if it does not fit."""
    if kind is object:
        return value
    if kind in _PLAIN:
        types, noun = _PLAIN[kind]
        return value if type(value) in types else _fail(where, f"must be {noun}")
    if isinstance(kind, type) and is_dataclass(kind):
        return _read_object(kind, value, where)
    base, parts = get_origin(kind), get_args(kind)
    if base is Annotated:
        return _check_bounds(parts[1:], _read(parts[0], value, where), where)
    if base is Literal:
        return (
            value
            if value in parts
            else _fail(where, f"must be one of {', '.join(map(str, parts))}")
        )
    if base in (Union, UnionType):
        return _read_union(parts, value, where)
    if base is list and isinstance(value, list):
        return [_read(parts[0], item, f"{where}.{index}") for index, item in enumerate(value)]
    if base is dict and isinstance(value, dict):
        return {str(key): _read(parts[1], item, f"{where}.{key}") for key, item in value.items()}
    return _fail(where, f"must be a {getattr(base, '__name__', base)}")


def _check_bounds(bounds: Sequence[object], value: object, where: str) -> object:
    """Return a value if it is within all bounds."""
    number = cast("float", value)
    for bound in bounds:
        if isinstance(bound, MaxLen):
            is_within = isinstance(value, Sized) and len(value) <= bound.max_length
        elif isinstance(bound, Le):
            is_within = operator.le(number, bound.le)
        elif isinstance(bound, Gt):
            is_within = operator.gt(number, bound.gt)
        else:
            assert isinstance(bound, Ge)
            is_within = operator.ge(number, bound.ge)
        if not is_within:
            _fail(where, f"must satisfy {bound}")
    return value


def _read_union(kinds: Sequence[object], value: object, where: str) -> object:
    """Return the value as the first type it fits; else raise the last non-null type's error."""
    fault = ParseError(f"{where}: is invalid")
    for kind in kinds:
        try:
            return _read(kind, value, where)
        except ParseError as rejected:
            fault = fault if kind is NoneType else rejected
    raise fault


def _read_object(kind: Callable[..., object], value: object, where: str) -> object:
    """Return a dataclass read from a JSON object."""
    if not isinstance(value, dict):
        return _fail(where, "must be an object")
    known = _fields(kind)
    for name in value:
        if name not in known:
            _fail(f"{where}.{name}"[:80], "is an unknown field; remove it")
    for name, (_, is_required) in known.items():
        if is_required and name not in value:
            _fail(f"{where}.{name}", "is missing")
    read = {name: _read(known[name][0], item, f"{where}.{name}") for name, item in value.items()}
    return kind(**read)


@cache
def _fields(kind: type[Record]) -> dict[str, tuple[object, bool]]:
    """Return the type of each field, and whether it is required."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        f.name: (hints[f.name], f.default is MISSING and f.default_factory is MISSING)
        for f in fields(kind)  # type: ignore[arg-type]  # all records are dataclasses
    }


def _fail(where: str, fault: str) -> NoReturn:
    raise ParseError(f"{where}: {fault}")
