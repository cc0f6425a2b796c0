"""The answer of /api/about."""

from __future__ import annotations

from typing import Literal

from masume.front.web.replies_games import PackBoard
from masume.front.web.reply import Reply


class OptionEntry(Reply):
    """An option of an algorithm or a maker; `choices` are the only words that it takes, if any."""

    name: str
    default: bool | int | float | str | None
    help: str
    least: float | None = None
    most: float | None = None
    choices: list[str] | None = None


class AlgorithmEntry(Reply):
    """A search."""

    name: str
    summary: str
    takes_h: bool
    options: list[OptionEntry]


class ExampleEntry(PackBoard):
    """A board that comes with masume; its `title` is what people call it."""

    level: str  # if it has one solution
    solutions: int  # 0 for a board that cannot be solved


class SpaceEntry(Reply):
    """A way to search a puzzle: for each algorithm the heuristics that fit, null being none."""

    name: str
    summary: str
    algorithms: dict[str, list[str | None]]


class HeuristicEntry(Reply):
    """An estimate, and the spaces that it speaks of."""

    name: str
    summary: str
    spaces: list[str]
    objective: bool


class TechniqueEntry(Reply):
    """A way in which people reason."""

    name: str
    title: str
    level: str


class MakerEntry(Reply):
    """How boards are made."""

    symmetric: bool
    clues: list[str]  # what can be asked of them
    options: list[OptionEntry]


class PuzzleEntry(Reply):
    """A kind of puzzle; `drag` is how a drag goes, `looks` how the buttons mark an open cell."""

    name: str
    title: str
    drag: Literal["paint", "path", "span"]
    looks: list[str]
    rules: str
    codes: dict[str, str]
    examples: list[ExampleEntry]
    spaces: list[SpaceEntry]
    heuristics: list[HeuristicEntry]
    techniques: list[TechniqueEntry]
    formats: list[str]
    maker: MakerEntry | None
    pictures: bool  # whether a picture can be made its solution


class FormatEntry(Reply):
    """A way to write boards."""

    name: str
    title: str
    writes: bool
    holds_answers: bool


class LimitsEntry(Reply):
    """How much may be asked for."""

    seconds: float
    compare_seconds: float  # for each search
    cells: int  # of a board that is drawn
    side: int  # rows or columns of a new board
    boards: int  # made at once
    collected: int  # characters of a file with many boards
    printed: int  # boards of a booklet
    positions: int  # drawn at once
    least_cell: int  # units of a drawing
    most_cell: int


class DrawingEntry(Reply):
    """How pictures are drawn: units to a cell, cells of paper around a board, forms of files."""

    cell: int
    margin: float
    forms: list[str]


class About(Reply):
    """All puzzles with their examples, the algorithms, formats, themes and limits."""

    version: str
    puzzles: list[PuzzleEntry]
    algorithms: list[AlgorithmEntry]
    levels: list[str]
    formats: list[FormatEntry]
    themes: list[str]
    limits: LimitsEntry
    drawing: DrawingEntry
