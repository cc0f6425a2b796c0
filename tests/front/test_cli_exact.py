"""The exact engine on the command line: solve, count, all, forced, why-not and batches."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time

import pytest
from processes import wait_for_work
from support import refused
from work.deeds import wait_until, workers_of

import masume
from masume.formats.plain import write_board

MANY = "exactly_one\n" + "\n".join([" ".join("." * 9)] * 9)  # more paths than anyone can count


def masume_process(*arguments, **options):
    command = [sys.executable, "-m", "masume", *map(str, arguments)]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, **options)


def test_solve_reports_uniqueness(cli):
    code, out, _ = cli("solve", "hitori/first")
    assert code == 0 and "solved, the solution is unique\n# 1 # 4\n" in out
    code, out, _ = cli("solve", "exactly_one/two-ways")
    assert code == 0 and "the solution is not unique; this one is the shortest" in out
    assert "another solution, different at r4c1, r4c2, r5c1, r5c2:" in out
    code, out, _ = cli("solve", "exactly_one/two-ways", "--first")
    assert code == 0 and ": solved\n" in out and "another" not in out
    code, out, _ = cli("solve", "hashi/unsolvable-5x5")
    assert code == 1 and "no solution (masume why-not explains why)\n" in out


def test_solve_json_contains_second_solution(cli):
    row = json.loads(cli("solve", "exactly_one/two-ways", "--json")[1])
    assert row["unique"] is False and row["shortest"] is True and row["algorithm"] == "exact"
    assert row["differs"] == [[3, 0], [3, 1], [4, 0], [4, 1]]
    board = masume.load("exactly_one/two-ways")
    for key in ("answer", "other"):
        assert masume.check(board, row[key]) == []
    assert row["answer"] != row["other"]
    row = json.loads(cli("solve", "hitori/first", "--json")[1])
    assert row["unique"] is True and row["other"] is row["differs"] is None
    row = json.loads(cli("solve", "hitori/first", "--json", "--first")[1])
    assert row["unique"] is None and row["status"] == "solved"


def test_exact_and_search_rows_have_the_same_keys(cli):
    rows = [
        json.loads(cli("solve", "hitori/first", "--json", *more)[1])
        for more in ([], ["--with", "astar"])
    ]
    rows.append(json.loads(cli("solve", "hitori\n1 x", "--json")[1]))
    assert list(rows[0]) == list(rows[1]) == list(rows[2])


@pytest.mark.parametrize(
    "more",
    [
        ["--space", "shade"],
        ["--heuristic", "duplicates"],
        ["--nodes", "5"],
        ["--states", "5"],
        ["--trace"],
        ["--watch"],
        ["--film", "x"],
    ],
)
def test_exact_rejects_search_options(cli, more):
    assert refused(cli("solve", "hitori/first", "--with", "exact", *more), "exact is not a search")


def test_exact_has_no_options(cli):
    assert refused(cli("solve", "hitori/first", "--with", "exact:weight=2"), "no options")


@pytest.mark.process
def test_watching_rejects_parallel_jobs(cli):
    assert refused(cli("solve", "hitori/first", "--watch", "--jobs", "2"), "--jobs")


def test_count_prints_number_of_solutions(cli):
    code, out, _ = cli("count", "exactly_one/apart", "hitori/first", "hashi/unsolvable-5x5")
    assert code == 1
    assert [line.rpartition(": ")[2] for line in out.splitlines()] == [
        "152 solutions",
        "1 solution",
        "no solution",
    ]
    code, out, _ = cli("count", "exactly_one/apart", "--at-most", "10")
    assert code == 0 and "at least 10 solutions" in out
    row = json.loads(cli("count", "exactly_one/apart", "--at-most", "152", "--json")[1])
    assert row["solutions"] == 152 and row["complete"] is True
    row = json.loads(cli("count", "exactly_one/apart", "--at-most", "151", "--json")[1])
    assert row["solutions"] == 151 and row["complete"] is False


def test_all_prints_every_solution(cli):
    code, out, _ = cli("all", "exactly_one/two-ways")
    assert code == 0 and "solution 1\n" in out and "solution 2\n" in out
    assert out.rstrip().endswith("2 solutions")
    lines = cli("all", "exactly_one/apart", "--json")[1].splitlines()
    rows = [json.loads(line) for line in lines]
    board = masume.load("exactly_one/apart")
    answers = {json.dumps(row["answer"]) for row in rows[:-1]}
    assert len(answers) == 152 and rows[-1]["solutions"] == 152
    assert all(masume.check(board, row["answer"]) == [] for row in rows[:-1])


@pytest.mark.process
def test_all_prints_solutions_immediately():
    with masume_process("all", MANY, "--json") as process:
        first = json.loads(process.stdout.readline())  # long before it could be done
        assert first["solution"] == 1
        process.kill()


def test_forced_shows_common_marks(cli):
    code, out, _ = cli("forced", "kuromasu\n. . .\n. 5 .\n. 3 .")
    assert code == 0
    assert [line.rstrip() for line in out.splitlines()[1:4]] == [".  .+ .", ".+ 5+ .+", "#  3+ #"]
    code, out, _ = cli("forced", "hitori/first")
    assert code == 0 and "everything is forced" in out
    row = json.loads(cli("forced", "exactly_one/apart", "--from", "UR", "--json")[1])
    assert row["forced"]["path"] == [[4, 0], [3, 0], [3, 1]]
    code, out, _ = cli("forced", "hitori/first", "--from", "r1c1=white r1c2=white")
    assert code == 1 and "no solution from these marks" in out


def test_why_not_names_contradictory_clues(cli):
    code, out, _ = cli("why-not", "exactly_one/walled-off")
    assert code == 0 and "- shape B at r3c2 is visited\n" in out and "[B]" in out
    code, out, _ = cli("why-not", "hitori/first")
    assert code == 1 and "the board has a solution" in out
    code, out, _ = cli("why-not", "hitori/first", "--from", "r1c1=white r2c1=white")
    assert code == 0 and "your mark: r1c1 is white" in out
    row = json.loads(cli("why-not", "kuromasu/br-3x3-1", "--json")[1])
    assert row["minimal"] is True
    assert {reason["rule"] for reason in row["reasons"]} == {"clue"}
    assert refused(cli("why-not", "hitori/first", "--from", "nonsense"))


def test_limit_ends_with_partial_result(cli):
    began = time.process_time()
    code, out, _ = cli("count", MANY, "--at-most", 10**9, "--seconds", "0.1")
    assert time.process_time() - began < 3
    assert code == 0 and re.search(r"at least [\d,]+ solutions \(0.1 s used\)", out)
    code, out, _ = cli("solve", MANY, "--seconds", "0")
    assert code == 3 and "not finished: 0 s used" in out


@pytest.mark.process
@pytest.mark.parametrize("command", ["count", "all"])
def test_ctrl_c_ends_with_partial_result(command):
    more = ["--at-most", str(10**9), "--seconds", "100"]
    with masume_process(command, MANY, *more) as process:
        if command == "all":
            process.stdout.readline()  # it has begun, and soon waits for somebody to read on
        else:
            wait_for_work(process.pid, 0.5)
        process.send_signal(signal.SIGINT)
        out = process.communicate(timeout=60)[0]
    assert process.returncode == 130
    assert re.search(r"at least [\d,]+ solutions? \(interrupted\)", out)


# Batches


def batch_file(folder, count=40):
    """Boards of all kinds, and two that cannot be read."""
    boards = [write_board(b) for kind in masume.kinds() for b in masume.examples(kind)][:count]
    boards.insert(7, "hitori\n1 2\n3 oops\n")
    boards.insert(20, "nosuch\n1 2\n3 4\n")
    file = folder / "batch.txt"
    file.write_text("\n".join(boards), encoding="utf-8")
    return file, len(boards)


@pytest.mark.process
@pytest.mark.parametrize("jobs", [1, 2])
def test_batch_has_one_row_per_board(cli, tmp_path, jobs):
    file, count = batch_file(tmp_path)
    code, out, err = cli("solve", file, "--json", "--jobs", jobs)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err, len(rows)) == (2, "", count)
    errors = [row for row in rows if row["status"] == "error"]
    assert len(errors) == 2
    assert all(re.search(r"line \d+: ", row["error"]) for row in errors)
    assert sum(row["status"] == "solved" for row in rows) > 25
    for row in rows:
        row.pop("seconds")
    assert len({json.dumps(row) for row in rows}) == count


@pytest.mark.process
def test_batch_is_independent_of_jobs(cli, tmp_path):
    file, _ = batch_file(tmp_path)

    def rows(*more):
        found = [json.loads(line) for line in cli("solve", file, "--json", *more)[1].splitlines()]
        kept = [{k: v for k, v in row.items() if k != "seconds"} for row in found]
        return sorted(map(json.dumps, kept))

    assert rows() == rows("--jobs", "2")
    searched = ["--with", "depth_first", "--nodes", "50"]
    assert rows(*searched) == rows(*searched, "--jobs", "2")


@pytest.mark.process
def test_batch_separates_results_and_errors(cli, tmp_path):
    file, boards = batch_file(tmp_path, 25)
    code, out, err = cli("solve", file, "--jobs", "2")
    assert code == 2 and len(re.findall(r"^\S+ \(.+×\d+\): ", out, re.MULTILINE)) == boards - 2
    assert err.count("\n") == 2 and "oops" in err and "nosuch" in err


def working(process):
    """Return the worker processes, which are children of keeper processes."""
    return [worker for keeper in workers_of(process) for worker in workers_of(keeper)]


@pytest.mark.process
def test_ctrl_c_ends_a_batch(tmp_path):
    file = tmp_path / "long.txt"
    file.write_text("\n\n".join([MANY] * 40))
    slowly = [
        "--with",
        "depth_first:depth_limit=15",
        "--space",
        "walk",
        "--seconds",
        "60",
        "--jobs",
        "2",
    ]
    pipes = {"stderr": subprocess.PIPE, "start_new_session": True}
    with masume_process("solve", file, "--json", *slowly, **pipes) as process:
        wait_until(lambda: len(working(process.pid)) == 2)
        for worker in working(process.pid):
            wait_for_work(worker, 0.3)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.startswith("masume: interrupted after ") and err.count("\n") == 1


@pytest.mark.process
def test_progress_bar_is_shown_on_terminal_only(tmp_path):
    file, count = batch_file(tmp_path)
    parent, child = pty.openpty()
    with masume_process("solve", file, "--json", stderr=child) as process:
        os.close(child)
        rows = process.stdout.read().splitlines()
        shown = b""
        try:
            while data := os.read(parent, 65536):
                shown += data
        except OSError:  # the other end is closed: that is all
            pass
    os.close(parent)
    assert len(rows) == count and all(json.loads(row) for row in rows)
    assert f"/{count}".encode() in shown


@pytest.mark.process
def test_rows_are_not_wrapped_on_narrow_terminal(tmp_path):
    file, count = batch_file(tmp_path, 10)
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "masume", "solve", str(file), "--json"]
    env = {**os.environ, "COLUMNS": "40", "TERM": "xterm"}
    with subprocess.Popen(command, stdout=child, stderr=child, env=env):
        os.close(child)
        shown = b""
        try:
            while data := os.read(parent, 65536):
                shown += data
        except OSError:  # the other end is closed: that is all
            pass
    os.close(parent)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    rows = [line for line in re.split(r"[\r\n]+", text) if line.startswith("{")]
    assert len(rows) == count and all(json.loads(row)["kind"] or row for row in rows)


def test_error_rows_have_the_keys_of_the_command(cli):
    for command in ("count", "forced", "why-not"):
        good = json.loads(cli(command, "hitori/first", "--json")[1])
        code, out, err = cli(command, "hitori\n1 x", "--json")
        assert (code, err) == (2, "") and set(json.loads(out)) == set(good)
