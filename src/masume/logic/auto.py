"""Marks that nobody needs to make by hand: what follows at a glance from those on the board."""

from __future__ import annotations

from masume.api.exact import vocabulary_of
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.logic.explainer import Explainer

_ROUNDS = 50  # one conclusion may lead to another


def with_auto_marks(puzzle: Puzzle, position: Position) -> Position:
    """The position with all that the puzzle's automatic techniques conclude from it."""
    kind = kind_of(puzzle)
    if kind.logic is None:
        return position
    walk, vocabulary = Explainer(puzzle), vocabulary_of(puzzle)
    walk.learn(vocabulary.marks(position))
    techniques = [one for one in walk.techniques if one.auto]
    for _ in range(_ROUNDS):
        before = len(walk.known)
        for technique in techniques:
            for deduction in technique.find(walk.notes):
                new = [one for one in deduction.literals if -one not in walk.known]
                walk.learn(new)
        if len(walk.known) == before:
            break
    marked: Position = vocabulary.noted(sorted(walk.known, key=abs))
    return marked
