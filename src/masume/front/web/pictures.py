"""Boards drawn for the pages, and what a screen reader says of each cell."""

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
from masume.draw.overlay import tried
from masume.draw.show import Shown, show, show_step
from masume.draw.svg import Shapes, layers, svg
from masume.draw.themes import theme_named
from masume.errors import NotApplicable
from masume.front.web.boards import Data
from masume.logic.step_picture import StepPicture
from masume.play.trials import Marks

CELL = 40  # units of the drawing
MOST_DRAWN = 10_000  # cells; a page cannot be played on larger ones anyway


def picture(
    puzzle: Puzzle,
    position: Answer | None,
    theme: str,
    marked: Iterable[Cell] = (),
) -> str:
    """A board as SVG."""
    return svg_of(shown(puzzle, position, theme, (), marked))


def shown(
    puzzle: Puzzle,
    position: Answer | None,
    theme: str,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
    trials: Iterable[Marks] = (),
) -> Shown:
    """A board that is drawn, unless it is too large for a page."""
    drawn = show(_small(puzzle), position, theme=theme, faults=faults, marked=marked)
    return replace(drawn, scene=tried(drawn.scene, trials))


def step_svg(puzzle: Puzzle, step: StepPicture, theme: str, *, numbers: bool = False) -> str:
    """A step as SVG; without numbers of rows and columns it fits a board that is played on."""
    return svg_of(show_step(_small(puzzle), step, theme=theme, numbers=numbers))


class PagePictures:
    """Pictures of steps that stand on one page, and share their shapes there."""

    def __init__(self, puzzle: Puzzle, theme: str) -> None:
        self.puzzle, self.theme = _small(puzzle), theme_named(theme)
        self.shapes = Shapes()
        self.size = 0  # characters, of all so far

    def step(self, shown: StepPicture) -> str:
        """A step, with numbers of rows and columns."""
        scene = show_step(self.puzzle, shown).scene
        drawn = svg(scene, self.theme, CELL, self.shapes)
        self.size += len(drawn)
        return drawn


def _small(puzzle: Puzzle) -> Puzzle:
    if puzzle.rows * puzzle.cols > MOST_DRAWN:
        raise NotApplicable(f"the board has more than {MOST_DRAWN:,} cells, too many for a page")
    return puzzle


def svg_of(drawn: Shown) -> str:
    """As a page shows it."""
    return drawn.data("svg", cell=CELL).decode()


def drawing_of(drawn: Shown) -> Data:
    """The same in parts, so that a page can change some of them."""
    theme = theme_named(drawn.theme)
    groups: dict[str, list[str]] = {}
    for look, shapes in layers(drawn.scene, theme, CELL):
        name, again = look or 'class="alone"', 0
        while (key := f'{name} data-again="{again}"' if again else name) in groups:
            again += 1
        groups[key] = shapes
    bare = replace(drawn.scene, items=(), title="", description="")
    return {"frame": svg(bare, theme, CELL), "layers": list(groups), "shapes": groups}


def labels(puzzle: Puzzle, position: Position, faults: Iterable[Violation]) -> list[str]:
    """One line for each cell: where it is, what is printed there, and what is on it."""
    lines = list(_bare_labels(puzzle))  # type: ignore[arg-type]  # puzzles are frozen
    for cell, texts in _marks(puzzle, position).items():
        lines[cell] = ", ".join([lines[cell], *texts])
    for cell in {cell for fault in faults for cell in fault.cells}:
        lines[cell] += ", wrong"
    return lines


@lru_cache(8)  # a board is played move by move
def _bare_labels(puzzle: Puzzle) -> tuple[str, ...]:
    kind, landmarks = kind_of(puzzle), kind_of(puzzle).landmarks(puzzle)
    lines = []
    for cell, printed in enumerate(kind.cells(puzzle)):
        parts = [puzzle.grid.name(cell)]
        parts += [landmarks[cell]] if cell in landmarks else []
        if printed is not None:
            parts.append("?" if isinstance(printed, Unknown) else str(printed))
        lines.append(", ".join(parts))
    return tuple(lines)


def _marks(puzzle: Puzzle, position: Position) -> dict[Cell, list[str]]:
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
