"""`masume study`: run declared experiments and report their results."""

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
    not_generated,
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
title = "Growing Hitori boards"
about = "A* and greedy search compared with the exact engine on growing boards."

[[boards]]                       # one or more; instead: examples = ["hitori/*"],
generate = "hitori"              # files = ["boards/*.txt"], texts = ["https://puzz.link/p?…"]
sizes = ["4x4", "5x5", "6x6"]
count = 5                        # of each size
seed = 1

[[searches]]                     # all combinations of algorithms, spaces and heuristics
algorithms = ["astar", "greedy", "depth_first", "exact"]
spaces = ["shade", "decide"]     # default: all
heuristics = ["all"]             # default: that of each space

[limits]                         # of each run
seconds = 5
megabytes = 500
"""


@click.group(cls=Commands)
@click.pass_context
def study(context: click.Context) -> None:
    """Run experiments declared in a file and report the results.

    A study declares boards, searches and limits. Results are stored row by row in a file of JSON
    lines beside it; a stopped study continues where it was.
    """
    if context.invoked_subcommand != "new":
        require("lab")


file_argument = click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
jobs_option = click.option(
    "--jobs",
    type=WholeNumber(min=0),
    default=0,
    help="Number of parallel runs; 0: one per physical core.",
)


@study.command()
@file_argument
def new(file: Path) -> None:
    """Write an example study."""
    if file.suffix != ".toml":
        raise BadOption(f"{file}: the name must end in .toml")
    if file.exists():
        raise BadOption(f"{file} exists already; choose another name")
    try:
        write_atomically(file, _TEMPLATE.format(name=file))
    except OSError as fault:
        raise BadOption(f"{file}: cannot be written: {fault.strerror}") from fault
    report_written(file, f"an example study; next: masume study run {file}")


@study.command()
@file_argument
@click.option(
    "--into",
    metavar="RESULTS",
    type=click.Path(path_type=Path),
    help="The results file; default: beside FILE.",
)
@click.option("--plan", "only_plan", is_flag=True, help="Print the plan without running it.")
@click.option(
    "--again",
    metavar="STATUSES",
    help="Re-run runs with these statuses, such as died,killed,limit.",
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
    """Run a study; finished runs are not repeated.

    Exit code 0: all runs have ended, whatever their status; 2: bad input; 130: interrupted.
    """
    if file.suffix == ".jsonl":
        raise BadOption(f"{file} is a results file; name the study's .toml file")
    declared = read_study(file)
    path = into or results_of(file)
    if path.suffix != ".jsonl":
        raise BadOption(f"--into {path}: the name must end in .jsonl")
    redone = _statuses(again) if again else ()
    tasks, not_tried = _plan(declared, file)
    if only_plan:
        print_plan(declared, tasks, not_tried)
        return
    from masume.lab.planning import unused_algorithms

    for line in unused_algorithms(not_tried):
        warn(sanitise(line))
    from masume.lab.drive import run_study

    with run_with(jobs, cluster_, declared.title) as (pool, tell):
        plan = tasks, not_tried
        progress = run_study(declared, path, pool, tell, again=redone, plan=plan)
    for line in (*not_generated(progress), *warnings(progress)):
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
    """Show the progress of a study, even while it runs."""
    from masume.lab.status import status_of

    state = status_of(results_of(file), file)
    if as_json:
        print(json.dumps(state))
        return
    for line in status_lines(state):
        print(line)


def output_option(help_: str) -> Callable[[_Function], _Function]:
    """Return the option -o for the output file."""
    path = click.Path(path_type=Path, dir_okay=False)
    return click.option(
        "-o", "--output", "to", metavar="FILE", required=True, type=path, help=help_
    )


@study.command()
@file_argument
@output_option("The report: .html (one page), .md (with figures), .tex (with CSV data) or .json.")
@click.option(
    "--axis",
    "axes",
    metavar="FEATURE",
    multiple=True,
    help="Plot the effort against this feature of the boards, such as marks; may be repeated.",
)
def report(file: Path, to: Path, axes: tuple[str, ...]) -> None:
    """Write a report with tables, plots and significance tests.

    While the study runs, the report covers the results so far.
    """
    from masume.lab.report import write_report
    from masume.lab.study import check_axes

    report_written(to, write_report(results_of(file), to, check_axes(axes)))


@study.command()
@file_argument
@output_option("The table: .parquet or .csv; or a folder for the other formats.")
@click.option("--benchexec", is_flag=True, help="Write a BenchExec benchmark into the folder.")
@click.option("--aslib", is_flag=True, help="Write an ASlib scenario per puzzle into the folder.")
def export(file: Path, to: Path, benchexec: bool, aslib: bool) -> None:
    """Export the results as a table, or for other infrastructure.

    While the study runs, the table contains the results so far. A BenchExec benchmark needs no
    results unless the study generates boards; run it with benchexec FOLDER/FOLDER.xml.
    """
    from masume.lab.store import open_store

    if benchexec and aslib:
        raise BadOption("--benchexec and --aslib exclude each other; use two folders")
    if (benchexec or aslib) and to.exists() and not to.is_dir():
        raise BadOption(f"{to}: exists and is no folder; choose another name")
    if benchexec:
        from masume.lab.exchange import export_benchexec

        tasks = export_benchexec(read_study(file.with_suffix(".toml")), results_of(file), to)
        report_written(to, pluralise(tasks, "task"))
        return
    with open_store(results_of(file)) as store:
        if aslib:
            from masume.lab.exchange import export_aslib

            report_written(to, pluralise(export_aslib(store, to), "scenario"))
            return
        count = store.export(to)
        partial = "; partial: the study is running" if store.is_running else ""
    report_written(to, pluralise(count, "row") + partial)


@study.command()
@file_argument
@output_option("The archive: .zip.")
def archive(file: Path, to: Path) -> None:
    """Pack a study with everything needed to run it again.

    The archive contains the results, the boards, user code, masume itself and instructions.
    """
    from masume.lab.archive import write_archive

    if file.suffix == ".jsonl":
        raise BadOption(f"{file} is a results file; name the study's .toml file")
    report_written(to, pluralise(write_archive(file, results_of(file), to), "file"))


study.add_command(compare_)


@study.command(name="tune")
@file_argument
@output_option("The evaluation study: .toml.")
@jobs_option
@options.cluster
def tune_(file: Path, to: Path, jobs: int, cluster_: str | None) -> None:
    """Tune options on some boards and evaluate them on others.

    The table [tune] of the study names the algorithm and the ranges of its options.
    """
    require("tune")
    from masume.lab.drive import run_study
    from masume.lab.report.claims import verdict_of
    from masume.lab.tune import tune

    if to.suffix != ".toml":
        raise BadOption(f"{to.name}: the name must end in .toml")
    declared = read_study(file)
    with run_with(jobs, cluster_, declared.title) as (pool, tell):
        tuned = tune(declared, pool, lambda line: print(line, file=sys.stderr, flush=True))
        write_atomically(to, tuned.study)
        if tuned.chosen != tuned.usual:
            run_study(read_study(to), to.with_suffix(".jsonl"), pool, tell)
    print(f"tuned on {pluralise(len(tuned.train), 'board')}: {tuned.chosen}")
    print(f"  {pluralise(tuned.trials, 'proposal')}, {tuned.ended_early:,} stopped early")
    if tuned.chosen == tuned.usual:
        print("  nothing better than the default options was found")
        return
    print(f"on {pluralise(len(tuned.held_out), 'held-out board')}:")
    for line in verdict_of(to.with_suffix(".jsonl")):
        print(f"  {line}")
    report_written(to, f"the evaluation; next: masume study report {to} -o report.html")


def results_of(file: Path) -> Path:
    """Return the results file of a study, which may be named by either file."""
    if not file.name:
        raise BadOption(f"{file} is a folder; name the study's .toml file")
    return file if file.suffix == ".jsonl" else file.with_suffix(".jsonl")


def _plan(declared: Study, file: Path) -> tuple[Runs, list[NotTried]]:
    """Plan the runs before any board is generated, so that errors are reported early."""
    from masume.lab.planning import no_runs_reason, plan_runs
    from masume.lab.tasks import expected_boards

    try:
        tasks, not_tried = plan_runs(declared, expected_boards(declared))
        if not tasks:
            raise NotApplicable(no_runs_reason(not_tried))
        return tasks, not_tried
    except MasumeError as fault:
        raise ParseError(str(fault), source=str(file)) from fault
