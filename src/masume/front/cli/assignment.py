"""`masume assignment`: create, check and grade assignments for students."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from masume.core.system.files import atomic_file, write_atomically
from masume.errors import BadOption, pluralise
from masume.front.cli import options
from masume.front.cli.group import Commands
from masume.front.cli.options import WholeNumber
from masume.front.cli.report import report_written, warn
from masume.front.cli.study_progress import clock
from masume.teach.assignment import Assignment, Criterion, read_assignment
from masume.teach.judge import CriterionResult, judge, judge_public
from masume.teach.outputs import case_line

if TYPE_CHECKING:
    from masume.teach.grading import StudentResult

_FUNCTION = "masume.front.assignment.recording.run_task_with_film"
_PATH = click.Path(path_type=Path)


@click.group(cls=Commands)
def assignment() -> None:
    """Create, check and grade assignments for students."""


folder_argument = click.argument("folder", metavar="[FOLDER]", type=_PATH, default=Path())
assignment_option = click.option(
    "--assignment",
    "folder",
    metavar="FOLDER",
    type=_PATH,
    default=Path(),
    show_default=False,
    help="The assignment's folder; default: this folder.",
)


@assignment.command()
@click.argument("folder", metavar="FOLDER", type=_PATH)
@click.option(
    "--template",
    metavar="NAME",
    default="heuristic",
    help="heuristic, algorithm, space, csp, local-search, own-puzzle or informed-search.",
)
@click.option(
    "--secret", type=WholeNumber(min=0), help="The seed of hidden boards; default: random."
)
def new(folder: Path, template: str, secret: int | None) -> None:
    """Create an assignment from a template.

    The folder contains the task, a stub and a notebook for students, assignment.toml with boards,
    limits and points, and a reference solution. informed-search, csp and local-search are complete
    sets with sample marks.
    """
    from masume.teach.bundles import create

    made = create(folder, template, secret)
    steps = f"next: edit {folder / 'assignment.toml'}, then masume assignment release {folder}"
    report_written(folder, f"{made.title}, {made.points:g} points; {steps}")


@assignment.command()
@folder_argument
@click.option(
    "-o",
    "--output",
    metavar="BUNDLE",
    type=_PATH,
    default=Path("students.zip"),
    help="What students get: a .zip archive or a folder.",
)
def release(folder: Path, output: Path) -> None:
    """Build the bundle for students, without hidden boards and the reference solution."""
    from masume.teach.bundles import release as write_bundle

    names = write_bundle(read_assignment(folder), output)
    report_written(output, f"{pluralise(len(names), 'file')}: {', '.join(sorted(names))}")


@assignment.command()
@folder_argument
@click.option("--file", metavar="FILE", type=_PATH, help="Check this file instead.")
@click.option(
    "--film",
    metavar="PAGE",
    type=_PATH,
    default=Path("failing-run.html"),
    help="Where to write the film of the first failing run.",
)
def check(folder: Path, file: Path | None, film: Path) -> None:
    """Check your solution on the public boards.

    Prints the points of each criterion, draws the first failing board and writes a film of the
    failing run. Exit codes: 0 all public points, 1 some are missing.
    """
    from masume.front.assignment.recording import film_page

    found = read_assignment(folder)
    path = file or found.folder / found.file
    if not path.is_file():
        raise BadOption(f"{path}: there is no such file; write your solution there")
    results = list(judge_public(found, lambda one: _check_one(found, one, path)))
    for result in results:
        print(_points_line(result))
        for claim in result.claims:
            print(f"       claim refuted: {claim}")
    failed = next((result for result in results if result.earned < result.points), None)
    earned, most = sum(r.earned for r in results), sum(r.points for r in results)
    print(f"{earned:g} of {most:g} public points")
    later = found.points - most
    if later:
        print(f"{later:g} more points are given on boards that you do not see")
    if failed is None:
        return
    _print_failure(failed)
    if failed.film:
        with atomic_file(film) as out:
            out.write(film_page(failed.film))
        report_written(film, "a film of this run; open it in a browser")
    raise click.exceptions.Exit(1)


def _check_one(found: Assignment, criterion: Criterion, path: Path) -> CriterionResult:
    """Judge one criterion on the user's own file, in a process of its own."""
    from masume.front.assignment.recording import record_run
    from masume.teach.process import SubmissionProcess
    from masume.teach.submission import ProcessSubmission

    megabytes = found.limits.megabytes or 0
    place = path.resolve()
    with SubmissionProcess(place.parent, place.name, megabytes, show_output=True) as process:
        submission = ProcessSubmission(process)
        return judge(found, criterion, submission, begin=process.begin, record=record_run)


def _points_line(result: CriterionResult) -> str:
    points = f"{result.earned:g}/{result.points:g}".rjust(7)
    passed = sum(case.passed for case in result.cases)
    boards = f"{passed} of {pluralise(len(result.cases), 'run')} passed"
    return f"{points}  {result.name}: {result.error or boards}"


