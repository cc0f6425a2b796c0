"""The marks of trials: which of them are on the board, and in which trial each was made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position
from masume.play.session import Session


class TrialMark(NamedTuple):
    """A mark made in a trial: on a cell, or between two cells."""

    cells: tuple[Cell, ...]  # the cell, or both ends
    lines: range = range(1)  # which of the lines between the two cells belong to the trial


Marks: TypeAlias = list[TrialMark]


def trial_marks(session: Session) -> list[Marks]:
    """Return the marks made in each open trial that are still on the board, outermost first."""
    starts, kind = session.trials, session.kind
    if not starts or kind.vocabulary is None:
        return [[] for _ in starts]
    vocabulary = kind.vocabulary(session.puzzle)
    positions = [*map(session.history.position_after, starts), session.position]
    stages = [
        {level for mark in vocabulary.literals(position) for level in _levels(vocabulary, mark)}
        for position in positions
    ]
    marks: list[Marks] = [[] for _ in starts]
    for literal in vocabulary.literals(session.position):
        levels = _levels(vocabulary, literal)
        counts = [len(stage.intersection(levels)) for stage in stages]
        for made, (before, after) in zip(marks, pairwise(counts), strict=True):
            if before < after:
                cells = _ends(tuple(vocabulary.cells(abs(literal))))
                made.append(TrialMark(cells, range(before, after)))
    return marks


def _levels(vocabulary: Vocabulary[Position], literal: Literal) -> list[Literal]:
    """Return a literal and the weaker ones about the same cells, such as one bridge of two."""
    cells = tuple(vocabulary.cells(abs(literal)))
    weaker = vocabulary.implied_literals(literal)
    return [literal, *(other for other in weaker if tuple(vocabulary.cells(abs(other))) == cells)]


def _ends(cells: Sequence[int]) -> tuple[int, ...]:
    """Return the cell of a mark, or the first and the last of several."""
    return (cells[0], cells[-1]) if len(cells) > 1 else (cells[0],)
