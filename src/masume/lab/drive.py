"""Run a study: generate its boards, plan its runs, run what is missing, and store every result.

The runs are executed by a pool: supervised processes of this machine, or a cluster.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from math import inf
from pathlib import Path
from time import monotonic

from masume.core.search.events import Status
from masume.core.system.files import write_atomically
from masume.errors import NotApplicable
from masume.lab.features import Features, features_call
from masume.lab.planning import Plan, Runs, no_runs_reason, plan_runs
from masume.lab.run import (
    DIED,
    ERROR,
    SKIPPED,
    Outcome,
    as_row,
    board_call,
    run_judged,
    run_judged_afresh,
    task_call,
)
from masume.lab.store import Log, Store, StoreError, open_log, open_store, progress_path
from masume.lab.study import Study
from masume.lab.tasks import (
    NotTried,
    PlannedRun,
    StudyBoard,
    board_requests,
    expected_boards,
)
from masume.work.batches import Lost, Pool, work_through
from masume.work.threads import run_guarded

_CHUNK = 16  # runs sent to a worker together; those behind a long one are taken back
_TRIES = 4  # of a run whose worker is lost
_OTHER_SOURCES = "its process reports other sources; run the study again if you edited them"
_INTERVAL = 0.2  # seconds between two writes of the progress file
_SETTLED = (Status.SOLVED.value, Status.EXHAUSTED.value)


@dataclass
class Progress:
    """The progress of a study."""

    doing: str = "boards"  # or runs, or features
    total: int = 0
    before: int = 0  # done in earlier sessions
    done: int = 0  # in this session
    statuses: dict[str, int] = field(default_factory=dict)
    not_generated: Sequence[str] = ()  # the reason for each board that could not be generated
    kills: int = 0  # processes killed from outside; their runs were repeated
    outdated: int = 0  # stored runs of older sources
    damaged: int = 0  # unreadable lines of the results
    began: float = field(default_factory=monotonic)

    @property
    def rate(self) -> float:
        """Runs per second."""
        return self.done / max(1e-9, monotonic() - self.began)

    @property
    def left(self) -> float | None:
        """The estimated seconds until the end; None before the first run has ended."""
        remaining = self.total - self.before - self.done
        return remaining / self.rate if self.done else None


ProgressCallback = Callable[[Progress], None]


def run_study(
    study: Study,
    path: Path,
    pool: Pool,
    on_progress: ProgressCallback = lambda _: None,
    *,
    again: Collection[str] = (),
    plan: Plan | None = None,
) -> Progress:
    """Run the missing runs of a study, and store the results in a file.

    Runs with a status in `again` are repeated; the new rows count. `plan` is that of
    `plan_runs(study, expected_boards(study))`, if it was made before.
    """
    # Before the file is created, as the study may be invalid.
    expected, not_tried = plan or plan_runs(study, expected_boards(study))
    with open_log(path) as log, _progress_file(path, study.title) as write_progress:

        def report(progress: Progress) -> None:
            on_progress(progress)
            write_progress(progress)

        with open_store(path) as store:
            damaged = len(store.damaged)
            known = known_boards(store)
        made, not_generated = _make_boards(study, log, known, pool, report)
        runs = expected.with_boards(made)
        if not runs:
            if not_generated:
                raise NotApplicable(f"no board could be generated: {not_generated[0]}")
            raise NotApplicable(no_runs_reason(not_tried))
        pool.check()
        declare(log, study, runs, not_tried)
        with open_store(path) as store:
            history = EarlierRuns.read(store, {SKIPPED, *again})
        progress = Progress("runs", total=len(runs), not_generated=not_generated, damaged=damaged)
        progress.before, progress.outdated = history.planned, history.outdated
        report(progress)
        machines: set[str] = set()
        for task, outcome in _run_pending(study, runs, history, pool, progress):
            if outcome is None:
                progress.before += 1
                continue
            if outcome.machine and outcome.machine["id"] not in machines:
                machines.add(outcome.machine["id"])
                log.append("machine", outcome.machine)
            log.append("run", as_row(task, outcome))
            progress.done += 1
            progress.statuses[outcome.status] = progress.statuses.get(outcome.status, 0) + 1
            report(progress)
        _store_features(log, runs, history, pool, report)
    return progress


def _store_features(
    log: Log, runs: Runs, history: EarlierRuns, pool: Pool, on_progress: ProgressCallback
) -> None:
    """Store the features of the boards that have none from an earlier session."""
    missing = [board for board in runs.boards() if board.id not in history.measured]
    progress = Progress("features", total=len(missing))
    for call, answer in work_through(run_guarded, map(features_call, missing), pool=pool, chunk=1):
        result = None if isinstance(answer, Lost) else answer.result
        features = result if isinstance(result, Features) else Features(call.item.id)
        log.append("features", asdict(features))
        progress.done += 1
        on_progress(progress)


def declare(log: Log, study: Study, runs: Runs, not_tried: Iterable[NotTried]) -> None:
    """Write the boards and the planned runs of a study."""
    for board in runs.named:
        log.append("board", asdict(board))
    log.append(
        "study",
        {
            "study": study.text,
            "title": study.title,
            "not_tried": [asdict(combination) for combination in not_tried],
            **runs.declared(),
        },
    )


def known_boards(store: Store) -> dict[str, StudyBoard]:
    """Return the generated boards by request."""
    return {board.pop("request"): StudyBoard(**board) for board in store.query_records(_GENERATED)}


_GENERATED = "SELECT g.request, b.* FROM generated g JOIN boards b ON b.id = g.board"


@dataclass
class EarlierRuns:
    """The results of earlier sessions."""

    done: set[str]  # keys of runs
    skipped: set[str]
    planned: int  # runs of the declared study that are done
    outdated: int
    settled: set[tuple[str, str, int]]  # kind, search and cells of boards
    measured: set[str]  # boards whose features are known

    @classmethod
    def read(cls, store: Store, repeated: Collection[str]) -> EarlierRuns:
        """Read the results of a declared study; runs with a status in `repeated` are not done."""
        keys = store.query("SELECT key, status FROM runs")
        planned = store.query("SELECT status FROM results")
        return cls(
            done={key for key, status in keys if status not in repeated},
            skipped={key for key, status in keys if status == SKIPPED},
            planned=sum(status not in repeated for (status,) in planned),
            outdated=store.count_outdated(),
            settled=set(
                store.query(
                    "SELECT DISTINCT kind, search, cells FROM results "
                    "WHERE list_contains(?, status)",
                    [list(_SETTLED)],
                )
            ),
            measured={board for (board,) in store.query("SELECT board FROM features")},
        )


def _run_pending(
    study: Study, runs: Runs, history: EarlierRuns, pool: Pool, progress: Progress
) -> Iterator[tuple[PlannedRun, Outcome | None]]:
    """Run the missing tasks in random order and yield them with their outcomes.

    A task that was skipped earlier and is skipped again has no outcome. Skipping depends on the
    study as it is now: its boards, its searches and give_up may have been edited.
    """
    done, settled = history.done, history.settled
    if not study.give_up:
        todo = (task for task in runs.in_random_order() if task.key not in done)
        yield from _run_tasks(todo, pool, progress)
        return
    given_up: dict[tuple[str, str], str] = {}
    for stage in runs.by_size():
        for task in stage:
            if task.key not in done and (size := given_up.get((task.board.kind, task.search))):
                outcome = Outcome(SKIPPED, f"no board of {size} was settled")
                yield task, None if task.key in history.skipped else outcome
        ready = (
            task
            for task in stage.in_random_order()
            if task.key not in done and (task.board.kind, task.search) not in given_up
        )
        for task, outcome in _run_tasks(ready, pool, progress):
            if outcome.status in _SETTLED:
                settled.add((task.board.kind, task.search, task.board.cells))
            yield task, outcome
        for board, search in stage.searches():
            if (board.kind, search, board.cells) not in settled:
                given_up.setdefault((board.kind, search), f"{board.rows}×{board.cols}")


def _run_tasks(
    todo: Iterable[PlannedRun], pool: Pool, progress: Progress
) -> Iterator[tuple[PlannedRun, Outcome]]:
    """Run tasks in the pool and yield each with its outcome."""
    calls = map(task_call, todo)
    for call, answer in work_through(run_judged, calls, pool=pool, chunk=_CHUNK, tries=_TRIES):
        if isinstance(answer, Lost):
            yield call.item, Outcome(DIED, f"its worker was lost {_TRIES} times")
            continue
        outcome, kills = answer
        progress.kills += kills
        if call.user_code and outcome.sources not in ("", call.item.sources):
            # Earlier user code changed masume in its worker, which this run must not suffer.
            outcome, _ = run_judged_afresh(call)
            if outcome.sources not in ("", call.item.sources):
                outcome = Outcome(ERROR, _OTHER_SOURCES)
        _reject_foreign_sources(call.item, outcome)
        yield call.item, outcome


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


# Generated boards


def _make_boards(
    study: Study,
    log: Log,
    known: dict[str, StudyBoard],
    pool: Pool,
    on_progress: ProgressCallback,
) -> tuple[dict[str, StudyBoard], list[str]]:
    """Generate the boards that are not in `known` and add them to it.

    Return (boards by request key, failure messages).
    """
    wanted = list(board_requests(study))
    missing = [board for board in wanted if board.key not in known]
    not_generated: list[str] = []
    progress = Progress("boards", total=len(wanted), before=len(wanted) - len(missing))
    if missing:
        on_progress(progress)
    calls = map(board_call, missing)
    for call, answer in work_through(run_guarded, calls, pool=pool, chunk=1):
        key = call.item.key
        result = (
            "the worker was lost" if isinstance(answer, Lost) else answer.error or answer.result
        )
        if isinstance(result, StudyBoard):
            known[key] = result
            log.append("board", asdict(result))
            log.append("generated", {"request": key, "board": result.id})
        else:
            not_generated.append(str(result))
            log.append("generated", {"request": key, "reason": str(result)})
        progress.done += 1
        on_progress(progress)
    return {board.key: known[board.key] for board in wanted if board.key in known}, not_generated


# Progress, for other processes


@contextmanager
def _progress_file(results: Path, title: str) -> Iterator[ProgressCallback]:
    """Yield a callback that writes the progress to a file beside the results."""
    path = progress_path(results)
    last, doing = -inf, ""

    def write(progress: Progress) -> None:
        """Write the progress, at most every `_INTERVAL` seconds."""
        nonlocal last, doing
        now = monotonic()
        if now - last < _INTERVAL and progress.doing == doing:
            return
        last, doing = now, progress.doing
        values = {
            "title": title,
            "doing": progress.doing,
            "process": os.getpid(),
            "total": progress.total,
            "before": progress.before,
            "done": progress.before + progress.done,
            "statuses": progress.statuses,
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
