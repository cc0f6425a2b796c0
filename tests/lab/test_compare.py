"""Comparisons of two sets of results: pairs, statuses, counts and times."""

from __future__ import annotations

import json
import re
from math import log
from statistics import fmean

import pytest
from study_rows import MACHINE, keep, run

from masume.lab.compare import compare
from masume.lab.log import StoreError


def rows(seconds, **more):
    """Return runs of A* and the exact engine on eight boards, with times from a function."""
    return [
        run(f"b{n}", algorithm, expanded=10 + n, seconds=seconds(n), **more)
        for n in range(8)
        for algorithm in ("astar", "exact")
    ]


@pytest.fixture
def write(tmp_path):
    return lambda name, runs, **more: str(keep(tmp_path / f"{name}.jsonl", runs, **more))


def test_regressions_and_improvements_are_listed(write):
    before, after = rows(lambda n: 1.0), rows(lambda n: 1.0)
    for row, status in ((after[0], "limit"), (after[2], "wrong"), (before[5], "stuck")):
        row["status"] = status
    before[3]["status"], after[3]["status"] = "limit", "error"
    after[7]["expanded"] += 1
    result = compare(write("a", before), write("b", after[:-2]))
    ends = [(a["status"], b["status"]) for a, b in result.worse]
    assert sorted(ends) == [("limit", "error"), ("solved", "limit"), ("solved", "wrong")]
    assert [(a["status"], b["status"]) for a, b in result.better] == [("stuck", "solved")]
    assert [b["expanded"] - a["expanded"] for a, b in result.counts] == [1]
    assert (result.both, len(result.first.runs), len(result.second.runs)) == (14, 16, 14)
    astar, exact = sorted(result.times, key=lambda entry: entry.search)
    assert (astar.boards, exact.boards) == (5, 5)  # of seven, without those that were cut off


def test_sessions_of_identical_code_show_no_difference(write, cli):
    """The machine is 20 % slower in the later session, or since a resumption."""
    entry = write("a", rows(lambda n: 1.0 + n))
    for name, first_slow in (("b", 0), ("resumed", 2)):
        slow = rows(lambda n, first=first_slow: (1.0 + n) * (1.2 if n >= first else 1.0))
        code, out, _ = cli("study", "compare", entry, write(name, slow))
        assert code == 0
        assert not re.search(r": (slower|faster)|p [=<]", out)
        assert "1 session of each, too few to test" in out


def test_one_changed_search_is_found_in_two_sessions_of_different_speed(write, cli):
    """All are 30 % slower, with some noise; one has changed and is twice as fast."""

    def session(speeds, sources):
        return [
            run(f"b{n}", name, expanded=5, seconds=(1 + n) * speed, sources=sources.get(name, "s"))
            for n in range(5)
            for name, speed in speeds.items()
        ]

    before = dict.fromkeys(("astar", "beam", "greedy", "exact", "random_walk"), 1.0)
    noise = (0.65, 1.33, 1.27, 1.31, 1.29)
    after = dict(zip(before, noise, strict=True))
    entry = write("a", session(before, {}))
    two = write("b", session(after, {"astar": "t"}))
    result = compare(entry, two)
    assert (result.shared, result.drift) == (4, pytest.approx(1.3, abs=0.001))
    verdicts = {times.search.partition(",")[0]: times.verdict for times in result.times}
    assert verdicts.pop("astar") == "faster"
    assert set(verdicts.values()) == {"no difference shown"}
    (times,) = (times for times in result.times if times.verdict == "faster")
    assert times.ratio == pytest.approx(0.5, abs=0.001)
    assert "4 searches with the same sources show (1.3×)" in cli("study", "compare", entry, two)[1]


def test_time_limit_in_one_set_only_is_not_worse(write, cli):
    before, after = rows(lambda n: 9.0), rows(lambda n: 9.0)
    after[0] |= {"status": "limit", "reason": "10 s used", "seconds": 10.0, "expanded": 8}
    after[1] |= {"status": "killed", "reason": "it did not end within 32 s", "seconds": None}
    entry, two = write("a", before), write("b", after)
    result = compare(entry, two)
    assert (len(result.timed_out), result.worse, result.got_worse) == (2, [], False)
    assert (len(compare(two, entry).timed_out), compare(two, entry).better) == (2, [])
    code, out, _ = cli("study", "compare", entry, two)
    assert code == 0
    assert "2 runs hit the time limit in one set only, not counted as worse:" in out
    # It had expanded more than the other needed: that is not the clock.
    after[0]["expanded"] = 11
    assert compare(entry, write("c", after)).got_worse


