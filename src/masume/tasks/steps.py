"""Explained steps as rows: what was known, what follows, from what, and by which technique."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from masume.core.model.model import Literal
from masume.core.model.wording import literal_sentence
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Answer, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board
from masume.logic.step import Step
from masume.logic.walks import Walk, explain


def step_rows(
    board: Board | Puzzle,
    position: Answer | None = None,
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Iterator[dict[str, object]]:
    """Yield each step from a position to the solution as plain data.

    A row has the position before the step and its conclusion as answers in the puzzle's notation,
    the premises (marks, clues and rules), the technique, its level and the sentence. Every step
    is one application of one technique, except suppositions, which list their argument.

    >>> from masume import load
    >>> row = next(step_rows(load("hitori\\n1 1\\n1 2")))
    >>> row["technique"], row["level"], row["conclusion"]
    ('corner-of-three', 'medium', ['r1c1 is black'])
    """
    walk = explain(puzzle_of(board), position, folded=False, limit=limit, deadline=deadline)
    return _rows(walk)


def _rows(walk: Walk) -> Iterator[dict[str, object]]:
    known: list[Literal] = []
    for number, step in enumerate(walk, start=1):
        if number == 1:
            known = sorted(walk.initial_literals, key=abs)
        yield {"step": number, **step_row(walk, known, step)}
        known += step.literals


def step_row(walk: Walk, known: Iterable[Literal], step: Step) -> dict[str, object]:
    """Return a step as plain data, given the literals known before it."""
    puzzle, vocabulary = walk.puzzle, walk.explainer.vocabulary
    kind, reasons = kind_of(puzzle), walk.explainer.what_if.reasons
    keys = [reasons[key] for key in step.because]

    def said(literals: Iterable[Literal]) -> list[str]:
        return [literal_sentence(vocabulary, literal) for literal in literals]

    def written(literals: Iterable[Literal]) -> str:
        return "\n".join(kind.write_answer(puzzle, vocabulary.position_of(literals)))

    before = sorted(known, key=abs)
    return {
        "technique": step.technique,
        "level": LEVELS[step.level],
        "text": step.text,
        "before": written(before),
        "conclusion": said(step.literals),
        "after": written([*before, *step.literals]),
        "premises": {
            "marks": said(step.given),
            "clues": [reason.text for reason in keys if reason.clues],
            "rules": [reason.text for reason in keys if not reason.clues],
        },
    }
