"""The scene of a Hashi board: islands as discs, bridges as parallel lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import hypot

from masume.core.drawing.scene import (
    BOARD,
    Disc,
    Item,
    Label,
    Line,
    Rect,
    Role,
    Scene,
    cross,
    describe,
    highlights,
    middle,
)
from masume.core.puzzle.clue import write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.puzzles.hashi.puzzle import Bridges, Hashi, water_between

WATER = Role("water", "speck")
ISLAND = Role("island", "disc", is_handle=True)
ISLAND_FULL = Role("island-full", "disc-full", is_handle=True)
NUMBER = Role("island-number", "text")
BRIDGE = Role("bridge", "line")
BARRED = Role("barred", "cross")

_RADIUS = 0.38
_GAP = 0.15  # between parallel bridges
_ROOM = 0.5  # greatest width of all of them together


def scene(
    puzzle: Hashi,
    position: Bridges,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
) -> Scene:
    """Return the scene of a position; islands with all their bridges have a style of their own."""
    rows, cols, faults = puzzle.rows, puzzle.cols, tuple(faults)
    items: list[Item] = [Rect(0, 0, cols, rows, BOARD)]
    under = {cell for a, b, _ in position.joined for cell in water_between(puzzle, a, b) or ()}
    for cell, clue in enumerate(puzzle.clues):
        if clue is None and cell not in under:
            items.append(Disc(*middle(cell, cols), 0.03, WATER, (cell,)))
    for a, b, count in sorted(position.joined):
        items += _bridges(a, b, count, cols)
    for a, b in sorted(position.barred):
        items += _no_bridge_mark(puzzle, a, b, under)
    built = Counter[Cell]()
    for a, b, count in position.joined:
        built.update({a: count, b: count})
    full = 0
    for cell in puzzle.islands:
        is_full = built[cell] == puzzle.clues[cell]
        full += is_full
        x, y = middle(cell, cols)
        items.append(Disc(x, y, _RADIUS, ISLAND_FULL if is_full else ISLAND, (cell,)))
        text = write_clue(puzzle.clues[cell])
        items.append(Label(x, y, 0.6, 0.46, text, NUMBER, (cell,)))
    items += highlights(cols, faults, tuple(marked))
    words = [f"{pluralise(len(puzzle.islands), 'island')}, {full} of them with all bridges"]
    words += [pluralise(sum(count for _, _, count in position.joined), "bridge")]
    return Scene(cols, rows, tuple(items), description=describe(words, faults))


def _bridges(a: Cell, b: Cell, count: int, cols: int) -> list[Item]:
    """Return the parallel lines of a link's bridges; impossible bridges are drawn as well."""
    (x, y), (x1, y1) = middle(a, cols), middle(b, cols)
    length = hypot(x1 - x, y1 - y) or 1
    across = ((y - y1) / length, (x1 - x) / length)  # unit vector from one line to the next
    gap = min(_GAP, _ROOM / max(1, count - 1))
    lines: list[Item] = []
    for number in range(count):
        offset = (number - (count - 1) / 2) * gap
        dx, dy = across[0] * offset, across[1] * offset
        lines.append(Line(((x + dx, y + dy), (x1 + dx, y1 + dy)), BRIDGE, (a, b)))
    return lines


def _no_bridge_mark(puzzle: Hashi, a: Cell, b: Cell, under: set[Cell]) -> list[Item]:
    """Return a cross in the middle, or on water without bridges; empty if there is no room."""
    (x, y), (x1, y1) = middle(a, puzzle.cols), middle(b, puzzle.cols)
    at = (x + x1) / 2, (y + y1) / 2
    water = water_between(puzzle, a, b) or range(0)
    if under.intersection(water):
        free = [cell for cell in water if cell not in under]
        if not free:
            return []
        at = middle(free[len(free) // 2], puzzle.cols)
    return cross(*at, 0.1, BARRED, (a, b))
