"""The answer of /api/about."""

from __future__ import annotations

from typing import Literal

from masume.front.web.replies_games import PackBoard
from masume.front.web.reply import Reply


class OptionEntry(Reply):
    """An option of an algorithm or a maker; `choices` are the allowed values, if limited."""

    name: str
    default: bool | int | float | str | None
    help: str
    least: float | None = None
    most: float | None = None
    choices: list[str] | None = None


class AlgorithmEntry(Reply):
    """A search algorithm."""

    name: str
    summary: str
    takes_h: bool
    options: list[OptionEntry]


class ExampleEntry(PackBoard):
    """An included board."""

    level: str  # empty unless it has one solution
    solutions: int  # 0 for a board that cannot be solved


class SpaceEntry(Reply):
    """A state space; for each algorithm, the heuristics that fit (null means none)."""

    name: str
    summary: str
    algorithms: dict[str, list[str | None]]


class HeuristicEntry(Reply):
    """A heuristic, and the spaces it applies to."""

    name: str
    summary: str
    spaces: list[str]
    objective: bool


class TechniqueEntry(Reply):
    """A reasoning technique."""

    name: str
    title: str
    level: str


class MakerEntry(Reply):
    """The options for new boards."""

    symmetric: bool
    clues: list[str]  # the supported numbers of clues
    options: list[OptionEntry]


class PuzzleEntry(Reply):
    """A kind of puzzle; `drag` is how drags work, `looks` how buttons show an open cell."""

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
    pictures: bool  # whether boards can be made from a picture


class ProblemExample(Reply):
    """An instance of a problem; `board` is its text for requests."""

    name: str
    title: str
    board: str


class ProblemEntry(Reply):
    """A classic search problem, which can be searched but not played."""

    name: str
    title: str
    rules: str
    examples: list[ProblemExample]
    spaces: list[SpaceEntry]
    heuristics: list[HeuristicEntry]


class FormatEntry(Reply):
    """A text format of boards."""

    name: str
    title: str
    writes: bool
    holds_answers: bool


class LimitsEntry(Reply):
    """The bounds of requests."""

    seconds: float
    compare_seconds: float  # for each search
    cells: int  # of a drawn board
    side: int  # rows or columns of a new board
    boards: int  # new boards per request
    collection: int  # characters of a collection file
    booklet: int  # boards of a booklet
    positions: int  # drawn per request
    min_cell: int  # units of a drawing
    max_cell: int


class DrawingEntry(Reply):
    """How pictures are drawn: cell size, margin in cells, and file forms."""

    cell: int
    margin: float
    forms: list[str]


class About(Reply):
    """All puzzles and problems with their examples, the algorithms, formats, themes and limits."""

    version: str
    puzzles: list[PuzzleEntry]
    problems: list[ProblemEntry]
    algorithms: list[AlgorithmEntry]
    levels: list[str]
    formats: list[FormatEntry]
    themes: list[str]
    limits: LimitsEntry
    drawing: DrawingEntry
