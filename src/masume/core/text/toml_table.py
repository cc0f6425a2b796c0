"""Read the values of TOML tables; unknown keys and bad values are rejected with a reason.

A reader takes one value and returns it checked, or raises ValueError with what it expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field
from typing import Any, TypeAlias, TypeVar

from masume.errors import BadOption, UnknownName

T = TypeVar("T")
Values: TypeAlias = dict[str, Any]  # keyword arguments of a dataclass
Reader: TypeAlias = Callable[[object], object]
_LARGEST = (1 << 63) - 1  # BIGINT of databases
_MOST_COUNT = 100_000  # seeds, repetitions, or boards of one size


def _type_reader(type_: type[T], name: str) -> Callable[[object], T]:
    """Return a reader that accepts values of one type only."""

    def read(value: object) -> T:
        if not isinstance(value, type_):
            raise ValueError(name)
        return value

    return read


read_text_value = _type_reader(str, "a text")
read_flag = _type_reader(bool, "true or false")
read_dict = _type_reader(dict, "a table")


def read_integer(value: object, least: int = 0, most: int = _LARGEST) -> int:
    """Return an integer within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"a whole number from {least} to {most:,}")
    return value


def read_count(value: object) -> int:
    """Return a number from 1 to 100,000."""
    return read_integer(value, 1, _MOST_COUNT)


def read_positive(value: object) -> float:
    """Return a number above 0 as a float."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e9:
        raise ValueError("a number above 0")
    return float(value)


def read_texts(value: object) -> tuple[str, ...]:
    """Return a text or a list of texts as a tuple."""
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts:
        raise ValueError('a text or a list of texts like ["one", "two"]')
    return tuple(map(read_text_value, texts))


_BY_TYPE: dict[object, Reader] = {
    "str": read_text_value,
    "bool": read_flag,
    "tuple[str, ...]": read_texts,
}


def readers_of(table: Iterable[Field[object]], **others: Reader) -> dict[str, Reader]:
    """Return a reader for each field: the one given by name, else the one of its type."""
    return {key.name: others.get(key.name) or _BY_TYPE[key.type] for key in table}


def read_table(where: str, data: Mapping[str, object], readers: Mapping[str, Reader]) -> Values:
    """Read the values of a table; raise UnknownName or BadOption for a bad key or value."""
    values: Values = {}
    for key, value in data.items():
        if key not in readers:
            raise UnknownName(f"key of {where}", key, readers)
        try:
            values[key] = readers[key](value)
        except ValueError as fault:
            raise BadOption(f"{where}: {key} must be {fault}, not {_quote(value)}") from None
    return values


def _quote(value: object) -> str:
    try:
        return repr(str(value)[:40])
    except ValueError:  # str() of an int with thousands of digits
        return "a huge number"
