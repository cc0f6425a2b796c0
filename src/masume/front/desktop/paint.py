"""Render scenes on pygame surfaces: shapes as SVG, which pygame reads, and texts with its fonts."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import groupby
from typing import TypeAlias

import pygame

from masume.core.drawing.scene import Label, Point, Scene
from masume.draw.svg import HALO, NEW, by_role, layers
from masume.draw.themes import Theme
from masume.front.desktop.look import font, render_text

ScenePart: TypeAlias = pygame.FRect  # a rectangle of a scene, in cells


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
    """Return a picture of the scene or a part of it, with `cell` pixels per cell.

    The default background is the theme's paper.
    """
    part = part or whole_scene(scene)
    surface = pygame.Surface([max(1, round(side * cell)) for side in (part.width, part.height)])
    surface.fill(background or theme.paper)
    corner = round(part.x * cell, 3), round(part.y * cell, 3)
    for is_text, items in groupby(by_role(scene.items), key=lambda item: isinstance(item, Label)):
        if is_text:
            for item in items:
                assert isinstance(item, Label)
                _write(surface, item, theme, cell, corner)
        else:
            shapes = replace(scene, items=tuple(items))
            surface.blit(_draw_shapes(shapes, theme, cell, corner, surface.get_size()), (0, 0))
    return surface


def _draw_shapes(
    scene: Scene, theme: Theme, cell: float, corner: Point, size: tuple[int, int]
) -> pygame.Surface:
    """Return the shapes of a scene on a transparent surface."""
    groups = (f"<g {look}>{''.join(shapes)}</g>" for look, shapes in layers(scene, theme, cell))
    frame = f'width="{size[0]}" height="{size[1]}"'
    view = f'viewBox="{corner[0]} {corner[1]} {size[0]} {size[1]}"'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {view}>{"".join(groups)}</svg>'
    return pygame.image.load(BytesIO(text.encode()), "scene.svg")


def _write(surface: pygame.Surface, item: Label, theme: Theme, cell: float, corner: Point) -> None:
    """Draw a text centred at its position, with its halo."""
    style = theme.styles[item.role.style]
    # Font sizes are em heights, in pygame as in SVG. Texts are drawn at twice their size and scaled
    # down, as fonts fit the strokes of small letters to whole pixels.
    letters = font(round(2 * item.size * cell), style.bold)
    drawn = _half(render_text(letters, item.text, style.fill or theme.paper))
    left = round(item.x * cell - corner[0] - drawn.get_width() / 2)
    top = round(item.y * cell - corner[1] - _digit_middle(letters) / 2)
    if style.halo:
        below = _half(render_text(letters, item.text, style.halo))
        reach = max(1, round(HALO * cell))
        for right, down in _AROUND:
            surface.blit(below, (left + right * reach, top + down * reach))
    drawn.set_alpha(round(255 * NEW) if item.role.is_new else 255)
    surface.blit(drawn, (left, top))


def _half(text: pygame.Surface) -> pygame.Surface:
    return pygame.transform.smoothscale_by(text, 0.5)


_AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def _digit_middle(letters: pygame.font.Font) -> float:
    """Return the distance from the top of a line to the middle of a digit."""
    (metrics,) = letters.metrics("0")
    low, high = (metrics[2], metrics[3]) if metrics else (0, letters.get_ascent())
    return letters.get_ascent() - (low + high) / 2
