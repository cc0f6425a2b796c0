"""Two sets of results beside each other: pairs, ends, counts and times."""

from __future__ import annotations

import json

import pytest
from study_rows import MACHINE, keep, run

from masume.front.cli.main import run as run_command
from masume.lab.compare import compare
from masume.lab.store_faults import StoreError


def rows(seconds, boards=8, **more):
    """A search and the exact engine on some boards; its times are given by a function."""
    return [
        run(f"b{number}", algorithm, expanded=10 + number, seconds=seconds(number), **more)
        for number in range(boards)
        for algorithm in ("astar", "exact")
    ]


def stored(folder, name, runs, **more):
    return str(keep(folder / f"{name}.duckdb", runs, **more))


def test_the_same_results_have_nothing_to_tell(tmp_path):
    one, two = (stored(tmp_path, name, rows(lambda n: 1 + n)) for name in "ab")
    found = compare(one, two)
    assert (found.both, found.worse, found.better, found.counts) == (16, [], [], [])
    assert [times.verdict for times in found.times] == ["no difference shown"] * 2
    assert all(times.ratio == 1 and times.slower == times.faster == 0 for times in found.times)


def test_what_got_worse_and_what_got_better(tmp_path):
    before, after = rows(lambda n: 1.0), rows(lambda n: 1.0)
    for row, status in ((after[0], "limit"), (after[2], "wrong"), (before[5], "stuck")):
        row["status"] = status
    before[3]["status"], after[3]["status"] = "limit", "error"
    after[7]["expanded"] += 1
    one, two = stored(tmp_path, "a", before), stored(tmp_path, "b", after[:-2])
    found = compare(one, two)
    ends = [(a["status"], b["status"]) for a, b in found.worse]
    assert sorted(ends) == [("limit", "error"), ("solved", "limit"), ("solved", "wrong")]
    assert [(a["status"], b["status"]) for a, b in found.better] == [("stuck", "solved")]
    assert [b["expanded"] - a["expanded"] for a, b in found.counts] == [1]
    assert (found.both, len(found.first.runs), len(found.second.runs)) == (14, 16, 14)
    astar, exact = sorted(found.times, key=lambda one: one.method)
    assert (astar.boards, exact.boards) == (5, 5)  # of seven, without those that were cut off


def test_times_are_compared_board_by_board_and_slower_ones_come_first(tmp_path):
    before = rows(lambda n: 1.0 + n)
    after = [
        row | {"seconds": row["seconds"] * (1.5 if row["algorithm"] == "exact" else 0.5)}
        for row in before
    ]
    found = compare(stored(tmp_path, "a", before), stored(tmp_path, "b", after))
    slower, faster = found.times
    assert (slower.method, slower.verdict, slower.slower, slower.faster) == (
        "exact",
        "slower",
        8,
        0,
    )
    assert slower.ratio == pytest.approx(1.5)
    assert slower.interval == pytest.approx((1.5, 1.5))
    assert slower.p == faster.p == pytest.approx(2 * 2 / 2**8)  # Holm: two methods
    assert (faster.verdict, faster.ratio) == ("faster", pytest.approx(0.5))


def test_two_commits_in_one_file(tmp_path):
    old = rows(lambda n: 1.0, machine="old")
    new = [row | {"machine": "new", "key": row["key"] + "+", "expanded": 99} for row in old]
    machines = [{"id": name} | MACHINE | {"commit": f"{name}1234"} for name in ("old", "new")]
    file = stored(tmp_path, "both", [*old, *new], machines=machines)
    found = compare(f"{file}@old", f"{file}@new")
    assert (found.first.commits, found.second.commits) == (("old1234",), ("new1234",))
    assert len(found.counts) == found.both == 16
    assert found.unlike == ""  # the commit is what is compared
    with pytest.raises(StoreError, match="no runs of commit other"):
        compare(f"{file}@other", file)


def test_times_that_cannot_be_compared_are_called_so(tmp_path):
    before, after = rows(lambda n: 1.0), rows(lambda n: 2.0)
    one = stored(tmp_path, "a", before)
    far = [{"id": "m"} | MACHINE | {"host": "elsewhere"}]
    two = stored(tmp_path, "b", after, machines=far)
    assert compare(one, two).unlike == "measured on different machines"


def command(capsys, *names):
    code = run_command(["study", "compare", *names])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_says_it_in_lines_and_in_json(tmp_path, capsys):
    before, after = rows(lambda n: 1.0), rows(lambda n: 2.0)
    after[0] |= {"status": "limit", "reason": "10 s used"}
    after[3]["expanded"] = 7
    one, two = stored(tmp_path, "a", before), stored(tmp_path, "b", after)
    code, out, _ = command(capsys, one, two)
    lines = out.splitlines()
    assert code == 1
    assert "16 runs in both, 0 only in the first, 0 only in the second" in lines
    assert "1 run got worse:" in lines
    assert "  b0, astar, shade, seed 0: solved → limit (10 s used)" in lines
    assert "  b1, exact, seed 0: expanded 11 → 7" in lines
    times = [line.split() for line in lines if line.startswith("  hitori")]
    assert {line[1] for line in times} == {"exact", "astar,"}
    assert "slower on 8 and faster on 0 of 8: slower, p = 0.0156" in out
    told = json.loads(command(capsys, one, two, "--json")[1])
    assert [one["second"]["status"] for one in told["worse"]] == ["limit"]
    assert {one["verdict"] for one in told["times"]} == {"slower"}
    code, out, _ = command(capsys, one, one)
    assert code == 0
    assert "all ends and all counts are the same" in out


def test_what_cannot_be_compared_is_refused_in_one_line(tmp_path, capsys):
    one = stored(tmp_path, "a", rows(lambda n: 1.0))
    two = stored(tmp_path, "b", [run("other", "astar", expanded=3)])
    for names in ((one, two), (one, str(tmp_path / "none.toml"))):
        code, out, err = command(capsys, *names)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
