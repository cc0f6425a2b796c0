"""The statistics of searches on the boards of a puzzle, aggregated with SQL.

`tables.sql` defines which runs count; `queries.sql` contains the queries by name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import zip_longest
from math import inf, isfinite
from pathlib import Path

from masume.core.plugins.registry import kinds
from masume.core.system.limits import Limit
from masume.lab.store import Cells, Record, Store

MEASURES = ("expanded", "generated", "max_stored", "seconds")


@dataclass(frozen=True)
class Spread:
    """A median with its quartiles; None if it lies among unsettled runs."""

    low: float | None
    middle: float | None
    high: float | None


@dataclass(frozen=True)
class SearchStats:
    """The statistics of one search on the boards of one puzzle."""

    id: int
    kind: str
    name: str  # of the search
    algorithm: str
    heuristic: str
    space: str
    runs: int  # including skipped ones
    played: int
    settled: int
    cut: int
    boards: int
    boards_played: int
    boards_always: int  # settled by every run that was played
    boards_once: int  # settled by some run
    success: float  # mean over the boards that were played of the share of runs that settled them
    spreads: dict[str, Spread]
    par_seconds: float | None  # over the runs that were played
    par_nodes: float | None
    par_seconds_all: float | None  # with skipped runs as if they had been cut off
    par_nodes_all: float | None
    cost: float | None  # median over the runs that were settled
    cheapest: float | None  # share of settled runs that no other run on the board undercuts
    peak_mb: float | None
    largest: str | None  # size of the largest settled board
    cells: int | None  # of that board
    statuses: dict[str, int]  # number of runs by status

    @property
    def is_opaque(self) -> bool:
        """Whether this is the exact engine or another program: only its time is compared."""
        return not self.space

    @property
    def base(self) -> str:
        """The algorithm without its options."""
        return self.algorithm.partition(":")[0]

    @property
    def skipped(self) -> int:
        """The number of skipped runs."""
        return self.runs - self.played

    @property
    def is_repeated(self) -> bool:
        """Whether there are several runs on a board."""
        return self.runs > self.boards

    @property
    def beyond(self) -> str:
        """The text shown for a median among unsettled runs."""
        ends = {name: many for name, many in self.statuses.items() if name not in _NOT_BEYOND}
        return _BEYOND.get(max(ends, key=lambda name: ends[name], default=""), "not settled")


_NOT_BEYOND = ("solved", "exhausted", "skipped")
_BEYOND = {"limit": "> limit", "killed": "> limit", "stuck": "stuck"}


# Queries


@cache
def _queries() -> dict[str, str]:
    text = Path(__file__).with_name("queries.sql").read_text(encoding="utf-8")
    _, *parts = re.split(r"^-- (\w+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def ask(store: Store, name: str, *values: object, **words: str) -> list[Cells]:
    """Return the rows of a named query with these parameters; `words` are filled into its text."""
    return store.query(_queries()[name].format(**words), list(values))


def ask_records(store: Store, name: str, *values: object, **words: str) -> list[Record]:
    """Return the rows of a named query as dicts."""
    return store.query_records(_queries()[name].format(**words), list(values))


def prepare(store: Store) -> None:
    """Create the temporary tables that all queries of the report use."""
    repair = {space.name for kind in kinds().values() for space in kind.spaces if space.repairs}
    bounds = limits(store)
    values: Record = {"repair": sorted(repair)}  # and the penalties, twice the limits
    for name, most in (("seconds", bounds.seconds), ("nodes", bounds.nodes)):
        values[name] = None if most is None else 2.0 * most
    text = Path(__file__).with_name("tables.sql").read_text(encoding="utf-8")
    for statement in filter(None, text.split(";\n")):
        used = {name: value for name, value in values.items() if f"${name}" in statement}
        store.query(statement, used or None)


def limits(store: Store) -> Limit:
    """Return the limits of the runs, which all runs of a declared study share."""
    return Limit(**ask_records(store, "limits")[0])


def search_stats(store: Store) -> dict[str, list[SearchStats]]:
    """Return the statistics of the searches by puzzle, best first, the exact engine last."""
    ends: dict[int, dict[str, int]] = {}
    for search_id, how, many in ask(store, "statuses"):
        ends.setdefault(search_id, {})[how] = many
    by_kind: dict[str, list[SearchStats]] = {}
    for row in ask_records(store, "summaries"):
        stats = _search_stats(row, ends.get(row["id"], {}))
        by_kind.setdefault(row["kind"], []).append(stats)
    return {kind: sorted(searches, key=_rank) for kind, searches in sorted(by_kind.items())}


_ROUNDED = ("par_seconds", "par_nodes", "par_seconds_all", "par_nodes_all", "success")


def _search_stats(row: Record, statuses: dict[str, int]) -> SearchStats:
    """Build the statistics of a search from a row of the query `summaries`."""
    values: Record = {column.name: row.get(column.name) for column in fields(SearchStats)}
    for name in _ROUNDED:  # the order of summation varies; ranks and exports must not
        values[name] = None if row[name] is None else float(f"{row[name]:.9g}")
    if not row["space"]:
        values |= {"par_nodes": None, "par_nodes_all": None}
    spreads = {name: _spread(row[name]) for name in MEASURES}
    values |= {"spreads": spreads, "statuses": statuses}
    return SearchStats(**values)


def _spread(values: list[float] | None) -> Spread:
    finite = [value if isfinite(value) else None for value in values or (inf,) * 3]
    return Spread(*finite)


# Ranks


def _rank(search: SearchStats) -> tuple[bool, float, float, str]:
    """Return a sort key: most runs settled first, then least time; skipped runs are unsettled.

    Expansions are no criterion, because they mean different work in different spaces.
    """
    share = search.settled / search.runs
    return search.is_opaque, -share, _or_inf(search.par_seconds_all), search.name


def _or_inf(value: float | None) -> float:
    return inf if value is None else value


def least_work(searches: Sequence[SearchStats]) -> list[tuple[SearchStats, int]]:
    """Return the best search of each space by `_work`, and how many others are as good.

    Expansions of different spaces are different work and cannot be compared.
    """
    best: dict[str, list[SearchStats]] = {}
    for search in sorted(searches, key=lambda search: (_work(search), search.name)):
        if not search.is_opaque and search.settled:
            best.setdefault(search.space, []).append(search)
    return [
        (first, sum(_work(other) == _work(first) for other in others))
        for first, *others in sorted(best.values(), key=lambda found: _rank(found[0]))
    ]


def _work(search: SearchStats) -> tuple[float, float, float]:
    """Return a sort key: most runs settled first, then fewest expansions."""
    middle = _or_inf(search.spreads["expanded"].middle)
    return -search.settled / search.runs, _or_inf(search.par_nodes_all), middle


def select_for_plots(searches: list[SearchStats], most: int = 8) -> list[SearchStats]:
    """Return the searches that plots show, best first and the exact engine last.

    The spaces take turns, each with the best search of its next algorithm, so that no algorithm or
    space fills the plot; at least one search has no heuristic, for comparison.
    """
    exact = [search for search in searches if search.is_opaque]
    classical = [search for search in searches if not search.is_opaque]
    spaces: dict[str, dict[str, SearchStats]] = {}
    for search in classical:
        spaces.setdefault(search.space, {}).setdefault(search.base, search)
    turns = zip_longest(*(best.values() for best in spaces.values()))
    order = [search for turn in turns for search in turn if search is not None]
    order += [search for search in classical if search not in order]
    picked = order[: most - len(exact)]
    blind = [search for search in order if not search.heuristic][:1]
    if blind and all(search.heuristic for search in picked):
        picked[-1:] = blind
    return sorted(picked, key=_rank) + exact
