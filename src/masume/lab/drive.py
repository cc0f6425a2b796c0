"""Run a study: generate its boards, plan its runs, run what is missing, and store every result.

The runs are executed by a pool: supervised processes of this machine, or a cluster.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic, time

from masume.core.search.events import Status
from masume.core.system.files import write_atomically
from masume.errors import NotApplicable
from masume.lab.planning import Runs, no_runs_reason, plan_runs
from masume.lab.run import (
    DIED,
    ERROR,
    SKIPPED,
    Outcome,
    board_call,
    judge_answer,
    outcome_of,
    task_call,
)
from masume.lab.store import Store
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store
from masume.lab.study import Study
from masume.lab.tasks import PlannedRun, StudyBoard, board_requests, given_boards
from masume.lab.writer import Writer
from masume.work.batches import Lost, Pool, work_through
from masume.work.limited import CallResult
from masume.work.threads import GuardedCall, run_guarded, run_in_fresh_worker

_CHUNK = 16  # runs sent to a worker together; those behind a long one are taken back
_TRIES = 4  # of a run whose worker is lost
_OTHER_SOURCES = "its process reports other sources; run the study again if you edited them"
_INTERVAL = 0.2  # seconds between two writes of the progress file
_SETTLED = (Status.SOLVED.value, Status.EXHAUSTED.value)


@dataclass
class Progress:
    """The progress of a study."""

    doing: str = "boards"  # or runs
    total: int = 0
    before: int = 0  # done in earlier sessions
    done: int = 0  # in this session
    statuses: dict[str, int] = field(default_factory=dict)
    not_generated: Sequence[str] = ()  # the reason for each board that could not be generated
    kills: int = 0  # processes killed from outside; their runs were repeated
    outdated: int = 0  # stored runs of older sources
    began: float = field(default_factory=monotonic)

    @property
    def rate(self) -> float:
        """Runs per second."""
        return self.done / max(1e-9, monotonic() - self.began)

    @property
    def left(self) -> float | None:
        """The estimated seconds until the end; None before the first run has ended."""
        rest = self.total - self.before - self.done
        return rest / self.rate if self.done else None


ProgressCallback = Callable[[Progress], None]


def run_study(
    study: Study,
    path: Path,
    pool: Pool,
    on_progress: ProgressCallback = lambda _: None,
    *,
    again: Collection[str] = (),
) -> Progress:
    """Run what is missing of a study, and store the results in a file.

    Runs with a status in `again` are repeated, and their rows are replaced.
    """
    given = list(given_boards(study))  # before the file is created, as they may be invalid
    with open_store(path, write=True) as store, _progress_file(path, study.title) as write_progress:

        def report(progress: Progress) -> None:
            on_progress(progress)
            write_progress(progress)

        store.verify()
        store.start_shards()
        generated, not_generated = _make_boards(study, store, pool, report)
        boards = [*given, *generated]
        if not boards and not_generated:
            raise NotApplicable(f"no board could be generated: {not_generated[0]}")
        tasks, not_tried = plan_runs(study, boards)
        if not tasks:
            raise NotApplicable(no_runs_reason(not_tried))
        store.declare(study.text, study.title, boards, _cancellable(tasks, pool), not_tried)
        store.replaced.update(again)
        before = store.count_done()
        progress = Progress("runs", total=len(tasks), before=before, not_generated=not_generated)
        progress.outdated = store.count_outdated()
        report(progress)
        with closing(Writer(store)) as writer:
            for task, outcome in _run_pending(study, tasks, store, writer, pool, progress):
                if outcome is None:
                    progress.before += 1
                    continue
                writer.add(task, outcome)
                progress.done += 1
                progress.statuses = dict(writer.statuses)
                report(progress)
    return progress


def _cancellable(tasks: Runs, pool: Pool) -> Iterator[PlannedRun]:
    """Yield the tasks; raise between two of them if the pool is interrupted."""
    for task in tasks:
        pool.check()
        yield task


def _run_pending(
    study: Study, tasks: Runs, store: Store, writer: Writer, pool: Pool, progress: Progress
) -> Iterator[tuple[PlannedRun, Outcome | None]]:
    """Run the missing tasks in random order and yield them with their outcomes.

    A task that was skipped earlier and is skipped again has no outcome. Skipping depends on the
    study as it is now: its boards, its searches and give_up may have been edited.
    """
    done = store.done_keys()
    if not study.give_up:
        yield from _run_tasks(
            (task for task in tasks.in_random_order() if task.key not in done), pool, progress
        )
        return
    skipped = store.skipped_keys()
    given_up: dict[tuple[str, str], str] = {}
    for stage in tasks.by_size():
        for task in stage:
            if task.key not in done and (size := given_up.get((task.board.kind, task.search))):
                outcome = Outcome(SKIPPED, f"no board of {size} was settled")
                yield task, None if task.key in skipped else outcome
        ready = (
            task
            for task in stage.in_random_order()
            if task.key not in done and (task.board.kind, task.search) not in given_up
        )
        yield from _run_tasks(ready, pool, progress)
        writer.flush()
        _update_given_up(stage, store, given_up)


def _run_tasks(
    todo: Iterable[PlannedRun], pool: Pool, progress: Progress
) -> Iterator[tuple[PlannedRun, Outcome]]:
    """Run tasks in the pool and yield each with its outcome."""
    requests = map(task_call, todo)
    for asked, answer in work_through(run_judged, requests, pool=pool, chunk=_CHUNK, tries=_TRIES):
        if isinstance(answer, Lost):
            yield asked.item, Outcome(DIED, f"its worker was lost {_TRIES} times")
            continue
        progress.kills += answer.kills
        outcome = outcome_of(answer, asked.item)
        if asked.user_code and outcome.sources not in ("", asked.item.sources):
            # Earlier user code changed masume in its worker, which this run must not suffer.
            answer = judge_answer(asked, run_in_fresh_worker(asked))
            outcome = outcome_of(answer, asked.item)
            if outcome.sources not in ("", asked.item.sources):
                outcome = Outcome(ERROR, _OTHER_SOURCES)
        _reject_foreign_sources(asked.item, outcome)
        yield asked.item, outcome


def run_judged(call: GuardedCall[PlannedRun]) -> CallResult:
    """Run a task in a worker, and let another one judge the outcome of user code; never raise."""
    return judge_answer(call, run_guarded(call))


def _reject_foreign_sources(task: PlannedRun, outcome: Outcome) -> None:
    """Raise NotApplicable if a worker has other sources than this process."""
    if outcome.machine is None or outcome.sources == task.sources:
        return
    worker = f"a worker on {outcome.machine['host']}"
    if outcome.status == ERROR and not outcome.sources:
        raise NotApplicable(f"{worker} cannot run {task.search}: {outcome.reason}")
    commit = f", commit {outcome.machine['commit']}" * bool(outcome.machine["commit"])
    raise NotApplicable(
        f"{worker} has other sources of {task.search} than this process (masume "
        f"{outcome.machine['masume']}{commit}): another checkout, or an edit during the study; "
        "make the sources equal and run the study again (results so far are kept)"
    )


def _update_given_up(stage: Runs, store: Store, given_up: dict[tuple[str, str], str]) -> None:
    """Note the searches that settled no board of this stage, with its size."""
    settled = set(
        store.query(
            "SELECT DISTINCT kind, search, cells FROM results WHERE status IN (?, ?)", _SETTLED
        )
    )
    for board, search in stage.searches():
        if (board.kind, search, board.cells) not in settled:
            given_up.setdefault((board.kind, search), f"{board.rows}×{board.cols}")


# Generated boards


def _make_boards(
    study: Study, store: Store, pool: Pool, on_progress: ProgressCallback
) -> tuple[list[StudyBoard], list[str]]:
    """Generate the missing boards; return all of them, and the reasons for those that failed."""
    wanted = list(board_requests(study))
    known = store.generated_boards()
    missing = [board for board in wanted if board.key not in known]
    not_generated: list[str] = []
    progress = Progress("boards", total=len(wanted), before=len(wanted) - len(missing))
    if missing:
        on_progress(progress)
    requests = map(board_call, missing)
    for asked, answer in work_through(run_guarded, requests, pool=pool, chunk=1):
        key = asked.item.key
        result = (
            "the worker was lost" if isinstance(answer, Lost) else answer.error or answer.result
        )
        if isinstance(result, StudyBoard):
            known[key] = result
            store.save_board(key, result, "")
        else:
            not_generated.append(str(result))
            store.save_board(key, None, str(result))
        progress.done += 1
        on_progress(progress)
    return [known[board.key] for board in wanted if board.key in known], not_generated


# Progress, for other processes while the results file is locked


@contextmanager
def _progress_file(results: Path, title: str) -> Iterator[ProgressCallback]:
    """Yield a callback that writes the progress to a file beside the results, while they exist."""
    path = progress_path(results)
    last, doing = -inf, ""

    def write(progress: Progress) -> None:
        """Write the progress, at most every `_INTERVAL` seconds."""
        nonlocal last, doing
        now = monotonic()
        if now - last < _INTERVAL and progress.doing == doing:
            return
        _require_results(results)
        last, doing = now, progress.doing
        values = {
            "title": title,
            "doing": progress.doing,
            "process": os.getpid(),
            "time": time(),
            "total": progress.total,
            "before": progress.before,
            "done": progress.done,
            "statuses": progress.statuses,
            "outdated": progress.outdated,
            "rate": progress.rate,
            "left": progress.left,
        }
        try:
            write_atomically(path, json.dumps(values), durable=False)
        except OSError as fault:
            raise StoreError(
                f"{path}: cannot be written: {fault.strerror}; solve this and run the study "
                "again (results so far are kept)"
            ) from fault

    write(Progress())  # replaces the file of a killed process
    try:
        yield write
    finally:
        path.unlink(missing_ok=True)
    _require_results(results)


def _require_results(results: Path) -> None:
    """Raise StoreError if the results file was removed, which some systems allow."""
    if not results.exists():
        raise StoreError(
            f"{results} was removed while the study ran, and the results with it; run it again"
        )


def progress_path(path: Path) -> Path:
    """Return the path of the progress file of a results file."""
    return path.with_name(path.name + ".progress")
