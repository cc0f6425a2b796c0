"""`masume compare`: many ways to search, one table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from masume.api import Plan, hopeless, plans
from masume.core.run import Limit, SearchResult
from masume.core.steps import Status
from masume.errors import MasumeError, NotApplicable
from masume.formats.plain import Board
from masume.front.cli import report
from masume.front.cli.inputs import (
    as_option,
    boards_argument,
    boards_of,
    completes,
    json_option,
    label,
)
from masume.front.cli.solve import limit_options

if TYPE_CHECKING:
    from rich.console import Console

_ORDER = (Status.SOLVED, Status.EXHAUSTED, Status.STUCK, Status.LIMIT)
_SORTS = ("seconds", "expanded", "generated", "max_frontier", "max_stored", "cost")


@dataclass(frozen=True)
class Entry:
    """One row of the table."""

    board: Board
    plan: Plan
    result: SearchResult


@click.command()
@boards_argument
@click.option(
    "--with",
    "names",
    metavar="ALGORITHM",
    multiple=True,
    shell_complete=completes("algorithms"),
    help="Repeat for several; default: all.",
)
@click.option(
    "--heuristic",
    "heuristics_",
    metavar="NAME",
    multiple=True,
    shell_complete=completes("heuristics"),
    help="Repeat for several, or say all; default: each space's own.",
)
@click.option(
    "--space",
    "spaces",
    metavar="NAME",
    multiple=True,
    shell_complete=completes("spaces"),
    help="Repeat for several; default: all.",
)
@limit_options(seconds=2)
@click.option(
    "--sort",
    metavar="MEASURE",
    type=click.Choice(_SORTS),
    default="seconds",
    show_default=True,
    help=f"The least of it first: {', '.join(_SORTS[:-1])} or {_SORTS[-1]}.",
)
@as_option
@json_option
def compare(
    boards: tuple[str, ...],
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
    """Search the same boards in many ways, and compare the costs.

    One table per board: solved searches first, then those that proved that there is no solution,
    those that gave up, and those that reached a limit.
    """
    limit = Limit(nodes=nodes, seconds=seconds, states=states, megabytes=memory)
    todo: list[tuple[Board, Plan]] = []
    faults = 0
    for board in boards_of(boards, kind):
        if isinstance(board, MasumeError):
            faults += 1
            report.complain(board, board, as_json=as_json)
            continue
        found = plans(
            board.kind, _named(names), wished=heuristics_, spaces=_named(spaces), refuse=_left_out
        )
        todo += [(board, chosen) for chosen in found]
    if not todo and not faults:
        raise NotApplicable("none of these can work together; see masume list")
    entries: list[Entry] = []
    interrupted = False
    try:
        for entry in _with_progress(todo, limit, seed):
            entries.append(entry)
            if as_json:
                print(json.dumps(report.row(entry.board, entry.plan, entry.result)), flush=True)
    except KeyboardInterrupt:
        interrupted = True
    if not as_json:
        _print_tables(entries, sort, limit)
    if interrupted:
        print(f"masume: interrupted, {len(entries)} of {len(todo)} searches done", file=sys.stderr)
    raise click.exceptions.Exit(130 if interrupted else 2 if faults else _exit_code(entries))


def _exit_code(entries: list[Entry]) -> int:
    """What is known of the boards: solved by some search, or proved to have no solution."""
    best: dict[int, int] = {}
    for entry in entries:
        code = report.EXIT[entry.result.status]
        best[id(entry.board)] = min(code, best.get(id(entry.board), 3))
    return report.worst(best.values())


def _named(names: tuple[str, ...]) -> tuple[str, ...]:
    return () if names == ("all",) else names


def _left_out(name: str, reason: str) -> None:
    print(f"masume: left out {name}: {reason}", file=sys.stderr)


def _with_progress(todo: list[tuple[Board, Plan]], limit: Limit, seed: int) -> Iterator[Entry]:
    """Run one search after the other, with a live display on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        for board, chosen in todo:
            yield _searched(board, chosen, limit, seed)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(todo))
        for board, chosen in todo:
            progress.update(task, description=f"{label(board)}: {report.used(chosen)}")
            yield _searched(board, chosen, limit, seed)
            progress.advance(task)


def _searched(board: Board, chosen: Plan, limit: Limit, seed: int) -> Entry:
    result = hopeless(board.puzzle)
    if result is None:
        result = chosen.start(board.puzzle, limit=limit, seed=seed).finish()
    return Entry(board, chosen, result)


def _print_tables(entries: list[Entry], sort: str, limit: Limit) -> None:
    """One table per board, solved first, cheapest first."""
    from rich.console import Console

    console = Console(
        width=None if sys.stdout.isatty() else 160, highlight=False, markup=False, emoji=False
    )
    by_board: dict[int, list[Entry]] = {}
    for entry in entries:
        by_board.setdefault(id(entry.board), []).append(entry)
    for group in by_board.values():
        _print_table(console, sorted(group, key=lambda e: _key(e, sort)), limit)


def _key(entry: Entry, sort: str) -> tuple[int, float]:
    cost = entry.result.cost
    value = (
        (cost if cost is not None else 0) if sort == "cost" else getattr(entry.result.metrics, sort)
    )
    return _ORDER.index(entry.result.status), float(value)


# The columns of numbers; the ones to leave out first on a narrow terminal have the higher rank.
_COLUMNS = {
    "cost": 0,
    "expanded": 0,
    "generated": 2,
    "frontier": 3,
    "stored": 1,
    "rounds": 4,
    "time": 0,
}


def _cells(entry: Entry) -> dict[str, str]:
    """One row of the table, by the names of its columns."""
    result, m = entry.result, entry.result.metrics
    return {
        "algorithm": entry.plan.algorithm_spec,
        "heuristic": entry.plan.heuristic_name or "–",
        "space": entry.plan.space_spec,
        "result": result.status.value,
        "cost": "–" if result.cost is None else f"{result.cost:,}",
        "expanded": f"{m.expanded:,}",
        "generated": f"{m.generated:,}",
        "frontier": f"{m.max_frontier:,}",
        "stored": f"{m.max_stored:,}",
        "rounds": f"{m.rounds:,}",
        "time": report.seconds(m.seconds),
    }


def _print_table(console: Console, entries: list[Entry], limit: Limit) -> None:
    from rich.table import Table

    board = entries[0].board
    console.print(f"{label(board)} ({board.kind.title}, {board.puzzle.rows}×{board.puzzle.cols})")
    rows = [_cells(entry) for entry in entries]
    widths = {name: max(len(name), *(len(row[name]) for row in rows)) for name in rows[0]}
    left_out: list[str] = []
    for name in sorted(_COLUMNS, key=lambda name: -_COLUMNS[name]):
        if sum(widths.values()) + len(widths) > console.width and _COLUMNS[name]:
            del widths[name]
            left_out.append(name)
    # What is left is not cut; a terminal that is narrower still breaks the lines itself.
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
    verdict = "proved that there is no solution" if proved else "solved it"
    console.print(
        f"{proved or solved} of {len(entries)} searches {verdict}"
        + (f": {reasons.pop()}" if reasons else "")
        + f"; limit {limit.seconds:g} s each."
        + (f" Too narrow for {', '.join(left_out)}." if left_out else "")
        + "\n",
    )
