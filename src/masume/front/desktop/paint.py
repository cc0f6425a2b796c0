"""Render scenes on pygame surfaces, independently of the puzzle.

pygame does not antialias thick lines and discs. Scenes are therefore drawn at 2 to 4 times the size
and scaled down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import hypot
from typing import NamedTuple

import pygame

from masume.core.drawing.scene import Area, Disc, Item, Label, Line, Point, Rect, Scene
from masume.draw.hatch import hatch_strokes
from masume.draw.svg import HALO, NEW
from masume.draw.themes import Style, Theme
from masume.front.desktop.look import font, render_text

_OVERSAMPLING = (4, 2)  # factors; powers of two keep flat colours exact when scaling down
_MOST_PIXELS = 6_000_000  # of the oversampled picture


class ScenePart(NamedTuple):
    """A rectangle of a scene, in cells."""

    x: float
    y: float
    width: float
    height: float


def whole_scene(scene: Scene) -> ScenePart:
    """Return the whole scene with its margin."""
    margin = scene.margin
    return ScenePart(-margin, -margin, scene.width + 2 * margin, scene.height + 2 * margin)


def paint(
    scene: Scene,
    theme: Theme,
    cell: float,
    background: pygame.Color | None = None,
    part: ScenePart | None = None,
) -> pygame.Surface:
    """Return a picture of the scene, with `cell` pixels per cell.

    The default background is the theme's paper. Items outside `part` are not drawn.
    """
    part = part or whole_scene(scene)
    width, height = _pixels(part, cell)
    fits = (n for n in _OVERSAMPLING if width * height * n * n <= _MOST_PIXELS)
    oversampling = next(fits, 1)
    large = pygame.Surface((width * oversampling, height * oversampling))
    large.fill(background or theme.paper)
    brush = _Brush(large, theme, scene.width, part, cell * oversampling)
    items = [item for item in scene.items if _intersects(item, part)]
    for role, group in groupby(items, key=lambda item: item.role):
        style = theme.styles[role.style]
        if role.is_new:  # drawn on a copy that is blended over the rest
            brush.surface = large.copy()
            brush.group(style, list(group))
            brush.surface.set_alpha(round(255 * NEW))
            large.blit(brush.surface, (0, 0))
            brush.surface = large
        else:
            brush.group(style, list(group))
    if oversampling == 1:
        return large
    return pygame.transform.smoothscale(large, (width, height))


def _pixels(part: ScenePart, cell: float) -> tuple[int, int]:
    return max(1, round(part.width * cell)), max(1, round(part.height * cell))


def _intersects(item: Item, part: ScenePart) -> bool:
    """Return whether an item may be visible in a part of the scene."""
    x0, y0, x1, y1 = _bounds(item)
    reach = 0.5  # more than the width of any line with its halo
    return (
        x1 + reach > part.x
        and x0 - reach < part.x + part.width
        and y1 + reach > part.y
        and y0 - reach < part.y + part.height
    )


def _bounds(item: Item) -> tuple[float, float, float, float]:
    """Return the bounding box of an item: left, top, right, bottom."""
    if isinstance(item, Rect):
        return item.x, item.y, item.x + item.width, item.y + item.height
    if isinstance(item, Disc):
        radius = item.radius
        return item.x - radius, item.y - radius, item.x + radius, item.y + radius
    if isinstance(item, Label):
        right, below = item.width / 2, item.height / 2
        return item.x - right, item.y - below, item.x + right, item.y + below
    loops = (item.points,) if isinstance(item, Line) else item.outlines
    xs = [x for loop in loops for x, _ in loop]
    ys = [y for loop in loops for _, y in loop]
    return min(xs), min(ys), max(xs), max(ys)


@dataclass
class _Brush:
    """Draws items on a surface; lengths are in cells."""

    surface: pygame.Surface
    theme: Theme
    cols: int
    part: ScenePart
    cell: float

    def group(self, style: Style, items: Sequence[Item]) -> None:
        """Draw items of one role, with all halos below all strokes."""
        if style.halo:
            halo = Style(stroke=style.halo, width=style.width + 2 * HALO)
            for item in items:
                if not isinstance(item, Label):
                    self._item(halo, item)
        for item in items:
            self._item(style, item)
            if style.hatch and isinstance(item, Rect | Area | Disc):
                for stroke in hatch_strokes(item, style.hatch, self.cols):
                    self._stroke(stroke, self.theme.hatching, self.theme.hatch_width)

    def _at(self, point: Point) -> tuple[float, float]:
        x, y = point
        # Rounded, so that a part is identical to the same area of the whole picture.
        return (
            round((x - self.part.x) * self.cell, 6),
            round((y - self.part.y) * self.cell, 6),
        )

    def _item(self, style: Style, item: Item) -> None:
        """Draw one item."""
        if isinstance(item, Label):
            self._label(style, item)
        elif isinstance(item, Disc):
            self._disc(style, item)
        elif isinstance(item, Line):
            points = (*item.points, item.points[0]) if item.closed else item.points
            self._line(points, style)
        else:
            self._region(style, item)

    def _region(self, style: Style, item: Rect | Area) -> None:
        """Fill and outline a rectangle or area."""
        if isinstance(item, Rect):
            x, y = item.x + item.width, item.y + item.height
            loops: tuple[tuple[Point, ...], ...] = (
                ((item.x, item.y), (x, item.y), (x, y), (item.x, y)),
            )
            squares = [self._rect(item.x, item.y, item.width, item.height)]
        else:
            loops = item.outlines
            # Filled cell by cell, since outlines may have holes.
            at = [divmod(cell, self.cols) for cell in item.cells]
            squares = [self._rect(col, row, 1, 1) for row, col in at]
        if style.fill:
            for square in squares:
                self.surface.fill(style.fill, square)
        if style.stroke:
            for loop in loops:
                self._line((*loop, loop[0]), style)

    def _rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """Return a pixel rectangle that touches its neighbours without gaps."""
        left, top = (round(v) for v in self._at((x, y)))
        right, foot = (round(v) for v in self._at((x + width, y + height)))
        return pygame.Rect(left, top, right - left, foot - top)

    def _disc(self, style: Style, item: Disc) -> None:
        middle, radius = self._at((item.x, item.y)), item.radius * self.cell
        half = style.width * self.cell / 2
        if style.stroke:
            pygame.draw.circle(self.surface, style.stroke, middle, radius + half)
            radius -= half
        if style.fill:
            pygame.draw.circle(self.surface, style.fill, middle, max(1, radius))

    def _line(self, points: Sequence[Point], style: Style) -> None:
        """Draw a polyline, dashed if its style is."""
        if style.stroke is None:
            return
        if style.dash:
            for stroke in _dashes(points, style.dash):
                self._stroke(stroke, style.stroke, style.width, round_ends=False)
            return
        for stroke in pairwise(points):
            self._stroke(stroke, style.stroke, style.width)

    def _stroke(
        self, ends: tuple[Point, Point], colour: str, width: float, *, round_ends: bool = True
    ) -> None:
        """Draw a straight line of exact width in any direction."""
        (x0, y0), (x1, y1) = (self._at(point) for point in ends)
        half = max(0.5, width * self.cell / 2)
        length = hypot(x1 - x0, y1 - y0)
        if length:
            # pygame includes the border pixels of a polygon: shrink it by half a pixel.
            inner = max(0.0, half - 0.5) / length
            dx, dy = (x1 - x0) * inner, (y1 - y0) * inner
            corners = [
                (x0 - dy, y0 + dx),
                (x1 - dy, y1 + dx),
                (x1 + dy, y1 - dx),
                (x0 + dy, y0 - dx),
            ]
            pixels = [(x - 0.5, y - 0.5) for x, y in corners]
            pygame.draw.polygon(self.surface, colour, pixels)
        if round_ends and half > 1:
            pygame.draw.circle(self.surface, colour, (x0, y0), half)
            pygame.draw.circle(self.surface, colour, (x1, y1), half)

    def _label(self, style: Style, item: Label) -> None:
        """Draw a text centred at its position, with its halo."""
        if style.fill is None:
            return
        # Font sizes are em heights, in pygame as in SVG.
        letters = font(round(item.size * self.cell), style.bold)
        x, y = self._at((item.x, item.y))
        drawn = render_text(letters, item.text, style.fill)
        left, top = x - drawn.get_width() / 2, y - _digit_middle(letters)
        if style.halo:
            below = render_text(letters, item.text, style.halo)
            reach = max(1, round(HALO * self.cell))
            for dx, dy in _AROUND:
                self.surface.blit(below, (left + dx * reach, top + dy * reach))
        self.surface.blit(drawn, (left, top))


_AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def _digit_middle(letters: pygame.font.Font) -> float:
    """Return the distance from the top of a line to the middle of a digit."""
    (metrics,) = letters.metrics("0")
    low, high = (metrics[2], metrics[3]) if metrics else (0, letters.get_ascent())
    return letters.get_ascent() - (low + high) / 2


def _dashes(points: Iterable[Point], dash: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    """Yield the strokes of a dashed line; the pattern continues around corners."""
    number, remaining = 0, dash[0]
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0)
        done = 0.0
        while length and done < length:
            step = min(remaining, length - done)
            if number % 2 == 0:
                a, b = done / length, (done + step) / length
                start = (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a)
                yield start, (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
            done += step
            remaining -= step
            if remaining <= 1e-9:
                number += 1
                remaining = dash[number % len(dash)]
