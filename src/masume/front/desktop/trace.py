"""The plot of h during a search."""

from __future__ import annotations

from math import isfinite

import pygame

from masume.core.text.numbers import number
from masume.front.desktop.look import Pen


def draw_trace(pen: Pen, box: pygame.Rect, trace: list[float]) -> None:
    """Draw a line plot of h."""
    values = [value for value in trace if isfinite(value)]
    if len(values) < 2:
        return
    label = pen.height("small")
    low, high = min(values), max(values)
    colours = pen.colours
    text = f"h from {format_number(values[0])} to {format_number(values[-1])}"
    pen.write(text, box.topleft, size="small", colour=colours.muted, width=box.width)
    area = pygame.Rect(box.left, box.top + label, box.width, box.height - label)
    pygame.draw.rect(pen.surface, colours.paper, area)
    inner = area.inflate(-8, -8)
    across, down = inner.width / (len(values) - 1), inner.height / ((high - low) or 1)
    points = [
        (inner.left + place * across, inner.bottom - (value - low) * down)
        for place, value in enumerate(values)
    ]
    pygame.draw.aalines(pen.surface, colours.accent, False, points)


def format_number(value: float | None) -> str:
    """Format a number of a search, or None."""
    return "–" if value is None else number(value)
