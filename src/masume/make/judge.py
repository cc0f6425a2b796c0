"""Judge a board while it is composed: no, one or several solutions, and details of each case.

No solution: the clues that contradict each other. Several: how many, and the cells in which they
differ. One: the grade. Judgements are yielded as soon as more is known; each includes everything
known so far, so the last one is complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from masume.api.exact import AT_MOST, solutions, vocabulary_of, why_not
from masume.core.model.model import Reason
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.limits import Deadline, Limit, Stop
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board
from masume.logic.walks import Grade, grade

_REPORTED = (2, 20, 200)  # numbers of solutions at which an intermediate judgement is yielded


@dataclass(frozen=True)
class Judgement:
    """The facts known so far about a board that is composed."""

    number: int  # of solutions found
    complete: bool  # whether these are all solutions
    answer: Position | None = None  # the first solution
    # For each cell in which solutions differ, how evenly: 1 if half of them have it each way
    doubts: Mapping[Cell, float] = field(default_factory=dict)
    clash: tuple[Reason, ...] = ()  # a contradiction among the clues, if there is no solution
    grade: Grade | None = None  # the difficulty, if the solution is unique
    reason: str = ""  # why the judgement is incomplete
    stopped: Stop | None = None

    @property
    def verdict(self) -> str:
        """`unique`, `none` or `several`; `unknown` if a limit was reached before."""
        if self.number > 1:
            return "several"
        if not self.complete:
            return "unknown"
        return "unique" if self.number else "none"


def judge(
    board: Board | Puzzle,
    *,
    at_most: int = AT_MOST,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Iterator[Judgement]:
    """Yield what becomes known of a board: first its number of solutions, then details.

    >>> from masume import loads
    >>> *_, last = judge(loads("kuromasu\\n. . .\\n. 5 .\\n. 3 ."))
    >>> last.verdict, last.number, last.complete, last.doubts
    ('several', 4, True, {0: 1.0, 2: 1.0})
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    answers = solutions(puzzle, at_most=at_most, deadline=deadline)
    doubts = _Doubts(puzzle)
    last = Judgement(0, complete=False)
    for answer in answers:
        doubts.add(answer)
        last = replace(last, number=doubts.number, answer=last.answer or answer)
        if doubts.number in _REPORTED:
            yield replace(last, doubts=doubts.by_cell())
    count = answers.count()
    last = replace(
        last,
        complete=count.complete,
        doubts=doubts.by_cell(),
        reason=count.reason,
        stopped=answers.stopped,
    )
    yield last
    if last.verdict == "unique" and kind_of(puzzle).logic is not None:
        grade_walk = grade(puzzle, deadline=deadline)
        yield replace(last, grade=grade_walk, reason=grade_walk.reason, stopped=grade_walk.stopped)
    elif last.verdict == "none":
        why = why_not(puzzle, deadline=deadline)
        yield replace(last, clash=why.reasons, reason=why.reason, stopped=why.stopped)


class _Doubts:
    """Counts in how many solutions each literal holds."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._vocabulary = vocabulary_of(puzzle)
        self._times: Counter[int] = Counter()
        self.number = 0

    def add(self, answer: Position) -> None:
        self.number += 1
        self._times.update(self._vocabulary.literals(answer))

    def by_cell(self) -> dict[Cell, float]:
        """Return how evenly the solutions differ in each cell, above 0 up to 1, by cell."""
        doubts: dict[Cell, float] = {}
        for literal, times in self._times.items():
            doubt = round(2 * min(times, self.number - times) / self.number, 2)
            for cell in self._vocabulary.cells(abs(literal)) if doubt else ():
                doubts[cell] = max(doubt, doubts.get(cell, 0))
        return dict(sorted(doubts.items()))
