"""A search that is watched: made step by step, with a bounded memory of what was seen."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from masume.api import Plan, hopeless
from masume.core.run import Limit, Run, SearchResult
from masume.core.steps import Expanded, Status
from masume.front.desktop.tasks import MEGABYTES

KEPT = 3000  # pictures to go back to


@dataclass(frozen=True)
class Picture:
    """What there is to see after one step of a search."""

    state: Any  # None: a Position is given instead
    position: Any = None
    move: Any = None
    depth: int = 0
    g: float = 0
    h: float | None = None
    expanded: int = 0
    generated: int = 0
    frontier: int = 0
    stored: int = 0
    round: int = 1
    seconds: float = 0.0
    note: str = ""  # why the search began anew, or how it ended


class Film:
    """The pictures of a search; `at` is the number of the one that is looked at."""

    def __init__(self, plan: Plan, puzzle: Any, *, kept: int = KEPT, seed: int = 0) -> None:
        self.plan = plan
        self.puzzle = puzzle
        self.result: SearchResult | None = hopeless(puzzle)
        self._run: Run | None = None
        self._pictures: deque[Picture] = deque(maxlen=kept)
        self.made = 0  # pictures since the beginning
        self.at = -1
        if self.result is None:
            self._run = plan.start(puzzle, limit=Limit(megabytes=MEGABYTES), seed=seed)
        else:
            start = plan.kind.start(puzzle)
            self._add(Picture(None, start, note=f"No solution: {self.result.reason}."))
        self.step()

    @property
    def first(self) -> int:
        """The number of the oldest picture that is still there."""
        return self.made - len(self._pictures)

    @property
    def last(self) -> int:
        """The number of the newest picture."""
        return self.made - 1

    @property
    def ended(self) -> bool:
        """Whether the search is over; there may still be pictures after the one looked at."""
        return self.result is not None

    @property
    def picture(self) -> Picture:
        """The one that is looked at."""
        return self._pictures[self.at - self.first]

    @property
    def position(self) -> Any:
        """Its board."""
        picture = self.picture
        if picture.state is None or self._run is None:
            return picture.position
        return self._run.space.position(picture.state)

    @property
    def h_trace(self) -> list[float]:
        """h of the nodes so far."""
        return self._run.metrics.h_trace if self._run else []

    def go(self, to: int) -> None:
        """Look at another picture that is there."""
        self.at = max(self.first, min(self.last, to))

    def step(self) -> bool:
        """Look at the next picture, made now if need be; whether there is one."""
        if self.at < self.last:
            self.at += 1
            return True
        if self._run is None or self.ended:
            return False
        for event in self._run:
            self._add(self._seen(self._run, event))
            return True
        self.result = self._run.result()
        self._add(self._ending(self.result))
        return True

    def advance(self, steps: float, budget: float) -> int:
        """Make some steps, but for so many seconds at most; how many were made."""
        began, made = perf_counter(), 0
        while made < steps and self.step():
            made += 1
            if perf_counter() - began > budget:
                break
        return made

    def close(self) -> None:
        """Stop the search."""
        if self._run is not None and not self.ended:
            self._run.close()

    def _add(self, picture: Picture) -> None:
        self._pictures.append(picture)
        self.made += 1
        self.at = self.last

    def _seen(self, run: Run, event: Any) -> Picture:
        metrics = run.metrics
        if not isinstance(event, Expanded):
            before = self._pictures[-1] if self._pictures else None
            return Picture(
                before.state if before else None,
                self.plan.kind.start(self.puzzle) if before is None else None,
                expanded=metrics.expanded,
                generated=metrics.generated,
                round=metrics.rounds,
                seconds=metrics.seconds,
                note=f"Begins anew: {event.reason}.",
            )
        node = event.node
        return Picture(
            node.state,
            None,
            node.move,
            node.depth,
            node.g,
            node.h,
            metrics.expanded,
            metrics.generated,
            event.frontier,
            event.stored,
            metrics.rounds,
            metrics.seconds,
        )

    def _ending(self, result: SearchResult) -> Picture:
        metrics, node = result.metrics, result.best
        said = {
            Status.SOLVED: "Solved.",
            Status.EXHAUSTED: "Searched through: there is no solution.",
            Status.STUCK: "Gave up: it knows no way on from here.",
            Status.LIMIT: f"Stopped: {result.reason}.",
        }
        nearest = self.plan.kind.start(self.puzzle) if node is None else result.nearest
        return Picture(
            None,
            nearest if result.answer is None else result.answer,
            node.move if node else None,
            node.depth if node else 0,
            node.g if node else 0,
            node.h if node else None,
            metrics.expanded,
            metrics.generated,
            0,
            metrics.max_stored,
            metrics.rounds,
            metrics.seconds,
            said[result.status],
        )
