"""`masume compare`: run many searches on the same boards and print one table per board."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from masume.api.compare import (
    ComparedSearch,
    Comparison,
    Planned,
    Verifier,
    plan,
    rank,
    refuted_claims,
)
from masume.core.search.events import Status
from masume.core.system.limits import Limit
from masume.errors import MasumeError, NotApplicable, UserCodeError
from masume.exact.results import Solution
from masume.front.cli import options, report
from masume.front.cli.inputs import label, read_boards

if TYPE_CHECKING:
    from rich.console import Console

_SORTS = ("seconds", "expanded", "generated", "max_frontier", "max_stored", "cost")


def _json_row(entry: ComparedSearch) -> dict[str, object]:
    """Return a row as a JSON object."""
    if isinstance(entry.result, Solution):
        return report.exact_row(entry.board, entry.result)
    return report.row(entry.board, entry.names, entry.result)


@click.command()
@options.boards
@options.name_option(
    "--with",
    "algorithms",
    "names",
    metavar="ALGORITHM",
    multiple=True,
    help="Algorithm to run, exact, or your own: ./mine.py:tabu; repeatable. Default: all.",
)
@options.name_option(
    "--heuristic",
    "heuristics",
    "heuristics_",
    multiple=True,
    help="Heuristic to use, or all; repeatable. Default: each space's default.",
)
@options.name_option(
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
    todo: list[Planned] = []
    faults = 0
    for board in read_boards(sources, kind):
        if isinstance(board, MasumeError):
            faults += 1
            report.report_error(board, board, as_json=as_json)
            continue
        try:
            todo += plan(
                board,
                _expand_all(names),
                heuristics=heuristics_,
                spaces=_expand_all(spaces),
                skip=lambda name, reason: report.warn(f"skipped {name}: {reason}"),
            )
        except (NotApplicable, UserCodeError) as fault:  # such as a puzzle without spaces
            faults += 1
            report.report_error(board, fault, as_json=as_json)
    if not todo and not faults:
        raise NotApplicable("no applicable combination; see masume list")
    entries: list[ComparedSearch] = []
    interrupted = False
    try:
        for entry in _with_progress(todo, limit, seed):
            if isinstance(entry, MasumeError):  # in user code; the other searches continue
                faults += 1
                report.report_error(entry, entry, as_json=as_json)
                continue
            entries.append(entry)
            if as_json:
                print(json.dumps(_json_row(entry)), flush=True)
    except KeyboardInterrupt:
        interrupted = True
    if not as_json:
        _print_tables(entries, sort, limit)
    if interrupted:
        report.warn(f"interrupted after {len(entries)} of {len(todo)} searches")
    raise click.exceptions.Exit(130 if interrupted else 2 if faults else _exit_code(entries))


def _exit_code(entries: list[ComparedSearch]) -> int:
    """Return the worst code over all boards; a board has the best code of its searches."""
    best: dict[int, int] = {}
    for entry in entries:
        code = report.EXIT[entry.result.status]
        best[id(entry.board)] = min(code, best.get(id(entry.board), 3))
    return report.worst_code(best.values())


def _expand_all(names: tuple[str, ...]) -> tuple[str, ...]:
    return () if names == ("all",) else names


def _with_progress(
    todo: list[Planned], limit: Limit, seed: int
) -> Iterator[ComparedSearch | MasumeError]:
    """Run the searches in order, with a progress bar on a terminal."""
    verifier = Verifier(limit)
    if sys.stderr is None or not sys.stderr.isatty():
        for planned in todo:
            yield _search(planned, verifier, seed)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(todo))
        for planned in todo:
            name = report.spec_text(planned.names)
            progress.update(task, description=f"{label(planned.board)}: {name}")
            yield _search(planned, verifier, seed)
            progress.advance(task)


def _search(planned: Planned, verifier: Verifier, seed: int) -> ComparedSearch | MasumeError:
    """Run one search and verify its result; return the error of failing user code."""
    try:
        return planned.run(verifier, seed)
    except UserCodeError as fault:
        fault.index = planned.board.index
        return fault


def _print_tables(entries: list[ComparedSearch], sort: str, limit: Limit) -> None:
    """Print one table per board, ordered by result, then by the sort key."""
    from rich.console import Console

    console = Console(
        width=None if sys.stdout.isatty() else 160, highlight=False, markup=False, emoji=False
    )
    for _, group in Comparison(tuple(entries)).by_board():
        _print_table(console, rank(group, sort), limit)


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


def _cells(entry: ComparedSearch) -> dict[str, str]:
    """Return the texts of a row by column."""
    names = entry.names
    cells = {
        "algorithm": names.algorithm_spec,
        "heuristic": names.heuristic_name or "–",
        "space": names.space_spec,
        "result": entry.result.status.value,
    }
    for name, (measure, _) in _COLUMNS.items():
        value = entry.measure(measure)
        cells[name] = "–" if value is None else _number(measure, value)
    return cells


def _number(measure: str, value: float) -> str:
    if measure == "seconds":
        return report.seconds(value)
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def _print_table(console: Console, entries: list[ComparedSearch], limit: Limit) -> None:
    """Print the table of one board; omit columns that do not fit the terminal."""

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
        + "".join(f"\n{n.algorithm_spec} {claim}." for n, claim in refuted_claims(entries))
        + "\n",
    )


def _wrong(entries: list[ComparedSearch]) -> dict[str, str]:
    """Return the reason for each algorithm with a wrong answer or proof."""
    return {
        entry.names.algorithm_spec: entry.result.reason
        for entry in entries
        if entry.result.status is Status.WRONG
    }
