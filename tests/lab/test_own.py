"""Algorithms of one's own, and what they may do: each run becomes a row, and disturbs no other."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from masume.errors import MasumeError
from masume.lab.drive import run_study
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards, planned
from masume.work.batches import thread_pool

ODD = """
import os, sys, time
from fractions import Fraction
from masume.core.algorithm import algorithm
from masume.core.steps import Expanded, Node, Status


def does(what):
    def search(space):
        node = Node(space.initial())
        yield Expanded(node, [], 1, 1, 1)
        return what(node)
    return search


def odd(name, what):
    search = does(what)
    search.__name__ = name
    search.__doc__ = "Something odd."
    globals()[name] = algorithm(complete=False)(search)


def bang(node):
    raise RuntimeError("bang \\ud800 \\x00\\nand more")


def fork_and_leave(node):
    if os.fork() == 0:
        time.sleep(60)
    os._exit(4)


odd("bangs", bang)
odd("exits", lambda node: sys.exit(3))
odd("dies", lambda node: os._exit(7))
odd("asks", lambda node: input() and Status.STUCK)
odd("forks", lambda node: (os.fork(), Status.STUCK)[1])
odd("leaves", fork_and_leave)
odd("errs", lambda node: node)
odd("lies", lambda node: Status.EXHAUSTED)
odd("ends", lambda node: None)
odd("third", lambda node: Node(node.state, g=Fraction(1, 3)))
odd("huge", lambda node: Node(node.state, g=10**30))
"""
STUDY = """
[[boards]]
examples = ["hitori/first"]
[[searches]]
algorithms = ["{}", "greedy"]
spaces = ["shade"]
repetitions = 3
[limits]
nodes = 500
"""


@pytest.fixture
def odd(tmp_path, monkeypatch):
    (tmp_path / "odd_searches.py").write_text(ODD)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_searches", raising=False)  # that of another test
    return tmp_path / "odd_searches.py"


def ends(path, algorithm, width=1):
    """How the runs of an algorithm ended, beside those of a good one."""
    with thread_pool(width) as pool:
        run_study(parse_study(STUDY.format(algorithm)), path, pool)
    with open_store(path) as store:
        rows = store.ask("SELECT algorithm, status, reason, expanded FROM results")
    good = [row[1:] for row in rows if row[0] == "greedy"]
    assert good == [("solved", "", 5)] * 3  # the answer of another run would be seen here
    return [row[1:3] for row in rows if row[0] != "greedy"]


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@pytest.mark.process
@pytest.mark.parametrize(
    ("name", "status", "reason"),
    [
        ("bangs", "error", "{place}, line 24, in bang: RuntimeError: bang � � and more"),
        ("exits", "error", "SystemExit: 3"),
        ("dies", "died", "the process ended with code 7, twice"),
        ("asks", "error", "{place}, line 36, in <lambda>: EOFError: EOF when reading a line"),
        ("lies", "wrong", "it says that there is no solution, but there is one"),
        ("ends", "error", "{place}, line 9: ends() returned None, not the goal's Node"),
        ("errs", "wrong", "1 stands 3 times in row 1"),
        ("third", "error", "TypeError: cost is Fraction(1, 3), not a whole number"),
        ("huge", "error", "TypeError: cost is 1000"),
        pytest.param("forks", "stuck", "", marks=needs_fork),
    ],
)
def test_every_run_becomes_a_row(odd, tmp_path, name, status, reason):
    found = ends(tmp_path / "odd.duckdb", f"odd_searches.{name}")
    assert [told for told, _ in found] == [status] * 3
    reason = reason.replace("{place}", str(odd))
    assert all(why.startswith(reason) for _, why in found), found


@pytest.mark.process
@needs_fork
def test_what_a_process_leaves_behind_keeps_nobody_waiting(odd, tmp_path):
    began = time.perf_counter()
    found = ends(tmp_path / "odd.duckdb", "odd_searches.leaves")
    assert found == [("died", "the process ended with code 4, twice")] * 3
    assert time.perf_counter() - began < 20  # not the 25 s after which it would be killed


def test_an_edited_algorithm_is_another_one(odd, tmp_path):
    study = parse_study(STUDY.format("odd_searches.errs"))

    def keys():
        tasks, _ = planned(study, given_boards(study))
        return {(task.algorithm, task.key) for task in tasks}

    before = keys()
    assert keys() == before
    odd.write_text(ODD + "# mended\n")
    os.utime(odd, ns=(1, 1))  # however fast we are
    assert {name for name, _ in keys() & before} == {"greedy"}


@pytest.mark.process
def test_a_path_starts_from_the_folder_of_the_study(tmp_path):
    """Wherever the study is run, and in the processes that run it too."""
    (tmp_path / "odd_ones.py").write_text(ODD)
    text = STUDY.format("./odd_ones.py:errs")
    study = parse_study(text, folder=tmp_path)
    tasks, _ = planned(study, given_boards(study))
    before = {task.key for task in tasks if task.algorithm == "./odd_ones.py:errs"}
    assert len(before) == 3
    with thread_pool(1) as pool:
        run_study(study, tmp_path / "odd.duckdb", pool)
    with open_store(tmp_path / "odd.duckdb") as store:
        rows = store.ask("SELECT status FROM results WHERE algorithm LIKE '%errs'")
    assert rows == [("wrong",)] * 3
    (tmp_path / "odd_ones.py").write_text(ODD + "# mended")
    tasks, _ = planned(study, given_boards(study))
    assert not before & {task.key for task in tasks}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero; mend"),
        ("def (", "SyntaxError"),
        ("import sys; sys.exit(9)", "SystemExit: 9"),
        ("x = 1", "has no 'tabu'; there is no algorithm or the like in it"),
        (None, "it must lie in this folder, or beside the study, or be installed"),
    ],
)
def test_what_cannot_be_imported_is_told_in_one_line(tmp_path, monkeypatch, text, said):
    name = f"broken_{abs(hash(text))}"
    if text is not None:
        Path(tmp_path, f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    study = parse_study(STUDY.format(f"{name}.tabu"))
    with pytest.raises(MasumeError) as fault:
        planned(study, given_boards(study))
    assert said in str(fault.value) and "\n" not in str(fault.value)
