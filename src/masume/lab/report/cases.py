"""Aggregate the runs of a study with SQL.

Every run counts. A skipped run was not *played*: medians and tests ignore it, and numbers that
count it as lost say so. A run that was *cut off* (by a limit, or killed) needs more than it had: in
medians it lies above all settled runs, and in PAR2 it counts as twice the limit.

A *case* is one search on one board, with all its runs (seeds, repetitions). Runs on one board are
not independent, so all tests are over boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import zip_longest
from math import inf, isfinite

from masume.core.plugins.registry import kinds
from masume.core.system.limits import Limit
from masume.lab.store import Record, Store

MEASURES = ("expanded", "generated", "max_stored", "seconds")

# Boards and searches get small integers, so that the large table `games` has only numbers.
_PLACES = """
    CREATE TEMP TABLE places AS
    SELECT row_number() OVER (ORDER BY b.kind, b.rows * b.cols, b.name, b.id)::INTEGER AS place,
           b.id AS board, b.kind, b.name, b.rows, b.cols, b.rows * b.cols AS cells, s.solvable,
           f.* EXCLUDE (board)
    FROM boards b LEFT JOIN features f ON f.board = b.id JOIN (
        SELECT board, bool_or(status = 'solved') AS solvable FROM results GROUP BY board
    ) s ON s.board = b.id
"""
_WAYS = """
    CREATE TEMP TABLE searches AS
    SELECT row_number() OVER (ORDER BY kind, search)::INTEGER AS search_id, kind, search,
           any_value(algorithm) AS algorithm, any_value(heuristic) AS heuristic,
           any_value(space) AS space,
           split_part(any_value(space), ':', 1) IN (SELECT unnest({mending})) AS mends
    FROM results GROUP BY kind, search
"""
# `exhausted` settles a board without a solution, and is wrong if another run solved the board.
_ENDS = """
    CREATE TEMP VIEW ends AS
    SELECT p.place, w.search_id, r.*,
           coalesce(r.status = 'solved' OR (r.status = 'exhausted' AND NOT p.solvable), false)
               AS settled,
           coalesce(r.status = 'exhausted' AND p.solvable, false) AS contradicted
    FROM results r
    JOIN places p ON p.board = r.board
    JOIN searches w ON w.kind = r.kind AND w.search = r.search
"""
# Measures of unsettled runs are infinite; penalties are NULL without a limit.
_GAMES = """
    CREATE TEMP TABLE games AS
    SELECT place, search_id, seed, repetition, settled, status <> 'skipped' AS played,
           status IN ('limit', 'killed') AS cut, {measures}, cost,
           CASE WHEN settled THEN seconds::DOUBLE ELSE {seconds} END AS par_seconds,
           CASE WHEN settled THEN expanded::DOUBLE ELSE {nodes} END AS par_expanded, peak_mb
    FROM ends
"""
_MEASURE = "CASE WHEN settled THEN {0}::DOUBLE ELSE 'infinity'::DOUBLE END AS {0}"
_CASES = f"""
    CREATE TEMP TABLE cases AS
    SELECT place, search_id, count(*)::INTEGER AS runs, count_if(played)::INTEGER AS played,
           count_if(settled)::INTEGER AS settled, count_if(cut)::INTEGER AS cut,
           CASE WHEN count(par_seconds) = count(*) THEN avg(par_seconds) END AS par_seconds,
           CASE WHEN count(par_expanded) = count(*) THEN avg(par_expanded) END AS par_expanded,
           {", ".join(f"quantile_cont({name}, 0.5) FILTER (played) AS {name}" for name in MEASURES)}
    FROM games GROUP BY place, search_id
