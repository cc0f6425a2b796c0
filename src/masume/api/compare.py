"""Compare searches: one way to run, verify and rank them, for the command line, web and Python.

>>> from masume import Limit, load
>>> names = ["astar", "breadth_first"]
>>> table = compare(load("hitori/first"), names, spaces=["shade"], sort="expanded")
>>> [(row.names.algorithm_spec, row.result.metrics.expanded) for row in table.rows]
[('astar', 10), ('breadth_first', 113)]

Searches of masume run in this process; user code named by its path runs in a supervised one (see
`masume.api.supervised`). Every answer passes the referee, every proof that there is no solution is
compared with what is known, and what an algorithm or heuristic claims is compared with all results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, cast

from masume.api import exact
from masume.api.searches import (
    SearchNames,
    SearchSpec,
    adopt_all,
    resolve_search,
    resolve_searches,
)
from masume.api.supervised import (
    has_user_code,
    refute_optimality,
    supervised_names,
    supervised_search,
)
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.algorithm import Algorithm
from masume.core.search.events import Status
from masume.core.search.result import SearchResult
from masume.core.search.space import Estimate, Heuristic
from masume.core.search.spec import parse_spec
from masume.core.system.limits import Limit
from masume.errors import MasumeError, NotApplicable, UserCodeError
from masume.exact.results import Solution
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from masume.core.search.problem import Problem

EXACT = "exact"
ORDER = (Status.SOLVED, Status.EXHAUSTED, Status.STUCK, Status.LIMIT, Status.WRONG)
MEASURES = ("cost", "expanded", "generated", "max_frontier", "max_stored", "rounds", "seconds")
_EXACT_NAMES = SearchNames(EXACT, None, "–")
_SECONDS = 2.0  # for each search, if no limit is given


@dataclass(frozen=True)
class ComparedSearch:
    """One search of one board: its names and its verified result."""

    board: Board
    names: SearchNames
    result: SearchResult | Solution

    def measure(self, name: str) -> float | None:
        """Return a counter by name; None if the result does not have it."""
        if name == "cost":
            return self.result.cost
        if isinstance(self.result, Solution):
            return self.result.work.seconds if name == "seconds" else None
        return float(getattr(self.result.metrics, name))

    @property
    def claims(self) -> tuple[str, ...]:
        """What the search claimed about itself that counting and replaying refuted."""
        return getattr(self.result, "claims", ())


class Verifier:
    """A verifier of results that remembers what is known about each board."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._answers: dict[int, Position | None] = {}  # verified answers by board
        self._unsolvable: set[int] = set()  # boards with an unrefuted proof of no solution

    def verify(self, board: Board, result: SearchResult, *, own_rules: bool) -> SearchResult:
        """Return the result, with status WRONG if it is refuted."""
        key = id(board)
        if own_rules or (result.status is Status.EXHAUSTED and key in self._unsolvable):
            return result
        known = self._answers.get(key, board.answer)
        why = exact.verify_result(board.puzzle, result, known=known, limit=self.limit)
        if why:
            return replace(result, status=Status.WRONG, reason=why)
        if result.status is Status.SOLVED:
            self._answers[key] = result.answer
        elif result.status is Status.EXHAUSTED:
            self._unsolvable.add(key)
        return result


@dataclass(frozen=True)
class Planned:
    """A search that is about to be run: by its names in a worker, or as a spec in this process."""

    board: Board
    names: SearchNames
    spec: SearchSpec | None = None

    def run(self, verifier: Verifier, seed: int) -> ComparedSearch:
        """Run the search and verify its result; raise UserCodeError if user code fails."""
        board, limit = self.board, verifier.limit
        if self.names is _EXACT_NAMES:
            return ComparedSearch(board, self.names, exact.solve(board, limit=limit.of_engine))
        if self.spec is None:
            result = supervised_search(board, self.names, limit=limit, seed=seed)
        else:
            result = self.spec.run(board, limit=limit, seed=seed).finish()
        verified = verifier.verify(board, result, own_rules=self.names.own_rules)
        return ComparedSearch(board, self.names, verified)