def test_only_larger_counts_and_costs_are_worse(write):
    entry = write("a", rows(lambda n: 1.0, cost=5))
    for name in ("expanded", "cost"):
        more = rows(lambda n: 1.0, cost=5)
        more[4][name] += 1
        other = write(name, more)
        assert compare(entry, other).got_worse and not compare(other, entry).got_worse


@pytest.mark.long
def test_times_are_compared_board_by_board_and_slower_ones_come_first(write):
    from scipy.stats import ttest_1samp

    before = rows(lambda n: 1.0 + n)
    after = [
        row | {"seconds": row["seconds"] * (1.5 if row["algorithm"] == "exact" else 0.5)}
        for row in before
    ]
    names, drifts = [], (1.1, 0.95, 1.0, 0.9)
    for number, drift in enumerate(drifts):
        drifted = [row | {"seconds": row["seconds"] * drift} for row in after]
        names += [write(f"a{number}", before), write(f"b{number}", drifted)]
    result = compare(*names)
    slower, faster = result.times
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


def test_two_commits_in_one_file(write):
    old = rows(lambda n: 1.0, machine="old")
    new = [row | {"machine": "new", "key": row["key"] + "+", "expanded": 99} for row in old]
    machines = [{"id": name} | MACHINE | {"commit": f"{name}1234"} for name in ("old", "new")]
    file = write("both", [*old, *new], machine=machines)
    result = compare(f"{file}@old", f"{file}@new")
    assert (result.first.commits, result.second.commits) == (("old1234",), ("new1234",))
    assert len(result.counts) == result.both == 16
    assert result.unlike == ""  # the commit is what is compared
    with pytest.raises(StoreError, match="no runs of commit other"):
        compare(f"{file}@other", file)


def test_incomparable_times_are_reported(write):
    before, after = rows(lambda n: 1.0), rows(lambda n: 2.0)
    entry = write("a", before)
    far = [{"id": "m"} | MACHINE | {"host": "elsewhere"}]
    two = write("b", after, machine=far)
    result = compare(*(entry, two) * 3)
    assert result.unlike == "measured on different machines"
    assert {times.verdict for times in result.times} == {"untested"}


def test_compare_prints_lines_and_json(write, cli):
    before, after = rows(lambda n: 1.0), rows(lambda n: 2.0)
    after[0] |= {"status": "limit", "reason": "1,000 nodes expanded"}
    after[3]["expanded"] = 7
    entry, two = write("a", before), write("b", after)
    code, out, _ = cli("study", "compare", entry, two)
    assert code == 1
    assert "16 runs in both, 0 only in the first, 0 only in the second\n" in out
    assert "1 run got worse:\n" in out
    assert "  b0, astar, shade, seed 0: solved → limit (1,000 nodes expanded)\n" in out
    assert "  b1, exact, seed 0: expanded 11 → 7\n" in out
    assert "2×, slower on 8 and faster on 0 of 8" in out
    out = cli("study", "compare", *(entry, two) * 3)[1]
    assert "slower on 24 and faster on 0 of 24: slower, p < 0.0001" in out
    output = json.loads(cli("study", "compare", entry, two, "--json")[1])
    assert [entry["second"]["status"] for entry in output["worse"]] == ["limit"]
    assert {entry["verdict"] for entry in output["times"]} == {"untested"}
    code, out, _ = cli("study", "compare", entry, entry)
    assert code == 0
    assert "all statuses and counts are equal" in out


def test_incomparable_sets_are_rejected_in_one_line(write, cli, tmp_path):
    entry = write("a", rows(lambda n: 1.0))
    two = write("b", [run("other", "astar", expanded=3)])
    for names in ((entry, two), (entry, str(tmp_path / "none.toml")), (entry,), (entry,) * 3):
        code, out, err = cli("study", "compare", *names)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
