"""The plot of h during a search."""

from __future__ import annotations

from math import isfinite

import pygame

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
    spread = (high - low) or 1
    points = [
        (
            inner.left + inner.width * place / (len(values) - 1),
            inner.bottom - inner.height * (value - low) / spread,
        )
        for place, value in enumerate(values)
    ]
    pygame.draw.aalines(pen.surface, colours.accent, False, points)


def format_number(value: float | None) -> str:
    """Format a number of a search, or None.

    >>> format_number(1234.5), format_number(None)
    ('1,234.5', '–')
    """
    if value is None:
        return "–"
    return f"{value:,.6g}" if isfinite(value) else "∞"
