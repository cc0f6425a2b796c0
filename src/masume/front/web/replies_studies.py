"""Schemas of the answers about studies."""

from __future__ import annotations

from typing import Literal, TypeAlias

from masume.front.web.reply import Reply


class StudyRow(Reply):
    """A summary of a study."""

    name: str
    title: str
    state: Literal["ready", "running", "broken"]
    done: int
    total: int
    seconds_left: float | None
    puzzles: list[str]
    finished: str | None
    error: str | None


class StudiesReply(Reply):
    """The studies of a folder, if one is `enabled`; `left_out` counts those not listed."""

    enabled: bool
    studies: list[StudyRow]
    left_out: int


class HeadingBlock(Reply):
    """A heading."""

    type: Literal["heading"]
    text: str
    level: int


class TextBlock(Reply):
    """A paragraph."""

    type: Literal["text"]
    text: str
    small: bool


class NoteBlock(Reply):
    """A remark."""

    type: Literal["note"]
    text: str
    is_warning: bool


class ItemsBlock(Reply):
    """A list."""

    type: Literal["items"]
    texts: list[str]


class ColumnHead(Reply):
    """A column heading."""

    text: str
    number: bool


class CellText(Reply):
    """The text of a cell, and its sort key; null sorts last."""

    text: str
    more: str
    order: str | float | None


class TableBlock(Reply):
    """A table."""

    type: Literal["table"]
    head: list[ColumnHead]
    rows: list[list[CellText]]
    sortable: bool


class FigureBlock(Reply):
    """A figure, and the URL of its picture."""

    type: Literal["figure"]
    name: str
    title: str
    caption: str
    url: str


class CodeBlock(Reply):
    """Preformatted text."""

    type: Literal["code"]
    text: str


ReportBlock: TypeAlias = (
    HeadingBlock | TextBlock | NoteBlock | ItemsBlock | TableBlock | FigureBlock | CodeBlock
)


class StudyReply(Reply):
    """The report of a study as a list of blocks."""

    name: str
    title: str
    blocks: list[ReportBlock]
