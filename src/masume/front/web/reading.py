"""Bodies of requests read from JSON without pydantic, for pages whose Python is in the browser.

The bodies and their bounds are those of `bodies`. What is accepted here pydantic accepts too, and
reads the same; where pydantic makes a number of a text, this refuses.
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
from masume.front.web.bodies import Body

B = TypeVar("B", bound=Body)

_PLAIN: dict[object, tuple[tuple[type, ...], str]] = {  # exactly these: true is no number
    str: ((str,), "a text"),
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    NoneType: ((NoneType,), "null"),
}


def read_body(kind: type[B], data: object) -> B:
    """The body that some JSON stands for; raises ParseError if it is none."""
    return cast("B", _read(kind, data, "body"))


def _read(kind: object, value: object, where: str) -> object:
    if kind is object:
        return value
    if kind in _PLAIN:
        types, called = _PLAIN[kind]
        return value if type(value) in types else _refuse(where, f"is not {called}")
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(kind, value, where)
    base, parts = get_origin(kind), get_args(kind)
    if base is Annotated:
        return _bounded(parts[1:], _read(parts[0], value, where), where)
    if base is Literal:
        return (
            value
            if value in parts
            else _refuse(where, f"is not one of {', '.join(map(str, parts))}")
        )
    if base in (Union, UnionType):
        return _one_of(parts, value, where)
    if base is list and isinstance(value, list):
        return [_read(parts[0], one, f"{where}.{place}") for place, one in enumerate(value)]
    if base is dict and isinstance(value, dict):
        return {str(key): _read(parts[1], one, f"{where}.{key}") for key, one in value.items()}
    return _refuse(where, f"is not a {getattr(base, '__name__', base)}")


def _bounded(bounds: Sequence[object], value: object, where: str) -> object:
    number = cast("float", value)  # if the bound is one of numbers
    for bound in bounds:
        if isinstance(bound, MaxLen):
            keeps = isinstance(value, Sized) and len(value) <= bound.max_length
        elif isinstance(bound, Le):
            keeps = operator.le(number, bound.le)
        elif isinstance(bound, Gt):
            keeps = operator.gt(number, bound.gt)
        else:
            assert isinstance(bound, Ge)
            keeps = operator.ge(number, bound.ge)
        if not keeps:
            _refuse(where, f"is beyond its bounds ({bound})")
    return value


def _one_of(kinds: Sequence[object], value: object, where: str) -> object:
    """The first that it fits; what the last but null says if it fits none."""
    fault = ParseError(f"{where}: is not as it should be")
    for kind in kinds:
        try:
            return _read(kind, value, where)
        except ParseError as refused:
            fault = fault if kind is NoneType else refused
    raise fault


def _record(kind: Callable[..., object], value: object, where: str) -> object:
    if not isinstance(value, dict):
        return _refuse(where, "is not an object")
    known = _fields(kind)
    for name in value:
        if name not in known:
            _refuse(f"{where}.{name}"[:80], "is nothing that is known here")
    for name, (_, needed) in known.items():
        if needed and name not in value:
            _refuse(f"{where}.{name}", "is missing")
    read = {name: _read(known[name][0], one, f"{where}.{name}") for name, one in value.items()}
    return kind(**read)


@cache
def _fields(kind: type[Body]) -> dict[str, tuple[object, bool]]:
    """The type of each field, and whether it must be given."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        one.name: (hints[one.name], one.default is MISSING and one.default_factory is MISSING)
        for one in fields(kind)  # type: ignore[arg-type]  # all bodies are dataclasses
    }


def _refuse(where: str, fault: str) -> NoReturn:
    raise ParseError(f"{where}: {fault}")
