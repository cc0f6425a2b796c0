"""The base classes and types of all answers."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

CellNumbers: TypeAlias = list[int]  # numbered row by row from 0
Responses: TypeAlias = dict[int | str, dict[str, Any]]  # FastAPI's `responses`
StatusName: TypeAlias = Literal["solved", "exhausted", "stuck", "limit"]


class Reply(BaseModel):
    """The base class of answers; unknown fields are rejected."""

    model_config = ConfigDict(extra="forbid")


class ErrorReply(Reply):
    """A one-line error message."""

    error: str
