"""What the exact engine has to say: a value for each question, with what the answer has cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from masume.core.drawing.show import svg_of
from masume.core.model.model import Reason
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Status
from masume.core.system.limits import Stop


class Work(NamedTuple):
    """What an answer has cost."""

    seconds: float = 0.0
    rounds: int = 0  # proposals of the solver, each of which is looked through for cuts
    cuts: int = 0  # clauses that connectivity has needed
    clauses: int = 0  # all clauses
    variables: int = 0
    conflicts: int = 0  # wrong guesses that the solver has learnt from
    decisions: int = 0  # guesses


@dataclass(frozen=True)
class Solution:
    """An answer to a board, and whether it is the only one."""

    status: Status  # SOLVED, EXHAUSTED (proved: there is none) or LIMIT
    answer: Position | None = None
    unique: bool | None = None  # None where it is not proved
    other: Position | None = None  # a second solution
    differs: tuple[Cell, ...] = ()  # where the two are not the same
    cost: int | None = None  # black cells, bridges or steps
    shortest: bool | None = None  # True: no solution costs less, False: not proved; None: not asked
    known: Position | None = None  # without an answer: a Position with what is sure by then
    work: Work = field(default_factory=Work)
    reason: str = ""  # which limit was reached, or what makes the board hopeless
    stopped: Stop | None = None  # None: nothing was left to find out
    puzzle: Puzzle | None = field(default=None, repr=False)  # what was solved

    def _repr_svg_(self) -> str | None:
        """The answer, marked where another one differs; without one, what is known."""
        if self.puzzle is None:
            return None
        position = self.known if self.answer is None else self.answer
        return svg_of(self.puzzle, position, self.differs)


class Count(NamedTuple):
    """How many solutions there are."""

    number: int
    complete: bool  # False: there are at least so many
    work: Work
    reason: str = ""
    stopped: Stop | None = None


class Forced(NamedTuple):
    """What all solutions share."""

    status: Status  # SOLVED, EXHAUSTED (there is no solution) or LIMIT
    position: Position  # with all that is sure
    settled: int  # how many of the board's variables are sure
    open: int  # how many are not
    work: Work
    reason: str = ""
    stopped: Stop | None = None


class WhyNot(NamedTuple):
    """Clues and rules that contradict each other: none of them can be left out."""

    status: Status  # EXHAUSTED, SOLVED (there is a solution, so nothing to explain) or LIMIT
    reasons: tuple[Reason, ...]
    minimal: bool  # False if there was no time to leave out all that can be left out
    work: Work
    reason: str = ""
    stopped: Stop | None = None
