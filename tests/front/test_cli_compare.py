"""compare: its table, its choices, and searches of one's own that are wrong or break."""

from __future__ import annotations

import json

import pytest

from masume.core.plugins.registry import algorithms


def test_compare_prints_one_sorted_table(cli):
    code, out, _ = cli("compare", "kuromasu/br-4x4-0", "--seconds", 5)
    assert code == 0
    order = ["solved", "exhausted", "stuck", "limit"]
    cells = [line.split() for line in out.splitlines()]
    statuses = [row[3] for row in cells if len(row) > 10 and row[3] in order]
    assert len(statuses) > 20
    assert statuses == sorted(statuses, key=order.index)
    for name in algorithms():
        assert name in out or name in ("bidirectional", "meet_in_the_middle")
    for column in ("cost", "expanded", "generated", "frontier", "stored", "rounds", "time"):
        assert column in out


def test_compare_supports_json_and_selection(cli):
    code, out, err = cli(
        "compare",
        "exactly_one/easy-0",
        "hitori/first",
        "--with",
        "astar",
        "--with",
        "bidirectional",
        "--heuristic",
        "all",
        "--space",
        "all",
        "--json",
    )
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert {row["algorithm"] for row in rows} == {"astar", "bidirectional"}
    assert {row["heuristic"] for row in rows} >= {"manhattan", "euclidean", "black_needed"}
    assert "skipped bidirectional" in err and "backward" in err


OWN = """
from masume.core.search.algorithm import algorithm
from masume.core.search.events import Expanded, Node, Status


@algorithm(complete=True)
def liar(space):
    return Status.EXHAUSTED
    yield


@algorithm()
def early(space):
    return Node(space.initial())
    yield


@algorithm()
def bang(space):
    yield Expanded(Node(space.initial()), [], 0, 0, 0)
    1 / 0
"""


@pytest.mark.process
def test_compare_reports_wrong_results_and_errors_of_user_code(cli, tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    own = [word for name in ("liar", "early", "bang") for word in ("--with", f"./mine.py:{name}")]
    ways = (*own, "--with", "exact", "--with", "greedy", "--space", "shade")
    code, out, err = cli("compare", "hitori/first", *ways)
    assert (
        code == 2
        and err == "masume: mine.py, line 21, in bang: ZeroDivisionError: division by zero\n"
    )
    assert "2 of 4 searches solved the board" in out
    assert "./mine.py:liar is wrong: it says that there is no solution, but there is one\n" in out
    assert "./mine.py:early is wrong: 1 appears 3 times in row 1\n" in out
    code, out, _ = cli("compare", "hitori/first", *ways, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    ends = {row["algorithm"]: row["status"] for row in rows if row["algorithm"]}
    assert ends == {
        "exact": "solved",
        "greedy": "solved",
        "./mine.py:liar": "wrong",
        "./mine.py:early": "wrong",
    }
    assert [row["error"] for row in rows if row["error"]] == [err.strip()[8:]]


@pytest.mark.process
def test_solve_rejects_false_proof_of_user_code(cli, tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    code, out, _ = cli("solve", "hitori/first", "--with", "./mine.py:liar")
    assert code == 3 and "wrong: it says that there is no solution, but there is one" in out
    code, out, _ = cli("solve", "hitori/first", "--space", "shade", "--with", "./mine.py:early")
    assert code == 3 and "wrong: 1 appears 3 times" in out and "answer:" not in out
    code, out, _ = cli("solve", "hitori\n7 7 7\n7 8 7", "--with", "./mine.py:liar")
    assert code == 1 and "no solution" in out  # it happens to be right


def test_compare_rejects_inapplicable_combination(cli):
    code, out, err = cli("compare", "hitori/first", "--with", "bidirectional")
    assert (code, out) == (2, "")
    assert "skipped bidirectional" in err


def test_compare_reports_proof_of_no_solution(cli):
    code, out, _ = cli("compare", "kuromasu/br-3x3-1", "--with", "bfs", "--with", "astar")
    assert code == 1
    assert "4 of 4 searches proved that there is no solution" in out
