"""Every run becomes a row and disturbs no other, whatever user code does or give_up skips."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from study_rows import plan, query

from masume.errors import MasumeError

ODD = """
import os, sys, time
from fractions import Fraction
from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Status


def odd(name, what):
    def search(space):
        node = Node(space.initial())
        yield Expanded(node, [], 1, 1, 1)
        return what(node)
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
ENDS = {
    "bangs": ("error", "{place}, line 19, in bang: RuntimeError: bang � � and more"),
    "exits": ("error", "SystemExit: 3"),
    "dies": ("died", "the process ended with code 7, twice"),
    "asks": ("error", "{place}, line 31, in <lambda>: EOFError: EOF when reading a line"),
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


def study_of(*algorithms):
    return STUDY.format(", ".join(f'"{name}"' for name in algorithms))


@pytest.mark.process
def test_every_outcome_becomes_a_row(tmp_path, monkeypatch, run, results):
    odd = tmp_path / "odd_searches.py"
    odd.write_text(ODD)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_searches", raising=False)  # that of another test
    # A path is relative to the study, in workers too, whatever the working directory is.
    names = {name: f"odd_searches.{name}" for name in ENDS} | {"errs": "./odd_searches.py:errs"}
    run(study_of(*names.values()))
    result = {name: [] for name in [*names.values(), "greedy"]}
    for name, *output in query(results, "SELECT algorithm, status, reason, expanded FROM results"):
        result[name].append(tuple(output))
    # The answer of another run would be seen here.
    assert result.pop("greedy") == [("solved", "", 5)] * 2
    for name, (status, reason) in ENDS.items():
        found = result[names[name]]
        assert [output for output, *_ in found] == [status] * 2, name
        reason = reason.replace("{place}", str(odd))
        assert all(why.startswith(reason) for _, why, _ in found), found


BROKEN = {
    "1 / 0": "ZeroDivisionError: division by zero; ",
    "def (": "SyntaxError",
    "import sys; sys.exit(9)": "SystemExit: 9",
    "x = 1": "has no 'tabu'; it declares nothing for masume",
    None: "next to the study, or install it",
}


@pytest.mark.parametrize("text", BROKEN)
def test_failed_import_is_reported_in_one_line(tmp_path, monkeypatch, text):
    name = f"broken_{abs(hash(text))}"
    if text is not None:
        Path(tmp_path, f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MasumeError) as fault:
        plan(study_of(f"{name}.tabu"))
    assert BROKEN[text] in str(fault.value) and "\n" not in str(fault.value)


GIVE_UP = """
give_up = true
[[boards]]
examples = ["hitori/jain-sample1", "hitori/jain-sample2"]
[[boards]]
texts = ["hitori\\n1 1 2\\n2 3 3\\n3 3 1"]
[[searches]]
algorithms = ["depth_first", "greedy"]
spaces = ["shade"]
[limits]
nodes = 1
"""


@pytest.mark.process
def test_larger_boards_are_skipped_until_a_small_one_is_settled_or_give_up_is_undone(run, results):
    def again(text):
        progress = run(text)
        rows = query(results, "SELECT key, status, reason FROM results ORDER BY cells, key")
        ((planned,),) = query(results, "SELECT count(*) FROM tasks")
        assert len(rows) == planned == len({key for key, *_ in rows})
        return progress, rows, [status for _, status, _ in rows]

    _, before, statuses = again(GIVE_UP)
    assert statuses == ["limit"] * 2 + ["skipped"] * 4
    assert before[-1][-1] == "no board of 3×3 was settled"
    progress, after, _ = again(GIVE_UP)
    assert (after, progress.done, progress.before) == (before, 0, 6)
    easy = '[[boards]]\ntexts = ["hitori\\n1 2 3\\n2 3 1\\n3 1 2"]\n[[searches]]'
    progress, _, statuses = again(GIVE_UP.replace("[[searches]]", easy))
    assert sorted(statuses[:4]) == ["limit", "limit", "solved", "solved"]
    assert "skipped" in statuses[4:] or progress.done == 6
    assert statuses[4:6] == ["limit"] * 2  # the next size is tried now
    done = 4 - statuses.count("skipped")
    progress, _, statuses = again(GIVE_UP.replace("give_up = true", "give_up = false"))
    assert statuses == ["limit"] * 6
    assert (progress.done, progress.before) == (4 - done, 2 + done)
