"""Scenes that several problems share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from masume.core.drawing.scene import (
    MARGIN,
    Disc,
    Item,
    Label,
    Line,
    Point,
    Rect,
    Role,
    Scene,
    border,
    grid_lines,
)

TILE = Role("tile", "tint")
WALL = Role("wall", "solid")
NUMBER = Role("number", "label")
ROAD = Role("road", "line")
ROUTE = Role("route", "stroke")
TOWN = Role("town", "disc")
HERE = Role("here", "disc-full")
GOAL = Role("goal", "target")
_DISC, _LETTERS = 0.2, 0.32  # the radius of a place on a map and the height of its name
_STEPS = 20  # points of a line that names avoid
TONES = tuple(Role(f"tone-{n}", f"tone-{n}") for n in range(1, 7))  # type: ignore[arg-type]


def tiles(rows: int, cols: int, texts: Sequence[str], title: str) -> Scene:
    """Return a grid with a text on a tile in each cell; empty texts leave the cell empty."""
    items: list[Item] = []
    for cell, text in enumerate(texts):
        if text:
            x, y = cell % cols, cell // cols
            items.append(Rect(x + 0.05, y + 0.05, 0.9, 0.9, TILE, (cell,)))
            items.append(Label(x + 0.5, y + 0.5, 0.8, 0.5, text, NUMBER, (cell,)))
    lines = [*grid_lines(rows, cols), border(rows, cols)]
    return Scene(cols, rows, (*lines, *items), title)


def cells(rows: int, cols: int, role_of: Callable[[int], Role | None]) -> list[Item]:
    """Return a filled square for each cell that has a role, with the grid over them."""
    filled: list[Item] = []
    for cell in range(rows * cols):
        if (role := role_of(cell)) is not None:
            filled.append(Rect(cell % cols, cell // cols, 1, 1, role, (cell,)))
    return [*filled, *grid_lines(rows, cols), border(rows, cols)]


def disc(cell: int, cols: int, role: Role, text: str = "") -> list[Item]:
    """Return a disc in a cell, with a text on it."""
    x, y = cell % cols + 0.5, cell // cols + 0.5
    return [Disc(x, y, 0.34, role, (cell,)), Label(x, y, 0.6, 0.4, text, NUMBER, (cell,))]


def graph(
    places: Mapping[str, Point],
    roads: Sequence[tuple[str, str]],
    roles: Mapping[str, Role],
    size: tuple[int, int],
    title: str,
) -> Scene:
    """Return a map: discs at places (0 to 1 in both directions), lines between them, and names."""
    width, height = size
    at = {name: (x * (width - 1) + 0.5, y * (height - 1) + 0.5) for name, (x, y) in places.items()}
    lines = tuple((at[a], at[b]) for a, b in roads)
    items: list[Item] = [Line(line, ROAD) for line in lines]
    items += [Disc(x, y, _DISC, roles.get(name, TOWN)) for name, (x, y) in at.items()]
    for name, (x, y) in _label_places(tuple(at.items()), lines, width).items():
        items.append(Label(x, y, _label_width(name), _LETTERS, name, NUMBER))
    return Scene(width, height, tuple(items), title)


@lru_cache(64)  # on most maps the lines are the same in every state
def _label_places(
    at: tuple[tuple[str, Point], ...], lines: tuple[tuple[Point, Point], ...], width: int
) -> dict[str, Point]:
    """Place each name above, below, right or left of its disc, where it covers least."""
    taken = [(x, y, _DISC, _STEPS) for _, (x, y) in at]  # points with a radius and a weight
    for (x1, y1), (x2, y2) in lines:
        shares = [step / _STEPS for step in range(_STEPS + 1)]
        taken += [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, 0.05, 1) for part in shares]
    sides: dict[str, list[Point]] = {}
    for name, (x, y) in at:
        half, away = _label_width(name) / 2, _DISC + _LETTERS / 2 + 0.04
        beside = half + _DISC + 0.08
        near = [(x, y - away), (x, y + away), (x + beside, y), (x - beside, y)]
        sides[name] = [p for p in near if half - MARGIN <= p[0] <= width + MARGIN - half] or near
    placed: dict[str, Point] = {}
    for name in sorted(sides, key=lambda name: len(sides[name])):
        half = _label_width(name) / 2
        x, y = placed[name] = min(sides[name], key=partial(_covered, half=half, taken=taken))
        taken += [(x + half * (n / 4 - 1), y, _LETTERS / 2, _STEPS) for n in range(9)]
    return placed


def _covered(place: Point, half: float, taken: Sequence[tuple[float, float, float, int]]) -> int:
    """Return the weight of the points that a name of half a width covers at a place."""
    x, y = place
    return sum(
        weight
        for px, py, radius, weight in taken
        if abs(x - px) < half + radius and abs(y - py) < _LETTERS / 2 + radius
    )


def _label_width(name: str) -> float:
    return 0.64 * _LETTERS * len(name)
