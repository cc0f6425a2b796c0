"""Create artificial results of studies row by row, for reports computed by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from masume.lab.store import Store
from masume.lab.store_files import open_store
from masume.lab.tasks import search_name

STUDY = """title = "By hand"
about = "Rows that a test has made."

[[boards]]
examples = ["hitori/*"]

[[searches]]
algorithms = ["astar", "exact"]

[limits]
seconds = 10
nodes = 1000
"""
MACHINE = {"host": "here", "system": "Linux", "processor": "fast", "cores": 2} | {
    "python": "CPython 3.11",
    "masume": "0.1.0",
    "sat": "1.9",
    "commit": "abc",
}


def run(board: str, algorithm: str, status: str = "solved", **values: Any) -> dict[str, Any]:
    """Return a row of `runs`; `size` is the side length of its board."""
    exact = algorithm == "exact"
    row: dict[str, Any] = {
        "board": board,
        "kind": "hitori",
        "size": 5,
        "algorithm": algorithm,
        "space": "" if exact else "shade",
        "heuristic": "",
        "seed": 0,
        "repetition": 1,
        "limit_seconds": 10.0,
        "limit_nodes": 1000,
        "status": status,
        "reason": "",
        "seconds": 0.5,
        "machine": "m",
    }
    if values.get("expanded") is not None:
        values = {"generated": 2 * values["expanded"], "max_stored": values["expanded"]} | values
    row |= values
    row["search"] = search_name(row["algorithm"], row["heuristic"], row["space"])
    names = ("board", "search", "seed", "repetition")
    row["key"] = "/".join(str(row[name]) for name in names)
    return row


def keep(path: Path, runs: Iterable[Mapping[str, Any]], **more: Any) -> Path:
    """Write a results file with these runs and the other arguments of `fill`."""
    with open_store(path, write=True) as store:
        fill(store, runs, **more)
    return path


def fill(
    store: Store,
    runs: Iterable[Mapping[str, Any]],
    *,
    missing: Iterable[Mapping[str, Any]] = (),
    study: str = STUDY,
    title: str = "By hand",
    **tables: Iterable[Mapping[str, Any]],
) -> None:
    """Insert these runs, missing ones, and rows of other tables."""
    done, planned = list(runs), list(missing)
    with store.transaction():
        store.add("boards", (_board(row) for row in [*done, *planned]))
        store.add("tasks", [*done, *planned])
        store.add("runs", ({"finished": "2026-02-03 10:00:00"} | row for row in done))
        store.add("machines", tables.pop("machines", [{"id": "m"} | MACHINE]))
        for name, rows in tables.items():
            store.add(name, rows)
    store.set_meta(study=study, title=title)
    (found,) = store.query_row("SELECT count(*) FROM results")
    assert found == len(done), "two rows have the same key"


def _board(row: Mapping[str, Any]) -> dict[str, Any]:
    size = row["size"]
    row_fields = {"id": row["board"], "kind": row["kind"], "name": row.get("name", row["board"])}
    return row_fields | {"rows": size, "cols": size, "difficulty": "easy", "text": ""}
