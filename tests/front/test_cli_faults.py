"""The command line in trouble: bad input, hopeless boards, signals, closed streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from processes import wait_for_work
from support import refused

HOPELESS = [
    ("kuromasu\n9 . .\n. . .\n. . .", "can see at most 5"),
    ("kuromasu\n. . .\n. 1 .\n. . .", "cut off"),
    ("hitori\n1 1 1 1", "side by side"),
    ("hashi\n9 . 2\n. . .\n2 . .", ""),
    ("hashi\n1 . .\n. . .\n. . 1", ""),
    ("exactly_one\nA A A .\nA B A .\nA A A .\n. . . .", ""),
]


@pytest.mark.parametrize(
    ("text", "reason"), HOPELESS, ids=[text.split()[0] for text, _ in HOPELESS]
)
@pytest.mark.parametrize("name", ["depth_first", "breadth_first", "steepest_ascent"])
def test_hopeless_boards_are_told_at_once(cli, text, reason, name):
    """Even on a large board, and with an algorithm that could never prove it."""
    code, out, err = cli("solve", text, "--with", name)
    assert (code, err) == (1, "")
    assert "no solution: " in out and reason in out
    wide = "kuromasu\n" + "\n".join([" ".join(["99", *["."] * 29]), *[" ".join(["."] * 30)] * 29])
    began = time.perf_counter()
    assert cli("solve", wide, "--with", name)[0] == 1
    assert time.perf_counter() - began < 2


BAD = [
    (["solve", "hitori\n1 2 3\n1 2"], "row 2 has 2 cells"),
    (["solve", "hitori\n1 2\n1 A"], "'A' is not a number"),
    (["solve", "kuromasu\n. -3"], "negative"),
    (["solve", "-"], "empty"),
    (["solve", "missing.txt"], "no file"),
    (["solve", "missing"], "no file or example"),
    (["solve", "hitory/first"], "did you mean hitori/first"),
    (["solve", ""], "the text is empty"),
    (["solve", "hashi/pw-1", "--as", "hitori"], "not hitori"),
    (["solve", "hitori\n3 3\n1 2 3\n3 1 2"], "size line says 3×3, but 2 rows of 3 cells"),
    (["check", "hitori\n1 1 3", "# 7 3"], "'7' is not a mark"),
    (["solve", "hitori/jain-sample9"], "did you mean hitori/jain-sample"),
    (["solve", "hitori/first", "--with", "astra"], "did you mean astar"),
    (["solve", "hitori/first", "--with", "astar", "--heuristic", "duplicats"], "did you mean"),
    (["solve", "hitori/first", "--with", "astar", "--heuristic", "white_cells"], "objective"),
    (["solve", "hitori/first", "--with", "bidirectional"], "backward"),
    (["solve", "hitori/first", "--space", "walk"], "no hitori space"),
    (["solve", "hitori/first", "--nodes", "-1"], "--nodes"),
    (["solve", "hitori/first", "--film", "no/such/folder/x"], "cannot write"),
    (["slove"], "did you mean solve"),
    (["solve", ";", "--as", "hitori"], "no cells"),
    (["solve", "[[]]", "--as", "hashi"], "no cells"),
    (["solve", "[[{[]: 1}]]", "--as", "hitori"], "Python list"),
    (["solve", "~nosuch/x"], "no file or example"),
    (["solve", "hitori/first", "--seconds", "nan"], "nan"),
    (["solve", "hitori/first", "--heuristic", ""], "no hitori heuristic"),
    (["solve", "hitori/first", "--with", "beam:width=0"], "the least is 1"),
    (["list", "hitori", "kuromasu"], "section"),
    (["compare", "missing", "--with", "bfs"], "no file or example"),
    (["solve"], "'BOARD...'; see masume solve --help"),
    (["solve", "hitori/first", "--jobs", "few"], "'few' is not a valid whole number"),
    (["solve", "hitori/first", "--jobs", "100000"], "100,000 jobs are too many for"),
    (["grade", "hitori/first", "--jobs", "100000"], "100,000 jobs are too many for"),
    (["study", "rn"], "did you mean run?"),
    (["study", "sudoku"], "there are new, run, status"),
    (["rules", "sudoku"], "no puzzle"),
    (["watch", "nothing.jsonl"], "cannot read"),
    (["solve", "."], "cannot read"),
    (["solve", "hashi\nmost: 9\n1 . 1"], "most"),
    (["compare", "hitori/first", "--sort", "beauty"], "--sort"),
]


@pytest.mark.parametrize(("arguments", "word"), BAD, ids=[" ".join(a)[:50] for a, _ in BAD])
def test_bad_input_is_one_line_and_exit_2(cli, arguments, word):
    assert refused(cli(*arguments, stdin=""), word)


def test_rubbish_is_refused_politely(cli, tmp_path):
    file = tmp_path / "rubbish.bin"
    file.write_bytes(bytes(range(256)) * 40)
    assert refused(cli("solve", file))
    assert refused(cli("solve", "-", stdin=bytes(range(256))))
    assert refused(cli("solve", "--as", "hashi", file))
    file.write_bytes(b"1 2 x\n" * 600_000)
    began = time.perf_counter()
    assert refused(cli("solve", file, "--as", "kuromasu"))
    assert time.perf_counter() - began < 20


def test_one_bad_source_does_not_hide_the_others(cli, tmp_path):
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(b"\xff\xfe\x00")
    code, out, err = cli("solve", "hitori/first", "missing", rubbish, "kuromasu/first", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (2, "")
    assert [row["status"] for row in rows] == ["solved", "error", "error", "solved"]
    code, out, _ = cli("compare", "missing", "hitori/first", "--with", "bfs", "--json")
    assert code == 2
    assert json.loads(out.splitlines()[0])["status"] == "error"


def test_names_are_printed_as_they_are(cli):
    text = "hitori\nname: [/x] :smile: \x1b[31m\n1 1\n1 2\n"
    code, out, _ = cli("compare", text, "--with", "bfs")
    assert code == 0
    assert "[/x] :smile: " in out and "\x1b" not in out


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("1 " * 100_000, ["show", "-", "--as", "hitori"]),
        ("1 1\n5\n" * 100_000, ["show", "-", "--as", "hitori"]),
        ("exactly_one\n" + ("." * 300 + "\n") * 300 + "answer:\n" + "UD" * 40_000, ["check", "-"]),
    ],
    ids=["one-long-row", "many-small-boards", "a-long-path"],
)
def test_long_inputs_are_read_in_time(cli, text, arguments):
    began = time.perf_counter()
    cli(*arguments, stdin=text)
    assert time.perf_counter() - began < 45


@pytest.mark.parametrize("command", ["hint", "explain", "grade"])
def test_boards_too_large_to_explain_are_refused_at_once(cli, command):
    text = "hitori\n" + "\n".join(["1 " * 400] * 400)
    began = time.perf_counter()
    assert refused(cli(command, "-", stdin=text), "400×400 cells are too many to explain")
    assert time.perf_counter() - began < 5


def test_closed_streams_are_no_bug():
    for redirection in (">&-", "<&- -"):
        line = f"'{sys.executable}' -m masume solve hitori/first {redirection}"
        done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=30)
        assert "Traceback" not in done.stderr and "bug" not in done.stderr, line


def test_a_full_disk_is_told():
    with open("/dev/full", "w") as full:
        process = masume_process_to(full, "list")
        _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert err.startswith("masume: cannot read or write") and "Traceback" not in err


def masume_process_to(file, *arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "masume", *arguments], stdout=file, stderr=subprocess.PIPE, text=True
    )


def masume_process(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "masume", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_ctrl_c_prints_what_was_found_so_far():
    process = masume_process(
        "solve",
        "hitori/jain-sample2",
        "--with",
        "breadth_first",
        "--space",
        "shade",
        "--seconds",
        "60",
    )
    wait_for_work(process, 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, (out, err)
    assert "not finished: interrupted" in out and "expanded" in out
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_error():
    process = masume_process("list")
    process.stdout.close()
    err = process.stderr.read()
    assert process.wait(timeout=20) == 141
    process.stderr.close()
    assert "Traceback" not in err and "BrokenPipe" not in err


def test_a_terminal_without_unicode_is_no_error():
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    process = masume_process("solve", "hashi/pw-1", env=env)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 0 and err == ""