def plan(
    board: Board,
    algorithms: Sequence[str | Algorithm] = (),
    *,
    heuristics: Sequence[str | Heuristic | Estimate] = (),
    spaces: Sequence[str] = (),
    skip: Callable[[str, str], None] | None = None,
    user_code: bool = True,
) -> Iterator[Planned]:
    """Yield the valid combinations of the given parts; `skip(name, reason)` reports the others.

    Without `user_code`, names are only looked up: nothing that a name leads to is imported. Raise
    NotApplicable for a kind that has no space.
    """
    skip = skip or (lambda name, reason: None)
    if EXACT in algorithms and board.kind.model is None:
        skip(EXACT, f"{board.kind.name} has no model")
    elif EXACT in algorithms:
        yield Planned(board, _EXACT_NAMES)
    rest = [algorithm for algorithm in algorithms if algorithm != EXACT]
    if algorithms and not rest:
        return
    try:
        yield from _plan_searches(board, rest, heuristics, spaces, skip, user_code)
    except NotApplicable as fault:
        if EXACT not in algorithms:
            raise
        skip(", ".join(map(str, rest)), str(fault))


def _plan_searches(
    board: Board,
    algorithms: Sequence[str | Algorithm],
    heuristics: Sequence[str | Heuristic | Estimate],
    spaces: Sequence[str],
    skip: Callable[[str, str], None],
    user_code: bool,
) -> Iterator[Planned]:
    """Yield the searches to run on a board; pass each that does not apply, and why, to `skip`."""
    words = [part for part in algorithms if isinstance(part, str)]
    estimates = [part for part in heuristics if isinstance(part, str)]
    has_objects = len(words) + len(estimates) < len(algorithms) + len(heuristics)
    names = (*words, *estimates, *spaces, None if board.kind.has_size else board.name)
    if has_objects or not (user_code and has_user_code(names)):  # objects run in this process
        if has_objects:
            adopt_all(*algorithms, *heuristics, *spaces)
        for spec in resolve_searches(
            board.kind, algorithms, estimates=heuristics, spaces=spaces, refuse=skip
        ):
            yield Planned(board, spec.names, spec)
        return
    combined, skipped = supervised_names(board, words, estimates, spaces)
    for name, reason in skipped:
        skip(name, reason)
    for found in combined:
        parts = (found.algorithm_spec, found.heuristic_name, found.space_spec)
        is_user = has_user_code((*parts, None if board.kind.has_size else board.name))
        own: SearchSpec | None = None
        if not is_user:
            own = resolve_search(board.kind, parts[0], heuristic=parts[1], space=parts[2])
        yield Planned(board, found, own)


