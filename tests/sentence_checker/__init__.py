"""A reader of explanations who knows the rules and sees the board, and nothing else.

It does not import `masume.explain` or any technique. It reads every sentence with a grammar of its
own, compares each cell, number, colour and count with the visible board, draws the conclusion by
itself, and looks whether everything that the proof rests on is said or drawn. A sentence that no
rule of the grammar reads is a fault: whoever writes a new one adds a rule for it to the module of
its puzzle here.
"""

from sentence_checker.check import (
    PUZZLES,
    Told,
    faults,
    told_of_wrong_marks,
    told_on_the_way,
    wrong_mark_faults,
)

__all__ = [
    "PUZZLES",
    "Told",
    "faults",
    "told_of_wrong_marks",
    "told_on_the_way",
    "wrong_mark_faults",
]
