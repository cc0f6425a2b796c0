"""An independent checker of explanations that knows only the rules and the visible board.

It imports no technique. It reads explanations as data: for each template it has a rule that
compares every cell, number and colour in the slots with the board, and draws the conclusion itself.
It also checks that each premise of the proof is named in the sentence or drawn. A template without
a rule is a fault, and so is a slot that no rule reads; add a rule for each new template to the
module of its puzzle.
"""

from sentence_checker.check import (
    PUZZLES,
    Explanation,
    find_faults,
    find_hint_faults,
    walk_explanations,
    wrong_mark_hints,
)

__all__ = [
    "PUZZLES",
    "Explanation",
    "find_faults",
    "find_hint_faults",
    "walk_explanations",
    "wrong_mark_hints",
]
