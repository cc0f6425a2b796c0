"""The violations of a Nurikabe position that no further mark can repair."""

from __future__ import annotations

from masume.core.puzzle.grid import cells, mask
from masume.core.puzzle.kind import Violation
from masume.families.shading.position import Shading
from nurikabe.puzzle import Nurikabe, pools


def visible_violations(puzzle: Nurikabe, position: Shading) -> list[Violation]:
    """Return black squares, black numbers, and marked islands with too many numbers or cells."""
    black, grid, name = position.black, puzzle.grid, puzzle.grid.name
    faults = [
        Violation("pool", pool, f"the square from {name(pool[0])} to {name(pool[3])} is black")
        for pool in pools(puzzle)
        if black.issuperset(pool)
    ]
    numbers = {cell for cell, clue in enumerate(puzzle.clues) if clue is not None}
    for cell in sorted(numbers & black):
        faults.append(Violation("black-number", (cell,), f"the number at {name(cell)} is black"))
    for part in grid.components(mask((position.white | numbers) - black)):
        island = tuple(cells(part))
        own = [cell for cell in island if cell in numbers]
        sizes = [clue for cell in own if isinstance(clue := puzzle.clues[cell], int)]
        if len(own) > 1:
            both = f"{name(own[0])} and {name(own[1])}"
            faults.append(Violation("numbers", island, f"the numbers at {both} are on one island"))
        elif sizes and len(island) > sizes[0]:
            text = f"the island of the {sizes[0]} at {name(own[0])} has {len(island)} cells"
            faults.append(Violation("size", island, text))
    return faults
