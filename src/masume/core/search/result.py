"""The result of a search and its measures.

`Run` writes them while it drives a search; other code reads them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from masume.core.drawing.show import short_repr, table
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.events import Node, Status
from masume.core.system.limits import Stop

TRACE_POINTS = 1000  # of a trace that is full


@dataclass
class Metrics:
    """The measured cost of a run so far; written by `Run` only."""

    expanded: int = 0  # nodes whose successors were produced
    generated: int = 0  # successors produced, duplicates and dead ends included
    max_frontier: int = 0  # most nodes waiting to be expanded, stale entries included
    max_stored: int = 0  # most states held at once; where a table is kept, each state once
    evaluated: int = 0  # calls of the heuristic, counted for user code
    rounds: int = 1  # times the search began: restarts, deepening rounds, bounds
    seconds: float = 0.0  # processor time of space, tables and search
    h_trace: list[float] = field(default_factory=list)  # h of the expanded nodes, in order
    h_every: int = 1  # the trace holds every h_every-th value, which bounds its length
    frontier_trace: list[int] = field(default_factory=list)  # nodes waiting after each expansion
    frontier_every: int = 1

    def thin_traces(self) -> int:
        """Halve the traces; return after how many expansions a node is traced now."""
        del self.frontier_trace[1::2], self.h_trace[1::2]
        self.frontier_every *= 2
        self.h_every = self.frontier_every
        return self.frontier_every


@dataclass(frozen=True)
class SearchResult:
    """The outcome of a run, the answer it found and its cost."""

    status: Status
    goal: Node | None
    # The goal; else the solution of an anytime search that reached a limit; else the expanded node
    # of least h (without h: the deepest)
    best: Node | None
    answer: Position | None  # the position of the goal
    nearest: Position | None  # the position of `best`
    cost: int | None  # the answer's black cells, bridges or steps; changes, in a repair space
    metrics: Metrics
    reason: str = ""  # the limit that was reached, or the obstacle on the board
    stopped: Stop | None = None  # None: the search ended without reaching a limit
    claims: tuple[str, ...] = ()  # what user code reported about itself and counting refuted
    puzzle: Puzzle | None = None  # what was searched; for a problem, see `problem`
    algorithm: str = ""  # the names of the search, with their options
    heuristic: str | None = None
    space: str = ""

    @property
    def moves(self) -> list[object]:
        """The moves from the start to the goal; empty without a goal."""
        return self.goal.moves() if self.goal else []

    @property
    def problem(self) -> object:
        """The problem or puzzle that was searched."""
        return getattr(self.puzzle, "problem", self.puzzle)

    def _repr_html_(self) -> str:
        """Return the measures as a table, for notebooks."""
        measures = {"status": self.status.value, "cost": "–" if self.cost is None else self.cost}
        metrics = self.metrics
        measures |= {
            "expanded": f"{metrics.expanded:,}",
            "generated": f"{metrics.generated:,}",
            "max. frontier": f"{metrics.max_frontier:,}",
            "max. stored": f"{metrics.max_stored:,}",
            "rounds": metrics.rounds,
            "seconds": f"{metrics.seconds:.3g}",
        }
        return table(measures | {"reason": self.reason} if self.reason else measures)

    def __repr__(self) -> str:
        cost = None if self.cost is None else f"cost {self.cost:g}"
        expanded = f"{self.metrics.expanded:,} expanded"
        return short_repr(self, self.status.value, cost, expanded, self.reason)
