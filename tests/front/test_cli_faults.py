"""The command line with bad input, unsolvable boards, signals and closed streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from processes import wait_for_work
from support import SOAK, refused

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
def test_obstacles_are_reported_without_search(cli, text, reason, name):
    """Even on a large board, and with an algorithm that could never prove it."""
    code, out, err = cli("solve", text, "--with", name)
    assert (code, err) == (1, "")
    assert "no solution: " in out and reason in out
    wide = "kuromasu\n" + "\n".join([" ".join(["99", *["."] * 29]), *[" ".join(["."] * 30)] * 29])
    began = time.process_time()
    assert cli("solve", wide, "--with", name)[0] == 1
    assert time.process_time() - began < 2


BAD = [
    (["solve", "hitori\n1 2 3\n1 2"], "row 2 has 2 cells"),
    (["solve", "hitori\n1 2\n1 A"], "'A' is not a number"),
    (["solve", "kuromasu\n. -3"], "negative"),
    (["solve", "-"], "standard input contains no board"),
    (["solve", "missing.txt"], "no file"),
    (["solve", "missing"], "no file or example"),
    (["solve", "hitory/first"], "did you mean hitori/first"),
    (["solve", ""], "the text contains no board"),
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
    (["solve", "hitori/first", "--with", "beam:width=0"], "the minimum is 1"),
    (["list", "hitori", "kuromasu"], "section"),
    (["compare", "missing", "--with", "bfs"], "no file or example"),
    (["solve"], "'BOARD...'; see masume solve --help"),
    (["solve", "hitori/first", "--jobs", "few"], "'few' is not a valid whole number"),
    (["solve", "hitori/first", "--jobs", "100000"], "100,000 jobs are too many for"),
    (["grade", "hitori/first", "--jobs", "100000"], "100,000 jobs are too many for"),
    (["study", "rn"], "did you mean run?"),
    (["study", "nosuch"], "expected one of new, run, status"),
    (["rules", "nosuch"], "no puzzle"),
    (["watch", "nothing.jsonl"], "cannot read"),
    (["solve", "."], "cannot read"),
    (["solve", "hashi\nmost: 9\n1 . 1"], "most"),
    (["compare", "hitori/first", "--sort", "beauty"], "--sort"),
]


@pytest.mark.parametrize(("arguments", "word"), BAD, ids=[" ".join(a)[:50] for a, _ in BAD])
def test_bad_input_is_reported_in_one_line(cli, arguments, word):
    assert refused(cli(*arguments, stdin=""), word)


@pytest.mark.parametrize("board", ["hashi/pw-1", "https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i"])
def test_board_without_command_gets_a_suggestion(cli, board):
    assert refused(cli(board), "masume solve BOARD")


def test_binary_input_is_rejected(cli, tmp_path):
    file = tmp_path / "rubbish.bin"
    file.write_bytes(bytes(range(256)) * 40)
    assert refused(cli("solve", file))
    assert refused(cli("solve", "-", stdin=bytes(range(256))))
    assert refused(cli("solve", "--as", "hashi", file))


def test_bad_source_does_not_stop_the_others(cli, tmp_path):
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(b"\xff\xfe\x00")
    code, out, err = cli("solve", "hitori/first", "missing", rubbish, "kuromasu/first", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (2, "")
    assert [row["status"] for row in rows] == ["solved", "error", "error", "solved"]
    code, out, _ = cli("compare", "missing", "hitori/first", "--with", "bfs", "--json")
    assert code == 2
    assert json.loads(out.splitlines()[0])["status"] == "error"


def test_markup_in_names_is_printed_verbatim(cli):
    text = "hitori\nname: [/x] :smile: \x1b[31m\n1 1\n1 2\n"
    code, out, _ = cli("compare", text, "--with", "bfs")
    assert code == 0
    assert "[/x] :smile: " in out and "\x1b" not in out


@pytest.mark.parametrize("command", ["hint", "explain", "grade"])
def test_boards_too_large_to_explain_are_rejected(cli, command):
    text = "hitori\n" + "\n".join(["1 " * 400] * 400)
    began = time.process_time()
    assert refused(cli(command, "-", stdin=text), "400×400 cells are too many to explain")
    assert time.process_time() - began < 5


@pytest.mark.process
def test_closed_streams_are_handled():
    for redirection in (">&-", "<&- -"):
        line = f"'{sys.executable}' -m masume solve hitori/first {redirection}"
        done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=30)
        assert "Traceback" not in done.stderr and "bug" not in done.stderr, line


@pytest.mark.process
def test_full_disk_is_reported():
    with open("/dev/full", "w") as full:
        process = masume_process_to(full, "list")
        _, err = process.communicate(timeout=60)
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


@pytest.mark.process
def test_ctrl_c_prints_partial_result():
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
    wait_for_work(process.pid, 0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, (out, err)
    assert "not finished: interrupted" in out and "expanded" in out
    assert "Traceback" not in err


@pytest.mark.process
def test_closed_pipe_is_quiet():
    process = masume_process("list")
    process.stdout.close()
    err = process.stderr.read()
    assert process.wait(timeout=60) == 141
    process.stderr.close()
    assert "Traceback" not in err and "BrokenPipe" not in err


@pytest.mark.process
def test_terminal_without_unicode_gets_ascii():
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    process = masume_process("solve", "hashi/pw-1", env=env)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == ""


@pytest.mark.process
@pytest.mark.skipif(
    subprocess.run(["env", "--block-signal=INT", "true"], capture_output=True).returncode != 0,
    reason="only GNU's env can start a program with a signal blocked",
)
def test_ctrl_c_during_start_is_quiet():
    """As the launcher starts it: Python itself would show a traceback if it was interrupted."""
    for moment in range(8 if SOAK else 4):
        process = subprocess.Popen(
            ["env", "--block-signal=INT", sys.executable, "-P", "-m", "masume", "list"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(0.05 * moment + 0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode in (130, -signal.SIGINT, 0)
        assert err.lstrip() in ("", "masume: interrupted\n")


ORDERS = "\x1b[31m\x07"  # what a terminal would obey


def film(tmp_path, *lines, **head):
    """Return the path of a hand-written film."""
    printed = {"film": "masume film 2", "kind": "hitori", "board": ["1 1", "2 3"], **head}
    path = tmp_path / "film.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in [printed, *lines]) + "\n")
    return path


FRAME = dict(step=1, depth=0, g=0, h=None, generated=1, kept=1, frontier=1, position={"black": []})


def test_control_characters_in_films_are_removed(cli, tmp_path):
    path = film(
        tmp_path,
        {"restart": f"again {ORDERS}", "round": f"2 {ORDERS}"},
        {**FRAME, "move": f"r1c1=black {ORDERS}"},
        {"end": f"solved {ORDERS}", "expanded": 1, "left_out": 0, "position": None},
        name=f"mine {ORDERS}",
    )
    code, out, err = cli("watch", path, "--delay", "0")
    assert (code, err) == (0, "")
    assert all(word in out for word in ("mine", "again", "r1c1=black", "solved"))
    assert not set(ORDERS[:1] + ORDERS[-1:]) & set(out)


@pytest.mark.parametrize("position", [[1], 7, "black", {"black": 1}, {"black": [[9, 9]]}])
def test_damaged_film_line_is_reported(cli, tmp_path, position):
    path = film(tmp_path, {**FRAME, "move": None, "position": position})
    code, _, err = cli("watch", path, "--delay", "0")
    assert code == 2 and err.count("\n") == 1 and "bug" not in err


def test_control_characters_in_titles_are_removed(cli, tmp_path):
    path = tmp_path / "mine.toml"
    title = json.dumps(f"mine {ORDERS}")
    path.write_text(
        f'title = {title}\n[[boards]]\nexamples = ["hitori/first"]\n'
        '[[searches]]\nalgorithms = ["bfs"]\n'
    )
    code, out, _ = cli("study", "run", path, "--plan")
    assert code == 0 and "mine" in out and not set("\x1b\x07") & set(out)


def test_huge_number_in_study_is_reported(cli, tmp_path):
    path = tmp_path / "long.toml"
    rest = '\n[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\n'
    for number in ("9" * 4300, "9" * 4301, "0x" + "f" * 5000):
        path.write_text(f"seed = {number}{rest}")
        assert refused(cli("study", "run", path), "long.toml")


def test_control_characters_in_errors_are_removed(cli):
    _, _, err = cli("solve", "hitori/first", "--with", f"beam:width={ORDERS}")
    assert err.startswith("masume: ") and "\x1b" not in err and "\x07" not in err


SWALLOWED = """
import os, signal, sys, weakref
from masume.__main__ import main
from masume.front.cli import study
from masume.lab import drive

class Thing: pass

def lose_ctrl_c(of, name):
    usual = getattr(of, name)
    def patched(*arguments):
        thing = Thing()
        def callback(_):
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(1000): pass
        watched = weakref.ref(thing, callback)
        del thing  # Python prints and drops whatever the callback raises
        return usual(*arguments)
    setattr(of, name, patched)

lose_ctrl_c(*{"before": (study, "read_study"), "while": (drive, "declare")}[sys.argv.pop()])
main()
"""


@pytest.mark.process
@pytest.mark.parametrize("when", ["before", "while"])
def test_ctrl_c_inside_callback_is_not_lost(tmp_path, when):
    (tmp_path / "own.toml").write_text(
        '[[boards]]\nexamples = ["hitori/first"]\n[[searches]]\nalgorithms = ["astar"]\n'
    )
    arguments = ["study", "run", str(tmp_path / "own.toml"), "--jobs", "1", when]
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED, *arguments], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 130, done.stderr
    assert "interrupted; results so far are kept" in done.stderr
    assert done.stdout == ""
    assert ("Traceback" in done.stderr) == (when == "before")
