"""`masume study`: declared experiments, run to their end and told in a report."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from masume.core.system.extras import require
from masume.core.system.files import write_atomically
from masume.errors import (
    BadOption,
    MasumeError,
    NotApplicable,
    ParseError,
    UnknownName,
    pluralise,
    sanitise,
)
from masume.front.cli import options
from masume.front.cli.group import Commands
from masume.front.cli.options import WholeNumber
from masume.front.cli.report import report_written, warn
from masume.front.cli.study_compare import compare_
from masume.front.cli.study_progress import (
    not_made,
    print_plan,
    status_lines,
    summary,
    warnings,
)
from masume.front.cli.study_running import run_with
from masume.lab.study import Study, read_study

if TYPE_CHECKING:
    from masume.lab.planning import Runs
    from masume.lab.tasks import NotTried

_Function = TypeVar("_Function", bound=Callable[..., object])
_TEMPLATE = """# A study of masume. Run it: masume study run {name}
title = "How far do they get?"
about = "A* and greedy search on growing Hitori boards, beside the exact engine."

[[boards]]                       # as many as you like; or examples = ["hitori/*"],
generate = "hitori"              # files = ["boards/*.txt"], texts = ["https://puzz.link/p?…"]
sizes = ["4x4", "5x5", "6x6"]
count = 5                        # of each size
seed = 1

[[searches]]                     # each: all algorithms × spaces × heuristics × seeds
algorithms = ["astar", "greedy", "depth_first", "exact"]
spaces = ["shade", "decide"]     # without it: all
heuristics = ["all"]             # without it: each space's own

