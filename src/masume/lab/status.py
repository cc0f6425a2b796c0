"""How far a study is: from its results, or from what its process notes while they are locked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

from masume.errors import MasumeError, printable
from masume.lab.drive import sidecar_path
from masume.lab.store import Store
from masume.lab.store_faults import Locked
from masume.lab.store_files import open_store
from masume.lab.task_ways import sources_now


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
    process: int
    rate: float | None  # runs a second
    left: float | None  # seconds


def status_of(path: Path, folder: Path | None = None) -> StudyStatus:
    """Runs done and planned, by how they ended; `process` is 0 unless one is at it.

    With the study's folder, sources are compared with those of now: that imports what is one's own.
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
                "title": printable(store.meta("title") or path.stem),
                "doing": "",
                "total": total,
                "done": sum(count for _, count in rows),
                "statuses": dict(rows),
                "not_tried": not_tried,
                "outdated": store.outdated(),
                "edited": _edited(store, folder) if folder is not None else 0,
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
            "title": printable(news["title"]),
            "doing": news["doing"],
            "total": news["total"],
            "done": news["before"] + news["done"],
            "statuses": news["statuses"],
            "not_tried": 0,
            "outdated": news.get("outdated", 0),
            "edited": 0,
            "process": news["process"],
            "rate": news["rate"],
            "left": news["left"],
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
