"""Two sets of results beside each other: pairs, ends, counts and times."""

from __future__ import annotations

import json
import re
from math import log
from statistics import fmean

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
    assert [times.verdict for times in found.times] == ["untested"] * 2
    assert all(times.ratio == 1 and times.slower == times.faster == 0 for times in found.times)
    assert not found.got_worse


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
    astar, exact = sorted(found.times, key=lambda one: one.search)
    assert (astar.boards, exact.boards) == (5, 5)  # of seven, without those that were cut off


def test_sessions_of_identical_code_are_not_called_slower_or_faster(tmp_path, capsys):
    """The machine is 20 % slower in the second session, and from its middle on, too."""
    one = stored(tmp_path, "a", rows(lambda n: 1.0 + n))
    for name, drift in (("b", lambda n: 1.2), ("resumed", lambda n: 1.0 if n < 2 else 1.2)):
        slow = stored(tmp_path, name, rows(lambda n, drift=drift: (1.0 + n) * drift(n)))
        for names in ((one, slow), (slow, one)):
            code, out, _ = command(capsys, *names)
            assert code == 0
            assert not re.search(r": (slower|faster)|p [=<]", out)
            assert "1 session of each, too few to test" in out


def test_drift_between_many_sessions_is_no_difference(tmp_path, capsys):
    names = []
    for number, drift in enumerate((1.0, 1.3, 1.2, 0.9, 1.1, 1.0, 0.8, 1.2)):
        runs = rows(lambda n, drift=drift: (1.0 + n) * drift)
        names.append(stored(tmp_path, f"s{number}", runs))
    found = compare(*names)
    assert [times.verdict for times in found.times] == ["no difference shown"] * 2
    assert all(times.interval[0] < 1 < times.interval[1] for times in found.times)
    assert command(capsys, *names)[0] == 0


def test_a_time_limit_reached_in_one_session_alone_is_not_worse(tmp_path, capsys):
    before, after = rows(lambda n: 9.0), rows(lambda n: 9.0)
    after[0] |= {"status": "limit", "reason": "10 s used", "seconds": 10.0, "expanded": 8}
    after[1] |= {"status": "killed", "reason": "it did not end within 32 s", "seconds": None}
    one, two = stored(tmp_path, "a", before), stored(tmp_path, "b", after)
    found = compare(one, two)
    assert (len(found.timed_out), found.worse, found.got_worse) == (2, [], False)
    assert (len(compare(two, one).timed_out), compare(two, one).better) == (2, [])
    code, out, _ = command(capsys, one, two)
    assert code == 0
    assert "2 runs hit the time limit in one set only, not counted as worse:" in out
    # It had expanded more than the other needed: that is not the clock.
    after[0]["expanded"] = 11
    assert compare(one, stored(tmp_path, "c", after)).got_worse


def test_larger_counts_and_costs_are_worse_and_smaller_ones_are_not(tmp_path, capsys):
    before, more, dear = (rows(lambda n: 1.0, cost=5) for _ in range(3))
    more[4]["expanded"] += 1
    dear[4]["cost"] += 1
    one, two, three = (
        stored(tmp_path, name, runs) for name, runs in zip("abc", (before, more, dear), strict=True)
    )
    assert [command(capsys, one, other)[0] for other in (one, two, three)] == [0, 1, 1]
    assert "b2, astar, shade, seed 0: expanded 12 → 13" in command(capsys, one, two)[1]
    assert [command(capsys, other, one)[0] for other in (two, three)] == [0, 0]


def test_times_are_compared_board_by_board_and_slower_ones_come_first(tmp_path):
    from scipy.stats import ttest_1samp

    before = rows(lambda n: 1.0 + n)
    after = [
        row | {"seconds": row["seconds"] * (1.5 if row["algorithm"] == "exact" else 0.5)}
        for row in before
    ]
    names, drifts = [], (1.1, 0.95, 1.0, 0.9)
    for number, drift in enumerate(drifts):
        drifted = [row | {"seconds": row["seconds"] * drift} for row in after]
        names += [stored(tmp_path, f"a{number}", before), stored(tmp_path, f"b{number}", drifted)]
    found = compare(*names)
    slower, faster = found.times
    assert (slower.search, slower.verdict, slower.slower) == ("exact", "slower", 4 * 8)
    assert (faster.verdict, faster.faster) == ("faster", 4 * 8)
    for times, factor in ((slower, 1.5), (faster, 0.5)):
        ratios = [log(factor * drift) for drift in drifts]
        test = ttest_1samp(ratios, 0)
        assert (times.boards, times.rounds) == (4 * 8, 4)
        assert log(times.ratio) == pytest.approx(fmean(ratios))
        expected = tuple(test.confidence_interval(0.95))
        assert tuple(map(log, times.interval)) == pytest.approx(expected)
        assert times.p == pytest.approx(test.pvalue * (1 if times is slower else 2))  # Holm


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
    found = compare(*(one, two) * 3)
    assert found.unlike == "measured on different machines"
    assert {times.verdict for times in found.times} == {"untested"}


def command(capsys, *names):
    code = run_command(["study", "compare", *names])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_says_it_in_lines_and_in_json(tmp_path, capsys):
    before, after = rows(lambda n: 1.0), rows(lambda n: 2.0)
    after[0] |= {"status": "limit", "reason": "1,000 nodes expanded"}
    after[3]["expanded"] = 7
    one, two = stored(tmp_path, "a", before), stored(tmp_path, "b", after)
    code, out, _ = command(capsys, one, two)
    lines = out.splitlines()
    assert code == 1
    assert "16 runs in both, 0 only in the first, 0 only in the second" in lines
    assert "1 run got worse:" in lines
    assert "  b0, astar, shade, seed 0: solved → limit (1,000 nodes expanded)" in lines
    assert "  b1, exact, seed 0: expanded 11 → 7" in lines
    times = [line.split() for line in lines if line.startswith("  hitori")]
    assert {line[1] for line in times} == {"exact", "astar,"}
    assert "2×, slower on 8 and faster on 0 of 8" in out
    assert (
        "slower on 24 and faster on 0 of 24: slower, p < 0.0001"
        in command(capsys, *(one, two) * 3)[1]
    )
    told = json.loads(command(capsys, one, two, "--json")[1])
    assert [one["second"]["status"] for one in told["worse"]] == ["limit"]
    assert {one["verdict"] for one in told["times"]} == {"untested"}
    code, out, _ = command(capsys, one, one)
    assert code == 0
    assert "all statuses and counts are equal" in out


def test_what_cannot_be_compared_is_refused_in_one_line(tmp_path, capsys):
    one = stored(tmp_path, "a", rows(lambda n: 1.0))
    two = stored(tmp_path, "b", [run("other", "astar", expanded=3)])
    for names in ((one, two), (one, str(tmp_path / "none.toml")), (one,), (one, one, one)):
        code, out, err = command(capsys, *names)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
