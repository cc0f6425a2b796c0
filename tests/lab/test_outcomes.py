"""Every run becomes a row: of odd user code, of other programs, and of runs that are skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from study_rows import plan, query, study_text

from masume.errors import BadOption, MasumeError, ParseError
from masume.lab.drive import run_study
from masume.lab.report import write_report
from masume.lab.study import parse_study, read_study
from masume.work.batches import thread_pool

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
    return study_text(*algorithms, "greedy", rest="repetitions = 2\n[limits]\nnodes = 500\n")


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


GIVE_UP = "give_up = true\n" + study_text(
    "depth_first",
    "greedy",
    examples=["hitori/jain-sample1", "hitori/jain-sample2"],
    rest='[limits]\nnodes = 1\n[[boards]]\ntexts = ["hitori\\n1 1 2\\n2 3 3\\n3 3 1"]\n',
)


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


# Other programs

EXAMPLE = Path(__file__).parents[2] / "examples" / "methods"
BOARD = '[[boards]]\nexamples = ["hitori/first"]\n'
RIGHT = "[[0, 0], [0, 2], [2, 0], [2, 2], [3, 3]]"


@pytest.mark.process
@pytest.mark.long
@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler is installed")
def test_one_table_compares_astar_with_a_c_program_sgt_and_a_script(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/games", prepend=":")
    folder = shutil.copytree(EXAMPLE, tmp_path / "methods")
    subprocess.run(["cc", "-O2", "-o", "hitori", "hitori.c"], cwd=folder, check=True)
    path = folder / "methods.jsonl"
    with thread_pool(1) as pool:  # a new one, with this PATH
        run_study(read_study(folder / "methods.toml"), path, pool)
    has_sgt = shutil.which("sgt-singles") is not None
    expected = {"astar + black_needed, decide", "C program", "guesses", *["sgt"] * has_sgt}
    rows = query(path, "SELECT search, status, min(seconds) FROM results GROUP BY ALL")
    assert {search: status for search, status, _ in rows} == dict.fromkeys(expected, "solved")
    assert all(seconds > 0 for *_, seconds in rows)
    assert query(path, "SELECT count(*) FROM not_tried") == [(0 if has_sgt else 1,)]
    write_report(path, folder / "report.md")
    text = (folder / "report.md").read_text()
    table = text.partition("| search | settled |")[2].partition("\n\n")[0]
    assert all(f"| {name} |" in table for name in expected)


REPLIES = [  # of a program, with the status and the reason of its run
    (f'{{"status": "solved", "answer": {{"black": {RIGHT}}}, "expanded": 7}}', "solved", ""),
    ('{"answer": {"black": [[0, 1]]}}', "wrong", ""),
    ("s UNSATISFIABLE", "wrong", "there is one"),
    ("s UNKNOWN", "stuck", "it reports no result"),
    ("", "stuck", "no answer"),
    ("hello", "error", ""),
    ('{"status": "maybe"}', "error", "its status is 'maybe'"),
    ('{"status": "solved"}', "error", "no object named answer"),
    ('{"status": "stuck", "expanded": -1}', "error", "no whole number"),
    ('{"answer": {"black": 5}}', "error", ""),
    ("hitori\n1 2\n2 1\nanswer:\n. .\n. .", "error", "another board"),
]


@pytest.mark.process
def test_replies_are_checked(tmp_path, run, results):
    text = BOARD
    for number, (reply, *_) in enumerate(REPLIES):
        (tmp_path / f"{number}.txt").write_text(reply)
        text += f'[[methods]]\nname = "m{number:02}"\ncommand = ["cat", "./{number}.txt"]\n'
    text += '[[methods]]\nname = "m98"\ncommand = ["sh", "-c", "echo oh >&2; exit 3"]\n'
    text += '[[methods]]\nname = "m99"\ncommand = ["sleep", "60"]\n[limits]\nseconds = 0.2\n'
    run(text)
    rows = query(results, "SELECT status, reason, expanded FROM results ORDER BY search")
    ends = [("error", "ended with code 3: oh"), ("limit", "s of wall time used")]
    ends = [*(reply[1:] for reply in REPLIES), *ends]
    for (status, reason, _), (wanted, why) in zip(rows, ends, strict=True):
        assert status == wanted and why in reason
    assert rows[0][2] == 7


@pytest.mark.process
def test_edited_program_is_run_again(tmp_path, run):
    program = tmp_path / "solver.sh"
    text = BOARD + '[[methods]]\nname = "mine"\ncommand = ["./solver.sh"]\n'
    for reply, done in (("s UNKNOWN", 1), ("s UNKNOWN", 0), ("s  UNKNOWN", 1)):
        program.write_text(f"#!/bin/sh\necho {reply}\n")
        program.chmod(0o755)
        assert run(text).done == done
    program.unlink()
    with pytest.raises(MasumeError, match=r"the program \./solver\.sh of mine is missing"):
        run(text)


INVALID = {
    'name = "a"': "give a name and a command",
    'name = "astar"\ncommand = ["x"]': "taken or invalid",
    'name = "a"\ncommand = ["x"]\nboard = "nothing"': "no format is called",
    'name = "a"\ncommand = ["x"]\nreply = "../x"': "without a folder",
    'name = "a"\ncommand = []': "a text or a list of texts",
}


@pytest.mark.parametrize("table", INVALID)
def test_invalid_method_is_rejected(table):
    with pytest.raises((ParseError, BadOption), match=INVALID[table]):
        parse_study(f"{BOARD}[[methods]]\n{table}\n")
