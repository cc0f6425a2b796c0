"""Masyu: draw one loop through all pearls; black ones are turns, white ones are not.

. . . .        ┌──┐  ┌──┐
. w . w   →    │ w│ w│  │
. . . .        │  └──┘  │
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from masume.core.puzzle.clue import UNKNOWN, Clue
from masume.core.puzzle.kind import Violation
from masume.families.links import loop
from masume.families.links.loop import loop_violations
from masume.families.links.neighbours import NeighbourBoard
from masume.families.links.position import Lines

CODES = {**loop.CODES, "clue": "the loop does not pass a pearl as its colour demands"}
WHITE, BLACK = 1, 2
NAMES: dict[Clue | None, str] = {WHITE: "white pearl", BLACK: "black pearl", UNKNOWN: "pearl"}


@dataclass(frozen=True)
class Masyu(NeighbourBoard):
    """A Masyu board: a clue is WHITE, BLACK, or UNKNOWN for a pearl of either colour."""

    letters: ClassVar[Mapping[str, Clue]] = {"w": WHITE, "b": BLACK, "?": UNKNOWN}


def violations(puzzle: Masyu, position: Lines) -> list[Violation]:
    """Return every broken rule (the referee)."""
    faults = loop_violations(puzzle, position)
    beside: dict[int, list[int]] = {cell: [] for cell in range(puzzle.rows * puzzle.cols)}
    for a, b, _ in sorted(position.joined):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)

    for cell, clue in enumerate(puzzle.clues):
        if clue is None:
            continue
        ends = beside[cell]
        straight = len(ends) == 2 and sum(ends) == 2 * cell
        goes_on = [2 * end - cell in beside[end] for end in ends]
        fault = ""
        if not ends:
            fault = "is not on the loop"
        elif clue == BLACK and (straight or len(ends) != 2):
            fault = "is not a turn"
        elif clue == BLACK and not all(goes_on):
            fault = "is beside another turn"
        elif clue == WHITE and not straight:
            fault = "has no straight line through it"
        elif clue == WHITE and all(goes_on):
            fault = "has no turn beside it"
        if fault:
            text = f"the {NAMES[clue]} at {puzzle.grid.name(cell)} {fault}"
            faults.append(Violation("clue", (cell,), text))
    return faults
