"""How people solve Kuromasu, easiest first."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.shading_logic import (
    Colours,
    black_has_white_neighbours,
    last_way_out,
    would_cut_the_white_area,
)
from masume.core.technique import Deduction, Logic, technique


@technique(
    "a cell with a number or a ? is white",
    level="easy",
    example="""
kuromasu
. 3 .
. . .
""",
)
def clues_are_white(notes: Colours) -> Iterator[Deduction]:
    """All clues at once; nobody needs that told one by one."""
    clues = [cell for cell, clue in enumerate(notes.puzzle.clues) if clue is not None]
    if any(not notes.colours[cell] for cell in clues):
        yield Deduction(
            tuple(-cell - 1 for cell in clues),
            (),
            tuple(("clue", (cell,)) for cell in clues),
            "Cells with clues are white.",
        )


_BOTH = """
kuromasu
. . .
. 5 .
. 3 .
"""

TECHNIQUES = (
    clues_are_white,
    technique("cells beside a black cell are white", level="easy", example=_BOTH)(
        black_has_white_neighbours
    ),
    technique("a white cell with one way out keeps it open", level="easy", example=_BOTH)(
        last_way_out
    ),
    technique("a cell that would cut the white area is white", level="medium", example=_BOTH)(
        would_cut_the_white_area
    ),
)


def logic() -> Logic:
    """The techniques and their notes."""
    return Logic(Colours, TECHNIQUES)
