"""`masume compare`: run many searches on the same boards and print one table per board."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

import click

from masume.api import exact
from masume.api.searches import SearchSpec, adopt_all, resolve_searches
from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Status
from masume.core.search.run import SearchResult
from masume.core.system.limits import Limit
from masume.errors import MasumeError, NotApplicable, UserCodeError
from masume.exact.results import Solution
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.inputs import label, read_boards
from masume.front.cli.solving import EXACT

if TYPE_CHECKING:
    from rich.console import Console

_ORDER = (Status.SOLVED, Status.EXHAUSTED, Status.STUCK, Status.LIMIT, Status.WRONG)
_SORTS = ("seconds", "expanded", "generated", "max_frontier", "max_stored", "cost")


@dataclass(frozen=True)
class ComparedRow:
    """One row of the table; `spec` is None for the exact engine."""

    board: Board
    spec: SearchSpec | None
    result: SearchResult | Solution

    def row(self) -> dict[str, object]:
        """Return the row as a JSON object."""
        if isinstance(self.result, Solution):
            return report.exact_row(self.board, self.result)
        assert self.spec is not None
        return report.row(self.board, self.spec, self.result)

    def measure(self, name: str) -> float | None:
        """Return a counter by name, or None if the result does not have it."""
        if name == "cost":
            return self.result.cost
        if isinstance(self.result, Solution):
            return self.result.work.seconds if name == "seconds" else None
        return float(getattr(self.result.metrics, name))


@click.command()
@options.boards
@options.named(
    "--with",
    "algorithms",
    "names",
    metavar="ALGORITHM",
    multiple=True,
    help="Algorithm to run, exact, or your own: ./mine.py:tabu; repeatable. Default: all.",
)
@options.named(
    "--heuristic",
    "heuristics",
    "heuristics_",
    multiple=True,
    help="Heuristic to use, or all; repeatable. Default: each space's default.",
)
@options.named(
    "--space", "spaces", "spaces", multiple=True, help="Space to search; repeatable. Default: all."
)
@options.limits(seconds=2)
@click.option(
    "--sort",
    metavar="MEASURE",
    type=click.Choice(_SORTS),
    default="seconds",
    help=f"Sort ascending by {', '.join(_SORTS[:-1])} or {_SORTS[-1]}.",
)
@options.kind
@options.as_json
def compare(
    sources: tuple[str, ...],
    names: tuple[str, ...],
    heuristics_: tuple[str, ...],
    spaces: tuple[str, ...],
    seconds: float,
    nodes: int | None,
    states: int | None,
    memory: int,
    seed: int,
    sort: str,
    kind: str | None,
    as_json: bool,
) -> None:
    """Compare searches on the same boards.

    Prints one table per board, ordered by result: solved, no solution (proved), gave up, limit
    reached, wrong answer or proof.
    """
    limit = Limit(nodes=nodes, seconds=seconds, states=states, megabytes=memory)
    adopt_all(*names, *heuristics_, *spaces)
    todo: list[tuple[Board, SearchSpec | None]] = []
    faults = 0
    for board in read_boards(sources, kind):
        if isinstance(board, MasumeError):
            faults += 1
            report.report_error(board, board, as_json=as_json)
            continue
        if EXACT in names and board.kind.model is None:
            _warn_skipped(EXACT, f"{board.kind.name} has no model")
        elif EXACT in names:
            todo.append((board, None))
        searches = tuple(name for name in _expand_all(names) if name != EXACT)
        if not searches and EXACT in names:
            continue
        try:
            wanted = {"estimates": heuristics_, "spaces": _expand_all(spaces)}
            specs = list(resolve_searches(board.kind, searches, **wanted, refuse=_warn_skipped))
        except NotApplicable as fault:  # such as a puzzle without spaces
            if EXACT in names:
                _warn_skipped(", ".join(searches), str(fault))
                continue
            faults += 1
            report.report_error(board, fault, as_json=as_json)
            continue
        todo += [(board, spec) for spec in specs]
    if not todo and not faults:
        raise NotApplicable("no applicable combination; see masume list")
    entries: list[ComparedRow] = []
    interrupted = False
    try:
        for entry in _with_progress(todo, limit, seed):
            if isinstance(entry, MasumeError):  # in user code; the other searches continue
                faults += 1
                report.report_error(entry, entry, as_json=as_json)
                continue
            entries.append(entry)
            if as_json:
                print(json.dumps(entry.row()), flush=True)
    except KeyboardInterrupt:
        interrupted = True
    if not as_json:
        _print_tables(entries, sort, limit)
    if interrupted:
        report.warn(f"interrupted after {len(entries)} of {len(todo)} searches")
    raise click.exceptions.Exit(130 if interrupted else 2 if faults else _exit_code(entries))


def _exit_code(entries: list[ComparedRow]) -> int:
    """Return the worst code over all boards; a board has the best code of its searches."""
    best: dict[int, int] = {}
    for entry in entries:
        code = report.EXIT[entry.result.status]
        best[id(entry.board)] = min(code, best.get(id(entry.board), 3))
    return report.worst_code(best.values())


def _expand_all(names: tuple[str, ...]) -> tuple[str, ...]:
    return () if names == ("all",) else names


def _warn_skipped(name: str, reason: str) -> None:
    report.warn(f"skipped {name}: {reason}")


def _with_progress(
    todo: list[tuple[Board, SearchSpec | None]], limit: Limit, seed: int
) -> Iterator[ComparedRow | MasumeError]:
    """Run the searches in order, with a progress bar on a terminal."""
    judge = Judge(limit)
    if sys.stderr is None or not sys.stderr.isatty():
        for board, spec in todo:
            yield _search(board, spec, judge, seed)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(todo))
        for board, spec in todo:
            name = report.spec_text(spec) if spec else EXACT
            progress.update(task, description=f"{label(board)}: {name}")
            yield _search(board, spec, judge, seed)
            progress.advance(task)


def _search(
    board: Board, spec: SearchSpec | None, judge: Judge, seed: int
) -> ComparedRow | MasumeError:
    """Run one search and verify its result; return the error of failing user code."""
    if spec is None:
        return ComparedRow(board, None, exact.solve(board, limit=judge.limit.of_engine))
    try:
        result = spec.run(board, limit=judge.limit, seed=seed).finish()
        return ComparedRow(board, spec, judge.verify(board, spec, result))
    except UserCodeError as fault:
        fault.index = board.index
        return fault


class Judge:
    """A verifier of search results that remembers what is known about each board."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._answers: dict[int, Position | None] = {}  # verified answers by board
        self._unsolvable: set[int] = set()  # boards with an unrefuted proof of no solution

    def verify(self, board: Board, spec: SearchSpec, result: SearchResult) -> SearchResult:
        """Return the result, with status WRONG if it is refuted."""
        key = id(board)
        if spec.own_rules or (result.status is Status.EXHAUSTED and key in self._unsolvable):
            return result
        known = self._answers.get(key, board.answer)
        why = exact.refuted(board.puzzle, result, known=known, limit=self.limit)
        if why:
            return replace(result, status=Status.WRONG, reason=why)
        if result.status is Status.SOLVED:
            self._answers[key] = result.answer
        elif result.status is Status.EXHAUSTED:
            self._unsolvable.add(key)
        return result


