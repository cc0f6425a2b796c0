"""The scene of a Hashi board: islands as discs, bridges as parallel lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from masume.core.drawing.scene import (
    BOARD,
    Disc,
    Item,
    Label,
    Rect,
    Role,
    Scene,
    describe,
    highlights,
    middle,
)
from masume.core.puzzle.clue import write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.links.position import Lines
from masume.families.links.view import no_line_mark, parallel_lines
from masume.puzzles.hashi.puzzle import Hashi, water_between

WATER = Role("water", "speck")
ISLAND = Role("island", "disc", is_handle=True)
ISLAND_FULL = Role("island-full", "disc-full", is_handle=True)
NUMBER = Role("island-number", "text")
BRIDGE = Role("bridge", "line")
BARRED = Role("barred", "cross")

_RADIUS = 0.38


def scene(
    puzzle: Hashi,
    position: Lines,
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
        items += parallel_lines(a, b, count, cols, BRIDGE)
    for a, b in sorted(position.barred):
        between = water_between(puzzle, a, b) or ()
        items += no_line_mark(a, b, between, under, cols, BARRED)
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
        items.append(Label(x, y, 0.65, 0.5, text, NUMBER, (cell,)))
    items += highlights(cols, faults, tuple(marked))
    words = [f"{pluralise(len(puzzle.islands), 'island')}, {full} of them with all bridges"]
    words += [pluralise(sum(count for _, _, count in position.joined), "bridge")]
    return Scene(cols, rows, tuple(items), description=describe(words, faults))
