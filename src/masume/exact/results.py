"""The results of the exact engine's queries, each with the work it took."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from masume.core.drawing.show import short_repr, svg_of, table
from masume.core.model.model import Reason
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Status
from masume.core.system.limits import Stop


class Work(NamedTuple):
    """The work of a query: time, and the counters of the engine and the SAT solver."""

    seconds: float = 0.0
    rounds: int = 0  # proposals of the solver, each of which is checked for cuts
    cuts: int = 0  # clauses added by lazy constraints, such as connectivity
    clauses: int = 0  # all clauses, cuts included
    variables: int = 0
    conflicts: int = 0
    decisions: int = 0


@dataclass(frozen=True)
class Solution:
    """The answer of a board, and whether it is the only one."""

    status: Status  # SOLVED, EXHAUSTED (proved to have no answer) or LIMIT
    answer: Position | None = None
    unique: bool | None = None  # None if neither proved nor refuted
    other: Position | None = None  # a second answer
    differs: tuple[Cell, ...] = ()  # the cells in which the two answers differ
    cost: int | None = None  # black cells, bridges or steps
    shortest: bool | None = None  # True: proved, False: not proved, None: not required
    known: Position | None = None  # without an answer, the marks that are certain so far
    work: Work = field(default_factory=Work)
    reason: str = ""  # the limit that was reached, or the obstacle on the board
    stopped: Stop | None = None  # None: the query was answered completely
    puzzle: Puzzle | None = field(default=None, repr=False)  # the board

    def __repr__(self) -> str:
        unique = {True: "unique", False: "not unique", None: None}[self.unique]
        cost = None if self.cost is None else f"cost {self.cost}"
        return short_repr(self, self.status.value, unique, cost, self.reason)

    def _repr_svg_(self) -> str | None:
        """Draw the answer, highlighting where a second one differs; else the known marks."""
        if self.puzzle is None:
            return None
        position = self.known if self.answer is None else self.answer
        return svg_of(self.puzzle, position, self.differs)


class Count(NamedTuple):
    """The number of solutions of a board."""

    number: int
    complete: bool  # False: the number is a lower bound
    work: Work
    reason: str = ""
    stopped: Stop | None = None


class Forced(NamedTuple):
    """The marks common to all solutions of a board (its backbone)."""

    status: Status  # SOLVED, EXHAUSTED (no solution) or LIMIT (more marks may be common)
    position: Position  # the common marks
    settled: int  # the number of variables with the same value in all solutions
    open: int  # the number of the other variables
    work: Work
    reason: str = ""
    stopped: Stop | None = None

    def __repr__(self) -> str:
        counts = f"{self.settled} settled", f"{self.open} open"
        return short_repr(self, self.status.value, *counts, self.reason)


class WhyNot(NamedTuple):
    """Clues, rules and marks that contradict each other."""

    status: Status  # EXHAUSTED, SOLVED (there is a solution, so no contradiction) or LIMIT
    reasons: tuple[Reason, ...]
    minimal: bool  # True: none of the reasons can be left out; False: not proved
    work: Work
    reason: str = ""
    stopped: Stop | None = None

    def __repr__(self) -> str:
        return short_repr(self, self.status.value, *(reason.text for reason in self.reasons))

    def _repr_html_(self) -> str:
        return table({str(n): reason.text for n, reason in enumerate(self.reasons, start=1)})
