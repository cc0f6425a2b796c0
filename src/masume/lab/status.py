"""Report the progress of a study, also while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from masume.errors import MasumeError, sanitise
from masume.lab.progress import read_progress
from masume.lab.store import Store, open_store
from masume.lab.study import read_study
from masume.lab.task_specs import sources_now
from masume.lab.tasks import given_boards


class _Edits(TypedDict):
    """What was edited since the study was run."""

    study_edited: bool  # whether the study's file was edited
    boards_new: int  # boards that the study names now but did not when it was run
    boards_gone: int  # the reverse
    boards_unreadable: str  # the reason if its boards cannot be read


class StudyStatus(_Edits):
    """The progress of a study."""

    title: str
    doing: str  # boards, runs or features; empty if it is not running
    total: int
    done: int
    statuses: dict[str, int]  # number of runs by status
    not_tried: int
    outdated: int  # kept runs of older sources, not counted
    damaged: list[int]  # numbers of unreadable lines of the results
    edited: int  # finished runs whose sources were edited since
    process: int
    rate: float | None  # runs per second
    left: float | None  # seconds


def status_of(path: Path, file: Path | None = None) -> StudyStatus:
    """Return the progress of a study; `process` is 0 unless it is running.

    With the study's file, sources, boards and the study are compared with their present state,
    which imports user code.
    """
    with open_store(path) as store:
        (total,) = store.query_row("SELECT count(*) FROM tasks")
        (not_tried,) = store.query_row("SELECT count(*) FROM not_tried")
        rows = store.query(
            "SELECT status, count(*) AS many FROM results GROUP BY status "
            "ORDER BY many DESC, status"
        )
        state: StudyStatus = {
            "title": sanitise(store.meta("title") or path.stem),
            "doing": "",
            "total": total,
            "done": sum(count for _, count in rows),
            "statuses": dict(rows),
            "not_tried": not_tried,
            "outdated": store.count_outdated(),
            "damaged": store.damaged,
            "edited": 0,
            **_UNEDITED,
            "process": 0,
            "rate": None,
            "left": None,
        }
        if store.is_running and (now := read_progress(path)):
            if now["doing"] != "runs":  # they are not planned yet, or have ended
                state["total"], state["done"] = now["total"], now["done"]
            state["doing"], state["process"] = now["doing"], now["process"]
            state["rate"], state["left"] = now["rate"], now["left"]
        elif file is not None:
            edited = _count_edited(store, file.parent)
            return {**state, "edited": edited, **_study_edits(store, file)}
    return state


_UNEDITED: _Edits = {
    "study_edited": False,
    "boards_new": 0,
    "boards_gone": 0,
    "boards_unreadable": "",
}


def _study_edits(store: Store, file: Path | None) -> _Edits:
    """Compare the study and its boards with those of the last run."""
    text = store.meta("study")
    if file is None or not text or not file.with_suffix(".toml").exists():
        return _UNEDITED
    try:
        declared = read_study(file.with_suffix(".toml"))
        now = {board.id: board.kind for board in given_boards(declared)}
    except MasumeError as fault:
        return {**_UNEDITED, "boards_unreadable": sanitise(str(fault))}
    planned: dict[str, str] = dict(
        store.query("SELECT id, kind FROM boards SEMI JOIN tasks ON tasks.board = boards.id")
    )
    known = {board for (board,) in store.query("SELECT id FROM boards")}
    generated = {
        board for (board,) in store.query("SELECT board FROM generated WHERE board IS NOT NULL")
    }
    kinds = set(planned.values())  # other kinds have no searches
    new = [id_ for id_, kind in now.items() if id_ not in known or kind in kinds]
    return {
        "study_edited": declared.text != text,
        "boards_new": len(set(new) - planned.keys()),
        "boards_gone": len(planned.keys() - now.keys() - generated),
        "boards_unreadable": "",
    }


def _count_edited(store: Store, folder: Path) -> int:
    """Return the number of runs whose sources were edited, so that they would be repeated."""
    rows = store.query("""
        SELECT count(*), sources, kind, algorithm, space, heuristic FROM results GROUP BY ALL
    """)
    place = str(folder.absolute())
    return sum(many for many, *row in rows if _sources_differ(place, *row))


def _sources_differ(
    folder: str, sources: str | None, kind: str, algorithm: str, space: str, heuristic: str
) -> bool:
    try:
        return sources_now(kind, algorithm, space, heuristic, folder) != sources
    except MasumeError:
        return False  # missing user code; the next run reports it
