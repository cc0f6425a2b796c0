"""A run's key tells the sources that it depends on: an edit has those runs done anew, no others."""

from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from masume.errors import NotApplicable
from masume.front.cli.study_progress import status_lines
from masume.lab import drive, run, sources, task_specs
from masume.lab.drive import run_study
from masume.lab.planning import plan_runs
from masume.lab.report import head
from masume.lab.status import status_of
from masume.lab.store_files import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards
from masume.work.batches import Pool
from masume.work.limited import call_limited

STUDY = """
[[boards]]
examples = ["hitori/first"]
[[searches]]
algorithms = ["depth_first", "astar", "exact"]
spaces = ["shade", "decide"]
heuristics = ["all"]
"""
BREADTH = STUDY.replace('"depth_first", "astar", "exact"', '"breadth_first"')
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
def copied(tmp_path_factory):
    only = shutil.ignore_patterns("[!_]*.[!p]*", "static", "__pycache__", "front")
    return shutil.copytree(sources._ROOT, tmp_path_factory.mktemp("own") / "masume", ignore=only)


@pytest.fixture
def package(copied, monkeypatch):
    """A copy of masume's sources, to be edited."""
    monkeypatch.setattr(sources, "_ROOT", copied)
    return copied


def keys(text=STUDY, folder=Path()):
    study = parse_study(text, folder=folder)
    return {task.search: task.key for task in plan_runs(study, given_boards(study))[0]}


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    os.utime(path, ns=(len(new), len(new)))  # however fast we are


def changed(before):
    after = keys()
    assert after.keys() == before.keys()
    return {search for search in after if after[search] != before[search]}


def test_an_edited_heuristic_is_run_again_and_nothing_else(package):
    before = keys()
    edit(package / "puzzles/hitori/heuristics.py", "def black_needed(", "def black_needed( ")
    found = changed(before)
    assert found == {search for search in before if "black_needed" in search} != set()


@pytest.mark.parametrize(
    ("file", "old", "concerned"),
    [
        ("exact/solver.py", "_SLICE = 0.05", lambda search: search == "exact"),
        ("puzzles/hitori/model.py", "def model(", lambda search: search == "exact"),
        ("search/astar.py", "yield", lambda search: "astar" in search),
        ("core/search/run.py", "self._inside = 0", lambda search: search != "exact"),
        ("core/system/clock.py", "_SLACK = 2.0", lambda search: True),
        ("puzzles/hitori/puzzle.py", "def violations(", lambda search: True),
        ("puzzles/hashi/spaces.py", "def ", lambda search: False),
        ("errors.py", "def pluralise(", lambda search: False),
        ("lab/report/words.py", "def time(", lambda search: False),
    ],
)
def test_an_edit_concerns_those_that_use_it(package, file, old, concerned):
    before = keys()
    edit(package / file, old, f"{old}  ")
    assert changed(before) == set(filter(concerned, before))
    edit(package / file, f"{old}  ", old)


def test_what_is_ones_own_counts_with_what_it_imports(package, tmp_path):
    (tmp_path / "own_and_beside.py").write_text(OWN)
    (tmp_path / "beside_it.py").write_text("def twice(search):\n    return search\n")
    text = '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nspaces = ["decide"]\n'
    text += 'algorithms = ["./own_and_beside.py:own_one", "astar"]'
    before, seen = keys(text, tmp_path), []
    for path in (
        tmp_path / "own_and_beside.py",
        tmp_path / "beside_it.py",
        package / "search/depth_first.py",
    ):
        edit(path, "def ", "def  ")
        seen.append(keys(text, tmp_path))
    (other,) = before.keys() - {"./own_and_beside.py:own_one, decide"}
    assert {found[other] for found in seen} == {before[other]}
    assert len({found["./own_and_beside.py:own_one, decide"] for found in [before, *seen]}) == 4


def here(call):
    return call_limited(call.function, call.item, None)


def at_once(function, *args):
    done = Future()
    done.set_result(function(*args))
    return done


