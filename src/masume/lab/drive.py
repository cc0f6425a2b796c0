"""Run a study: generate its boards, plan its runs, run what is missing, and store every result.

The runs are executed by a pool: supervised processes of this machine, or a cluster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from masume.core.search.events import Status
from masume.errors import NotApplicable
from masume.lab.features import Features, features_call
from masume.lab.judged import run_judged, run_judged_afresh, task_call
from masume.lab.log import Log, open_log
from masume.lab.planning import Plan, Runs, no_runs_reason, plan_runs
from masume.lab.progress import Progress, ProgressCallback, progress_file
from masume.lab.run import DIED, ERROR, SKIPPED, Outcome, as_row, board_call
from masume.lab.store import Store, open_store
from masume.lab.study import Study
from masume.lab.tasks import (
    NotTried,
    PlannedRun,
    StudyBoard,
    StudyBoardRequest,
    board_requests,
    expected_boards,
)
from masume.work.batches import Lost, Pool, work_through
from masume.work.threads import run_guarded

_CHUNK = 16  # runs sent to a worker together; those behind a long one are taken back
_TRIES = 4  # of a run whose worker is lost
_OTHER_SOURCES = "its process reports other sources; run the study again if you edited them"
_SETTLED = (Status.SOLVED.value, Status.EXHAUSTED.value)


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
    with open_log(path) as log, progress_file(path, on_progress) as report:
        with open_store(path) as store:
            damaged = len(store.damaged)
            known = known_boards(store)
        made, not_generated = _make_boards(study, log, known, pool, report)
        runs = expected.with_boards(made)
        if not runs:
            why = [f"no board could be generated: {reason}" for reason in not_generated[:1]]
            raise NotApplicable(*why or [no_runs_reason(not_tried)])
        pool.check()
        declare(log, study, runs, not_tried)
        with open_store(path) as store:
            history = EarlierRuns.read(store, {SKIPPED, *again})
        progress = Progress("runs", total=len(runs), not_generated=not_generated, damaged=damaged)
        progress.before, progress.outdated = history.planned, history.outdated
        report(progress)
        for task, outcome in _run_pending(study, runs, history, pool, progress):
            _store_run(log, task, outcome, progress)
            report(progress)
        _store_features(log, runs, history, pool, report)
    return progress


def _store_run(log: Log, task: PlannedRun, outcome: Outcome | None, progress: Progress) -> None:
    """Store a run that has ended; without an outcome it is stored already."""
    if outcome is None:
        progress.before += 1
        return
    if outcome.machine and outcome.machine["id"] not in progress.machines:
        progress.machines.add(outcome.machine["id"])
        log.append("machine", outcome.machine)
    log.append("run", as_row(task, outcome))
    progress.done += 1
    progress.statuses[outcome.status] = progress.statuses.get(outcome.status, 0) + 1


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
    for request, result in generate_boards(missing, pool):
        if isinstance(result, StudyBoard):
            known[request.key] = result
            log.append("board", asdict(result))
            log.append("generated", {"request": request.key, "board": result.id})
        else:
            not_generated.append(result)
            log.append("generated", {"request": request.key, "reason": result})
        progress.done += 1
        on_progress(progress)
    return {board.key: known[board.key] for board in wanted if board.key in known}, not_generated


def generate_boards(
    requests: Iterable[StudyBoardRequest], pool: Pool
) -> Iterator[tuple[StudyBoardRequest, StudyBoard | str]]:
    """Generate boards in the pool; yield each request with its board, or why there is none."""
    calls = map(board_call, requests)
    for call, answer in work_through(run_guarded, calls, pool=pool, chunk=1):
        found = "the worker was lost" if isinstance(answer, Lost) else answer.error or answer.result
        yield call.item, found if isinstance(found, StudyBoard) else str(found)
