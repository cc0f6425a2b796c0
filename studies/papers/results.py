"""Aggregate the results of a paper's studies by board and search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from masume.lab.store import open_store
from masume.lab.tasks import search_name

_SQL = """
    SELECT name, search, count(*) FILTER (repetition = 1) AS runs,
        count(*) FILTER (repetition = 1 AND status = 'solved') AS solved,
        list(generated ORDER BY seed) FILTER (repetition = 1) AS draws,
        count(*) FILTER (
            repetition = 1 AND status IN ('solved', 'exhausted', 'stuck')
        ) AS ended,
        mode(status) AS status, max(reason) AS reason, max(cost) AS cost,
        median(expanded) AS expanded, median(generated) AS generated,
        max(max_frontier) AS max_frontier, median(seconds) AS seconds,
        quantile_cont(seconds, 0.25) AS fast, quantile_cont(seconds, 0.75) AS slow
    FROM results GROUP BY name, search
"""
_TRACES = """
    SELECT r.name, r.search, t.h_trace FROM results r JOIN traces t USING (key)
    WHERE len(t.h_trace) > 0 AND t.h_every = 1
"""


class Missing(Exception):
    """Raised when a run lacks a figure, with the reason."""


@dataclass(frozen=True)
class PaperRow:
    """All runs of one search on one board.

    Repetitions differ in time only: counts are those of the first one.
    """

    name: str
    search: str
    runs: int
    solved: int
    draws: list[int | None]  # states generated, run by run
    ended: int  # by themselves, not by a limit
    status: str
    reason: str
    cost: int | None
    expanded: float | None  # medians, which are the values themselves where nothing is drawn
    generated: float | None
    max_frontier: int | None
    seconds: float | None
    fast: float | None  # quartiles
    slow: float | None

    def get(self, measure: str) -> float:
        """Return a measure; raise Missing if a run was cut off."""
        value = getattr(self, measure)
        if self.ended < self.runs or value is None:
            raise Missing(f"{self.short} on {self.name} {self.fate}")
        return int(value) if measure in ("expanded", "generated") else value

    @property
    def short(self) -> str:
        """The name of the search without the files of rebuilt programs."""
        return " ".join(word.rpartition("_program.py:")[2] for word in self.search.split())

    @property
    def fate(self) -> str:
        """The outcome of runs without a result."""
        if self.status == "limit":
            return f"was stopped ({self.reason})"
        return f"ended as {self.status}: {self.reason}"

    def shown(self, measure: str, more: int = 0) -> str:
        """Format a count plus what the paper counts in addition."""
        try:
            return f"{self.get(measure) + more:,}"
        except Missing:
            return self.fate.removeprefix("was ")

    @property
    def time(self) -> str:
        """The median time in milliseconds with quartiles."""
        if self.ended < self.runs or None in (self.seconds, self.fast, self.slow):
            return self.fate.removeprefix("was ")
        low, middle, high = (1000 * (value or 0) for value in (self.fast, self.seconds, self.slow))
        return f"{middle:.3g} ms ({low:.3g}–{high:.3g})"


class Results:
    """The results of a paper's studies."""

    def __init__(
        self, rows: Iterable[PaperRow], traces: dict[tuple[str, str], list[float]]
    ) -> None:
        self._rows = {(row.name, row.search): row for row in rows}
        self._traces = traces

    def row(self, board: str, algorithm: str, space: str, heuristic: str = "") -> PaperRow:
        """Return the runs of one search on one board."""
        search = search_name(algorithm, heuristic, space)
        row = self._rows.get((board, search))
        if row is None:
            raise Missing(f"{search} was not run on {board}")
        return row

    def trace(self, board: str, algorithm: str, space: str, heuristic: str) -> list[float]:
        """Return h of the expanded states in order, the goal last."""
        trace = self._traces.get((board, search_name(algorithm, heuristic, space)))
        if trace is None:
            raise Missing(f"no trace of {algorithm} on {board} was kept")
        return trace

    def boards(self, start: str) -> list[str]:
        """Return the names of the boards with a prefix."""
        names = {name for name, _ in self._rows if name.startswith(start)}
        return sorted(names, key=lambda name: (len(name), name))


def read_results(paths: Iterable[Path]) -> Results:
    """Read the results of several files."""
    rows: list[PaperRow] = []
    traces: dict[tuple[str, str], list[float]] = {}
    for path in paths:
        with open_store(path) as store:
            rows += [PaperRow(**record) for record in store.query_records(_SQL)]
            traces |= {(name, search): trace for name, search, trace in store.query(_TRACES)}
    return Results(rows, traces)
