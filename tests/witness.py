"""Verify explanations by enumeration and the referee instead of the model and the engine.

A step names the clues and rules from which it follows, so it must also follow on the board without
all other clues: every answer of that board that contains the given literals contains the
conclusion. This detects models in which a rule silently uses a clue.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache

from material import truth_of

import masume
from masume.api.exact import vocabulary_of
from masume.core.puzzle.clue import UNKNOWN


def faults(puzzle, steps):
    """Return the steps that do not hold without the clues they do not name, and counts of clues."""
    result, dropped = [], 0
    for step in steps:
        named = {cell for _, cells in step.because for cell in cells}
        board, less = without_others(puzzle, frozenset(named))
        dropped += less
        for answer in answers(board):
            if answer.issuperset(step.given) and not answer.issuperset(step.literals):
                result.append(step)
                break
    return result, dropped


@lru_cache(maxsize=256)
def without_others(puzzle, named):
    """Return the board with the clues of the named cells only, and the number of removed clues.

    Where removing a clue would change the meaning of literals, as for an island, it becomes `?`. A
    room without its number stays a room.
    """
    kind = masume.kind_of(puzzle)
    clues = kind.cells(puzzle)
    name = next(field.name for field in fields(puzzle) if getattr(puzzle, field.name) is clues)
    dropped = 0
    for cell, clue in enumerate(clues):
        if clue is not None and cell not in named:
            empty = kind.source().empty(puzzle, cell) if kind.source else None
            for less in (empty, UNKNOWN):
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
    """Return all answers that the referee accepts, each as the set of its literals."""
    vocabulary = vocabulary_of(puzzle)
    result = []
    for position in truth_of(masume.kind_of(puzzle).name).answers(puzzle):
        marks = set(vocabulary.marks(position))
        literals = [
            literal if literal in marks else -literal for literal in range(1, vocabulary.shown + 1)
        ]
        assert vocabulary.answer(literals) == position
        result.append(frozenset(literals))
    return result
