"""The view of a board in a window: zoom, scrolling and hit testing.

If the cells of the whole board would be too small to read, only the part around the cursor is
shown; the row and column numbers stay visible.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import copysign

import pygame

from masume.core.drawing.scene import COORDINATE, Scene
from masume.core.puzzle.gesture import Side
from masume.core.puzzle.grid import Cell
from masume.draw.themes import Theme
from masume.front.desktop.look import Pen
from masume.front.desktop.paint import ScenePart, paint, whole_scene

_LARGEST = 80.0  # pixels of a cell in a window of 800×600
_READABLE = 19.0  # smaller cells are too small to play on …
_COMFORTABLE = 28.0  # … and are enlarged to this size
_FACTOR = 1.25  # of one zoom step
_EDGE = 0.12  # margin of a partial view in cells: fits a border line, but no number

LARGER = (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS)
SMALLER = (pygame.K_MINUS, pygame.K_KP_MINUS)
FITTING = (pygame.K_0, pygame.K_KP_0)


@dataclass(frozen=True)
class Spot:
    """A point inside a cell, relative to its centre."""

    cell: Cell
    right: float
    below: float

    @property
    def side(self) -> Side | None:
        """The nearest side of the cell; None near the centre."""
        if max(abs(self.right), abs(self.below)) < 0.12:
            return None
        if abs(self.right) > abs(self.below):
            return "right" if self.right > 0 else "left"
        return "down" if self.below > 0 else "up"


class BoardView:
    """Draws a scene with zoom and scrolling, and caches the picture.

    With `magnifies` a board with tiny cells is enlarged initially.
    """

    def __init__(self, *, magnifies: bool = False) -> None:
        self.magnifies = magnifies
        self._zoom: float | None = None  # chosen cell size at 800×600; None: automatic
        self._fits = True  # whether the whole board is visible
        self._drawn: tuple[tuple[object, ...], pygame.Surface] | None = None  # key, picture
        self._cell = 1.0
        self._unit = 1.0
        self._least = 1.0  # the cell size at which the whole board fits
        self._corner = (0.0, 0.0)  # of the board itself, without its margin
        self._size = (0, 0)  # cols, rows
        self._from = (0.0, 0.0)  # the first visible column and row
        self._rooms = (0, 0)  # the number of visible columns and rows
        self._wanted: Cell | None = None  # a cell to scroll to
        self._clip = pygame.Rect(0, 0, 0, 0)  # the area of visible cells

    # Zoom and scrolling

    def follow(self, cell: Cell) -> None:
        """Scroll to a cell at the next drawing."""
        self._wanted = cell

    def key(self, key: int) -> bool:
        """Handle a zoom key; return whether it was one."""
        if key in LARGER or key in SMALLER:
            self._magnify(1 if key in LARGER else -1)
        elif key in FITTING:
            self._zoom = 0.0
        else:
            return False
        return True

    def _magnify(self, steps: float) -> None:
        larger = self._cell / self._unit * _FACTOR**steps
        least = self._least / self._unit
        self._zoom = 0.0 if larger <= least * 1.01 else min(larger, max(_LARGEST, least))

    def wheel(self, event: pygame.event.Event) -> bool:
        """Scroll, or zoom with Ctrl; return whether that is possible."""
        mods = pygame.key.get_mods()
        if mods & pygame.KMOD_CTRL:
            self._magnify(event.y)
            return True
        right, up = (event.y, 0) if mods & pygame.KMOD_SHIFT else (-event.x, event.y)
        return self.scroll(-2 * right, -2 * up)

    def scroll(self, right: float, down: float) -> bool:
        """Scroll by a number of cells; return whether the board is larger than the view."""
        x, y = self._from
        self._from = x + right, y + down
        return not self._fits

    def push(self, right: int, down: int) -> None:
        """Scroll by a number of pixels."""
        self.scroll(right / self._cell, down / self._cell)

    # Drawing

    def draw(self, pen: Pen, box: pygame.Rect, scene: Scene, *, on_panel: bool = False) -> None:
        """Draw the scene centred in a box, or the part of it that fits."""
        whole = whole_scene(scene)
        fits = min(box.width / whole.width, box.height / whole.height)
        self._unit = pen.unit
        self._least = max(1.0, min(fits, _LARGEST * pen.unit))
        self._size = scene.width, scene.height
        self._cell = max(self._least, self._preferred_cell() * pen.unit)
        self._fits = self._cell <= self._least
        if self._fits:
            self._rooms, self._from = self._size, (0.0, 0.0)
            self._draw_all(pen, box, scene, on_panel)
        else:
            self._draw_part(pen, box, scene, on_panel)
        self._wanted = None

    def _preferred_cell(self) -> float:
        if self._zoom is not None:
            return self._zoom
        too_small = self._least < _READABLE * self._unit
        return _COMFORTABLE if self.magnifies and too_small else 0.0

    def _draw_all(self, pen: Pen, box: pygame.Rect, scene: Scene, on_panel: bool) -> None:
        picture = self._picture(pen, scene, whole_scene(scene), on_panel)
        place = picture.get_rect(center=box.center)
        pen.surface.blit(picture, place, pygame.Rect((0, 0), box.size))
        margin = scene.margin * self._cell
        self._corner = place.left + margin, place.top + margin
        self._clip = box

    def _draw_part(self, pen: Pen, box: pygame.Rect, scene: Scene, on_panel: bool) -> None:
        """Draw the visible part of the board with its numbers and scroll bars."""
        strip = round(scene.margin * self._cell)  # for row and column numbers
        bar = pen.px(10)
        view = pygame.Rect(box.left + strip, box.top + strip, 0, 0)
        view.size = max(1, box.width - strip - bar), max(1, box.height - strip - bar)
        wide, high = self._clamp(view)
        x, y = (round(start) - _EDGE for start in self._from)
        # Centre the board along an axis on which it fits.
        view.width = min(view.width, round(wide * self._cell))
        view.height = min(view.height, round(high * self._cell))
        view.left += (box.width - strip - bar - view.width) // 2
        view.top += (box.height - strip - bar - view.height) // 2
        picture = self._picture(pen, scene, ScenePart(x, y, wide, high), on_panel)
        pen.surface.blit(picture, (view.left - strip, view.top - strip))
        self._corner = view.left - x * self._cell, view.top - y * self._cell
        self._clip = view
        self._draw_bars(pen, view, (wide, high))

    def _clamp(self, view: pygame.Rect) -> tuple[float, float]:
        """Return the number of visible columns and rows; clamp the scroll position."""
        rooms, starts = [], []
        wanted = None if self._wanted is None else divmod(self._wanted, self._size[0])[::-1]
        for axis, (count, pixels) in enumerate(zip(self._size, view.size, strict=True)):
            room = max(1, min(int(pixels / self._cell - 2 * _EDGE), count))
            before = self._rooms[axis] or room
            at = self._from[axis] + (before - room) / 2  # zoom around the centre
            if wanted is not None:
                near = min(1, (room - 1) // 2)  # neighbouring cells to keep visible
                at = max(min(at, wanted[axis] - near), wanted[axis] + 1 + near - room)
            starts.append(max(0.0, min(at, count - room)))
            rooms.append(room)
        self._from, self._rooms = (starts[0], starts[1]), (rooms[0], rooms[1])
        return rooms[0] + 2 * _EDGE, rooms[1] + 2 * _EDGE

    def _picture(self, pen: Pen, scene: Scene, part: ScenePart, on_panel: bool) -> pygame.Surface:
        """Return the picture of a part, from the cache if nothing changed."""
        key = (scene, pen.theme, self._cell, on_panel, part)
        if self._drawn is None or self._drawn[0] != key:
            background = pen.colours.panel if on_panel else None
            draw = paint if self._fits else _with_strips
            self._drawn = key, draw(scene, pen.theme, self._cell, background, part)
        return self._drawn[1]

    def _draw_bars(self, pen: Pen, view: pygame.Rect, seen: tuple[float, float]) -> None:
        """Draw the scroll bars."""
        thick, gap = pen.px(4), pen.px(5)
        for axis in (0, 1):
            count = self._size[axis] + 2 * _EDGE
            if seen[axis] >= count - 0.01:
                continue
            length = view.size[axis]
            begin = round(self._from[axis] / count * length)
            part = max(pen.px(12), round(seen[axis] / count * length))
            begin = min(begin, length - part)
            if axis == 0:
                track = pygame.Rect(view.left, view.bottom + gap, length, thick)
                thumb = pygame.Rect(view.left + begin, track.top, part, thick)
            else:
                track = pygame.Rect(view.right + gap, view.top, thick, length)
                thumb = pygame.Rect(track.left, view.top + begin, thick, part)
            pen.panel(track)
            pen.panel(thumb, pen.colours.muted)

    # Cells

    def spot(self, at: tuple[int, int]) -> Spot | None:
        """Return the spot at a pixel, or None outside the board."""
        x, y = ((p - corner) / self._cell for p, corner in zip(at, self._corner, strict=True))
        cols, rows = self._size
        if not (0 <= x < cols and 0 <= y < rows and self._clip.collidepoint(at)):
            return None
        return Spot(int(y) * cols + int(x), x % 1 - 0.5, y % 1 - 0.5)

    def middle(self, cell: Cell) -> tuple[int, int]:
        """Return the pixel at the centre of a cell."""
        row, col = divmod(cell, self._size[0])
        x, y = self._corner
        return round(x + (col + 0.5) * self._cell), round(y + (row + 0.5) * self._cell)

    def ring(self, pen: Pen, cell: Cell) -> None:
        """Draw the cursor: a frame in two colours, visible on black and on white.

        It leaves the edge of the cell free, where violations are marked.
        """
        side = max(4, round(self._cell * 0.86))
        box = pygame.Rect(0, 0, side, side)
        box.center = self.middle(cell)
        thick = max(2, round(self._cell * 0.08))
        radius = max(2, side // 6)
        halo = box.inflate(2, 2)
        before = pen.surface.get_clip()
        pen.surface.set_clip(self._clip)
        pygame.draw.rect(pen.surface, pen.colours.paper, halo, thick + 2, border_radius=radius + 1)
        pygame.draw.rect(pen.surface, pen.colours.accent, box, thick, border_radius=radius)
        pen.surface.set_clip(before)


def _with_strips(
    scene: Scene, theme: Theme, cell: float, background: pygame.Color | None, part: ScenePart
) -> pygame.Surface:
    """Return a part of a board with the row and column numbers beside it."""
    labels = tuple(item for item in scene.items if item.role is COORDINATE)
    rest = tuple(item for item in scene.items if item.role is not COORDINATE)
    numbers, board = replace(scene, items=labels), replace(scene, items=rest)
    margin, strip = scene.margin, round(scene.margin * cell)
    body = paint(board, theme, cell, background, part)
    above = ScenePart(part.x, -margin, part.width, margin)
    left = ScenePart(-margin, part.y, margin, part.height)
    picture = pygame.Surface((body.get_width() + strip, body.get_height() + strip))
    picture.fill(background or theme.paper)
    picture.blit(paint(numbers, theme, cell, background, above), (strip, 0))
    picture.blit(paint(numbers, theme, cell, background, left), (0, strip))
    picture.blit(body, (strip, strip))
    return picture


def path_between(cell: Cell, to: Cell, cols: int) -> list[Cell]:
    """Return adjacent cells from `cell` (excluded) to `to`, since fast drags skip cells."""
    cells = []
    while cell != to:
        down, right = to // cols - cell // cols, to % cols - cell % cols
        cell += int(copysign(1, right)) if abs(right) >= abs(down) else int(copysign(cols, down))
        cells.append(cell)
    return cells
