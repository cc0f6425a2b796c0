"""User code may do anything: every run becomes a row and disturbs no other."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from masume.errors import MasumeError
from masume.lab.drive import run_study
from masume.lab.planning import plan_runs
from masume.lab.store import open_store
from masume.lab.study import parse_study
from masume.lab.tasks import given_boards
from masume.work.batches import thread_pool

ODD = """
import os, sys, time
from fractions import Fraction
from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Status


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
algorithms = [{}, "greedy"]
spaces = ["shade"]
repetitions = 2
[limits]
nodes = 500
"""


def study_of(*algorithms):
    return STUDY.format(", ".join(f'"{name}"' for name in algorithms))


@pytest.fixture
def odd(tmp_path, monkeypatch):
    (tmp_path / "odd_searches.py").write_text(ODD)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_searches", raising=False)  # that of another test
    return tmp_path / "odd_searches.py"


ENDS = {
    "bangs": ("error", "{place}, line 24, in bang: RuntimeError: bang � � and more"),
    "exits": ("error", "SystemExit: 3"),
    "dies": ("died", "the process ended with code 7, twice"),
    "asks": ("error", "{place}, line 36, in <lambda>: EOFError: EOF when reading a line"),
    "lies": ("wrong", "it says that there is no solution, but there is one"),
    "ends": ("error", "{place}, line 9: ends() returned None, not the goal's Node"),
    "errs": ("wrong", "1 appears 3 times in row 1"),
    "third": ("error", "TypeError: cost is Fraction(1, 3); expected an integer"),
    "huge": ("error", "TypeError: cost is 1000"),
}
if hasattr(os, "fork"):
    ENDS["forks"] = ("stuck", "")
    # What it leaves behind holds its pipe; whoever waits for that has it killed after 25 s.
    ENDS["leaves"] = ("died", "the process ended with code 4, twice")


@pytest.mark.process
def test_every_outcome_becomes_a_row(odd, tmp_path):
    study = parse_study(study_of(*(f"odd_searches.{name}" for name in ENDS)))
    with thread_pool(1) as pool:
        run_study(study, tmp_path / "odd.jsonl", pool)
    result = {name: [] for name in [*ENDS, "greedy"]}
    with open_store(tmp_path / "odd.jsonl") as store:
        for name, *output in store.query("SELECT algorithm, status, reason, expanded FROM results"):
            result[name.removeprefix("odd_searches.")].append(tuple(output))
    # The answer of another run would be seen here.
    assert result.pop("greedy") == [("solved", "", 5)] * 2
    for name, (status, reason) in ENDS.items():
        assert [output for output, *_ in result[name]] == [status] * 2, name
        reason = reason.replace("{place}", str(odd))
        assert all(why.startswith(reason) for _, why, _ in result[name]), result[name]


@pytest.mark.process
def test_paths_are_relative_to_study(tmp_path):
    """It does not depend on the working directory, and holds in workers too."""
    (tmp_path / "odd_ones.py").write_text(ODD)
    study = parse_study(study_of("./odd_ones.py:errs"), folder=tmp_path)
    with thread_pool(1) as pool:
        run_study(study, tmp_path / "odd.jsonl", pool)
    with open_store(tmp_path / "odd.jsonl") as store:
        rows = store.query("SELECT status FROM results WHERE algorithm LIKE '%errs'")
    assert rows == [("wrong",)] * 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero; "),
        ("def (", "SyntaxError"),
        ("import sys; sys.exit(9)", "SystemExit: 9"),
        ("x = 1", "has no 'tabu'; it declares nothing for masume"),
        (None, "next to the study, or install it"),
    ],
)
def test_failed_import_is_reported_in_one_line(tmp_path, monkeypatch, text, said):
    name = f"broken_{abs(hash(text))}"
    if text is not None:
        Path(tmp_path, f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    study = parse_study(study_of(f"{name}.tabu"))
    with pytest.raises(MasumeError) as fault:
        plan_runs(study, given_boards(study))
    assert said in str(fault.value) and "\n" not in str(fault.value)
