"""Numberlink: join equal numbers by lines that neither cross nor branch.

1 2 1        1╷ 2╷ 1╷
. 2 .   →     │ 2╵  │
. . .         └─────┘
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from masume.core.puzzle.clue import UNKNOWN, write_clue
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.links.loop import drawn_lines, pieces
from masume.families.links.neighbours import NeighbourBoard
from masume.families.links.position import Lines

CODES = {
    "line": "a line does not join two neighbours, or there are two",
    "clue": "a number is not the end of one line",
    "end": "a line ends in a cell without a number",
    "branch": "a line branches",
    "loop": "a line is closed",
    "numbers": "a line joins different numbers",
}


@dataclass(frozen=True)
class Numberlink(NeighbourBoard):
    """A Numberlink board: each cell has a number, a `?` or nothing."""

    what: ClassVar[str] = "on a line"


def violations(puzzle: Numberlink, position: Lines) -> list[Violation]:
    """Return every broken rule (the referee)."""
    faults, joined = drawn_lines(puzzle, position)
    name = puzzle.grid.name
    for cell, clue in enumerate(puzzle.clues):
        count = len(joined.get(cell, ()))
        if clue is not None and count != 1:
            text = f"the {write_clue(clue)} at {name(cell)} has {pluralise(count, 'line')}"
            faults.append(Violation("clue", (cell,), text))
        elif clue is None and count == 1:
            faults.append(Violation("end", (cell,), f"a line ends at {name(cell)}"))
        if count > 2:
            faults.append(Violation("branch", (cell,), f"a line branches at {name(cell)}"))
    for piece in pieces(joined):
        cells = tuple(sorted(piece))
        if sum(len(joined[cell]) for cell in cells) >= 2 * len(cells):
            faults.append(Violation("loop", cells, f"the line at {name(cells[0])} is closed"))
        ends = {clue: cell for cell in cells if isinstance(clue := puzzle.clues[cell], int)}
        if len(ends) > 1:
            which = " and ".join(f"the {number} at {name(cell)}" for number, cell in ends.items())
            faults.append(Violation("numbers", cells, f"a line joins {which}"))
    return faults


def obstacles(puzzle: Numberlink) -> list[Violation]:
    """Return numbers of which one is left over, if no `?` may be its partner."""
    counts = Counter(clue for clue in puzzle.clues if clue is not None)
    odd = [clue for clue, count in counts.items() if count % 2 and UNKNOWN not in counts]
    text = "the board has an odd number of cells with {}"
    return [Violation("clue", (puzzle.clues.index(n),), text.format(n)) for n in odd]
