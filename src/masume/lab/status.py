"""How far a study is: from its results, or from what its process notes while they are locked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

from masume.errors import MasumeError, sanitise
from masume.lab.drive import sidecar_path
from masume.lab.store import Store
from masume.lab.store_faults import Locked
from masume.lab.store_files import open_store
from masume.lab.study import read_study
from masume.lab.task_specs import sources_now
from masume.lab.tasks import given_boards


class StudyStatus(TypedDict):
    """How far a study is."""

    title: str
    doing: str  # boards or runs; empty if no process is at it
    total: int
    done: int
    statuses: dict[str, int]  # how many runs ended how
    not_tried: int
    outdated: int  # runs of older sources, which are kept and not counted
    edited: int  # of those done: their sources have been edited since
    study_edited: bool  # the study's file differs from what was run
    boards_new: int  # boards that the study names now and has not planned
    boards_gone: int  # boards that were planned and that it names no longer
    boards_unreadable: str  # why its boards cannot be read; empty if they can
    process: int
    rate: float | None  # runs a second
    left: float | None  # seconds


def status_of(path: Path, file: Path | None = None) -> StudyStatus:
    """Runs done and planned, by how they ended; `process` is 0 unless one is at it.

    With the study's file, or results beside it, sources, boards and the study are compared
    with those of now: that imports what is one's own.
    """
    try:
        with open_store(path) as store:
            (total,) = store.one("SELECT count(*) FROM tasks")
            (not_tried,) = store.one("SELECT count(*) FROM not_tried")
            rows = store.ask(
                "SELECT status, count(*) AS many FROM results GROUP BY status "
                "ORDER BY many DESC, status"
            )
            return {
                "title": sanitise(store.meta("title") or path.stem),
                "doing": "",
                "total": total,
                "done": sum(count for _, count in rows),
                "statuses": dict(rows),
                "not_tried": not_tried,
                "outdated": store.outdated(),
                "edited": _edited(store, file.parent) if file is not None else 0,
                **_edited_study(store, file),
                "process": 0,
                "rate": None,
                "left": None,
            }
    except Locked:
        noted = sidecar_path(path)
        if not noted.exists():
            raise
        news = json.loads(noted.read_text(encoding="utf-8"))
        return {
            "title": sanitise(news["title"]),
            "doing": news["doing"],
            "total": news["total"],
            "done": news["before"] + news["done"],
            "statuses": news["statuses"],
            "not_tried": 0,
            "outdated": news.get("outdated", 0),
            "edited": 0,
            **_UNEDITED,
            "process": news["process"],
            "rate": news["rate"],
            "left": news["left"],
        }


class _Edits(TypedDict):
    study_edited: bool
    boards_new: int
    boards_gone: int
    boards_unreadable: str


_UNEDITED: _Edits = {
    "study_edited": False,
    "boards_new": 0,
    "boards_gone": 0,
    "boards_unreadable": "",
}


def _edited_study(store: Store, file: Path | None) -> _Edits:
    """Compare the study and the boards that it names with those that were planned."""
    text = store.meta("study")
    if file is None or not text or not file.with_suffix(".toml").exists():
        return _UNEDITED
    try:
        declared = read_study(file.with_suffix(".toml"))
        now = {board.id: board.kind for board in given_boards(declared)}
    except MasumeError as fault:
        return {**_UNEDITED, "boards_unreadable": sanitise(str(fault))}
    planned: dict[str, str] = dict(
        store.ask("SELECT id, kind FROM boards SEMI JOIN tasks ON tasks.board = boards.id")
    )
    known = {board for (board,) in store.ask("SELECT id FROM boards")}
    made = {board for (board,) in store.ask("SELECT board FROM made WHERE board IS NOT NULL")}
    kinds = set(planned.values())  # others have boards, but no searches
    new = [id_ for id_, kind in now.items() if id_ not in known or kind in kinds]
    return {
        "study_edited": declared.text != text,
        "boards_new": len(set(new) - planned.keys()),
        "boards_gone": len(planned.keys() - now.keys() - made),
        "boards_unreadable": "",
    }


def _edited(store: Store, folder: Path) -> int:
    """How many runs would be done anew, since their sources are not what they were."""
    rows = store.ask("""
        SELECT count(*), sources, kind, algorithm, space, heuristic FROM results GROUP BY ALL
    """)
    place = str(folder.absolute())
    return sum(many for many, *row in rows if _differ(place, *row))


def _differ(
    folder: str, sources: str | None, kind: str, algorithm: str, space: str, heuristic: str
) -> bool:
    try:
        return sources_now(kind, algorithm, space, heuristic, folder) != sources
    except MasumeError:
        return False  # it is not here, so nobody knows; the next run will say so