[limits]                         # of each run
seconds = 5
megabytes = 500
"""


@click.group(cls=Commands)
@click.pass_context
def study(context: click.Context) -> None:
    """Declare experiments in a small file, run them, report them.

    A study says which boards are searched, how, and within which limits. Its results are kept row
    by row in a DuckDB file beside it; a study that was stopped goes on where it was.
    """
    if context.invoked_subcommand != "new":
        require("lab")


file_argument = click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
jobs_option = click.option(
    "--jobs", type=WholeNumber(min=0), default=0, help="Runs at once; 0 takes all processors."
)


@study.command()
@file_argument
def new(file: Path) -> None:
    """Write a small study to begin with."""
    if file.suffix != ".toml":
        raise BadOption(f"{file}: the name of a study ends in .toml")
    if file.exists():
        raise BadOption(f"{file} is there already, it was left as it is")
    try:
        write_atomically(file, _TEMPLATE.format(name=file))
    except OSError as fault:
        raise BadOption(f"{file}: cannot be written: {fault.strerror}") from fault
    report_written(file, f"a small study; next: masume study run {file}")


@study.command()
@file_argument
@click.option(
    "--into",
    metavar="RESULTS",
    type=click.Path(path_type=Path),
    help="Where results go; without it beside FILE.",
)
@click.option("--plan", "only_plan", is_flag=True, help="Only say what would be run.")
@click.option(
    "--again", metavar="STATUSES", help="Do runs anew that ended so: died,killed,limit or others."
)
@jobs_option
@options.cluster
def run(
    file: Path,
    into: Path | None,
    only_plan: bool,
    again: str | None,
    jobs: int,
    cluster_: str | None,
) -> None:
    """Run a study, or what is left of it.

    Exit code 0: every run has ended, each with its status; 2: bad input; 130: interrupted.
    """
    if file.suffix == ".duckdb":
        raise BadOption(f"{file} is a file of results; run the study's .toml file")
    declared = read_study(file)
    path = into or results_of(file)
    if path.suffix != ".duckdb":
        raise BadOption(f"--into {path}: the name of a file of results ends in .duckdb")
    redone = _statuses(again) if again else ()
    tasks, not_tried = _planned(declared, file)
    if only_plan:
        print_plan(declared, tasks, not_tried)
        return
    from masume.lab.planning import nowhere

    for line in nowhere(not_tried):
        warn(sanitise(line))
    del tasks  # they come again with the boards that are made; a million of them take room
    from masume.lab.drive import run_study

    with run_with(jobs, cluster_, declared.title) as (pool, tell):
        progress = run_study(declared, path, pool, tell, again=redone)
    for line in (*not_made(progress), *warnings(progress)):
        warn(line)
    print(summary(progress))
    print(f"results in {path}; next: masume study report {into or file} -o report.html")


def _statuses(text: str) -> tuple[str, ...]:
    from masume.lab.run import STATUSES

    statuses = tuple(filter(None, (status.strip() for status in text.split(","))))
    for status in statuses:
        if status not in STATUSES:
            raise UnknownName("status", status, STATUSES)
    return statuses


@study.command()
@file_argument
@options.as_json
def status(file: Path, as_json: bool) -> None:
    """How far a study is, also while it runs."""
    from masume.lab.status import status_of

    state = status_of(results_of(file), file)
    if as_json:
        print(json.dumps(state))
        return
    for line in status_lines(state):
        print(line)


def output_option(help_: str) -> Callable[[_Function], _Function]:
    """Where to write."""
    path = click.Path(path_type=Path, dir_okay=False)
    return click.option(
        "-o", "--output", "to", metavar="FILE", required=True, type=path, help=help_
    )


@study.command()
@file_argument
@output_option(
    "A name that ends in .html (one page), .md (with a folder of figures) or .tex (with all tables "
    "and plots as CSV)."
)
def report(file: Path, to: Path) -> None:
    """Write what came out, as tables and plots.

    It says which differences are significant, too. While the study runs, the report shows the
    results so far.
    """
    from masume.lab.report import write_report

    report_written(to, write_report(results_of(file), to))


@study.command()
@file_argument
@output_option("A name that ends in .parquet or .csv.")
def export(file: Path, to: Path) -> None:
    """Write the results as a table for other programs.

    While the study runs, the table holds the results so far.
    """
    from masume.lab.snapshot import open_results

    with open_results(results_of(file)) as store:
        count = store.export(to)
        partial = "; partial: the study is running" if store.is_running else ""
    report_written(to, pluralise(count, "row") + partial)


@study.command()
@file_argument
@output_option("A name that ends in .zip.")
def archive(file: Path, to: Path) -> None:
    """Pack a study with all that it takes to run it again.

    Its results, its boards, its code and masume itself are in it. The archive says how to look at
    it, and how to run it again elsewhere.
    """
    from masume.lab.archive import write_archive

    if file.suffix == ".duckdb":
        raise BadOption(f"{file} is a file of results; name the study's .toml file")
    report_written(to, pluralise(write_archive(file, results_of(file), to), "file"))


study.add_command(compare_)


@study.command(name="tune")
@file_argument
@output_option("A name that ends in .toml: the study of the boards that were held out.")
@jobs_option
@options.cluster
def tune_(file: Path, to: Path, jobs: int, cluster_: str | None) -> None:
    """Choose an algorithm's options on some boards, judge them on others.

    The table [tune] of the study names the algorithm and the ranges of its options.
    """
    require("tune")
    from masume.lab.drive import run_study
    from masume.lab.report.claims import verdict_of
    from masume.lab.tune import tune

    if to.suffix != ".toml":
        raise BadOption(f"{to.name}: the name of a study ends in .toml")
    declared = read_study(file)
    with run_with(jobs, cluster_, declared.title) as (pool, tell):
        tuned = tune(declared, pool, lambda line: print(line, file=sys.stderr, flush=True))
        write_atomically(to, tuned.study)
        if tuned.chosen != tuned.usual:
            run_study(read_study(to), to.with_suffix(".duckdb"), pool, tell)
    print(f"tuned on {pluralise(len(tuned.train), 'board')}: {tuned.chosen}")
    print(f"  {pluralise(tuned.trials, 'proposal')}, {tuned.ended_early:,} of them ended early")
    if tuned.chosen == tuned.usual:
        print("  nothing better than the usual options was found")
        return
    print(f"on {pluralise(len(tuned.held_out), 'board')} that were held out:")
    for line in verdict_of(to.with_suffix(".duckdb")):
        print(f"  {line}")
    report_written(to, f"the study of these; next: masume study report {to} -o report.html")


@study.command()
@file_argument
@output_option("A new file of results; its name ends in .duckdb.")
def salvage(file: Path, to: Path) -> None:
    """Make a new file of results of what a damaged one still tells.

    All rows are written twice, into the file and into small shards beside it; what one has lost
    the other may have.
    """
    from masume.lab.salvage import salvage as save

    if to.suffix != ".duckdb":
        raise BadOption(f"-o {to}: the name of a file of results ends in .duckdb")
    salvaged = save(results_of(file), to)
    for lost in (*(f"table {table}" for table in salvaged.unreadable), *salvaged.damaged):
        warn(f"could not be read: {lost}")
    report_written(to, f"{pluralise(salvaged.runs, 'run')}; next: masume study run FILE --into {to}")


def results_of(file: Path) -> Path:
    """Where the results of a study are: it may be named by its file or by its results."""
    if not file.name:
        raise BadOption(f"{file} is a folder; name the study's .toml file")
    return file if file.suffix == ".duckdb" else file.with_suffix(".duckdb")


def _planned(declared: Study, file: Path) -> tuple[Runs, list[NotTried]]:
    """What is to be run, before any board is made: whatever is wrong comes to light at once."""
    from masume.lab.planning import nothing_to_run, planned
    from masume.lab.tasks import expected_boards

    try:
        tasks, not_tried = planned(declared, expected_boards(declared))
        if not tasks:
            raise NotApplicable(nothing_to_run(not_tried))
        return tasks, not_tried
    except MasumeError as fault:
        raise ParseError(str(fault), source=str(file)) from fault
