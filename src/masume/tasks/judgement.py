"""Judge a step that somebody else made: does it follow, is it merely true, or is it false?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from masume.api.exact import vocabulary_of
from masume.core.model.model import Literal
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.core.puzzle.technique import LEVELS, NAMED_LEVELS
from masume.core.system.limits import Deadline, Limit
from masume.errors import UnknownName
from masume.formats.inputs import position_of, puzzle_of
from masume.formats.plain import Board
from masume.logic.explainer import Explainer
from masume.logic.short import visible_steps
from masume.logic.step import Step
from masume.logic.wrong import MarkedBoard, refute_mark


class StepOutcome(Enum):
    """The verdict on somebody's marks."""

    FOLLOWS = "follows"  # techniques show each mark from what is marked
    TRUE = "true"  # right, but no technique up to the chosen level shows it yet
    FALSE = "false"  # contradicts every solution that fits what is marked
    UNDECIDED = "undecided"  # solutions differ in it; only on boards with several


@dataclass(frozen=True)
class MarkVerdict:
    """The verdict on marks that were added to a position, and a sentence for it."""

    outcome: StepOutcome
    text: str
    techniques: tuple[str, ...] = ()  # that show the marks, if they follow
    level: str = ""  # of the hardest of these


def judge_marks(
    board: Board | Puzzle,
    before: Answer,
    after: Answer,
    *,
    level: str = "hard",
    limit: Limit | None = None,
) -> MarkVerdict:
    """Judge the marks that `after` adds to `before`.

    They follow if, for each, one technique up to the level concludes it from the marks before,
    apart from conclusions so trivial that front ends make them automatically. The first mark that
    is false decides the verdict; `before` itself must be right.

    >>> from masume import load
    >>> board = load("hitori\\n1 1\\n1 2")
    >>> judge_marks(board, ". .\\n. .", "# .\\n. .").outcome.value
    'follows'
    >>> judge_marks(board, ". .\\n. .", ". #\\n. .").outcome.value
    'false'
    """
    if level not in NAMED_LEVELS:
        raise UnknownName("level", level, NAMED_LEVELS)
    puzzle = puzzle_of(board)
    vocabulary, deadline = vocabulary_of(puzzle), Deadline(limit)
    marked, wanted = position_of(puzzle, before), position_of(puzzle, after)
    known = vocabulary.marks(marked)
    new = [mark for mark in vocabulary.marks(wanted) if mark not in known]
    walk = Explainer(puzzle, deadline=deadline, assumed=known, tidy=True)
    if not walk.solvable:
        return MarkVerdict(StepOutcome.FALSE, "The marks before the step contradict each other.")
    false = [mark for mark in new if -mark in walk.goal]
    if false:
        return MarkVerdict(StepOutcome.FALSE, f"False: {_refutation(puzzle, wanted, known, false)}")
    open_ = [mark for mark in new if mark not in walk.goal]
    if open_:
        text = "Undecided: the board has solutions with and without this mark."
        return MarkVerdict(StepOutcome.UNDECIDED, text)
    return _follows(walk, new, LEVELS.index(level))


def _refutation(
    puzzle: Puzzle, position: Position, known: Sequence[Literal], wrong: Sequence[Literal]
) -> str:
    """Return the shortest argument against one of the wrong marks."""
    walk = Explainer(puzzle)
    walk.learn(known)
    marked = MarkedBoard(position, list(known), list(wrong), alone=True)
    return refute_mark(walk, marked).text


def _follows(walk: Explainer, new: Sequence[Literal], most: int) -> MarkVerdict:
    """Return the verdict on marks that hold: whether techniques up to a level show all of them."""
    _make_automatic_marks(walk)
    shown: dict[Literal, Step] = {}
    missing = [mark for mark in new if mark not in walk.known]
    for level in range(most + 1):
        for step in visible_steps(walk, [level], missing):
            for literal in step.literals:
                shown.setdefault(literal, step)
        missing = [mark for mark in missing if mark not in shown]
        if not missing:
            break
    if missing:
        text = f"True, but no technique up to {LEVELS[most]} shows it yet."
        return MarkVerdict(StepOutcome.TRUE, text)
    steps = [shown[mark] for mark in new if mark in shown]
    if not steps:
        return MarkVerdict(StepOutcome.FOLLOWS, "Follows at once from the marks.", (), LEVELS[0])
    names = tuple(dict.fromkeys(step.technique for step in steps))
    hardest = max(steps, key=lambda step: step.level)
    text = f"Follows ({', '.join(names)}): {hardest.text}"
    return MarkVerdict(StepOutcome.FOLLOWS, text, names, LEVELS[hardest.level])


def _make_automatic_marks(walk: Explainer) -> None:
    """Let a walk learn what its automatic techniques conclude from the marks."""
    automatic = [technique for technique in walk.techniques if technique.auto or technique.obvious]
    while True:
        before = len(walk.known)
        for technique in automatic:
            for deduction in list(technique.deductions(walk.notes)):
                walk.learn(deduction.literals)
        if len(walk.known) == before:
            return
