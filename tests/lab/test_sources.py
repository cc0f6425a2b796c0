"""An edit repeats only the runs that depend on the edited sources."""

from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from study_rows import plan, query, study_text

from masume.core.plugins import definitions
from masume.draw.document import Note
from masume.errors import NotApplicable
from masume.front.cli.study_progress import status_lines
from masume.lab import drive, judged, sources, task_specs
from masume.lab.drive import run_study
from masume.lab.log import open_log
from masume.lab.report import report_blocks
from masume.lab.status import status_of
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import PlannedRun
from masume.work.batches import Pool
from masume.work.limited import call_limited

STUDY = study_text(
    "depth_first", "astar", "exact", spaces=["shade", "decide"], rest='heuristics = ["all"]'
)
OWN = """
from masume.core.search.algorithm import algorithm
from masume.search.depth_first import depth_first
from beside_it import twice


@algorithm(complete=True)
def own_one(space):
    "Twice depth first."
    return (yield from twice(depth_first.function)(space))
"""


@pytest.fixture(scope="module")
def package_copy(tmp_path_factory):
    only = shutil.ignore_patterns("[!_]*.[!p]*", "static", "__pycache__", "front")
    return shutil.copytree(definitions.ROOT, tmp_path_factory.mktemp("own") / "masume", ignore=only)


@pytest.fixture
def package(package_copy, monkeypatch):
    """Use a copy of masume's sources that can be edited."""
    monkeypatch.setattr(definitions, "ROOT", package_copy)
    return package_copy


def keys(text=STUDY, folder=Path()):
    return {task.search: task.key for task in plan(text, folder)[0]}


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    os.utime(path, ns=(len(new), len(new)))  # however fast we are


@pytest.fixture(scope="module")
def before(package_copy):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "ROOT", package_copy)
        return keys()


@pytest.mark.parametrize(
    ("file", "old", "concerned"),
    [
        ("puzzles/hitori/heuristics.py", "def black_needed(", lambda s: "black_needed" in s),
        ("exact/solver.py", "_SLICE = 0.05", lambda s: s == "exact"),
        ("puzzles/hitori/model.py", "def model(", lambda s: s == "exact"),
        ("search/astar.py", "factor = 1", lambda s: "astar" in s),
        ("core/search/run.py", "self._inside = 0", lambda s: s != "exact"),
        ("core/system/clock.py", "_SLACK = 2.0", lambda _: True),
        ("puzzles/hitori/puzzle.py", "def violations(", lambda _: True),
        ("puzzles/hashi/spaces.py", "def ", lambda _: False),
        ("errors.py", "def pluralise(", lambda _: False),
        ("lab/report/words.py", "def title_of(", lambda _: False),
    ],
)
def test_edit_changes_fingerprint_of_its_users(package, before, file, old, concerned):
    edit(package / file, old, f"{old}  ")
    changed = {search for search, key in keys().items() if key != before[search]}
    assert changed == set(filter(concerned, before))
    edit(package / file, f"{old}  ", old)


def test_user_code_fingerprint_includes_its_imports(package, tmp_path):
    (tmp_path / "own_and_beside.py").write_text(OWN)
    (tmp_path / "beside_it.py").write_text("def twice(search):\n    return search\n")
    text = study_text("./own_and_beside.py:own_one", "astar", spaces=["decide"])
    before, seen = keys(text, tmp_path), []
    own = tmp_path / "own_and_beside.py", tmp_path / "beside_it.py"
    for path in (*own, package / "search/depth_first.py"):
        edit(path, "def ", "def  ")
        seen.append(keys(text, tmp_path))
    (other,) = before.keys() - {"./own_and_beside.py:own_one, decide"}
    assert {result[other] for result in seen} == {before[other]}
    assert len({result["./own_and_beside.py:own_one, decide"] for result in [before, *seen]}) == 4


def here(call):
    return call_limited(call.function, call.item, None)


def run_in_process(function, *args):
    done = Future()
    done.set_result(function(*args))
    return done


