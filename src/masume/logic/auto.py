"""Automatic marks: trivial conclusions from the marks on the board."""

from __future__ import annotations

from masume.api.exact import vocabulary_of
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.logic.explainer import Explainer

_ROUNDS = 50  # one conclusion may lead to another


def with_auto_marks(puzzle: Puzzle, position: Position) -> Position:
    """Return the position with all conclusions of the puzzle's automatic techniques."""
    kind = kind_of(puzzle)
    if kind.logic is None:
        return position
    walk, vocabulary = Explainer(puzzle), vocabulary_of(puzzle)
    walk.learn(vocabulary.marks(position))
    techniques = [technique for technique in walk.techniques if technique.auto]
    for _ in range(_ROUNDS):
        before = len(walk.known)
        for technique in techniques:
            for deduction in technique.deductions(walk.notes):
                new = [literal for literal in deduction.literals if -literal not in walk.known]
                walk.learn(new)
        if len(walk.known) == before:
            break
    marked: Position = vocabulary.position_of(sorted(walk.known, key=abs))
    return marked
