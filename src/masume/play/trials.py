"""The marks of trials: which of them are on the board, and in which trial each was made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from masume.core.grid import Cell
from masume.play.session import Session

Marks: TypeAlias = list[tuple[Cell, ...]]  # the cells that each of some marks is about


def trial_marks(session: Session) -> list[Marks]:
    """The marks made in each open trial that are still on the board, the first trial first."""
    starts, kind = session.trials, session.kind
    if not starts or kind.vocabulary is None:
        return [[] for _ in starts]
    vocabulary = kind.vocabulary(session.puzzle)
    before_trials = [set(vocabulary.literals(session.past.after(start))) for start in starts]
    now = vocabulary.literals(session.position)
    marks = []
    for before, after in pairwise([*before_trials, set(now)]):
        made = [literal for literal in now if literal in after and literal not in before]
        marks.append([_ends(vocabulary.cells(abs(literal))) for literal in made])
    return marks


def _ends(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """A mark on a cell, or from one cell to another."""
    return (cells[0], cells[-1]) if len(cells) > 1 else (cells[0],)