def test_runs_that_ended_badly_are_done_again_on_request_and_old_ones_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(drive, "run_guarded", here)  # no process is needed for this
    path, pool = tmp_path / "again.duckdb", Pool(at_once, 1)
    text = STUDY.replace('"astar", ', "")
    study, many = parse_study(text), len(keys(text))
    assert run_study(study, path, pool).done == many == 3
    assert run_study(study, path, pool).done == 0
    with open_store(path, write=True) as store, store.transaction():
        store.execute("UPDATE runs SET status = 'died', cost = NULL WHERE algorithm = 'exact'")
        store.execute("UPDATE runs SET status = 'limit' WHERE algorithm = 'depth_first'")
    assert run_study(study, path, pool).done == 0
    progress = run_study(study, path, pool, again=("died", "killed", "limit"))
    assert (progress.done, progress.statuses) == (3, {"solved": 3})
    with open_store(path) as store:
        assert store.query("SELECT DISTINCT status FROM runs") == [("solved",)]
        assert store.query_row("SELECT count(*), count(DISTINCT key) FROM runs") == (many, many)

    monkeypatch.setattr(sources.Sources, "fingerprint", lambda *_: "edited")
    progress = run_study(study, path, pool)
    assert (progress.done, progress.before, progress.outdated) == (many, 0, many)
    found = status_of(path, tmp_path)
    assert (found["done"], found["outdated"], found["edited"]) == (many, many, 0)
    (told,) = [line for line in status_lines(found) if "older sources" in line]
    assert told == "  3 rows of older sources are kept and not counted"
    with open_store(path) as store:
        (note,) = head._completeness(store)
    assert note.text.startswith(f"{told.strip()}: masume or user code was edited")

    task_specs._identity.cache_clear()  # as in another process
    monkeypatch.setattr(sources.Sources, "fingerprint", lambda *_: "edited again")
    found = status_of(path, tmp_path)
    assert (found["done"], found["outdated"], found["edited"]) == (many, many, many)
    assert any("the sources of 3 of these have been edited since" in s for s in status_lines(found))
    task_specs._identity.cache_clear()


@pytest.mark.parametrize(
    ("file", "refused"), [("search/breadth_first.py", True), ("puzzles/hashi/spaces.py", False)]
)
def test_a_worker_with_other_sources_is_refused(copied, tmp_path, monkeypatch, file, refused):
    edit(copied / file, "def ", "def  ")

    def elsewhere(call):
        with monkeypatch.context() as there:
            there.setattr(sources, "_ROOT", copied)
            sources.package.cache_clear()
            task_specs._identity.cache_clear()
            answer = here(call)
        sources.package.cache_clear()
        task_specs._identity.cache_clear()
        return answer

    monkeypatch.setattr(drive, "run_guarded", elsewhere)
    study, pool = parse_study(BREADTH), Pool(at_once, 1)
    try:
        if not refused:
            assert run_study(study, tmp_path / "a.duckdb", pool).statuses == {"solved": 2}
            return
        with pytest.raises(NotApplicable) as fault:
            run_study(study, tmp_path / "a.duckdb", pool)
    finally:
        edit(copied / file, "def  ", "def ")
    assert re.match(
        r"a worker on .* has other sources of breadth_first, \w+ than", str(fault.value)
    )
    assert "make the sources equal" in str(fault.value)
    with open_store(tmp_path / "a.duckdb") as store:
        assert store.query_row("SELECT count(*) FROM runs") == (0,)


def test_a_worker_that_lacks_what_is_ones_own_is_told(tmp_path, monkeypatch):
    (tmp_path / "own_and_gone.py").write_text(OWN.replace("beside_it", "beside_gone"))
    (tmp_path / "beside_gone.py").write_text("def twice(search):\n    return search\n")

    def elsewhere(call):
        return here(replace(call, item=replace(call.item, folder=str(tmp_path / "elsewhere"))))

    monkeypatch.setattr(drive, "run_guarded", elsewhere)
    text = STUDY.replace('"depth_first", "astar", "exact"', '"./own_and_gone.py:own_one"')
    with pytest.raises(NotApplicable, match=r"a worker on .* cannot run \./own.* cannot be import"):
        run_study(parse_study(text, folder=tmp_path), tmp_path / "a.duckdb", Pool(at_once, 1))


@pytest.mark.process
def test_two_states_with_changes_have_two_names(tmp_path, monkeypatch):
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab/run.py").write_text("1\n")
    for command in ("init -q", "add .", "-c user.name=x -c user.email=x@x commit -qm x"):
        assert os.system(f"git -C {tmp_path} {command}") == 0
    monkeypatch.setattr(run, "__file__", str(tmp_path / "lab/run.py"))
    names = []
    for text in ("1\n", "2\n", "3\n"):
        (tmp_path / "lab/run.py").write_text(text)
        names.append(run._commit())
    assert len(set(names)) == 3
    assert [name.count("+") for name in names] == [0, 1, 1]
