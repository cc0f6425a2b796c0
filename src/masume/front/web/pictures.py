"""Pictures of boards for the pages, and screen-reader labels of their cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from masume.core.model.wording import label
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.clue import Unknown
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.draw.overlay import draw_trials
from masume.draw.show import BoardPicture, show, show_step
from masume.draw.svg import Shapes, layers, svg
from masume.draw.themes import theme_named
from masume.errors import NotApplicable
from masume.front.web.records import Record
from masume.logic.step_picture import StepPicture
from masume.play.trials import Marks

CELL = 40  # size of a cell in drawing units
MAX_DRAWN = 10_000  # cells that a page can handle


def picture(
    puzzle: Puzzle,
    position: Answer | None,
    theme: str,
    marked: Iterable[Cell] = (),
) -> str:
    """Draw a board as SVG."""
    return svg_of(draw_board(puzzle, position, theme, (), marked))


def draw_board(
    puzzle: Puzzle,
    position: Answer | None,
    theme: str,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
    trials: Iterable[Marks] = (),
) -> BoardPicture:
    """Draw a board; raise NotApplicable if it is too large for a page."""
    drawn = show(_require_drawable(puzzle), position, theme=theme, faults=faults, marked=marked)
    return replace(drawn, scene=draw_trials(drawn.scene, trials))


def step_svg(puzzle: Puzzle, step: StepPicture, theme: str, *, numbers: bool = False) -> str:
    """Draw a step as SVG; without row and column numbers it aligns with the board being played."""
    return svg_of(show_step(_require_drawable(puzzle), step, theme=theme, numbers=numbers))


class PagePictures:
    """Pictures of steps on one page, which share their SVG shapes."""

    def __init__(self, puzzle: Puzzle, theme: str) -> None:
        self.puzzle, self.theme = _require_drawable(puzzle), theme_named(theme)
        self.shapes = Shapes()
        self.size = 0  # characters of SVG so far

    def step(self, draw_board: StepPicture) -> str:
        """Draw a step with row and column numbers."""
        scene = show_step(self.puzzle, draw_board).scene
        drawn = svg(scene, self.theme, CELL, self.shapes)
        self.size += len(drawn)
        return drawn


def _require_drawable(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle; raise NotApplicable if it is too large for a page."""
    if puzzle.rows * puzzle.cols > MAX_DRAWN:
        raise NotApplicable(
            f"the board has more than {MAX_DRAWN:,} cells; use a smaller one or the command line"
        )
    return puzzle


def svg_of(drawn: BoardPicture) -> str:
    """Return a drawing as SVG at the pages' scale."""
    return drawn.data("svg", cell=CELL).decode()


class Drawing(Record):
    """A picture in parts: an SVG frame, and groups to insert into it in order.

    A layer is named by the attributes of its group; `shapes` holds the elements of each group.
    """

    frame: str
    layers: list[str]
    shapes: dict[str, list[str]]


def drawing_of(drawn: BoardPicture) -> Drawing:
    """Return a drawing as named groups of SVG elements, so that a page can update some of them."""
    theme = theme_named(drawn.theme)
    groups: dict[str, list[str]] = {}
    for look, shapes in layers(drawn.scene, theme, CELL):
        name, repeat = look or 'class="alone"', 0
        while (key := f'{name} data-again="{repeat}"' if repeat else name) in groups:
            repeat += 1
        groups[key] = shapes
    bare = replace(drawn.scene, items=(), title="", description="")
    return Drawing(frame=svg(bare, theme, CELL), layers=list(groups), shapes=groups)


def labels(puzzle: Puzzle, position: Position, faults: Iterable[Violation]) -> list[str]:
    """Return a line of text per cell: its name, printed clue, marks and errors."""
    lines = list(_bare_labels(puzzle))  # type: ignore[arg-type]  # puzzles are frozen
    for cell, texts in _mark_texts(puzzle, position).items():
        lines[cell] = ", ".join([lines[cell], *texts])
    for cell in {cell for fault in faults for cell in fault.cells}:
        lines[cell] += ", wrong"
    return lines


@lru_cache(8)  # the same board is labelled after each move
def _bare_labels(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the labels of a bare board."""
    kind, landmarks = kind_of(puzzle), kind_of(puzzle).landmarks(puzzle)
    lines = []
    for cell, printed in enumerate(kind.cells(puzzle)):
        parts = [puzzle.grid.name(cell)]
        parts += [landmarks[cell]] if cell in landmarks else []
        if printed is not None:
            parts.append("?" if isinstance(printed, Unknown) else str(printed))
        lines.append(", ".join(parts))
    return tuple(lines)


def _mark_texts(puzzle: Puzzle, position: Position) -> dict[Cell, list[str]]:
    """Return the texts of the marks on each cell."""
    marks: dict[Cell, list[str]] = {}
    meaning = kind_of(puzzle).vocabulary
    if meaning is None:
        return marks
    vocabulary = meaning(puzzle)
    for literal in vocabulary.literals(position):
        cells = list(vocabulary.cells(abs(literal)))
        text = label(vocabulary.statement(literal), puzzle.grid.name)
        for cell in (cells[0], cells[-1]) if len(cells) > 1 else cells:
            marks.setdefault(cell, []).append(text)
    return marks
