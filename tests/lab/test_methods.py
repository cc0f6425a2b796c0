"""Other programs run in studies, and their answers are checked like ours."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from study_rows import query

from masume.errors import BadOption, MasumeError, ParseError
from masume.lab.drive import run_study
from masume.lab.report import write_report
from masume.lab.study import parse_study, read_study

EXAMPLE = Path(__file__).parents[2] / "examples" / "methods"
BOARD = '[[boards]]\nexamples = ["hitori/first"]\n'
RIGHT = "[[0, 0], [0, 2], [2, 0], [2, 2], [3, 3]]"


@pytest.mark.process
@pytest.mark.long
@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler is installed")
def test_one_table_compares_astar_with_a_c_program_sgt_and_a_script(tmp_path, pool, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/games", prepend=":")
    folder = shutil.copytree(EXAMPLE, tmp_path / "methods")
    subprocess.run(["cc", "-O2", "-o", "hitori", "hitori.c"], cwd=folder, check=True)
    path = folder / "methods.jsonl"
    run_study(read_study(folder / "methods.toml"), path, pool)
    expected = {"astar + black_needed, decide", "C program", "guesses"}
    if has_sgt := shutil.which("sgt-singles") is not None:
        expected.add("sgt")
    rows = query(path, "SELECT search, status, min(seconds) FROM results GROUP BY ALL")
    assert {search: status for search, status, _ in rows} == dict.fromkeys(expected, "solved")
    assert all(seconds > 0 for *_, seconds in rows)
    assert query(path, "SELECT count(*) FROM not_tried") == [(0 if has_sgt else 1,)]
    write_report(path, folder / "report.md")
    text = (folder / "report.md").read_text()
    table = text.partition("| search | settled |")[2].partition("\n\n")[0]
    assert all(f"| {name.replace('_', '_')} |" in table for name in expected)


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


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ('name = "a"', "give a name and a command"),
        ('name = "astar"\ncommand = ["x"]', "taken or invalid"),
        ('name = "a"\ncommand = ["x"]\nboard = "nothing"', "no format is called"),
        ('name = "a"\ncommand = ["x"]\nreply = "../x"', "without a folder"),
        ('name = "a"\ncommand = []', "a text or a list of texts"),
    ],
)
def test_invalid_method_is_rejected(table, fault):
    with pytest.raises((ParseError, BadOption), match=fault):
        parse_study(f"{BOARD}[[methods]]\n{table}\n")
