"""Hatches as plain strokes, drawn the same in every file format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from masume.core.drawing.scene import Area, Disc, Point, Rect
from masume.draw.themes import Hatch

Segment: TypeAlias = tuple[Point, Point]

_STEPS = 4  # strokes per cell; they continue in the next cell
_DOT = 0.03


def hatch_strokes(item: Rect | Area | Disc, hatch: Hatch, cols: int) -> Iterator[Segment]:
    """Yield the strokes over all cells of an item; a dot is a very short stroke."""
    strokes = _CELL_STROKES[hatch]()
    for cell in item.cells:
        x, y = cell % cols, cell // cols
        for (x0, y0), (x1, y1) in strokes:
            yield (x + x0, y + y0), (x + x1, y + y1)


def _falling() -> list[Segment]:
    ways = [n / _STEPS for n in range(1, _STEPS)]
    lower = [((0.0, way), (1 - way, 1.0)) for way in ways]
    upper = [((way, 0.0), (1.0, 1 - way)) for way in ways]
    return [((0.0, 0.0), (1.0, 1.0)), *lower, *upper]


def _rising() -> list[Segment]:
    return [((x0, 1 - y0), (x1, 1 - y1)) for (x0, y0), (x1, y1) in _falling()]


def _across() -> list[Segment]:
    return [((0.0, (n + 0.5) / _STEPS), (1.0, (n + 0.5) / _STEPS)) for n in range(_STEPS)]


def _down() -> list[Segment]:
    return [((y0, x0), (y1, x1)) for (x0, y0), (x1, y1) in _across()]


def _dots() -> list[Segment]:
    at = [(n + 0.5) / _STEPS for n in range(_STEPS)]
    return [((x, y), (x + _DOT, y)) for x in at for y in at]


_CELL_STROKES: dict[Hatch, Callable[[], list[Segment]]] = {
    "": list,
    "rising": _rising,
    "falling": _falling,
    "across": _across,
    "down": _down,
    "net": lambda: _rising()[::2] + _falling()[::2],
    "dots": _dots,
}
