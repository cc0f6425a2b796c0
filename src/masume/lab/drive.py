"""Run a study: make its boards, plan its runs, have those done that are not, keep every result.

Where the runs are done is the pool's business: watched processes of this machine, or a cluster.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic, time

from masume.core.search.events import Status
from masume.core.system.files import write_atomically
from masume.errors import NotApplicable
from masume.lab.planning import Runs, nothing_to_run, planned
from masume.lab.run import DIED, ERROR, SKIPPED, Outcome, making_request, outcome_of, request
from masume.lab.store import Store
from masume.lab.store_faults import StoreError
from masume.lab.store_files import open_store
from masume.lab.study import Study
from masume.lab.tasks import StudyBoard, Task, boards_to_make, given_boards
from masume.lab.writer import Writer
from masume.work.batches import Lost, Pool, work_through
from masume.work.threads import guarded

_CHUNK = 16  # runs that are handed over together; long ones are handed back
_TRIES = 4  # of a run whose worker is lost each time
_NEWS = 0.2  # seconds between two notes of how far it is
_SETTLED = (Status.SOLVED.value, Status.EXHAUSTED.value)


@dataclass
class Progress:
    """How far a study is; whoever shows it gets it again and again."""

    doing: str = "boards"
    total: int = 0
    before: int = 0  # done by an earlier run
    done: int = 0  # by this one
    statuses: dict[str, int] = field(default_factory=dict)
    not_made: Sequence[str] = ()  # why, for each board that could not be made
    kills: int = 0  # of processes, from outside: what they were at was done again
    outdated: int = 0  # runs that were done with sources as they once were
    began: float = field(default_factory=monotonic)

    @property
    def rate(self) -> float:
        """Runs a second."""
        return self.done / max(1e-9, monotonic() - self.began)

    @property
    def left(self) -> float | None:
        """Seconds until the end, if it goes on like this."""
        rest = self.total - self.before - self.done
        return rest / self.rate if self.done else None


Tell = Callable[[Progress], None]


def run_study(
    study: Study,
    path: Path,
    pool: Pool,
    tell: Tell = lambda _: None,
    *,
    again: Collection[str] = (),
) -> Progress:
    """Do what is still to be done; what has been done is left alone.

    Runs that ended like those of `again` are done anew; their rows give way to what comes of it.
    """
    given = list(given_boards(study))  # before there is a file: they may be wrong
    with open_store(path, write=True) as store, _sidecar(path, study.title) as note:

        def say(progress: Progress) -> None:
            tell(progress)
            note(progress)

        store.verify()
        store.keep_copy()
        made, not_made = _made(study, store, pool, say)
        boards = [*given, *made]
        if not boards and not_made:
            raise NotApplicable(f"no board could be made: {not_made[0]}")
        tasks, not_tried = planned(study, boards)
        if not tasks:
            raise NotApplicable(nothing_to_run(not_tried))
        store.declare(study.text, study.title, boards, _checked(tasks, pool), not_tried)
        store.replaced.update(again)
        before = store.count_done()
        progress = Progress("runs", total=len(tasks), before=before, not_made=not_made)
        progress.outdated = store.outdated()
        say(progress)
        with closing(Writer(store)) as writer:
            for task, outcome in _outcomes(study, tasks, store, writer, pool, progress):
                if outcome is None:
                    progress.before += 1
                    continue
                writer.take(task, outcome)
                progress.done += 1
                progress.statuses = dict(writer.statuses)
                say(progress)
    return progress


def _checked(tasks: Runs, pool: Pool) -> Iterator[Task]:
    """Yield the tasks; there may be millions, so a stop is noticed between them."""
    for task in tasks:
        pool.check()
        yield task


def _outcomes(
    study: Study, tasks: Runs, store: Store, writer: Writer, pool: Pool, progress: Progress
) -> Iterator[tuple[Task, Outcome | None]]:
    """Every run that is still to be done, in an order that favours nobody.

    What was skipped and still is comes without an outcome. Whether it is depends on the study as it
    is now: its smaller boards, its searches, and give_up itself may have been edited.
    """
    done = store.done_keys()
    if not study.give_up:
        yield from _worked(
            (task for task in tasks.shuffled() if task.key not in done), pool, progress
        )
        return
    skipped = store.skipped()
    given_up: dict[tuple[str, str], str] = {}
    for stage in tasks.by_size():
        for task in stage:
            if task.key not in done and (size := given_up.get((task.board.kind, task.search))):
                outcome = Outcome(SKIPPED, f"no board of {size} was settled")
                yield task, None if task.key in skipped else outcome
        ready = (
            task
            for task in stage.shuffled()
            if task.key not in done and (task.board.kind, task.search) not in given_up
        )
        yield from _worked(ready, pool, progress)
        writer.wait()
        _note_given_up(stage, store, given_up)


def _worked(todo: Iterable[Task], pool: Pool, progress: Progress) -> Iterator[tuple[Task, Outcome]]:
    requests = map(request, todo)
    for asked, answer in work_through(guarded, requests, pool=pool, chunk=_CHUNK, tries=_TRIES):
        if isinstance(answer, Lost):
            yield asked.item, Outcome(DIED, "the worker was lost again and again")
            continue
        progress.kills += answer.kills
        outcome = outcome_of(answer)
        _see_sources(asked.item, outcome)
        yield asked.item, outcome


def _see_sources(task: Task, outcome: Outcome) -> None:
    """Refuse what another checkout says: it would be kept as if it were of the sources here."""
    if outcome.machine is None or outcome.sources == task.sources:
        return
    who = f"a worker on {outcome.machine['host']}"
    if outcome.status == ERROR and not outcome.sources:
        raise NotApplicable(f"{who} cannot run {task.search}: {outcome.reason}")
    commit = f", commit {outcome.machine['commit']}" * bool(outcome.machine["commit"])
    raise NotApplicable(
        f"{who} has other sources of {task.search} than this process (masume "
        f"{outcome.machine['masume']}{commit} there): a checkout of its own, or an edit while the "
        "study ran; make them the same and run again, what was done before is kept"
    )


def _note_given_up(stage: Runs, store: Store, given_up: dict[tuple[str, str], str]) -> None:
    """Whoever settled no board of this size is not tried on larger ones."""
    settled = set(
        store.ask(
            "SELECT DISTINCT kind, search, cells FROM results WHERE status IN (?, ?)", _SETTLED
        )
    )
    for board, search in stage.searches():
        if (board.kind, search, board.cells) not in settled:
            given_up.setdefault((board.kind, search), f"{board.rows}×{board.cols}")


# Boards that are to be made


def _made(study: Study, store: Store, pool: Pool, tell: Tell) -> tuple[list[StudyBoard], list[str]]:
    """The boards that are to be made for the study, and why some could not be made.

    Those that exist are not made again.
    """
    wanted = list(boards_to_make(study))
    known = store.made_boards()
    missing = [one for one in wanted if one.key not in known]
    not_made: list[str] = []
    progress = Progress("boards", total=len(wanted), before=len(wanted) - len(missing))
    if missing:
        tell(progress)
    requests = map(making_request, missing)
    for asked, answer in work_through(guarded, requests, pool=pool, chunk=1):
        key = asked.item.key
        made = "the worker was lost" if isinstance(answer, Lost) else answer.error or answer.result
        if isinstance(made, StudyBoard):
            known[key] = made
            store.keep_board(key, made, "")
        else:
            not_made.append(str(made))
            store.keep_board(key, None, str(made))
        progress.done += 1
        tell(progress)
    return [known[one.key] for one in wanted if one.key in known], not_made


# For those who ask while the file is locked


class _sidecar:
    """A small file beside the results that says how far they are."""

    def __init__(self, path: Path, title: str) -> None:
        self._results = path
        self._path = sidecar_path(path)
        self._title = title
        self._last = -inf
        self._doing = ""

    def __enter__(self) -> Tell:
        self._note(Progress())  # in place of one that a killed process may have left
        return self._note

    def __exit__(self, kind: object, *_: object) -> None:
        self._path.unlink(missing_ok=True)
        if kind is None:
            self._still_there()

    def _still_there(self) -> None:
        """Some systems let others remove a file that we write."""
        if not self._results.exists():
            raise StoreError(
                f"{self._results} was removed while the study ran, and the results with it; "
                "run it again"
            )

    def _note(self, progress: Progress) -> None:
        now = monotonic()
        if now - self._last < _NEWS and progress.doing == self._doing:
            return
        self._still_there()
        self._last, self._doing = now, progress.doing
        news = {
            "title": self._title,
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
            write_atomically(self._path, json.dumps(news), durable=False)
        except OSError as fault:
            raise StoreError(
                f"{self._path}: cannot be written: {fault.strerror}; what was done is kept, see to "
                "it and run again"
            ) from fault


def sidecar_path(path: Path) -> Path:
    """Where the progress of a study is noted while it runs."""
    return path.with_name(path.name + ".progress")
