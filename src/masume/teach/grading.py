"""Grade submissions: one confined process per submission and criterion; resumable and parallel.

The verdict on a submission and a criterion is stored in a file named after everything that it
depends on. Grading again computes what is missing, as a study does, in processes of this machine or
of a cluster.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from masume.core.system.files import atomic_file, write_atomically
from masume.errors import BadOption
from masume.lab.progress import Progress, ProgressCallback
from masume.lab.sources import package
from masume.teach.assignment import Assignment, Criterion, parse_assignment, write_assignment
from masume.teach.boards import boards_of
from masume.teach.judge import Case, CriterionResult, Recorder, judge
from masume.teach.process import START_SECONDS, WALL_FACTOR, WALL_GRACE, SubmissionProcess
from masume.teach.submission import ProcessSubmission
from masume.teach.submissions import Handed
from masume.work.batches import Lost, Pool, work_through
from masume.work.sandbox import has_container, readable_places
from masume.work.threads import GuardedCall, run_guarded, run_in_fresh_worker

CONTAINER = "container"  # the measure that bubblewrap adds to those of `confine`
_MEASURE = "masume.teach.grading.measure_truth"
_TRUTH_SECONDS = 30.0  # for references and true costs, if they cannot be measured
_SLACK_SECONDS = 5.0  # of a verdict: for imports, and for the film
_OWN_BOARDS_SECONDS = 30.0  # for generating the boards of one student
_TRUTH_MEGABYTES = 2000
_START_MEGABYTES = 500
_TRIES = 2  # of a verdict whose worker is lost
_FUNCTION = "masume.teach.grading.run_task"


@dataclass(frozen=True)
class GradingTask:
    """One criterion of one submission, in a form that another process can read."""

    key: str
    student: str
    files: tuple[tuple[str, bytes], ...]
    assignment: str  # as TOML
    folder: str
    criterion: int


@dataclass(frozen=True)
class StudentResult:
    """The verdicts on one submission, in the order of the criteria."""

    student: str
    results: tuple[CriterionResult, ...]
    error: str = ""  # why nothing was run
    source: bytes = b""

    @property
    def earned(self) -> float:
        """The sum of the points earned."""
        return round(sum(result.earned for result in self.results), 2)


def ensure_gradable(assignment: Assignment) -> None:
    """Raise MasumeError if an assignment is within reach of submissions, or has faulty boards.

    Boards that all students share are created here, so that errors are reported before a start.
    """
    for place in readable_places(assignment.folder):
        if assignment.folder != Path(place) and assignment.folder.is_relative_to(place):
            raise BadOption(
                f"{assignment.folder}: submissions can read everything in {place}; "
                "move the assignment to another folder"
            )
    for group in assignment.groups:
        if not group.per_student:
            boards_of(assignment, group)


def plan_grading(assignment: Assignment, handed: Sequence[Handed]) -> list[GradingTask]:
    """Return the tasks of a grading; see `ensure_gradable` for the errors."""
    ensure_gradable(assignment)
    text, sources = write_assignment(assignment), package()
    support = [(name, (assignment.folder / name).read_bytes()) for name in assignment.support]
    tasks = []
    for submission in handed:
        if submission.error:
            continue
        files = tuple({**dict(submission.files), **dict(support)}.items())
        for number, criterion in enumerate(assignment.criteria):
            parts = [sources, _relevant(assignment, criterion), _boards_digest(assignment)]
            if assignment.group(criterion.boards).per_student:
                parts.append(submission.student)
            digest = blake2b("\0".join(parts).encode(), digest_size=10)
            for name, data in files:
                digest.update(b"%d %s %d " % (len(name), name.encode(), len(data)) + data)
            tasks.append(
                GradingTask(
                    digest.hexdigest(),
                    submission.student,
                    files,
                    text,
                    str(assignment.folder),
                    number,
                )
            )
    return tasks


def _relevant(assignment: Assignment, criterion: Criterion) -> str:
    """Return the part of an assignment on which the verdicts on a criterion depend."""
    one = replace(
        assignment,
        title="",
        about="",
        tasks=(assignment.task(criterion.task),),
        groups=(assignment.group(criterion.boards),),
        criteria=(replace(criterion, name=""),),
    )
    return write_assignment(one)


def _boards_digest(assignment: Assignment) -> str:
    """Return a digest of the files of boards and problems that an assignment names."""
    digest = blake2b(digest_size=10)
    for group in assignment.groups:
        patterns = [*group.files, *([group.problem.rpartition(":")[0]] if group.problem else [])]
        for pattern in patterns:
            for path in sorted(assignment.folder.glob(pattern)):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def task_seconds(assignment: Assignment, criterion: Criterion) -> float:
    """Return the wall-clock time after which the verdict on a criterion is given up.

    It covers every run at its limit, the film of one of them, a start of the process before each,
    and the computation of the truth. Starts and truth are measured on this machine, and may take
    `WALL_FACTOR` times as long.
    """
    run = WALL_FACTOR * ((assignment.limits.seconds or 0) + _start_seconds()) + WALL_GRACE
    truth = _truth_seconds(assignment)[assignment.criteria.index(criterion)]
    truth = WALL_FACTOR * truth + _SLACK_SECONDS
    if assignment.group(criterion.boards).per_student:
        truth += _OWN_BOARDS_SECONDS
    return (assignment.runs_of(criterion) + 1) * run + truth


@cache
def _start_seconds() -> float:
    """Return the time that the process of a submission takes to start."""
    began = monotonic()
    with (
        TemporaryDirectory(prefix="masume-") as folder,
        SubmissionProcess(Path(folder), "solution.py", _START_MEGABYTES) as process,
    ):
        process.begin(START_SECONDS)
        return monotonic() - began


@lru_cache(maxsize=16)
def _truth_seconds(assignment: Assignment) -> tuple[float, ...]:
    """Return the time that it takes to compute what each criterion is judged by."""
    parts = write_assignment(assignment), str(assignment.folder)
    call = GuardedCall(_MEASURE, parts, _TRUTH_SECONDS, _TRUTH_MEGABYTES)
    answer = run_in_fresh_worker(call)
    if answer.error:  # too slow to be measured, or boards that the verdict reports as faulty
        return (_TRUTH_SECONDS,) * len(assignment.criteria)
    assert isinstance(answer.result, tuple)
    return answer.result


def measure_truth(parts: tuple[str, str]) -> tuple[float, ...]:
    """Return the seconds in which this process computes the truth for each criterion."""
    from masume.teach.judge import compute_truth

    text, folder = parts
    assignment = parse_assignment(text, folder=Path(folder))
    seconds = []
    for criterion in assignment.criteria:
        began = monotonic()
        compute_truth(assignment, criterion)
        seconds.append(monotonic() - began)
    return tuple(seconds)


def most_seconds(assignment: Assignment, submissions: int, jobs: int) -> float:
    """Return the computed limit of a grading: no submission can make it last longer.

    Raise MasumeError for an assignment that cannot be graded.
    """
    ensure_gradable(assignment)
    each = sum(task_seconds(assignment, criterion) for criterion in assignment.criteria)
    longest = max(task_seconds(assignment, criterion) for criterion in assignment.criteria)
    return submissions * each / jobs + longest


def call_for(task: GradingTask, assignment: Assignment, function: str) -> GuardedCall[GradingTask]:
    """Return the call that judges a task in a supervised process."""
    criterion = assignment.criteria[task.criterion]
    megabytes = (assignment.limits.megabytes or 0) + _TRUTH_MEGABYTES
    return GuardedCall(function, task, task_seconds(assignment, criterion), megabytes)


def run_task(task: GradingTask, record: Recorder | None = None) -> CriterionResult:
    """Judge one criterion of one submission, whose code runs in a confined process."""
    assignment = parse_assignment(task.assignment, folder=Path(task.folder))
    criterion = assignment.criteria[task.criterion]
    with TemporaryDirectory(prefix="masume-") as folder:
        for name, data in task.files:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_file(path, durable=False) as file:
                file.write(data)
        megabytes = assignment.limits.megabytes or 0
        with SubmissionProcess(Path(folder), assignment.file, megabytes) as process:
            submission = ProcessSubmission(process)
            result = judge(
                assignment,
                criterion,
                submission,
                student=task.student,
                begin=process.begin,
                record=record,
            )
            measures = (CONTAINER,) * has_container() + process.measures
    return replace(result, measures=measures)


def grade(
    assignment: Assignment,
    handed: Sequence[Handed],
    store: Path,
    pool: Pool,
    on_progress: ProgressCallback = lambda _: None,
    *,
    function: str = _FUNCTION,
) -> list[StudentResult]:
    """Grade submissions, computing what is not in the folder `store` yet.

    `function` is the dotted name of `run_task` or of one that adds films.
    """
    tasks = plan_grading(assignment, handed)
    store.mkdir(parents=True, exist_ok=True)
    known = {task.key: found for task in tasks if (found := _load(store, task.key)) is not None}
    todo: dict[str, GradingTask] = {t.key: t for t in tasks if t.key not in known}
    progress = Progress("runs", total=len(tasks), before=len(tasks) - len(todo))
    on_progress(progress)
    calls = (call_for(task, assignment, function) for task in todo.values())
    for call, answer in work_through(run_guarded, calls, pool=pool, chunk=1, tries=_TRIES):
        error = "the worker was lost" if isinstance(answer, Lost) else answer.error
        if not error:
            assert not isinstance(answer, Lost) and isinstance(answer.result, CriterionResult)
            result = answer.result
            write_atomically(_path(store, call.item.key), json.dumps(asdict(result)), durable=False)
        else:  # not stored: it is tried again
            criterion = assignment.criteria[call.item.criterion]
            result = CriterionResult(criterion.name, criterion.points, 0.0, error=error)
        known[call.item.key] = result
        progress.done += 1
        status = "full" if result.earned == result.points else "part" if result.earned else "none"
        progress.statuses[status] = progress.statuses.get(status, 0) + 1
        on_progress(progress)
    keys = {(task.student, task.criterion): task.key for task in tasks}
    return [_student_result(assignment, one, keys, known) for one in handed]


def _student_result(
    assignment: Assignment,
    handed: Handed,
    keys: dict[tuple[str, int], str],
    known: dict[str, CriterionResult],
) -> StudentResult:
    """Return the verdicts on a submission; without a file to run, all points are lost."""
    results = []
    for number, criterion in enumerate(assignment.criteria):
        if handed.error:
            found = CriterionResult(criterion.name, criterion.points, 0.0, error=handed.error)
        else:  # a verdict may be shared by equal submissions, and its name have been edited
            found = replace(known[keys[handed.student, number]], name=criterion.name)
        results.append(found)
    return StudentResult(handed.student, tuple(results), handed.error, handed.source)


def _path(store: Path, key: str) -> Path:
    return store / f"{key}.json"


def _load(store: Path, key: str) -> CriterionResult | None:
    """Return a stored verdict; None if there is none or it is damaged."""
    try:
        data = json.loads(_path(store, key).read_text(encoding="utf-8"))
        return read_result(data)
    except (OSError, ValueError, TypeError, KeyError):
        return None  # it is computed again


def read_result(data: dict[str, object]) -> CriterionResult:
    """Return the verdict that `asdict` wrote."""
    cases = data.pop("cases")
    assert isinstance(cases, list)
    read = tuple(Case(**{**case, "picture": tuple(case["picture"])}) for case in cases)
    for key in ("claims", "measures"):
        data[key] = tuple(data[key])  # type: ignore[arg-type]
    return CriterionResult(cases=read, **data)  # type: ignore[arg-type]