def _print_failure(result: CriterionResult) -> None:
    """Print the first failing board of a criterion, and what was expected."""
    if result.error:
        print(f"\n{result.name}\n  {result.error}")
        return
    case = result.first_failure
    assert case is not None
    print(f"\n{result.name}\n  {case_line(case)}")
    for line in case.picture:
        print(f"    {line}")


@assignment.command()
@click.argument("submissions", metavar="SUBMISSIONS", type=_PATH)
@assignment_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=_PATH,
    default=Path("grades.csv"),
    help="The table of grades; verdicts are kept beside it, so that grading can be continued.",
)
@click.option("--pages", metavar="FOLDER", type=_PATH, help="Write a page for each student.")
@click.option("--gradescope", metavar="FOLDER", type=_PATH, help="Write results.json files.")
@click.option("--junit", metavar="FILE", type=_PATH, help="Write JUnit XML.")
@click.option(
    "--jobs", type=WholeNumber(min=0), default=0, help="Parallel runs; 0: one per processor."
)
@options.cluster
def grade(
    submissions: Path,
    folder: Path,
    output: Path,
    pages: Path | None,
    gradescope: Path | None,
    junit: Path | None,
    jobs: int,
    cluster_: str | None,
) -> None:
    """Grade the submissions in a folder.

    SUBMISSIONS contains a folder, a .py file or a .zip archive for each student. Every submission
    runs in confined processes, with limits on time, memory, processes, files and network. A
    stopped grading continues where it was.
    """
    from masume.front.cli.study_running import run_with
    from masume.teach.grading import grade as grade_all
    from masume.teach.grading import most_seconds
    from masume.teach.outputs import write_csv, write_gradescope, write_junit
    from masume.teach.submissions import read_submissions
    from masume.work.batches import processes_for

    found = read_assignment(folder)
    handed = read_submissions(submissions, found.file)
    width = processes_for(jobs)
    if cluster_ is None:
        most = clock(most_seconds(found, len(handed), width))
        print(f"{pluralise(len(handed), 'submission')}, at most {most}", file=sys.stderr)
    with run_with(jobs, cluster_, found.title) as (pool, tell):
        students = grade_all(found, handed, store_of(output), pool, tell, function=_FUNCTION)
    _print_protection(students)
    write_atomically(output, write_csv(found, students))
    report_written(output, pluralise(len(students), "student"))
    if junit is not None:
        write_atomically(junit, write_junit(found, students))
        report_written(junit, "JUnit XML")
    for student in students if gradescope is not None else ():
        assert gradescope is not None
        place = gradescope / student.student
        place.mkdir(parents=True, exist_ok=True)
        write_atomically(place / "results.json", write_gradescope(found, student))
    if pages is not None:
        from masume.front.assignment.pages import write_pages

        stub = found.folder / found.file
        given = stub.read_bytes() if stub.is_file() else b""
        count = write_pages(found, students, pages, given)
        report_written(pages, pluralise(count, "page"))
    failed = [r for student in students for r in student.results if r.error and not student.error]
    for result in failed:
        warn(f"{result.name}: not judged: {result.error}")


@assignment.command()
@click.argument("submissions", metavar="SUBMISSIONS", type=_PATH)
@assignment_option
@click.option(
    "--grades",
    metavar="FILE",
    type=_PATH,
    default=Path("grades.csv"),
    help="The grades of these submissions; what is missing is graded.",
)
@click.option(
    "-o", "--output", metavar="PAGE", type=_PATH, default=Path("leaderboard.html"), help="The page."
)
@click.option("--names", is_flag=True, help="Show names; without it the page is anonymous.")
@options.cluster
def leaderboard(
    submissions: Path, folder: Path, grades: Path, output: Path, names: bool, cluster_: str | None
) -> None:
    """Compare expansions with the reference on hidden boards, as a page.

    Submissions that cannot be told apart share a rank.
    """
    from masume.front.assignment.pages import leaderboard_page
    from masume.front.cli.study_running import run_with
    from masume.teach.grading import grade as grade_all
    from masume.teach.submissions import read_submissions

    found = read_assignment(folder)
    handed = read_submissions(submissions, found.file)
    with run_with(0, cluster_, found.title) as (pool, tell):
        students = grade_all(found, handed, store_of(grades), pool, tell, function=_FUNCTION)
    write_atomically(output, leaderboard_page(found, students, names=names))
    report_written(output, pluralise(len(students), "submission"))


def store_of(grades: Path) -> Path:
    """Return the folder with the verdicts of a table of grades."""
    return grades.with_suffix(".verdicts")


def _print_protection(students: Sequence[StudentResult]) -> None:
    """Print what the submissions were confined by."""
    from masume.teach.grading import CONTAINER
    from masume.work.sandbox import describe_protection

    found = {result.measures for s in students for result in s.results if result.measures}
    for measures in sorted(found):
        for line in describe_protection(measures, container=CONTAINER in measures):
            print(f"  {line}", file=sys.stderr)
