"""JSON objects of the API: the base class of request bodies and answers, and their encoding.

They are plain dataclasses. The server's description of the API and the types of the scripts are
derived from them; pages without a server have no pydantic and read bodies with `reading`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import ClassVar, Literal, Self, TypeAlias, dataclass_transform

CellNumbers: TypeAlias = Sequence[int]  # numbered row by row from 0
StatusName: TypeAlias = Literal["solved", "exhausted", "stuck", "limit"]


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Record:
    """The base class of JSON objects; unknown fields are rejected."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}
    omits_null: ClassVar[bool] = False  # whether null fields are left out

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def of(cls, source: object, **given: object) -> Self:
        """Return a record with the given fields; the others are attributes of the source."""
        names = {field.name for field in fields(cls)} - given.keys()  # type: ignore[arg-type]
        return cls(**{name: getattr(source, name) for name in names}, **given)


class ErrorReply(Record):
    """A one-line error message."""

    error: str


class EndLine(Record):
    """The last line of a stream."""

    end: Literal[True]


class FailedLine(Record):
    """The last line of a failed stream."""

    end: Literal["failed"]
    error: str


def json_text(value: object) -> str:
    """Encode records, enumerations and plain values as one line of JSON."""
    return json.dumps(
        value, default=_plain, allow_nan=False, ensure_ascii=False, separators=(",", ":")
    )


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    fields = vars(value)
    if getattr(value, "omits_null", False):
        return {name: item for name, item in fields.items() if item is not None}
    return fields
