"""The tasks of worker processes; this module does not import pygame."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from time import perf_counter

from masume.api.compare import Verifier
from masume.api.searches import SearchNames, resolve_search
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Puzzle
from masume.core.search.events import Status
from masume.core.search.result import Metrics
from masume.core.system.limits import Limit
from masume.errors import MasumeError
from masume.formats.plain import Board

MEGABYTES = 1000  # for the states of one search
_INTERVAL = 0.1  # seconds between progress reports


@dataclass(frozen=True)
class Measurement:
    """The progress or result of a search."""

    number: int  # of the search
    status: Status | None  # None: still running
    metrics: Metrics = field(default_factory=Metrics)
    cost: int | None = None
    reason: str = ""


def measure_searches(
    puzzle: Puzzle, searches: list[SearchNames], seconds: float
) -> Iterator[Measurement]:
    """Run searches in order and yield their progress and results."""
    limit = Limit(seconds=seconds, megabytes=MEGABYTES)
    board, verifier = Board(kind_of(puzzle), puzzle), Verifier(limit)
    for number, search in enumerate(searches):
        yield Measurement(number, None)
        spec = resolve_search(
            puzzle, search.algorithm_spec, space=search.space_spec, heuristic=search.heuristic_name
        )
        try:
            run = spec.run(puzzle, limit=limit)
        except MasumeError as fault:  # the board is too large
            yield Measurement(number, Status.LIMIT, reason=str(fault))
            continue
        last_report = perf_counter()
        for _ in run:
            if perf_counter() - last_report > _INTERVAL:
                yield Measurement(number, None, copy(run.metrics))
                last_report = perf_counter()
        result = verifier.verify(board, run.result(), own_rules=spec.own_rules)
        yield Measurement(number, result.status, run.metrics, result.cost, result.reason)
