"""What all answers of the server have in common, whole ones and lines of longer ones."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

CellNumbers: TypeAlias = list[int]  # numbered row by row from 0
Responses: TypeAlias = dict[int | str, dict[str, Any]]  # as FastAPI is told what may come back
StatusName: TypeAlias = Literal["solved", "exhausted", "stuck", "limit"]


class Reply(BaseModel):
    """An answer tells nothing but what is written here."""

    model_config = ConfigDict(extra="forbid")


class ErrorReply(Reply):
    """What went wrong, in one line."""

    error: str