@dataclass(frozen=True)
class Comparison:
    """The results of several searches, by board, best first."""

    rows: tuple[ComparedSearch, ...]
    errors: tuple[MasumeError, ...] = ()  # of user code; one never stops the others

    def by_board(self) -> Iterator[tuple[Board, list[ComparedSearch]]]:
        """Yield each board with its rows."""
        groups: dict[int, list[ComparedSearch]] = {}
        for row in self.rows:
            groups.setdefault(id(row.board), []).append(row)
        for rows in groups.values():
            yield rows[0].board, rows

    def refuted_claims(self) -> Iterator[tuple[SearchNames, str]]:
        """Yield what searches claim that their own counts or another result refutes."""
        for _, rows in self.by_board():
            yield from refuted_claims(rows)

    def records(self) -> list[dict[str, object]]:
        """Return a dictionary for each row."""
        return [
            {
                "board": row.board.name or row.board.kind.name,
                "algorithm": row.names.algorithm_spec,
                "heuristic": row.names.heuristic_name,
                "space": row.names.space_spec,
                "status": row.result.status.value,
                **{name: row.measure(name) for name in MEASURES},
                "reason": row.result.reason,
            }
            for row in self.rows
        ]

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame with a row for each search; pandas must be installed."""
        from pandas import DataFrame

        return DataFrame(self.records())

    def plot(self, measure: str = "expanded") -> Figure:
        """Return a matplotlib figure with a bar for each search, on a logarithmic scale."""
        from matplotlib.figure import Figure

        rows = [row for row in self.rows if row.measure(measure)]
        figure = Figure(figsize=(7, 0.6 + 0.32 * len(rows)), layout="constrained")
        axes = figure.subplots()
        labels = [f"{label_of(row)} · {row.result.status.value}" for row in rows]
        axes.barh(labels, [row.measure(measure) or 0 for row in rows])
        axes.set_xscale("log")
        axes.set_xlabel(measure)
        axes.invert_yaxis()
        return figure

    def _repr_html_(self) -> str:
        """Return the table of searches and the refuted claims as HTML for notebooks."""
        from html import escape

        columns = ("algorithm", "heuristic", "space", "status", *MEASURES)
        head = "".join(f"<th>{column}</th>" for column in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell_text(record[c]))}</td>" for c in columns) + "</tr>"
            for record in self.records()
        )
        notes = "".join(
            f"<p>{escape(names.algorithm_spec)}: {escape(text)}</p>"
            for names, text in self.refuted_claims()
        )
        return f"<table><tr>{head}</tr>{body}</table>{notes}"

    def __repr__(self) -> str:
        solved = sum(row.result.status is Status.SOLVED for row in self.rows)
        return f"<Comparison: {solved} of {len(self.rows)} searches solved it>"


def compare(
    boards: Board | Puzzle | Problem | Iterable[Board | Puzzle | Problem],
    algorithms: Sequence[str | Algorithm] = (),
    *,
    heuristics: Sequence[str | Heuristic | Estimate] = (),
    spaces: Sequence[str] = (),
    limit: Limit | None = None,
    seed: int = 0,
    sort: str = "seconds",
) -> Comparison:
    """Run searches on the same boards or problems, verify their results and rank them.

    The defaults are all algorithms, the default heuristic of each space, all spaces, and two
    seconds for each search. An error in user code does not stop the other searches.
    """
    limit = limit or Limit(seconds=_SECONDS)
    verifier = Verifier(limit)
    rows: list[ComparedSearch] = []
    errors: list[MasumeError] = []
    for board in _as_boards(boards):
        for planned in plan(board, algorithms, heuristics=heuristics, spaces=spaces):
            try:
                rows.append(planned.run(verifier, seed))
            except UserCodeError as fault:
                errors.append(fault)
    ranked = Comparison(tuple(rows)).by_board()
    return Comparison(tuple(r for _, each in ranked for r in rank(each, sort)), tuple(errors))


def _as_boards(
    boards: Board | Puzzle | Problem | Iterable[Board | Puzzle | Problem],
) -> Iterator[Board]:
    """Yield a single board, or each item of a list, tuple or iterator, as a Board."""
    several = isinstance(boards, Iterable) and not hasattr(boards, "successors")
    for board in cast("Iterable[Board | Puzzle | Problem]", boards if several else [boards]):
        if isinstance(board, Board):
            yield board
        else:
            puzzle = puzzle_of(board)
            yield Board(kind_of(puzzle), puzzle)


def rank(rows: Iterable[ComparedSearch], sort: str = "seconds") -> list[ComparedSearch]:
    """Sort rows by how they ended, then by a measure; a missing cost counts as 0."""

    def key(row: ComparedSearch) -> tuple[int, float]:
        value, missing = row.measure(sort), 0 if sort == "cost" else inf
        return ORDER.index(row.result.status), missing if value is None else value

    return sorted(rows, key=key)


def refuted_claims(rows: Sequence[ComparedSearch]) -> Iterator[tuple[SearchNames, str]]:
    """Yield the claims of searches of one board that the results together refute.

    Costs are compared within one space: in another one they may count something else.
    """
    least: dict[str, float] = {}
    for row in rows:
        if row.result.status is Status.SOLVED and row.result.cost is not None:
            home = parse_spec(row.names.space_spec).name
            least[home] = min(row.result.cost, least.get(home, inf))
    for row in rows:
        claims, cost = row.claims, row.result.cost
        if row.names.optimal and row.result.status is Status.SOLVED and cost is not None:
            known = least[parse_spec(row.names.space_spec).name]
            claims = (*claims, *refute_optimality(cost, known))
        yield from ((row.names, text) for text in dict.fromkeys(claims))


def label_of(row: ComparedSearch) -> str:
    """Return algorithm, heuristic and space of a row in one line."""
    names = row.names
    return " · ".join(filter(None, [names.algorithm_spec, names.heuristic_name, names.space_spec]))


def _cell_text(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 1 or value == 0 else f"{value:.3g}"
    return str(value)
