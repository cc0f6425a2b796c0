"""What the rows of a study come to, asked by SQL: never more of them than a page can show.

A *case* is what one method did on one board. Where there are several runs of it (seeds,
repetitions), the case is settled if more than half of them are, and its measures are the medians of
those runs, with runs that were not settled above all others. So repetition is no evidence of its
own: whatever is said about a method is said over boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from math import isfinite

from masume.core.limits import Limit
from masume.lab.store import Record, Store
from masume.lab.study import EXACT

MEASURES = ("expanded", "generated", "max_stored", "seconds")

# Boards and methods get small numbers, so that the one large table holds nothing but numbers.
_PLACES = """
    CREATE TEMP TABLE places AS
    SELECT row_number() OVER (ORDER BY b.kind, b.rows * b.cols, b.name, b.id)::INTEGER AS place,
           b.id AS board, b.kind, b.name, b.rows, b.cols, b.rows * b.cols AS cells, s.solvable
    FROM boards b JOIN (
        SELECT board, bool_or(status = 'solved') AS solvable FROM results GROUP BY board
    ) s ON s.board = b.id
"""
_WAYS = """
    CREATE TEMP TABLE ways AS
    SELECT row_number() OVER (ORDER BY kind, method)::INTEGER AS way, kind, method,
           any_value(algorithm) AS algorithm, any_value(heuristic) AS heuristic,
           any_value(space) AS space
    FROM results GROUP BY kind, method
"""
# Running dry is a right answer where there is no solution, and a wrong one where somebody has one.
_ENDS = """
    CREATE TEMP VIEW ends AS
    SELECT p.place, w.way, r.*,
           coalesce(r.status = 'solved' OR (r.status = 'exhausted' AND NOT p.solvable), false)
               AS settled,
           coalesce(r.status = 'exhausted' AND p.solvable, false) AS contradicted
    FROM results r
    JOIN places p ON p.board = r.board
    JOIN ways w ON w.kind = r.kind AND w.method = r.method
"""
_MIDDLE = "quantile_cont(CASE WHEN settled THEN {0} ELSE 'infinity'::DOUBLE END, 0.5) AS {0}"
_CASES = f"""
    CREATE TEMP TABLE cases AS
    WITH several AS (
        SELECT board, method FROM results GROUP BY board, method HAVING count(*) > 1
    )
    SELECT place, way, 1::INTEGER AS runs, settled::INTEGER AS settled_runs, settled,
           {", ".join(f"CASE WHEN settled THEN {name}::DOUBLE END AS {name}" for name in MEASURES)},
           peak_mb
    FROM ends e ANTI JOIN several USING (board, method)
    UNION ALL
    SELECT place, way, runs, settled_runs, 2 * settled_runs > runs AS settled,
           {", ".join(f"CASE WHEN 2 * settled_runs > runs THEN {name} END" for name in MEASURES)},
           peak_mb
    FROM (
        SELECT place, way, count(*)::INTEGER AS runs,
               count_if(settled)::INTEGER AS settled_runs,
               {", ".join(_MIDDLE.format(name) for name in MEASURES)},
               max(peak_mb) AS peak_mb
        FROM ends e SEMI JOIN several USING (board, method)
        GROUP BY place, way
    )
