"""Pictures in notebooks: `masume.show`, and the hook by which puzzles display themselves.

Other modules are imported when something is drawn, to keep `import masume` fast.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Answer, Position, Puzzle, ensure_size
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board

if TYPE_CHECKING:
    from masume.core.drawing.scene import Scene
    from masume.logic.step_picture import StepPicture

MOST_DRAWN = 250_000  # cells


@dataclass(frozen=True)
class BoardPicture:
    """A drawn board; notebooks display it."""

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
        """Return the picture as svg, png, pdf or txt, with cells of `cell` pixels."""
        from masume.draw.files import render
        from masume.draw.text import PLAIN, fit_picture
        from masume.draw.themes import theme_named

        if form == "txt":
            lines = kind_of(self.puzzle).picture(self.puzzle, self.position)
            return "\n".join([*fit_picture(lines, PLAIN), ""]).encode()
        return render(self.scene, theme_named(self.theme), form, cell)

    def save(self, path: str | Path, *, cell: int | None = None) -> None:
        """Write a file; the extension selects the format: .svg, .png, .pdf or .txt."""
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
) -> BoardPicture:
    """Draw a board with a position.

    `faults` are violations from `masume.check`, `marked` cells get a dashed outline and `grounds` a
    dotted one; `numbers` adds row and column numbers. Themes are light, dark, high-contrast and
    print.

    >>> from masume import load
    >>> show(load("hitori/first"))
    <Hitori, 4×4: 16 clues, 0 black cells.>
    """
    from masume.draw.themes import theme_named

    puzzle = puzzle_of(board)
    kind = kind_of(puzzle)
    ensure_size(puzzle, MOST_DRAWN, "draw")
    shown = kind.start(puzzle) if position is None else position_of(puzzle, position)
    scene = kind.scene(puzzle, shown, tuple(faults), tuple(marked))
    if numbers or (grounds := tuple(grounds)):
        from masume.core.drawing.scene import GROUND, with_coordinates
        from masume.draw.overlay import outline_cells

        scene = outline_cells(scene, grounds, GROUND)
        scene = with_coordinates(scene) if numbers else scene
    return BoardPicture(
        puzzle, shown, replace(scene, title=_title(puzzle)), theme_named(theme).name
    )


def show_step(
    puzzle: Puzzle, step: StepPicture, *, theme: str = "light", numbers: bool = True
) -> BoardPicture:
    """Draw a step: the board before it, the conclusions as new marks, and the grounds."""
    from masume.core.drawing.scene import with_coordinates
    from masume.draw.steps import step_scene
    from masume.draw.themes import theme_named

    ensure_size(puzzle, MOST_DRAWN, "draw")
    scene = step_scene(puzzle, step)
    scene = replace(with_coordinates(scene) if numbers else scene, title=_title(puzzle))
    return BoardPicture(puzzle, step.after, scene, theme_named(theme).name)


def _title(puzzle: Puzzle) -> str:
    return f"{kind_of(puzzle).title}, {puzzle.rows}×{puzzle.cols}"


def notebook_svg(
    puzzle: Puzzle,
    position: Position | None = None,
    marked: Iterable[Cell] = (),
    step: StepPicture | None = None,
) -> str | None:
    """Return the picture of a puzzle in a notebook; None for very large boards."""
    if puzzle.rows * puzzle.cols > 10_000:
        return None
    shown = show(puzzle, position, marked=marked) if step is None else show_step(puzzle, step)
    return shown.svg
