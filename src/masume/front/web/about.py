"""The catalogue of puzzles, problems, algorithms, formats, themes and limits for the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, get_args

import masume
from masume.api.searches import fitting
from masume.core.drawing.scene import MARGIN
from masume.core.plugins.registry import (
    algorithms,
    default_heuristic,
    heuristics,
    kind_named,
    kinds,
    problems,
)
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import CLUES, Maker
from masume.core.puzzle.technique import LEVELS
from masume.core.search.algorithm import Algorithm
from masume.core.search.space import SpaceType
from masume.core.search.spec import Tuning
from masume.core.text.blocks import first_line
from masume.draw.themes import THEMES
from masume.formats.convert import write_all
from masume.formats.format import formats
from masume.formats.library import solution_count, title_of
from masume.formats.load import examples
from masume.formats.plain import Board
from masume.front.web import bodies
from masume.front.web.boards import bare_text
from masume.front.web.library import PackBoard
from masume.front.web.pictures import CELL, MAX_DRAWN
from masume.front.web.records import Record


class OptionEntry(Record):
    """An option of an algorithm or a maker; `choices` are the allowed values, if limited."""

    name: str
    default: bool | int | float | str | None
    help: str
    least: float | None = None
    most: float | None = None
    choices: Sequence[str] | None = None


class AlgorithmEntry(Record):
    """A search algorithm."""

    name: str
    summary: str
    takes_h: bool
    options: list[OptionEntry]


class ExampleEntry(PackBoard):
    """An included board."""

    level: str  # empty unless it has one solution
    solutions: int  # 0 for a board that cannot be solved


class SpaceEntry(Record):
    """A state space; for each algorithm, the heuristics that fit (null means none)."""

    name: str
    summary: str
    algorithms: dict[str, list[str | None]]


class HeuristicEntry(Record):
    """A heuristic, and the spaces it applies to."""

    name: str
    summary: str
    spaces: list[str]
    objective: bool


class TechniqueEntry(Record):
    """A reasoning technique; there are no exercises for obvious and automatic ones."""

    name: str
    title: str
    level: str
    obvious: bool
    auto: bool


class MakerEntry(Record):
    """The options for new boards."""

    symmetric: bool
    sides: Sequence[int]  # of usual boards, all square; empty if any size is usual
    clues: Sequence[str]  # the supported numbers of clues
    options: list[OptionEntry]


class PuzzleEntry(Record):
    """A kind of puzzle; `drag` is how drags work, `looks` how buttons show an open cell."""

    name: str
    title: str
    drag: Literal["paint", "path", "span", "side", "select"]
    looks: Sequence[str]
    rules: str
    codes: Mapping[str, str]
    examples: list[ExampleEntry]
    spaces: list[SpaceEntry]
    heuristics: list[HeuristicEntry]
    techniques: list[TechniqueEntry]
    formats: list[str]
    maker: MakerEntry | None
    pictures: bool  # whether boards can be made from a picture


class ProblemExample(Record):
    """An instance of a problem; `board` is its text for requests."""

    name: str
    title: str
    board: str


class ProblemEntry(Record):
    """A classic search problem, which can be searched but not played."""

    name: str
    title: str
    rules: str
    examples: list[ProblemExample]
    spaces: list[SpaceEntry]
    heuristics: list[HeuristicEntry]


class FormatEntry(Record):
    """A text format of boards."""

    name: str
    title: str
    writes: bool
    holds_answers: bool


class LimitsEntry(Record):
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


class DrawingEntry(Record):
    """How pictures are drawn: cell size, margin in cells, and file forms."""

    cell: int
    margin: float
    forms: list[str]


class About(Record):
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


@cache
def about() -> About:
    """Return the whole catalogue; it never changes while the process runs."""
    return About(
        version=masume.__version__,
        puzzles=[_puzzle_entry(kind) for kind in kinds().values()],
        problems=[_problem_entry(kind_named(name)) for name in problems()],
        algorithms=[
            AlgorithmEntry.of(each, options=[_option_entry(each, name) for name in each.options])
            for each in algorithms().values()
        ],
        levels=list(LEVELS),
        formats=[FormatEntry.of(fmt, writes=fmt.write is not None) for fmt in formats().values()],
        themes=list(THEMES),
        limits=LimitsEntry(
            seconds=bodies.MAX_SECONDS,
            compare_seconds=bodies.MAX_COMPARE_SECONDS,
            cells=MAX_DRAWN,
            side=bodies.MAX_SIDE,
            boards=bodies.MAX_BOARDS,
            collection=bodies.MAX_COLLECTION,
            booklet=bodies.MAX_BOOKLET,
            positions=bodies.MAX_POSITIONS,
            min_cell=bodies.MIN_CELL,
            max_cell=bodies.MAX_CELL,
        ),
        drawing=DrawingEntry(cell=CELL, margin=MARGIN, forms=list(get_args(bodies.Form))),
    )


def _option_entry(algorithm: Algorithm, name: str) -> OptionEntry:
    about = algorithm.about.get(name, Tuning())
    return OptionEntry.of(about, name=name, default=algorithm.options[name], most=None)


def _problem_entry(kind: Kind) -> ProblemEntry:
    """Return a classic search problem with its instances, space and heuristics."""
    boards = [
        ProblemExample(
            name=board.name,
            title=board.name.rpartition("/")[2].replace("-", " ").capitalize(),
            board=bare_text(board),
        )
        for board in examples(kind.name)
    ]
    return ProblemEntry.of(
        kind, examples=boards, spaces=_space_entries(kind), heuristics=_heuristic_entries(kind)
    )


def _space_entries(kind: Kind) -> list[SpaceEntry]:
    """Return the spaces, with the heuristics that fit each algorithm."""
    return [
        SpaceEntry(
            name=space.name,
            summary=first_line(getattr(space, "problem_class", space)),
            algorithms={
                algorithm.name: names
                for algorithm in algorithms().values()
                if (names := _fitting_names(kind, algorithm, space))
            },
        )
        for space in kind.spaces
    ]


def _fitting_names(kind: Kind, algorithm: Algorithm, space: SpaceType) -> list[str | None]:
    """Return the heuristics that fit, the default one first; [None] if it takes none."""
    default = default_heuristic(kind, space)
    fits = sorted(fitting(kind, algorithm, space), key=lambda heuristic: heuristic is not default)
    return [heuristic.name if heuristic else None for heuristic in fits]


def _heuristic_entries(kind: Kind) -> list[HeuristicEntry]:
    return [
        HeuristicEntry.of(h, spaces=[space.name for space in kind.spaces if h.supports(space)])
        for h in heuristics(kind.name).values()
    ]


def _puzzle_entry(kind: Kind) -> PuzzleEntry:
    """Return a kind of puzzle with its examples, spaces, heuristics and techniques."""
    maker = kind.maker() if kind.maker else None
    boards = examples(kind.name)
    techniques = kind.logic().techniques if kind.logic else ()
    return PuzzleEntry.of(
        kind,
        looks=kind.mark_styles or (),
        codes=dict(kind.codes),
        examples=[_example(board) for board in boards],
        spaces=_space_entries(kind),
        heuristics=_heuristic_entries(kind),
        techniques=[
            TechniqueEntry.of(technique, level=LEVELS[technique.level])
            for technique in techniques
            if not technique.silent
        ],
        formats=[name for board in boards[:1] for name in write_all(Board(kind, board.puzzle))],
        maker=None if maker is None else _maker(maker),
        pictures=kind.dark_literals is not None
        and maker is not None
        and maker.additions is not None,
    )


def _example(board: Board) -> ExampleEntry:
    """Describe an example with its level and number of solutions."""
    return ExampleEntry.of(
        board.puzzle,
        name=board.name,
        title=title_of(board),
        note=board.note("from") or board.note("note"),
        level=board.note("difficulty"),
        solutions=solution_count(board),
    )


def _maker(maker: Maker) -> MakerEntry:
    options = [
        OptionEntry.of(option, name=name, choices=None) for name, option in maker.options.items()
    ]
    return MakerEntry.of(maker, clues=CLUES if maker.clues else (), options=options)
