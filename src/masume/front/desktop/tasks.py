"""What worker processes do: measure searches, make a board. No pygame here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from masume.api.searches import resolve_search
from masume.core.puzzle.puzzle import Puzzle
from masume.core.search.events import Status
from masume.core.search.run import Metrics, SearchResult
from masume.core.system.limits import Deadline, Limit
from masume.errors import MasumeError
from masume.make.generate import Made, make
from masume.make.request import BoardPlan

MEGABYTES = 1000  # for the states of one search
_NEWS = 0.1  # seconds between two signs of life


@dataclass(frozen=True)
class NamedSearch:
    """A way to search, by its names."""

    algorithm: str
    space: str
    heuristic: str | None = None


@dataclass(frozen=True)
class Measured:
    """How far a search has come, or how it ended."""

    number: int  # of the way
    status: Status | None  # None: still at it
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    seconds: float = 0.0
    cost: int | None = None
    reason: str = ""


def measured(puzzle: Puzzle, ways: list[NamedSearch], seconds: float) -> Iterator[Measured]:
    """Search a board in several ways, one after the other, with signs of life in between."""
    for number, way in enumerate(ways):
        yield Measured(number, None)
        limit = Limit(seconds=seconds, megabytes=MEGABYTES)
        chosen = resolve_search(puzzle, way.algorithm, space=way.space, heuristic=way.heuristic)
        try:
            run = chosen.run(puzzle, limit=limit)
        except MasumeError as fault:  # too large a board
            yield Measured(number, Status.LIMIT, reason=str(fault))
            continue
        last_news = perf_counter()
        for _ in run:
            if perf_counter() - last_news > _NEWS:
                yield _so_far(number, run.metrics)
                last_news = perf_counter()
        yield _so_far(number, run.metrics, run.result())


def _so_far(number: int, metrics: Metrics, result: SearchResult | None = None) -> Measured:
    return Measured(
        number,
        result.status if result else None,
        metrics.expanded,
        metrics.generated,
        metrics.max_stored,
        metrics.seconds,
        result.cost if result else None,
        result.reason if result else "",
    )


def made(wanted: BoardPlan, seed: int, seconds: float) -> Iterator[Made]:
    """Make one new board."""
    yield make(wanted, seed, 0, Deadline(Limit(seconds=seconds)))
