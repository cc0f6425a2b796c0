"""The table of a performance test, with a bar for each search."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import NamedTuple, TypeAlias

import pygame

from masume.core.search.events import Status
from masume.core.text.numbers import time
from masume.front.desktop.look import Pen
from masume.front.desktop.tasks import Measurement

MEASURES = {
    "expanded": "expanded",
    "generated": "generated",
    "max_stored": "stored",
    "seconds": "time",
}
Columns: TypeAlias = dict[str, tuple[int, int]]  # left and right edge of each


class SearchRow(NamedTuple):
    """A row: a search with its status and counters."""

    name: str
    result: str
    cost: Measurement
    running: bool

    @property
    def is_sure(self) -> bool:
        """Whether the search has a definite result; otherwise its counters are lower bounds."""
        return self.cost.status in (Status.SOLVED, Status.EXHAUSTED)

    @property
    def has_counters(self) -> bool:
        """Whether the search has started."""
        return self.cost.status is not None or self.running or self.cost.metrics.expanded > 0


class PerformanceTable:
    """The table, with scrolling and hit testing."""

    def __init__(self) -> None:
        self._lines: list[tuple[pygame.Rect, int]] = []
        self._heads: list[tuple[pygame.Rect, str]] = []
        self._first = 0  # the first visible row

    def line(self, at: tuple[int, int]) -> int | None:
        """Return the row at a pixel, or None."""
        return next((number for box, number in self._lines if box.collidepoint(at)), None)

    def head(self, at: tuple[int, int]) -> str | None:
        """Return the measure whose column header is at a pixel, or None."""
        return next((name for box, name in self._heads if box.collidepoint(at)), None)

    def draw(
        self, pen: Pen, box: pygame.Rect, rows: Sequence[SearchRow], chosen: int, measure: str
    ) -> None:
        """Draw the rows that fit, including the chosen one."""
        top = box.top + pen.height("small") + pen.px(6)
        step = pen.height("small") + pen.px(8)
        room = max(1, (box.bottom - top) // step)
        last_first = max(0, len(rows) - room)
        self._first = max(0, min(self._first, chosen, last_first), chosen - room + 1)
        columns = _columns(pen, box, measure)
        self._draw_heads(pen, box, columns, measure)
        most = max(_value(row.cost, measure) for row in rows)
        self._lines = []
        for number in range(self._first, min(len(rows), self._first + room)):
            y = top + (number - self._first) * step
            area = pygame.Rect(box.left, y, box.width, step)
            if number == chosen:
                pen.panel(area)
                mark = pygame.Rect(area.left - pen.px(6), area.top, pen.px(4), area.height)
                pen.panel(mark, pen.colours.accent)
            _draw_row(pen, area, rows[number], columns, measure, number == chosen)
            if rows[number].has_counters:
                _draw_bar(pen, area, rows[number], columns["bar"], measure, most)
            self._lines.append((area, number))

    def _draw_heads(self, pen: Pen, box: pygame.Rect, columns: Columns, measure: str) -> None:
        """Write the column headers."""
        colours = pen.colours
        self._heads = []
        heads = {"name": "search", "result": "result", **MEASURES}
        for name, text in heads.items():
            if name not in columns:
                continue
            shown, is_number = name == measure, name in MEASURES
            colour = colours.accent if shown else colours.muted
            _write(pen, text, columns[name], box.top, colour, bold=shown, right=is_number)
            if is_number:
                left, right = columns[name]
                area = pygame.Rect(left, box.top, right - left, pen.height("small"))
                self._heads.append((area, name))
        text = f"{MEASURES[measure]}, log scale"
        _write(pen, text, columns["bar"], box.top, colours.accent)


def _columns(pen: Pen, box: pygame.Rect, measure: str) -> Columns:
    """Return the edges of each column; the bars use the remaining width."""
    widths = {"name": 0.25, "result": 0.12, "expanded": 0.11, "generated": 0.11}
    widths |= {"max_stored": 0.1, "seconds": 0.1}
    if box.width < pen.px(700):  # too narrow for all columns
        shown = ("name", "result", "expanded", "seconds", measure)
        widths = {name: part * 1.3 for name, part in widths.items() if name in shown}
    places, x = {}, float(box.left)
    for name, part in widths.items():
        places[name] = (round(x), round(x + part * box.width) - pen.px(6))
        x += part * box.width
    return places | {"bar": (round(x) + pen.px(8), box.right)}


def _draw_row(
    pen: Pen, area: pygame.Rect, row: SearchRow, columns: Columns, measure: str, chosen: bool
) -> None:
    """Write the name, result and counters of a row."""
    ink = pen.colours.ink if row.is_sure else pen.colours.muted
    y = area.top + pen.px(4)
    _write(pen, row.name.replace("_", " "), columns["name"], y, ink, bold=chosen)
    _write(pen, row.result, columns["result"], y, ink)
    if not row.has_counters:
        return
    for name in (name for name in MEASURES if name in columns):
        text = _figure(row.cost, name)
        _write(pen, text, columns[name], y, ink, bold=name == measure, right=True)


def _draw_bar(
    pen: Pen, area: pygame.Rect, row: SearchRow, place: tuple[int, int], measure: str, most: float
) -> None:
    """Draw the bar of a row on a logarithmic scale; outlined if the value is a lower bound."""
    left, right = place
    least = 0.0001 if measure == "seconds" else 1.0
    most = max(most, 10 * least)
    part = 0.03 + 0.97 * log10(max(least, _value(row.cost, measure)) / least) / log10(most / least)
    width = round(max(2, part * (right - left)))
    bar = pygame.Rect(left, area.top + pen.px(5), width, area.height - pen.px(10))
    if row.is_sure:
        pygame.draw.rect(pen.surface, pen.colours.accent, bar, border_radius=pen.px(2))
    else:
        pygame.draw.rect(pen.surface, pen.colours.muted, bar, pen.px(2), border_radius=pen.px(2))


def _write(
    pen: Pen,
    text: str,
    place: tuple[int, int],
    y: int,
    colour: pygame.Color,
    *,
    bold: bool = False,
    right: bool = False,
) -> None:
    """Write a text in a column, left- or right-aligned."""
    begin, end = place
    pen.write(
        text,
        (end if right else begin, y),
        size="small",
        colour=colour,
        bold=bold,
        width=end - begin,
        align="right" if right else "left",
    )


def _value(cost: Measurement, measure: str) -> float:
    return float(getattr(cost.metrics, measure))


def _figure(cost: Measurement, measure: str) -> str:
    value = _value(cost, measure)
    return time(value) if measure == "seconds" else f"{value:,.0f}"
