"""The command line: output, streams and exit codes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from support import EXAMPLES, KINDS, refused

import masume
from masume.core.plugins.registry import algorithms
from masume.core.search.journal import Journal
from masume.front.cli.keyboard import WatchEnded
from masume.front.cli.main import app
from masume.front.cli.watch import TerminalScreen


def test_list_shows_everything(cli):
    code, out, _ = cli("list", "all")
    assert code == 0
    names = [*algorithms(), *(kind.name for kind in KINDS), *(board.name for board in EXAMPLES)]
    for name in names:
        assert name in out
    code, out, _ = cli("list", "heuristics", "hashi")
    assert code == 0 and "hashi/mass" in out and "kuromasu" not in out
    assert "hitori/jain-sample2" in cli("list", "hitori")[1]
    assert "hitori/twin-lamp" in cli("list", "library", "hitori")[1]
    assert refused(cli("list", "algoritms"), "did you mean algorithms")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_rules_and_show_print_puzzle_and_board(cli, kind):
    code, out, _ = cli("rules", kind.name)
    assert code == 0
    assert kind.title in out and all(rule in out for rule in kind.codes)
    board = masume.examples(kind.name)[0]
    code, out, _ = cli("show", board.name)
    assert code == 0 and board.name in out


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_check_accepts_output_of_solve(cli, kind):
    board = next(b for b in masume.examples(kind.name) if b.note("solutions") == "1")
    code, out, _ = cli("solve", board.name)
    assert code == 0 and "solved" in out
    code, out, _ = cli("solve", board.name, "--json")
    row = json.loads(out)
    assert (code, row["status"], row["kind"], row["board"]) == (0, "solved", kind.name, board.name)
    code, out, _ = cli("check", board.name, "-", stdin=out)
    assert code == 0 and "right" in out
    code, out, _ = cli("check", board.name, "-", "--json", stdin=json.dumps(row["answer"]))
    assert code == 0 and json.loads(out)["right"] is True


@pytest.mark.process
def test_json_rows_identify_boards_with_equal_names(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = Path("same.txt")
    file.write_text("hitori\nname: a\n1 1\n\nhitori\nname: a\n1 1\n1 2\n\nhitori\nq\n")
    for command in (("solve", "--jobs", "2"), ("grade", "--jobs", "2"), ("count",)):
        rows = [json.loads(line) for line in cli(*command, file, "--json")[1].splitlines()]
        rows.sort(key=lambda row: row["index"])
        assert [row["index"] for row in rows] == [0, 1, 2]
        assert [(row["line"], row["name"]) for row in rows] == [(1, "a"), (5, "a"), (10, None)]
        assert [row["board"] for row in rows] == ["a", "a", "same.txt:10"]


def test_json_row_has_documented_keys(cli):
    row = json.loads(cli("solve", "hitori/first", "--with", "greedy", "--json")[1])
    for key in [
        "board",
        "kind",
        "rows",
        "cols",
        "status",
        "unique",
        "answer",
        "algorithm",
        "heuristic",
        "space",
        "expanded",
        "generated",
        "max_frontier",
        "max_stored",
        "rounds",
        "seconds",
        "h_trace",
        "error",
    ]:
        assert key in row
    assert row["unique"] is None and row["error"] is None
    assert row["answer"] == {"black": [[0, 0], [0, 2], [2, 0], [2, 2], [3, 3]]}
    maze = json.loads(cli("solve", "exactly_one/easy-0", "--json")[1])
    assert maze["answer"]["path"][0] == [5, 0] and maze["answer"]["path"][-1] == [0, 5]
    assert list(maze["answer"]) == ["path"]
    hashi = json.loads(cli("solve", "hashi/pw-1", "--json")[1])
    assert list(hashi["answer"]) == ["bridges"]
    assert all(len(bridge) == 3 for bridge in hashi["answer"]["bridges"])


def test_check_reports_broken_rules_with_cells(cli):
    code, out, _ = cli("check", "hitori\n1 1 2\n3 1 1", "# # .\n. . .")
    assert code == 1
    assert "adjacent: r1c1 and r1c2 are both black" in out
    assert "duplicate: 1 appears 2 times in row 2" in out
    report = json.loads(cli("check", "hitori\n1 1 2\n3 1 1", "# # .\n. . .", "--json")[1])
    assert report["right"] is False
    assert report["faults"][0] == {
        "rule": "adjacent",
        "cells": [[0, 0], [0, 1]],
        "text": "r1c1 and r1c2 are both black",
    }
    assert cli("check", "hitori\n1 1\n1 2\nanswer:\n# .\n. .")[0] == 0
    assert refused(cli("check", "hitori/first"), "has no answer")
    assert cli("check", "exactly_one/easy-0", "RULUUURRDRRRUU")[0] == 0
    code, out, _ = cli("check", "exactly_one/easy-0", "RU")
    assert code == 1 and "end: " in out


def test_boards_are_read_from_file_stdin_and_text(cli, tmp_path):
    text = "hitori\n1 1\n1 2\n"
    file = tmp_path / "a board.txt"
    file.write_text(text)
    outs = [cli("solve", file)[1], cli("solve", "-", stdin=text)[1], cli("solve", text)[1]]
    assert all("solved" in out and "# 1" in out for out in outs)
    bare = tmp_path / "bare.txt"
    bare.write_text("1 1\n1 2\n")
    assert cli("solve", bare, "--as", "hitori")[0] == 0
    assert refused(cli("solve", bare), "--as")
    assert refused(cli("solve", "hitori/first", "--as", "chess"), "no puzzle")


def test_each_board_has_one_json_line(cli):
    text = "hitori\nname: a\n1 1\n1 2\n\nhitori\n1 q\n\nhitori\n1 1 1 1\n"
    code, out, _ = cli("solve", "-", "--json", stdin=text)
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["status"] for row in rows] == ["solved", "error", "exhausted"]
    assert [row["board"] for row in rows] == ["a", "line 6", "line 9"]
    assert [(row["index"], row["line"], row["name"]) for row in rows] == [
        (0, 1, "a"),
        (1, 6, None),
        (2, 9, None),
    ]
    assert "line 7: row 1, column 2" in rows[1]["error"]
    assert rows[0].keys() == rows[1].keys() == rows[2].keys()
    assert code == 2


def test_exit_codes(cli):
    assert cli("solve", "hitori/first")[0] == 0
    assert cli("solve", "kuromasu/br-3x3-1")[0] == 1
    assert cli("solve", "kuromasu/br-3x3-1", "--with", "breadth-first")[0] == 1
    assert cli("solve", "hitori/nobody")[0] == 2
    assert cli("solve", "hitori/jain-sample1", "--space", "shade", "--nodes", 5)[0] == 3
    stuck = cli(
        "solve",
        "hitori/no-hill",
        "--with",
        "hill_climbing",
        "--heuristic",
        "duplicates",
        "--space",
        "shade",
    )
    assert stuck[0] == 3 and "nothing is proved" in stuck[1] and "closest" in stuck[1]


def test_watch_and_film(cli, tmp_path):
    film = tmp_path / "run.jsonl"
    code, out, _ = cli(
        "solve", "hitori/bottom-row", "--with", "greedy", "--watch", "--delay", 0, "--film", film
    )
    assert code == 0
    assert "expansion 1 · start" in out and "h=" in out
    code, replayed, _ = cli("watch", film, "--delay", 0)
    assert code == 0
    assert "solved after" in replayed
    shown = [line for line in out.splitlines() if "expansion" in line]
    assert [line for line in replayed.splitlines() if "expansion " in line] == shown
    film.write_text('{"film": "masume film 2", "kind": "hitori", "board": ["1 1"]}\n{"step": 1}\n')
    assert refused(cli("watch", film), "damaged")
    film.write_text("not a film\n")
    assert refused(cli("watch", film), "not a film")


class Terminal(io.StringIO):
    """A screen that says it is one."""

    def isatty(self):
        return True


def test_watching_handles_keys_and_restores_the_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    board = next(
        board for board in masume.examples("hitori") if board.name == "hitori/singles-6x6-1"
    )
    run = masume.resolve_search(board, "astar", space="shade").run(board, journal=Journal())
    pressed = iter([" ", "right", "right", "+", " ", "", "", "q"])
    screen = TerminalScreen(0.4, file=Terminal(), keys=lambda seconds: next(pressed))
    seen = []
    with pytest.raises(WatchEnded), screen:
        for event in run:
            seen.append(event)
            screen.event(board, run, event)
    printed = screen._file.getvalue()
    # Paused, a step, a step and faster, on again for two pictures, and ended at the fifth.
    assert len(seen) == 5 and screen.delay == 0.2 and not screen.paused
    assert printed.startswith("\x1b[?1049h") and "\x1b[?1049l" in printed
    assert "space: pause" in printed and "space: pause" not in printed.partition("\x1b[?1049l")[2]
    assert "expansion 5" in printed.partition("\x1b[?1049l")[2]  # the last picture stays
    assert "start > " in printed and " dead" in printed


def test_film_does_not_overwrite_other_files(cli, tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("hitori\n1 1\n1 2\n")
    assert refused(cli("solve", board, "--film", board), "is not a film")
    assert board.read_text() == "hitori\n1 1\n1 2\n"
    film = tmp_path / "film"
    for _ in range(2):
        assert cli("solve", board, "--film", film)[0] == 0


def test_watching_does_not_disturb_json_output(cli):
    code, out, err = cli("solve", "hitori/bottom-row", "--watch", "--delay", 0, "--json")
    assert code == 0
    assert json.loads(out)["status"] == "solved"
    assert "expansion 1" in err


def test_boards_without_name_are_named_after_their_file(cli, tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("hitori\n1 1\n1 2\n\nhitori\n1 q\n")
    code, out, err = cli("solve", file)
    assert code == 2
    assert f"{file}:1 (Hitori" in out
    assert f"{file}: line 6: row 1, column 2" in err
    other = tmp_path / "notes.md"
    other.write_text("# Title\n\nsome words here\n\nmore words\n\nand more\n")
    assert refused(cli("solve", other), "contains no board", "notes.")


def test_default_search_depends_on_given_options(cli):
    def search_of(*arguments):
        row = json.loads(cli("solve", "hitori/first", *arguments, "--json")[1])
        return row["algorithm"], row["heuristic"], row["space"]

    assert search_of() == search_of("--with", "exact") == ("exact", None, None)
    assert search_of("--space", "decide") == ("depth_first", None, "decide")
    assert search_of("--heuristic", "duplicates") == ("astar", "duplicates", "decide")
    assert search_of("--heuristic", "white_cells") == ("greedy", "white_cells", "decide")
    assert search_of("--with", "random-restart") == ("random_restart", "conflicts", "repair")
    assert search_of("--with", "bfs", "--space", "shade") == ("breadth_first", None, "shade")
    assert search_of("--with", "A*")[0] == "astar"


def test_file_takes_precedence_over_example(cli, tmp_path, monkeypatch):
    (tmp_path / "hitori").mkdir()
    (tmp_path / "hitori" / "first").write_text("kuromasu\n. 2\n2 3\n")
    monkeypatch.chdir(tmp_path)
    assert "(Kuromasu, 2×2)" in cli("show", "hitori/first")[1]


def test_trace_prints_values_of_h(cli):
    out = cli(
        "solve",
        "hitori/jain-sample2",
        "--with",
        "greedy",
        "--heuristic",
        "duplicates",
        "--space",
        "shade",
        "--trace",
    )[1]
    assert "h: 84 → " in out and "→ 0\nanswer:\n" in out


def test_every_command_has_help(cli):
    assert "solve" in cli("--help")[1]
    for name in app.list_commands(None):
        code, out, _ = cli(name, "--help")
        assert code == 0 and "Usage: masume" in out
        assert cli("help", name)[:2] == (0, out)
    assert cli("help")[1] == cli("--help")[1]
    assert cli("--version")[1].strip() == f"masume {masume.__version__}"


@pytest.mark.parametrize("group", [(), ("study",)], ids=["masume", "study"])
def test_summaries_are_not_truncated(cli, monkeypatch, group):
    commands = app.get_command(None, "study") if group else app
    names = commands.list_commands(None)
    first = [commands.get_command(None, name).help.split("\n")[0].rstrip(".") for name in names]
    monkeypatch.setenv("COLUMNS", "80")
    listed = cli(*group, "--help")[1].partition("Commands:\n")[2].splitlines()
    printed = [line.split(maxsplit=1) for line in listed]
    assert [(name, text.rstrip(".")) for name, text in printed] == list(
        zip(names, first, strict=True)
    )
    monkeypatch.setenv("COLUMNS", "40")
    narrow = " ".join(cli(*group, "--help")[1].split())
    assert all(text in narrow for text in first)


def test_option_column_of_help_is_narrow(cli, monkeypatch):
    """Long choices are listed in the help text, to keep the option column narrow."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in app.list_commands(None):
        for line in cli(name, "--help")[1].partition("Options:\n")[2].splitlines():
            assert len(line) <= 80 and len(line) - len(line.lstrip()) <= 30, (name, line)
