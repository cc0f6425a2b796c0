"""Fold easy steps into the step that they rest on, so that they share a paragraph."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from masume.core.model.model import Literal
from masume.core.puzzle.technique import Key
from masume.core.puzzle.words import NOTHING
from masume.logic.step import Step

_SENTENCES = 2  # steps in a paragraph, not counting brief ones


def fold_steps(steps: Iterator[Step], brief: Collection[str]) -> Iterator[Step]:
    """Yield the steps, easy ones folded into the step that they rest on.

    Steps of the techniques named in `brief` are folded into any step before them.
    """
    together: list[Step] = []
    new: set[Literal] = set()
    sentences = 0
    for step in steps:
        glance = step.technique in brief
        rests = not step.level and not new.isdisjoint(step.given)
        if together and not glance and not (rests and sentences < _SENTENCES):
            yield _fold(together)
            together, new, sentences = [], set(), 0
        together.append(step)
        new.update(step.literals)
        sentences += not glance
    if together:
        yield _fold(together)


def _fold(steps: Sequence[Step]) -> Step:
    """Combine steps into one whose grounds prove all their conclusions."""
    first = steps[0]
    if len(steps) == 1:
        return first
    literals = tuple(literal for step in steps for literal in step.literals)
    given = dict.fromkeys(literal for step in steps for literal in step.given)
    because: dict[Key, None] = dict.fromkeys(key for step in steps for key in step.because)
    return replace(
        first,
        literals=literals,
        given=tuple(literal for literal in given if literal not in literals),
        because=tuple(because),
        says=NOTHING,
        folded=tuple(steps),
    )
