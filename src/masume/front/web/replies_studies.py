"""The answers about studies."""

from __future__ import annotations

from typing import Literal, TypeAlias

from masume.front.web.reply import Reply


class StudyRow(Reply):
    """A study in short."""

    name: str
    title: str
    state: Literal["ready", "running", "broken"]
    done: int
    total: int
    left: float | None
    puzzles: list[str]
    finished: str | None
    error: str | None


class StudiesReply(Reply):
    """The studies of a folder, if one is offered; `left_out` counts those that are not listed."""

    offered: bool
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
    loud: bool


class ItemsBlock(Reply):
    """A list."""

    type: Literal["items"]
    texts: list[str]


class ColumnHead(Reply):
    """The head of a column."""

    text: str
    number: bool


class CellText(Reply):
    """What a cell shows, and by what it is sorted; null comes after all others."""

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
    """A figure, whose picture is at an address of its own."""

    type: Literal["figure"]
    name: str
    title: str
    caption: str
    address: str


class CodeBlock(Reply):
    """A text to be shown as it is."""

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