def _print_tables(entries: list[ComparedRow], sort: str, limit: Limit) -> None:
    """Print one table per board, ordered by result, then by the sort key."""
    from rich.console import Console

    console = Console(
        width=None if sys.stdout.isatty() else 160, highlight=False, markup=False, emoji=False
    )
    by_board: dict[int, list[ComparedRow]] = {}
    for entry in entries:
        by_board.setdefault(id(entry.board), []).append(entry)
    for group in by_board.values():
        _print_table(console, sorted(group, key=lambda e: _key(e, sort)), limit)


def _key(entry: ComparedRow, sort: str) -> tuple[int, float]:
    value = entry.measure(sort)
    none = 0 if sort == "cost" else inf
    return _ORDER.index(entry.result.status), none if value is None else value


# Numeric columns: measure, and priority for omission on a narrow terminal (0: never).
_COLUMNS = {
    "cost": ("cost", 0),
    "expanded": ("expanded", 0),
    "generated": ("generated", 2),
    "frontier": ("max_frontier", 3),
    "stored": ("max_stored", 1),
    "rounds": ("rounds", 4),
    "time": ("seconds", 0),
}


def _cells(entry: ComparedRow) -> dict[str, str]:
    """Return the texts of a row by column."""
    spec = entry.spec
    cells = {
        "algorithm": spec.algorithm_spec if spec else EXACT,
        "heuristic": (spec and spec.heuristic_name) or "–",
        "space": spec.space_spec if spec else "–",
        "result": entry.result.status.value,
    }
    for name, (measure, _) in _COLUMNS.items():
        value = entry.measure(measure)
        shown = report.seconds if measure == "seconds" else "{:,.0f}".format
        cells[name] = "–" if value is None else shown(value)
    return cells


def _print_table(console: Console, entries: list[ComparedRow], limit: Limit) -> None:
    from rich.table import Table

    board = entries[0].board
    console.print(report.title(board))
    rows = [_cells(entry) for entry in entries]
    widths = {name: max(len(name), *(len(row[name]) for row in rows)) for name in rows[0]}
    left_out: list[str] = []
    for name in sorted(_COLUMNS, key=lambda name: -_COLUMNS[name][1]):
        if sum(widths.values()) + len(widths) > console.width and _COLUMNS[name][1]:
            del widths[name]
            left_out.append(name)
    # Do not truncate the remaining columns; a narrower terminal wraps the lines.
    console.width = max(console.width, sum(widths.values()) + len(widths))
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for name in widths:
        table.add_column(name, justify="right" if name in _COLUMNS else "left", no_wrap=True)
    for entry, row in zip(entries, rows, strict=True):
        style = "" if entry.result.status is Status.SOLVED else "dim"
        table.add_row(*(row[name] for name in widths), style=style)
    console.print(table)
    solved = sum(entry.result.status is Status.SOLVED for entry in entries)
    proved = sum(entry.result.status is Status.EXHAUSTED for entry in entries)
    reasons = {e.result.reason for e in entries if e.result.status is Status.EXHAUSTED} - {""}
    verdict = "proved that there is no solution" if proved else "solved the board"
    console.print(
        f"{proved or solved} of {len(entries)} searches {verdict}"
        + (f": {reasons.pop()}" if reasons else "")
        + f"; limit {limit.seconds:g} s each."
        + (f" Columns omitted: {', '.join(left_out)}." if left_out else "")
        + "".join(f"\n{name} is wrong: {why}" for name, why in _wrong(entries).items())
        + "\n",
    )


def _wrong(entries: list[ComparedRow]) -> dict[str, str]:
    """Return the reason for each algorithm with a wrong answer or proof."""
    return {
        entry.spec.algorithm_spec: entry.result.reason
        for entry in entries
        if entry.spec and entry.result.status is Status.WRONG
    }
