"""Example boards of techniques, each with the step that uses the technique."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from masume.core.model.model import Literal
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import LEVELS, Rule, Technique
from masume.formats.plain import Board, read_boards
from masume.logic.explainer import Explainer
from masume.logic.step_picture import StepPicture, steps_picture


@dataclass(frozen=True)
class Example:
    """A technique and its first use on the walk through its example board."""

    technique: Technique | Rule
    level: str
    puzzle: Puzzle
    picture: StepPicture


def examples(kind: Kind, names: set[str] | None = None) -> Iterator[Example]:
    """Yield examples of a puzzle's techniques, easiest first, optionally only those named."""
    for technique in () if kind.logic is None else kind.logic().techniques:
        if not technique.silent and (names is None or technique.name in names):
            yield _find_example(technique)


@cache
def _find_example(technique: Technique | Rule) -> Example:
    """Return the first use of a technique on its own example board; raise ValueError if unused."""
    (board,) = read_boards(technique.example)
    assert isinstance(board, Board)
    walk = Explainer(board.puzzle)
    known: set[Literal] = set()
    for step in walk.steps():
        if step.technique == technique.name:
            shown = steps_picture(walk.vocabulary, known, [step])
            return Example(technique, LEVELS[technique.level], board.puzzle, shown)
        known.update(step.literals)
    raise ValueError(f"{technique.name} is not used on its own example")
