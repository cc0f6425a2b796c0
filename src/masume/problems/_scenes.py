"""Scenes that several problems share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from masume.core.drawing.scene import (
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
    items: list[Item] = [Line((at[a], at[b]), ROAD) for a, b in roads]
    for name, (x, y) in at.items():
        items.append(Disc(x, y, 0.2, roles.get(name, TOWN)))
        items.append(Label(x, y - 0.36, 1.6, 0.26, name, NUMBER))
    return Scene(width, height, tuple(items), title)