@pytest.mark.long
def test_again_repeats_failed_runs_and_keeps_outdated_ones(tmp_path, monkeypatch):
    for module in (judged, drive):  # no process is needed for this
        monkeypatch.setattr(module, "run_guarded", here)
    path, pool = tmp_path / "again.jsonl", Pool(run_in_process, 1)
    text = STUDY.replace('"astar", ', "")
    study, many = parse_study(text), len(keys(text))
    fewer = parse_study(text.replace('"depth_first", ', ""))
    done = [run_study(asked, path, pool).done for asked in (fewer, study, study, fewer)]
    assert done == [1, 2, 0, 0] and many == 3
    assert query(path, "SELECT count(*) FROM results") == [(1,)]  # others stay, but do not count
    ends = {"exact": "died", "depth_first": "limit"}
    with open_store(path) as store, open_log(path) as log:
        for row in store.query_records("SELECT * EXCLUDE (finished) FROM runs"):
            log.append("run", row | {"status": ends[row["algorithm"]], "cost": None})
    assert run_study(study, path, pool).done == 0
    progress = run_study(study, path, pool, again=("died", "killed", "limit"))
    assert (progress.done, progress.statuses) == (3, {"solved": 3})
    counted = query(path, "SELECT status, count(*), count(DISTINCT key) FROM runs GROUP BY 1")
    assert counted == [("solved", many, many)]

    monkeypatch.setattr(sources.Sources, "fingerprint", lambda *_: "edited")
    progress = run_study(study, path, pool)
    assert (progress.done, progress.before, progress.outdated) == (many, 0, many)
    result = status_of(path, tmp_path)
    assert (result["done"], result["outdated"], result["edited"]) == (many, many, 0)
    assert "  3 rows of older sources are kept and not counted" in status_lines(result)
    with open_store(path) as store:
        notes = [block.text for block in report_blocks(store) if isinstance(block, Note)]
    assert any("not counted: masume or user code was edited" in text for text in notes)

    task_specs._identity.cache_clear()  # as in another process
    monkeypatch.setattr(sources.Sources, "fingerprint", lambda *_: "edited again")
    result = status_of(path, tmp_path)
    assert (result["done"], result["outdated"], result["edited"]) == (many, many, many)
    assert "the sources of 3 of these have been edited since" in " ".join(status_lines(result))
    task_specs._identity.cache_clear()


@pytest.mark.parametrize(
    ("file", "refused"), [("search/breadth_first.py", True), ("puzzles/hashi/spaces.py", False)]
)
def test_worker_with_other_sources_is_rejected(package_copy, tmp_path, monkeypatch, file, refused):
    edit(package_copy / file, "def ", "def  ")

    def elsewhere(call):
        with monkeypatch.context() as there:
            there.setattr(definitions, "ROOT", package_copy)
            sources.package.cache_clear()
            task_specs._identity.cache_clear()
            answer = here(call)
        sources.package.cache_clear()
        task_specs._identity.cache_clear()
        return answer

    monkeypatch.setattr(judged, "run_guarded", elsewhere)
    monkeypatch.setattr(drive, "run_guarded", here)
    study, pool = parse_study(study_text("breadth_first")), Pool(run_in_process, 1)
    try:
        if not refused:
            assert run_study(study, tmp_path / "a.jsonl", pool).statuses == {"solved": 1}
            return
        with pytest.raises(NotApplicable) as fault:
            run_study(study, tmp_path / "a.jsonl", pool)
    finally:
        edit(package_copy / file, "def  ", "def ")
    wanted = r"a worker on .* has other sources of breadth_first, \w+ than.*make the sources equal"
    assert re.match(wanted, str(fault.value))
    assert query(tmp_path / "a.jsonl", "SELECT count(*) FROM runs") == [(0,)]


@pytest.mark.process
def test_worker_without_user_code_is_reported(tmp_path, monkeypatch):
    (tmp_path / "own_and_gone.py").write_text(OWN.replace("beside_it", "beside_gone"))
    (tmp_path / "beside_gone.py").write_text("def twice(search):\n    return search\n")

    def elsewhere(call):
        if not isinstance(call.item, PlannedRun):  # the judge's
            return here(call)
        return here(replace(call, item=replace(call.item, folder=str(tmp_path / "elsewhere"))))

    monkeypatch.setattr(judged, "run_guarded", elsewhere)
    text = study_text("./own_and_gone.py:own_one")
    with pytest.raises(NotApplicable, match=r"a worker on .* cannot run \./own.* cannot be import"):
        run_study(parse_study(text, folder=tmp_path), tmp_path / "a.jsonl", Pool(run_in_process, 1))
