"""The techniques for Kuromasu, easiest first."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.technique import Deduction, Logic, technique
from masume.families.shading.logic import (
    black_has_white_neighbours,
    last_way_out,
    would_cut_the_white_area,
)
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.techniques_ahead import (
    black_goes_wrong_at_once,
    colour_goes_wrong_soon,
    numbers_in_a_chain,
    open_gaps_go_wrong,
)
from masume.puzzles.kuromasu.techniques_notes import KuromasuNotes
from masume.puzzles.kuromasu.techniques_number import (
    number_grows_one_way,
    number_has_few_lengths,
    number_is_complete,
    number_must_reach,
    number_needs_everything,
    number_would_see_too_much,
)
from masume.puzzles.kuromasu.techniques_pair import numbers_are_apart, numbers_share_a_stretch


@technique(
    "a cell with a number or a ? is white",
    level="easy",
    example="""
kuromasu
. 3 .
. . .
""",
    obvious=True,
)
def clues_are_white(notes: KuromasuNotes) -> Iterator[Deduction]:
    """Whiten all clues in a single step."""
    clues = [cell for cell, clue in enumerate(notes.puzzle.clues) if clue is not None]
    new = [cell for cell in clues if not notes.colours[cell]]
    if new:
        yield Deduction(
            tuple(-cell - 1 for cell in new),
            (),
            tuple(("clue", (cell,)) for cell in new),
            f"Cells with a number{' or a ?' * (UNKNOWN in notes.puzzle.clues)} are white.",
        )


TECHNIQUES = (
    clues_are_white,
    technique(
        "cells beside a black cell are white",
        level="easy",
        auto=True,
        example="""
kuromasu
. 2 .
. 4 .
. . .
""",
    )(black_has_white_neighbours),
    technique(
        "a white cell with one way out keeps it open",
        level="easy",
        example="""
kuromasu
. . 5
. . .
. 2 4
""",
    )(last_way_out),
    number_is_complete,
    number_needs_everything,
    number_grows_one_way,
    number_would_see_too_much,
    number_must_reach,
    technique(
        "a cell that would cut the white area is white",
        level="medium",
        example="""
kuromasu
. . .
. . .
. . .
. 3 2
""",
    )(would_cut_the_white_area),
    number_has_few_lengths,
    numbers_share_a_stretch,
    numbers_are_apart,
    black_goes_wrong_at_once,
    open_gaps_go_wrong,
    colour_goes_wrong_soon,
    numbers_in_a_chain,
)


def logic() -> Logic[Kuromasu]:
    """Return the techniques and their notes."""
    return Logic(KuromasuNotes, TECHNIQUES)
