"""A second witness for explanations: enumeration and the referee, not the model and the engine.

A step names the clues and rules it follows from. So on the same board without all other clues it
must still follow: every answer of that board which has what the step takes as given has what it
concludes. A model that lets a clue into one of its rules proves too much, and is caught here.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache

from material import truth_of

import masume
from masume.api.exact import vocabulary_of
from masume.core.puzzle.clue import UNKNOWN


def faults(puzzle, steps):
    """The steps that do not hold without the clues they do not name; and how many clues went."""
    found, dropped = [], 0
    for step in steps:
        named = {cell for _, cells in step.because for cell in cells}
        board, less = without_others(puzzle, frozenset(named))
        dropped += less
        for answer in answers(board):
            if answer.issuperset(step.given) and not answer.issuperset(step.literals):
                found.append(step)
                break
    return found, dropped


@lru_cache(maxsize=256)
def without_others(puzzle, named):
    """The board with no clues but those in the named cells, and how many have gone.

    Where the literals would mean something else without a clue, as without an island, it becomes
    one that tells no number.
    """
    kind = masume.kind_of(puzzle)
    clues = kind.cells(puzzle)
    name = next(one.name for one in fields(puzzle) if getattr(puzzle, one.name) is clues)
    dropped = 0
    for cell, clue in enumerate(clues):
        if clue is not None and cell not in named:
            for less in (None, UNKNOWN):
                rest = list(getattr(puzzle, name))
                rest[cell] = less
                board = replace(puzzle, **{name: tuple(rest)})
                if meanings(board) == meanings(puzzle):
                    dropped += less != clue
                    puzzle = board
                    break
    return puzzle, dropped


@lru_cache(maxsize=256)
def meanings(puzzle):
    vocabulary = vocabulary_of(puzzle)
    return [vocabulary.statement(variable) for variable in range(1, vocabulary.shown + 1)]


@lru_cache(maxsize=256)
def answers(puzzle):
    """All that the referee accepts, each as the set of its literals."""
    vocabulary = vocabulary_of(puzzle)
    found = []
    for position in truth_of(masume.kind_of(puzzle).name).answers(puzzle):
        marks = set(vocabulary.marks(position))
        literals = [one if one in marks else -one for one in range(1, vocabulary.shown + 1)]
        assert vocabulary.answer(literals) == position
        found.append(frozenset(literals))
    return found
