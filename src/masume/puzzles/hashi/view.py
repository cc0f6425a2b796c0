"""How a Hashi board is drawn: islands as discs, bridges as lines side by side."""

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
    in_words,
    middle,
    pointers,
)
from masume.core.puzzle.clue import write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import counted
from masume.puzzles.hashi.puzzle import Bridges, Hashi, water_between

WATER = Role("water", "speck")
ISLAND = Role("island", "disc", is_handle=True)
ISLAND_FULL = Role("island-full", "disc-full", is_handle=True)
NUMBER = Role("island-number", "text")
BRIDGE = Role("bridge", "line")
BARRED = Role("barred", "cross")

_RADIUS = 0.38
_GAP = 0.15  # between bridges side by side
_ROOM = 0.5  # that all of them may take


def scene(
    puzzle: Hashi,
    position: Bridges,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
) -> Scene:
    """The islands, full ones told apart, with their bridges and the links marked as none."""
    rows, cols, faults = puzzle.rows, puzzle.cols, tuple(faults)
    items: list[Item] = [Rect(0, 0, cols, rows, BOARD)]
    under = {cell for a, b, _ in position.joined for cell in water_between(puzzle, a, b) or ()}
    for cell, clue in enumerate(puzzle.clues):
        if clue is None and cell not in under:
            items.append(Disc(*middle(cell, cols), 0.03, WATER, (cell,)))
    for a, b, count in sorted(position.joined):
        items += _bridges(a, b, count, cols)
    for a, b in sorted(position.barred):
        items += _barred(puzzle, a, b, under)
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
    items += pointers(cols, faults, tuple(marked))
    words = [f"{counted(len(puzzle.islands), 'island')}, {full} of them with all bridges"]
    words += [counted(sum(count for _, _, count in position.joined), "bridge")]
    return Scene(cols, rows, tuple(items), description=in_words(words, faults))


def _bridges(a: Cell, b: Cell, count: int, cols: int) -> list[Item]:
    """Lines side by side; what is no bridge at all is drawn as it is said to run."""
    (x, y), (x1, y1) = middle(a, cols), middle(b, cols)
    length = hypot(x1 - x, y1 - y) or 1
    across = ((y - y1) / length, (x1 - x) / length)  # the direction from one line to the next
    gap = min(_GAP, _ROOM / max(1, count - 1))
    lines: list[Item] = []
    for number in range(count):
        off = (number - (count - 1) / 2) * gap
        dx, dy = across[0] * off, across[1] * off
        lines.append(Line(((x + dx, y + dy), (x1 + dx, y1 + dy)), BRIDGE, (a, b)))
    return lines


def _barred(puzzle: Hashi, a: Cell, b: Cell, under: set[Cell]) -> list[Item]:
    """A cross half-way, or where no other bridge runs; none if they run everywhere."""
    (x, y), (x1, y1) = middle(a, puzzle.cols), middle(b, puzzle.cols)
    at = (x + x1) / 2, (y + y1) / 2
    water = water_between(puzzle, a, b) or range(0)
    if under.intersection(water):
        free = [cell for cell in water if cell not in under]
        if not free:
            return []
        at = middle(free[len(free) // 2], puzzle.cols)
    return cross(*at, 0.1, BARRED, (a, b))
