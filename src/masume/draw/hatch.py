"""Hatches as plain strokes, drawn the same in every file format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from masume.core.drawing.scene import Area, Disc, Point, Rect
from masume.draw.themes import Hatch

Segment: TypeAlias = tuple[Point, Point]

_STEPS = 4  # strokes per cell; they continue in the next cell
_DOT = 0.03


def hatch_strokes(item: Rect | Area | Disc, hatch: Hatch, cols: int) -> Iterator[Segment]:
    """Yield the strokes over all cells of an item; a dot is a very short stroke."""
    strokes = _CELL_STROKES[hatch]
    for cell in item.cells:
        x, y = cell % cols, cell // cols
        for (x0, y0), (x1, y1) in strokes:
            yield (x + x0, y + y0), (x + x1, y + y1)


_PLACES = [n / _STEPS for n in range(1, _STEPS)]
_MIDDLES = [(n + 0.5) / _STEPS for n in range(_STEPS)]
_FALLING: list[Segment] = [
    ((0.0, 0.0), (1.0, 1.0)),
    *(((0.0, place), (1 - place, 1.0)) for place in _PLACES),
    *(((place, 0.0), (1.0, 1 - place)) for place in _PLACES),
]
_RISING: list[Segment] = [((x0, 1 - y0), (x1, 1 - y1)) for (x0, y0), (x1, y1) in _FALLING]

_CELL_STROKES: dict[Hatch, list[Segment]] = {
    "": [],
    "rising": _RISING,
    "falling": _FALLING,
    "across": [((0.0, y), (1.0, y)) for y in _MIDDLES],
    "down": [((x, 0.0), (x, 1.0)) for x in _MIDDLES],
    "net": _RISING[::2] + _FALLING[::2],
    "dots": [((x, y), (x + _DOT, y)) for x in _MIDDLES for y in _MIDDLES],
}
