"""Create artificial results of studies row by row, for reports computed by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from masume.lab.log import open_log
from masume.lab.planning import plan_runs
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards, search_name

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


def study_text(
    *algorithms: str,
    examples: Iterable[str] = ("hitori/first",),
    spaces: Iterable[str] = ("shade",),
    rest: str = "",
) -> str:
    """Return a study of algorithms on examples; `rest` continues its table of searches."""
    allowed = f"spaces = {json.dumps([*spaces])}\n" if spaces else ""
    return (
        f"[[boards]]\nexamples = {json.dumps([*examples])}\n"
        f"[[searches]]\nalgorithms = {json.dumps([*algorithms])}\n{allowed}{rest}"
    )


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


def keep(
    path: Path,
    runs: Iterable[Mapping[str, Any]],
    *,
    missing: Iterable[Mapping[str, Any]] = (),
    study: str = STUDY,
    title: str = "By hand",
    not_tried: Iterable[Mapping[str, Any]] = (),
    **records: Iterable[Mapping[str, Any]],
) -> Path:
    """Write a results file with these runs, missing ones, and other records."""
    done, planned = list(runs), list(missing)
    names = ("algorithm", "space", "heuristic", "search")
    searches = [
        {name: row[name] for name in names}
        | {"sources": row.get("sources", "same"), "boards": [row["board"]]}
        | {"slots": [[row["seed"], row["repetition"]]]}
        for row in [*done, *planned]
    ]
    with open_log(path) as log:
        for row in [*done, *planned]:
            log.append("board", _board(row))
        for row in done:
            log.append("run", {"finished": "2026-02-03 10:00:00", "sources": "same"} | row)
        for machine in records.pop("machine", [{"id": "m"} | MACHINE]):
            log.append("machine", machine)
        for kind, rows in records.items():
            for row in rows:
                log.append(kind, row)
        declared = {"study": study, "title": title, "not_tried": list(not_tried)}
        limits = {"limit_seconds": 10.0, "limit_nodes": 1000}
        limits |= {name: done[0][name] for name in limits if done and name in done[0]}
        log.append("study", declared | {"searches": searches, "limits": limits})
    with open_store(path) as store:
        (found,) = store.query_row("SELECT count(*) FROM results")
    assert found == len(done), "two rows have the same key, or another limit"
    return path


def _board(row: Mapping[str, Any]) -> dict[str, Any]:
    size = row["size"]
    named = {"id": row["board"], "kind": row["kind"], "name": row.get("name", row["board"])}
    text = row.get("text", "")
    return named | {"rows": size, "cols": size, "difficulty": "easy", "text": text}


def query(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query of results."""
    with open_store(path) as store:
        return store.query(sql)


def plan(text: str, folder: Path = Path()) -> tuple[Any, Any]:
    """Return the planned runs of a study without generated boards, and what cannot be run."""
    study = parse_study(text, folder=folder)
    return plan_runs(study, given_boards(study))
