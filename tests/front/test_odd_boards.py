"""Odd boards, and a puzzle with only what a kind must have, through every command and operation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import every_command
import pytest
from support import KINDS, SOAK, by_name

from masume.core.system.limits import LimitReached, Stop
from masume.front.web.local import LocalServer

TESTS = Path(__file__).parents[1]
# One cell, no clues or islands, all unknown, no solution. Not every puzzle can read all of them.
ODD = [".", ". .\n. .", "9 9 9", "?", "1", "? ?\n? ?"]


def test_all_board_commands_are_covered():
    tried = {name for name, *_ in every_command.commands("", "")}
    assert tried | every_command.OTHER_COMMANDS == every_command.board_commands()


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=by_name)
def test_odd_boards_cause_no_bug(kind, tmp_path):
    for grid in ODD if SOAK else ODD[:3]:
        assert every_command.bugs(f"{kind.name}\n{grid}", tmp_path) == []


@pytest.mark.parametrize("do", ["harder", "easier"])
def test_board_without_links_cannot_be_adjusted(do, cli):
    code, out, err = cli(do, "hashi\n. .\n. .")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert f"nothing {do} was found" in err
    body = {"board": "hashi\n. .\n. .", "do": do}
    head, text = LocalServer().respond("/api/compose", json.dumps(body))
    assert (head.status, json.loads(text)["reason"]) == (200, f"nothing {do} was found")


@pytest.mark.parametrize("command", ["harder", "easier"])
def test_time_limit_before_grade_is_reported(command, cli, monkeypatch):
    def end(*_):
        raise LimitReached("1 s used", Stop.SECONDS)

    monkeypatch.setattr("masume.make.adjust.grade_in_time", end)
    code, out, err = cli(command, "kuromasu/br-3x3-0")
    assert (code, out, err) == (3, "", "masume: kuromasu/br-3x3-0: 1 s used\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with tests/data/lamps.py as an installer leaves it there."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "lamps.py").write_bytes((TESTS / "data" / "lamps.py").read_bytes())
    info = folder / "lamps-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lamps\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[masume.puzzles]\nlamps = lamps:KIND\n")
    return folder


def python(site, *arguments):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(TESTS / "front")])}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=env)


@pytest.mark.process
def test_minimal_kind_causes_no_bug(site, tmp_path):
    """One solution, none, several; one cell."""
    boards = [f"lamps\n{grid}" for grid in (". 2 .", "3 . .", ". 1 .\n. . .", "?", ".")]
    done = python(site, every_command.__file__, str(tmp_path), *boards)
    assert (done.stderr, json.loads(done.stdout)) == ("", [])


SEARCHES = """
import sys, masume
from masume.front.cli.main import run
board = "lamps\\n. 1 .\\n. . ."
assert masume.examples("lamps") == () and masume.count(masume.loads(board)).number == 5
for command in (["solve"], ["solve", "--nodes", "9"], ["compare"], ["compare", "--with", "astar"]):
    print(command, run([*command, board, *([] if "--nodes" in command else ["--seconds", "1"])]))
for command in ("list", "list lamps", "list examples", "list heuristics", "harder"):
    print(command, run([*command.split(), *([board] if command == "harder" else [])]))
print(run(["compare", board, "--with", "astar", "--with", "exact"]))
print(masume.search(masume.loads(board), "depth_first").status.value)
*_, last = masume.judge(masume.loads("lamps\\n. 2 ."))
print(last.verdict, last.grade)
"""


@pytest.mark.process
def test_puzzle_without_own_spaces_is_searched_in_those_of_its_model(site):
    done = python(site, "-c", SEARCHES)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    assert "['solve'] 0" in printed and "['solve', '--nodes', '9'] 0" in printed
    assert "['compare'] 0" in printed and "['compare', '--with', 'astar'] 0" in printed
    assert "list 0" in printed and "list lamps 0" in printed and "list heuristics 0" in printed
    assert printed[-3:] == ["0", "solved", "unique <Grade: easy, score 0.05, 1 steps>"]
    assert done.stderr.splitlines() == [
        "masume: lamps boards cannot be composed with help: the puzzle proposes no clues",
    ]
