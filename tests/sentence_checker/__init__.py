"""An independent checker of explanations that knows only the rules and the visible board.

It imports no technique. It parses every sentence with its own grammar, compares each cell, number,
colour and count with the board, draws the conclusion itself, and checks that every premise of the
proof is mentioned or drawn. A sentence that no grammar rule parses is a fault; add a rule for each
new sentence to the module of its puzzle.
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
