"""judge: what is to be said of a board that someone is composing, as soon as it is known.

One solution, none or several; then more about it. With none: the clues that clash. With several:
how many, and the cells in which they differ, each with how much. With one: how hard it is. Each
Judgement says all that is known by then, so the last one is enough for those who can wait.
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

_WORTH_TELLING = (2, 20, 200)  # solutions at which it is worth telling how they differ so far


@dataclass(frozen=True)
class Judgement:
    """What is known of a board by now."""

    number: int  # of solutions
    complete: bool  # whether there are no others
    answer: Position | None = None  # the first of them
    doubts: Mapping[Cell, float] = field(default_factory=dict)  # 1: half of them have it so
    clash: tuple[Reason, ...] = ()  # why there is none
    grade: Grade | None = None  # how hard it is, if there is one
    reason: str = ""  # why not all is known
    stopped: Stop | None = None

    @property
    def verdict(self) -> str:
        """`unique`, `none` or `several`; `unknown` if it has not been found out."""
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
    """Whether a board has one solution, none or several, and then more about it.

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
        if doubts.number in _WORTH_TELLING:
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
        graded = grade(puzzle, deadline=deadline)
        yield replace(last, grade=graded, reason=graded.reason, stopped=graded.stopped)
    elif last.verdict == "none":
        why = why_not(puzzle, deadline=deadline)
        yield replace(last, clash=why.reasons, reason=why.reason, stopped=why.stopped)


class _Doubts:
    """In how many solutions each thing is so."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._vocabulary = vocabulary_of(puzzle)
        self._times: Counter[int] = Counter()
        self.number = 0

    def add(self, answer: Position) -> None:
        self.number += 1
        self._times.update(self._vocabulary.literals(answer))

    def by_cell(self) -> dict[Cell, float]:
        """From 0 to 1 for each cell about which not all agree."""
        doubts: dict[Cell, float] = {}
        for literal, times in self._times.items():
            doubt = round(2 * min(times, self.number - times) / self.number, 2)
            for cell in self._vocabulary.cells(abs(literal)) if doubt else ():
                doubts[cell] = max(doubt, doubts.get(cell, 0))
        return dict(sorted(doubts.items()))
