"""A puzzle with no more than a kind must have: no spaces, logic, maker, codecs or examples.

Lamps stand on cells so that no two share a side, and each number has that many lamps beside it.
"""

from __future__ import annotations

from masume.core.model.model import Model, Sum, never_cancel
from masume.core.puzzle.clue import ClueBoard, read_clues, write_clues
from masume.core.puzzle.kind import Kind, Violation
from masume.core.text.blocks import Block
from masume.families.shading import position, touch, view
from masume.families.shading.model import cell_model_builder
from masume.families.shading.position import Shading


class Lamps(ClueBoard):
    """A board; a number is no place for a lamp."""


def read(block: Block) -> Lamps:
    return Lamps(*read_clues(block))


def violations(puzzle: Lamps, shading: Shading) -> list[Violation]:
    near, name, lamps = puzzle.grid.neighbours, puzzle.grid.name, shading.black
    found = [
        Violation("beside", (cell, other), f"{name(cell)} and {name(other)} are both lamps")
        for cell in sorted(lamps)
        for other in near[cell]
        if other in lamps and cell < other
    ]
    for cell, clue in enumerate(puzzle.clues):
        count = sum(other in lamps for other in near[cell])
        if clue is not None and cell in lamps:
            found.append(Violation("clue", (cell,), f"there is a lamp on the clue {name(cell)}"))
        elif isinstance(clue, int) and clue != count:
            found.append(Violation("clue", (cell,), f"{name(cell)} has {count} lamps, not {clue}"))
    return found


def model(puzzle: Lamps, *, reasons: bool = False, check_cancel=never_cancel) -> Model:
    draft, near = cell_model_builder(puzzle), puzzle.grid.neighbours
    beside = draft.part("beside", (), "lamps never share a side")
    for cell in range(puzzle.grid.size):
        beside.clauses += [[-cell - 1, -other - 1] for other in near[cell] if cell < other]
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            part = draft.part("clue", (cell,), f"the {clue} at {puzzle.grid.name(cell)}", clues=1)
            part.clauses.append([-cell - 1])
            if isinstance(clue, int):
                part.sums.append(Sum([[other + 1] for other in near[cell]], clue))
    return draft.model()


KIND = Kind(
    name="lamps",
    title="Lamps",
    rules="Put lamps on cells. A number has that many lamps beside it.",
    codes={"beside": "two lamps share a side", "clue": "a number has other lamps beside it"},
    puzzle=Lamps,
    read=read,
    write=write_clues,
    **position.POSITIONS,
    scene=view.scene,
    touch=touch.touch,
    visible_violations=lambda puzzle, shading: [],
    violations=violations,
    obstacles=lambda puzzle: [],
    spaces=(),
    model=model,
)
