"""A board inside a window: how large it is drawn, and which cell is under the mouse."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from masume.core.grid import Cell
from masume.core.scene import Scene
from masume.front.desktop.look import Pen
from masume.front.desktop.paint import paint
from masume.render.themes import Theme

_LARGEST = 80.0  # pixels of a cell in a window of 800×600


@dataclass(frozen=True)
class Spot:
    """A place inside a cell: how far right of and below its middle."""

    cell: Cell
    right: float
    below: float

    @property
    def across(self) -> bool | None:
        """Whether it lies along the row, or along the column; None near the middle."""
        if max(abs(self.right), abs(self.below)) < 0.12:
            return None
        return abs(self.right) > abs(self.below)


class BoardView:
    """Draws scenes; what was drawn is kept as long as nothing changes."""

    def __init__(self) -> None:
        self._drawn: tuple[tuple[Scene, Theme, float, bool], pygame.Surface] | None = None
        self._cell = 1.0
        self._corner = (0.0, 0.0)  # of the board itself, without its margin
        self._size = (0, 0)  # cols, rows

    def draw(self, pen: Pen, box: pygame.Rect, scene: Scene, *, on_panel: bool = False) -> None:
        """The scene in the middle of a box, as large as fits."""
        wide, high = scene.width + 2 * scene.margin, scene.height + 2 * scene.margin
        cell = max(1.0, min(box.width / wide, box.height / high, _LARGEST * pen.unit))
        before = self._drawn
        key = (scene, pen.theme, cell, on_panel)
        if before is None or before[0] != key:
            ground = pen.colours.panel if on_panel else None
            before = self._drawn = (key, paint(scene, pen.theme, cell, ground))
        picture = before[1]
        place = picture.get_rect(center=box.center)
        pen.surface.blit(picture, place, pygame.Rect((0, 0), box.size))
        self._cell = cell
        self._corner = place.left + scene.margin * cell, place.top + scene.margin * cell
        self._size = scene.width, scene.height

    def spot(self, at: tuple[int, int]) -> Spot | None:
        """The place under the mouse, if it is on the board."""
        x, y = ((p - corner) / self._cell for p, corner in zip(at, self._corner, strict=True))
        cols, rows = self._size
        if not (0 <= x < cols and 0 <= y < rows):
            return None
        return Spot(int(y) * cols + int(x), x % 1 - 0.5, y % 1 - 0.5)

    def middle(self, cell: Cell) -> tuple[int, int]:
        """The pixel in the middle of a cell."""
        row, col = divmod(cell, self._size[0])
        x, y = self._corner
        return round(x + (col + 0.5) * self._cell), round(y + (row + 0.5) * self._cell)

    def ring(self, pen: Pen, cell: Cell) -> None:
        """The cursor: a line around a cell in two colours, seen on black and on white."""
        x, y = self.middle(cell)
        side = round(self._cell)
        box = pygame.Rect(0, 0, side, side)
        box.center = (x, y)
        thick = max(2, round(self._cell * 0.09))
        radius = max(2, side // 6)
        halo = box.inflate(2, 2)
        pygame.draw.rect(pen.surface, pen.colours.paper, halo, thick + 2, border_radius=radius + 1)
        pygame.draw.rect(pen.surface, pen.colours.accent, box, thick, border_radius=radius)


def way(cell: Cell, to: Cell, cols: int) -> list[Cell]:
    """The cells from one to another, side by side: a quick mouse leaves some out."""
    (row, col), (to_row, to_col) = divmod(cell, cols), divmod(to, cols)
    found = []
    while (row, col) != (to_row, to_col):
        if abs(to_col - col) >= abs(to_row - row):
            col += 1 if to_col > col else -1
        else:
            row += 1 if to_row > row else -1
        found.append(row * cols + col)
    return found
