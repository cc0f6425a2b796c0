"""Pictures for people in a notebook: `masume.show`, and the hook by which a puzzle shows itself.

This is imported with masume, so it imports what it needs when something is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Answer, Position, Puzzle, refuse_larger
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board

if TYPE_CHECKING:
    from masume.core.drawing.scene import Scene
    from masume.logic.step_picture import StepPicture

MOST_DRAWN = 250_000  # cells


@dataclass(frozen=True)
class Shown:
    """A drawn board, which a notebook displays."""

    puzzle: Puzzle
    position: Position
    scene: Scene
    theme: str

    @property
    def svg(self) -> str:
        """The picture as SVG text."""
        return self.data("svg").decode()

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<{self.scene.title}: {self.scene.description}>"

    def data(self, form: str, *, cell: int | None = None) -> bytes:
        """The picture as svg, png, pdf or txt, with cells of so many pixels."""
        from masume.draw.files import drawn
        from masume.draw.text import PLAIN, fitted
        from masume.draw.themes import theme_named

        if form == "txt":
            lines = kind_of(self.puzzle).picture(self.puzzle, self.position)
            return "\n".join([*fitted(lines, PLAIN), ""]).encode()
        return drawn(self.scene, theme_named(self.theme), form, cell)

    def save(self, path: str | Path, *, cell: int | None = None) -> None:
        """Write a file; its extension says in which form: .svg, .png, .pdf or .txt."""
        from masume.draw.files import form_of, write_file

        write_file(Path(path), self.data(form_of(Path(path)), cell=cell))


def show(
    board: Board | Puzzle,
    position: Answer | None = None,
    *,
    theme: str = "light",
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
    grounds: Iterable[Cell] = (),
    numbers: bool = False,
) -> Shown:
    """Draw a board and what is on it; a notebook shows the picture.

    `faults` are what `masume.check` has found, `marked` are cells to point at, `grounds` those that
    are the reason for something; `numbers` puts those of rows and columns beside the board. Themes
    are light, dark, high-contrast and print.

    >>> from masume import load
    >>> show(load("hitori/first"))
    <Hitori, 4×4: 16 clues, 0 black cells.>
    """
    from masume.draw.themes import theme_named

    puzzle = puzzle_of(board)
    kind = kind_of(puzzle)
    refuse_larger(puzzle, MOST_DRAWN, "draw")
    shown = kind.start(puzzle) if position is None else position_of(puzzle, position)
    scene = kind.scene(puzzle, shown, tuple(faults), tuple(marked))
    if numbers or (grounds := tuple(grounds)):
        from masume.core.drawing.scene import GROUND, numbered
        from masume.draw.overlay import pointed

        scene = pointed(scene, grounds, GROUND)
        scene = numbered(scene) if numbers else scene
    return Shown(puzzle, shown, replace(scene, title=_title(puzzle)), theme_named(theme).name)


def show_step(
    puzzle: Puzzle, step: StepPicture, *, theme: str = "light", numbers: bool = True
) -> Shown:
    """Draw a step: the board before it, with what follows as new, and what it rests on."""
    from masume.core.drawing.scene import numbered
    from masume.draw.steps import step_scene
    from masume.draw.themes import theme_named

    refuse_larger(puzzle, MOST_DRAWN, "draw")
    scene = step_scene(puzzle, step)
    scene = replace(numbered(scene) if numbers else scene, title=_title(puzzle))
    return Shown(puzzle, step.after, scene, theme_named(theme).name)


def _title(puzzle: Puzzle) -> str:
    return f"{kind_of(puzzle).title}, {puzzle.rows}×{puzzle.cols}"


def notebook_svg(
    puzzle: Puzzle,
    position: Position | None = None,
    marked: Iterable[Cell] = (),
    step: StepPicture | None = None,
) -> str | None:
    """What a notebook shows of a puzzle; None where a picture would only be in the way."""
    if puzzle.rows * puzzle.cols > 10_000:
        return None
    shown = show(puzzle, position, marked=marked) if step is None else show_step(puzzle, step)
    return shown.svg
