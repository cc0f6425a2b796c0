"""Export studies for other infrastructure: BenchExec benchmarks and ASlib scenarios."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from masume.core.system.files import atomic_folder, write_atomically
from masume.draw.document import environment
from masume.errors import NotApplicable
from masume.lab.drive import known_boards
from masume.lab.planning import plan_runs
from masume.lab.store import Record, Store, open_store
from masume.lab.study import AXES, Study
from masume.lab.tasks import expected_boards

_TEMPLATES = Path(__file__).with_name("templates")
_FOLDS = 10
_RUN_STATUS = "{ok, timeout, memout, not_applicable, crash, other}"
_FEATURE_STATUS = "{ok, timeout, memout, presolved, crash, other, unknown}"
_STATUSES = {"limit": "timeout", "killed": "timeout", "stuck": "other", "skipped": "not_applicable"}


def export_benchexec(study: Study, results: Path, to: Path) -> int:
    """Write a benchmark definition, and a task with its board for each board; return their number.

    Boards that the study generates are taken from its results. Runs of other programs are left
    out, as masume does not start them.
    """
    made = {}
    if results.exists():
        with open_store(results) as store:
            made = known_boards(store)
    runs = plan_runs(study, expected_boards(study))[0].with_boards(made)
    boards = {board.id: f"{_slug(board.name)}-{board.id[:8]}" for board in runs.boards()}
    if not boards:
        raise NotApplicable("no board is known; run the study first, which generates its boards")
    with atomic_folder(to) as folder:
        for board in runs.boards():
            name = boards[board.id]
            write_atomically(folder / f"{name}.txt", board.text)
            task = f"format_version: '2.0'\ninput_files: '{name}.txt'\nproperties: []\n"
            write_atomically(folder / f"{name}.yml", task)
        text = (
            environment(_TEMPLATES)
            .get_template("benchmark.xml")
            .render(
                study=study,
                parts=[p for p in runs.parts if p.method is None],
                boards=boards,
                slug=_slug,
            )
        )
        write_atomically(folder / f"{to.name}.xml", text)
    return len(boards)


def _slug(text: str) -> str:
    """Return a text as part of a file name.

    >>> _slug("hitori/jain 1")
    'hitori-jain-1'
    """
    return re.sub(r"[^\w.:=-]+", "-", text).strip("-")


# ASlib


def export_aslib(store: Store, to: Path) -> int:
    """Write an ASlib scenario for each puzzle into a folder; return their number.

    The algorithms are the searches, the features those of the boards; time is processor time.
    """
    kinds = [kind for (kind,) in store.query("SELECT DISTINCT kind FROM results ORDER BY kind")]
    if not kinds:
        raise NotApplicable("no run has ended; nothing to export")
    with atomic_folder(to) as folder:
        for kind in kinds:
            (folder / kind).mkdir()
            for name, text in _scenario(store, kind):
                write_atomically(folder / kind / name, text)
    return len(kinds)


def _scenario(store: Store, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files of a scenario."""
    runs = store.query_records(
        "SELECT name || ' ' || board[:8] AS instance, search, status, seconds, reason, "
        "row_number() OVER (PARTITION BY board, search ORDER BY seed, repetition) AS repetition, "
        "limit_seconds, limit_megabytes "
        "FROM results WHERE kind = ? ORDER BY instance, search, repetition",
        [kind],
    )
    boards = store.query(
        f"SELECT DISTINCT name || ' ' || r.board[:8] AS instance, 1, {', '.join(AXES)} "
        "FROM results r LEFT JOIN features f ON f.board = r.board WHERE kind = ? ORDER BY instance",
        [kind],
    )
    limit = runs[0]["limit_seconds"] or max(run["seconds"] or 0.0 for run in runs)
    folds = [at % _FOLDS + 1 for at in range(len(boards))]
    Random(0).shuffle(folds)
    tables: dict[str, tuple[dict[str, str], Iterable[Sequence[object]]]] = {
        "algorithm_runs": (
            {"algorithm": "STRING", "runtime": "NUMERIC", "runstatus": _RUN_STATUS},
            [(r["instance"], r["repetition"], r["search"], *_ending(r, limit)) for r in runs],
        ),
        "feature_values": (dict.fromkeys(AXES, "NUMERIC"), boards),
        "feature_runstatus": ({"board": _FEATURE_STATUS}, [(*row[:2], "ok") for row in boards]),
        "cv": (
            {"fold": "NUMERIC"},
            [(*row[:2], fold) for row, fold in zip(boards, folds, strict=True)],
        ),
    }
    yield "description.txt", _description(store, kind, limit, runs)
    for name, (columns, rows) in tables.items():
        each = {"instance_id": "STRING", "repetition": "NUMERIC"} | columns
        yield f"{name}.arff", _arff(name.upper(), each, rows)


def _description(store: Store, kind: str, limit: float, runs: Sequence[Record]) -> str:
    """Return the description of a scenario, in YAML, of which JSON is a part."""
    seeds: dict[str, int] = dict(
        store.query("SELECT search, count(DISTINCT seed) FROM results GROUP BY search")
    )
    searches = sorted({run["search"] for run in runs})
    values: dict[str, object] = {
        "scenario_id": f"{_slug(store.meta('title') or 'masume')}-{kind}",
        "performance_measures": ["runtime"],
        "maximize": [False],
        "performance_type": ["runtime"],
        "algorithm_cutoff_time": limit,
        "algorithm_cutoff_memory": runs[0]["limit_megabytes"] or "?",
        "features_cutoff_time": "?",
        "features_cutoff_memory": "?",
        "number_of_feature_steps": 1,
        "default_steps": ["board"],
        "feature_steps": {"board": {"provides": list(AXES)}},
        "features_deterministic": list(AXES),
        "features_stochastic": [],
        "metainfo_algorithms": {
            name: {"configuration": "", "deterministic": seeds[name] == 1} for name in searches
        },
    }
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in values.items())


def _ending(run: Record, limit: float) -> tuple[float, str]:
    """Return the time and the status of a run as ASlib has them."""
    if run["status"] in ("solved", "exhausted"):
        return run["seconds"], "ok"
    if run["status"] == "limit" and "memory" in (run["reason"] or ""):
        return limit, "memout"
    return limit, _STATUSES.get(run["status"], "crash")


def _arff(name: str, columns: dict[str, str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in the format ARFF; None is a missing value."""
    lines = [f"@RELATION {name}", ""]
    lines += [f"@ATTRIBUTE {column} {type_}" for column, type_ in columns.items()]
    types = list(columns.values())
    lines += ["", "@DATA"]
    lines += [",".join(_value(v, t) for v, t in zip(row, types, strict=True)) for row in rows]
    return "\n".join(lines) + "\n"


def _value(value: object, type_: str) -> str:
    if value is None:
        return "?"
    if type_ != "STRING":
        return str(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