"""


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
        """Whether there are searches runs on a board."""
        return self.runs > self.boards

    @property
    def beyond(self) -> str:
        """The text shown for a median among unsettled runs."""
        ends = {name: many for name, many in self.statuses.items() if name not in _NOT_BEYOND}
        return _BEYOND.get(max(ends, key=lambda name: ends[name], default=""), "not settled")


_NOT_BEYOND = ("solved", "exhausted", "skipped")
_BEYOND = {"limit": "> limit", "killed": "> limit", "stuck": "stuck"}


def prepare(store: Store) -> None:
    """Create the temporary tables that all queries of the report use."""
    for sql in (_PLACES, _WAYS.format(mending=_repair_spaces()), _ENDS):
        store.query(sql)
    bounds = limits(store)
    twice = {
        name: "NULL" if most is None else repr(2 * float(most))
        for name, most in (("seconds", bounds.seconds), ("nodes", bounds.nodes))
    }
    store.query(_GAMES.format(measures=", ".join(map(_MEASURE.format, MEASURES)), **twice))
    store.query(_CASES)


def _repair_spaces() -> list[str]:
    """Return the names of repair spaces, whose costs are numbers of changes."""
    return sorted(
        {space.name for kind in kinds().values() for space in kind.spaces if space.repairs}
    )


def limits(store: Store) -> Limit:
    """Return the limits of the runs, which all runs of a declared study share."""
    names = ("nodes", "seconds", "states", "megabytes")
    asked = ", ".join(f"any_value(limit_{name}) AS {name}" for name in names)
    return Limit(**store.query_records(f"SELECT {asked} FROM results")[0])


def search_stats(store: Store) -> dict[str, list[SearchStats]]:
    """Return the statistics of the searches by puzzle, best first, the exact engine last."""
    ends: dict[int, dict[str, int]] = {}
    asked = """
        SELECT search_id, CASE WHEN contradicted THEN 'contradicted' ELSE status END AS how,
               count(*)
        FROM ends GROUP BY search_id, how ORDER BY search_id, count(*) DESC, how
    """
    for search_id, how, many in store.query(asked):
        ends.setdefault(search_id, {})[how] = many
    by_kind: dict[str, list[SearchStats]] = {}
    for row in store.query_records(_SUMMARY):
        stats = _search_stats(row, ends.get(row["search_id"], {}))
        by_kind.setdefault(row["kind"], []).append(stats)
    return {kind: sorted(searches, key=_rank) for kind, searches in sorted(by_kind.items())}


_QUANTILES = ", ".join(
    f"quantile_cont({name}, [0.25, 0.5, 0.75]) FILTER (played) AS {name}" for name in MEASURES
)
# Without a limit there is no PAR2: a mean over settled runs alone would mislead.
_MEANS = ", ".join(
    f"CASE WHEN bool_and(par_{column} IS NOT NULL){which} THEN avg(par_{column}){which} END "
    f"AS par_{name}{suffix}"
    for name, column in (("seconds", "seconds"), ("nodes", "expanded"))
    for which, suffix in ((" FILTER (played)", ""), ("", "_all"))
)
_SUMMARY = f"""
    SELECT w.*, g.* EXCLUDE (search_id), c.* EXCLUDE (search_id), p.cells,
           p.rows || '×' || p.cols AS largest
    FROM searches w JOIN (
        SELECT search_id, count(*) AS runs, count_if(played) AS played,
               count_if(settled) AS settled,
               count_if(cut) AS cut, {_QUANTILES},
               {_MEANS},
               median(cost) FILTER (settled) AS cost,
               avg(CASE WHEN cost <= least THEN 1 ELSE 0 END) FILTER (settled AND cost IS NOT NULL)
                   AS cheapest,
               max(peak_mb) AS peak_mb, max(place) FILTER (settled) AS last
        FROM games JOIN (SELECT search_id, mends FROM searches) USING (search_id) LEFT JOIN (
            SELECT place, mends, min(cost) AS least FROM games JOIN searches USING (search_id)
            WHERE settled GROUP BY place, mends
        ) USING (place, mends) GROUP BY search_id
    ) g ON g.search_id = w.search_id JOIN (
        SELECT search_id, count(*) AS boards, count_if(played > 0) AS boards_played,
               count_if(played > 0 AND settled = played) AS boards_always,
               count_if(settled > 0) AS boards_once,
               coalesce(avg(settled / played) FILTER (played > 0), 0) AS success
        FROM cases GROUP BY search_id
    ) c ON c.search_id = w.search_id LEFT JOIN places p ON p.place = g.last
    ORDER BY w.search_id
"""
_ROUNDED = ("par_seconds", "par_nodes", "par_seconds_all", "par_nodes_all", "success")


def _search_stats(row: Record, statuses: dict[str, int]) -> SearchStats:
    """Build the statistics of a search from a row of `_SUMMARY`."""
    values: Record = {
        column.name: row[column.name] for column in fields(SearchStats) if column.name in row
    }
    for name in _ROUNDED:  # the order of summation varies; ranks and exports must not
        values[name] = None if row[name] is None else float(f"{row[name]:.9g}")
    if not row["space"]:
        values |= {"par_nodes": None, "par_nodes_all": None}
    return SearchStats(
        id=row["search_id"],
        name=row["search"],
        spreads={name: _spread(row[name]) for name in MEASURES},
        statuses=statuses,
        **values,
    )


def _spread(values: list[float] | None) -> Spread:
    finite = [value if isfinite(value) else None for value in values or (inf,) * 3]
    return Spread(*finite)


def _rank(search: SearchStats) -> tuple[bool, float, float, str]:
    """Return a sort key: most runs settled first, then least time; skipped runs are unsettled.

    Expansions are no criterion, because they mean different work in different spaces.
    """
    return (
        search.is_opaque,
        -search.settled / search.runs,
        _or_inf(search.par_seconds_all),
        search.name,
    )


def _or_inf(value: float | None) -> float:
    return inf if value is None else value


def least_work(searches: Sequence[SearchStats]) -> list[SearchStats]:
    """Return the best search of each space by `work`.

    Expansions of different spaces are different work and cannot be compared.
    """
    best: dict[str, SearchStats] = {}
    for search in sorted(searches, key=lambda search: (work(search), search.name)):
        if not search.is_opaque and search.settled:
            best.setdefault(search.space, search)
    return [search for search in searches if best.get(search.space) is search]


def work(search: SearchStats) -> tuple[float, float, float]:
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