"""


@dataclass(frozen=True)
class Spread:
    """A median with its quartiles; None is beyond what was settled."""

    low: float | None
    middle: float | None
    high: float | None


@dataclass(frozen=True)
class Way:
    """One method on the boards of one puzzle."""

    id: int
    kind: str
    method: str
    algorithm: str
    heuristic: str
    space: str
    boards: int
    settled: int
    runs: int
    settled_runs: int
    spreads: dict[str, Spread]
    par_seconds: float | None
    par_nodes: float | None
    peak_mb: float | None
    largest: str | None  # the size of the largest board that it settled
    cells: int | None  # and how many those are
    effort: float | None  # geometric mean of expansions + 1, over settled boards
    statuses: dict[str, int]  # how its runs ended

    @property
    def exact(self) -> bool:
        """Whether it is the exact engine, which expands nothing."""
        return self.algorithm == EXACT

    @property
    def base(self) -> str:
        """The algorithm without its options."""
        return self.algorithm.partition(":")[0]

    @property
    def beyond(self) -> str:
        """What stands where a median lies among boards that were not settled."""
        ends = {name: many for name, many in self.statuses.items() if name not in _GOOD}
        return _BEYOND.get(max(ends, key=lambda name: ends[name], default=""), "not settled")


_GOOD = ("solved", "exhausted")
_BEYOND = {"limit": "> limit", "skipped": "> limit", "killed": "> limit", "stuck": "stuck"}


def prepare(store: Store) -> None:
    """Make the tables that everything else is asked from; they are gone with the connection."""
    for sql in (_PLACES, _WAYS, _ENDS, _CASES):
        store.ask(sql)


def limits(store: Store) -> Limit:
    """The limits of the runs: all that a study declares now have the same."""
    names = ("nodes", "seconds", "states", "megabytes")
    asked = ", ".join(f"any_value(limit_{name}) AS {name}" for name in names)
    return Limit(**store.records(f"SELECT {asked} FROM results")[0])


def ways(store: Store) -> dict[str, list[Way]]:
    """The methods of each puzzle, the best first and the exact engine last."""
    bounds = limits(store)
    ends: dict[int, dict[str, int]] = {}
    asked = """
        SELECT way, CASE WHEN contradicted THEN 'contradicted' ELSE status END AS how, count(*)
        FROM ends GROUP BY way, how ORDER BY way, count(*) DESC, how
    """
    for way, how, many in store.ask(asked):
        ends.setdefault(way, {})[how] = many
    found: dict[str, list[Way]] = {}
    for row in store.records(_summary(bounds)):
        found.setdefault(row["kind"], []).append(_way(row, ends.get(row["way"], {})))
    return {kind: sorted(several, key=_rank) for kind, several in sorted(found.items())}


def _summary(bounds: Limit) -> str:
    spreads = ", ".join(
        f"quantile_cont(CASE WHEN settled THEN {name} ELSE 'infinity'::DOUBLE END, "
        f"[0.25, 0.5, 0.75]) AS {name}"
        for name in MEASURES
    )
    par = {"seconds": "NULL", "nodes": "NULL"}
    for name, limit, column in (
        ("seconds", bounds.seconds, "seconds"),
        ("nodes", bounds.nodes, "expanded"),
    ):
        if limit:
            twice = 2 * float(limit)
            par[name] = f"avg(CASE WHEN settled THEN {column} ELSE {twice!r} END)"
    return f"""
        SELECT w.*, c.* EXCLUDE (way), p.cells, p.rows || '×' || p.cols AS largest
        FROM ways w JOIN (
            SELECT way, count(*) AS boards, count_if(settled) AS settled, sum(runs) AS runs,
                   sum(settled_runs) AS settled_runs, {spreads},
                   {par["seconds"]} AS par_seconds, {par["nodes"]} AS par_nodes,
                   max(peak_mb) AS peak_mb, max(place) FILTER (settled) AS last,
                   exp(avg(ln(expanded + 1)) FILTER (settled)) AS effort
            FROM cases GROUP BY way
        ) c ON c.way = w.way LEFT JOIN places p ON p.place = c.last
        ORDER BY w.way
    """


def _way(row: Record, statuses: dict[str, int]) -> Way:
    names = "kind method algorithm heuristic space boards settled runs settled_runs"
    names += " par_seconds par_nodes peak_mb effort largest cells"
    values: Record = {name: row[name] for name in names.split()}
    if row["effort"] is not None:
        values["effort"] = float(f"{row['effort']:.9g}")  # sums come in any order, ranks must not
    if row["algorithm"] == EXACT:
        values |= {"par_nodes": None, "effort": None}
    return Way(
        id=row["way"],
        spreads={name: _spread(row[name]) for name in MEASURES},
        statuses=statuses,
        **values,
    )


def _spread(values: list[float] | None) -> Spread:
    finite = [value if isfinite(value) else None for value in values or (float("inf"),) * 3]
    return Spread(*finite)


def _rank(way: Way) -> tuple[bool, float, float, float, str]:
    """Most boards settled, then least effort; the exact engine stands apart."""
    share = way.settled / way.boards
    effort = float("inf") if way.effort is None else way.effort
    seconds = way.spreads["seconds"].middle
    return way.exact, -share, effort, float("inf") if seconds is None else seconds, way.method


def chosen(several: list[Way], most: int = 8) -> list[Way]:
    """The methods that plots show: of each space in turn the best of the next algorithm, and exact.

    So neither one algorithm nor one space, which may be the better one with all of them, fills the
    plot; and something without a heuristic is always there to measure the others by.
    """
    exact = [way for way in several if way.exact]
    searches = [way for way in several if not way.exact]
    spaces: dict[str, dict[str, Way]] = {}
    for way in searches:
        spaces.setdefault(way.space, {}).setdefault(way.base, way)
    turns = zip_longest(*(best.values() for best in spaces.values()))
    order = [way for turn in turns for way in turn if way is not None]
    order += [way for way in searches if way not in order]
    picked = order[: most - len(exact)]
    blind = [way for way in order if not way.heuristic][:1]
    if blind and all(way.heuristic for way in picked):
        picked[-1:] = blind
    return sorted(picked, key=_rank) + exact
