"""Star Battle: place stars in every row, column and room, none beside another.

a a b b b        . . . . #
a a c b b        . . # . .
a a c c c   →    # . . . .
d d d d c        . . . # .
d e d d d        . # . . .
"""

from __future__ import annotations

from dataclasses import dataclass

from masume.core.puzzle.kind import Violation
from masume.errors import ParseError, pluralise, shorten
from masume.families.noted_option import NotedOption
from masume.families.rooms import RoomBoard
from masume.families.shading.position import Shading

CODES = {
    "row": "a row has more or fewer stars",
    "column": "a column has more or fewer stars",
    "room": "a room has more or fewer stars",
    "touching": "two stars touch, at a side or a corner",
    "outside": "a star is in no room",
}


@dataclass(frozen=True)
class StarBattle(RoomBoard):
    """A Star Battle board: rooms, and the number of stars in each row, column and room."""

    stars: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.stars) is not int or not 0 < self.stars < 1000:
            raise ParseError(f"stars: {shorten(repr(self.stars))} is no number of stars; use 1 up")


OPTION: NotedOption[StarBattle] = NotedOption(
    "stars",
    "stars",
    "the number of stars in each row, column and room, 1 by default",
    lambda puzzle, text: int(text),
    lambda puzzle: str(puzzle.stars) if puzzle.stars > 1 else "",
)


def violations(puzzle: StarBattle, position: Shading) -> list[Violation]:
    """Return every broken rule (the referee); black cells are stars."""
    stars, name, cols = position.black, puzzle.grid.name, puzzle.cols
    units: dict[tuple[str, int], list[int]] = {}
    for cell, room in enumerate(puzzle.rooms):
        units.setdefault(("row", cell // cols), []).append(cell)
        units.setdefault(("column", cell % cols), []).append(cell)
        units.setdefault(("room" if room >= 0 else "outside", room), []).append(cell)
    faults = []
    for (rule, number), cells in sorted(units.items()):
        inside = sorted(stars.intersection(cells))
        if rule == "outside":
            texts = [((cell,), f"the star at {name(cell)} is in no room") for cell in inside]
            faults += [Violation(rule, at, text) for at, text in texts]
        elif len(inside) != puzzle.stars:
            unit = f"the room of {name(cells[0])}" if rule == "room" else f"{rule} {number + 1}"
            text = f"{unit} has {pluralise(len(inside), 'star')}"
            faults.append(Violation(rule, tuple(cells), text))
    for cell in sorted(stars):
        for other in sorted(stars):
            apart = max(abs(cell // cols - other // cols), abs(cell % cols - other % cols))
            if cell < other and apart == 1:
                text = f"the stars at {name(cell)} and {name(other)} touch"
                faults.append(Violation("touching", (cell, other), text))
    return faults


def obstacles(puzzle: StarBattle) -> list[Violation]:
    """Return why rows, columns and rooms cannot have the same number of stars."""
    counts = {"row": puzzle.rows, "column": puzzle.cols, "room": len(puzzle.cells_of_rooms)}
    rows, columns, rooms = (pluralise(number, what) for what, number in counts.items())
    text = f"{rows}, {columns} and {rooms} cannot have {pluralise(puzzle.stars, 'star')} each"
    return [Violation("room", (), text)] if len(set(counts.values())) > 1 else []
