"""The numbers of a report against small tables computed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from study_rows import fill, run

from masume.lab.report.cases import Way, chosen, prepare, ways
from masume.lab.report.claims import Claims, claims
from masume.lab.report.growth import growths
from masume.lab.report.pairs import Duel, MethodPair, all_pairs, duel
from masume.lab.store import Store, open_store


@contextmanager
def prepared(runs: list[dict[str, Any]]) -> Iterator[Store]:
    with open_store(Path(":memory:"), write=True) as store:
        fill(store, runs)
        prepare(store)
        yield store


@contextmanager
def judged(runs: list[dict[str, Any]]) -> Iterator[tuple[Store, dict[str, Way]]]:
    """The methods by their algorithms."""
    with prepared(runs) as store:
        yield store, {way.algorithm: way for way in ways(store)["hitori"]}


def test_medians_and_quartiles_count_unsettled_boards_as_the_largest() -> None:
    runs = [run(f"b{n}", "astar", expanded=n) for n in (1, 2, 3)]
    runs += [run(f"b{n}", "astar", "limit", expanded=1000) for n in (4, 5)]
    with judged(runs) as (_, found):
        way = found["astar"]
    assert (way.settled, way.boards) == (3, 5)
    spread = way.spreads["expanded"]
    assert (spread.low, spread.middle, spread.high) == (2.0, 3.0, None)
    assert way.spreads["generated"].middle == 6.0
    assert way.beyond == "> limit"
    # Twice the limit of 1000 expansions and 10 s for each of the two.
    assert way.par_nodes == pytest.approx((1 + 2 + 3 + 2000 + 2000) / 5)
    assert way.par_seconds == pytest.approx((3 * 0.5 + 2 * 20) / 5)


def test_half_the_boards_are_not_enough_for_a_median() -> None:
    runs = [run(f"b{n}", "astar", expanded=n) for n in (1, 2)]
    runs += [run(f"b{n}", "astar", "stuck", expanded=9) for n in (3, 4)]
    with judged(runs) as (_, found):
        assert found["astar"].spreads["expanded"].middle is None
        assert found["astar"].beyond == "stuck"


def test_repetitions_are_no_evidence() -> None:
    runs = [run("b1", "beam", expanded=n, seed=n) for n in (1, 5, 90)]
    runs += [run("b2", "beam", "limit", expanded=1000, seed=n) for n in (1, 2)]
    runs += [run("b2", "beam", expanded=7, seed=3)]
    runs += [run("b3", "beam", expanded=20, seed=1), run("b3", "beam", "stuck", seed=2)]
    with judged(runs) as (store, found):
        way = found["beam"]
        cases = store.ask("SELECT settled, expanded FROM cases ORDER BY place")
    # b2 is settled by one run in three, b3 by one in two: neither is more than half.
    assert cases == [(True, 5.0), (False, None), (False, None)]
    assert (way.settled, way.boards, way.settled_runs, way.runs) == (1, 3, 5, 8)


def test_exhausted_is_right_where_nobody_found_a_solution_and_wrong_elsewhere() -> None:
    runs = [run("none", "astar", "exhausted", expanded=4), run("none", "exact", "exhausted")]
    runs += [run("some", "astar", "exhausted", expanded=4), run("some", "exact")]
    with judged(runs) as (_, found):
        assert (found["astar"].settled, found["exact"].settled) == (1, 2)
        assert found["astar"].statuses == {"contradicted": 1, "exhausted": 1}


def test_these_ends_are_not_settled() -> None:
    unsettled = ("stuck", "limit", "killed", "died", "error", "skipped", "wrong")
    with judged([run("b", f"ends_{status}", status) for status in unsettled]) as (_, found):
        assert {name: way.settled for name, way in found.items()} == {
            f"ends_{status}": 0 for status in unsettled
        }


def test_the_exact_engine_comes_last_and_has_no_nodes() -> None:
    runs = [run("b", "exact", seconds=0.001), run("b", "astar", "limit", expanded=1000)]
    with prepared(runs) as store:
        several = ways(store)["hitori"]
    assert [way.algorithm for way in several] == ["astar", "exact"]
    assert several[1].par_nodes is None
    assert several[1].spreads["expanded"].middle is None
    assert several[1].spreads["seconds"].middle == 0.001


def test_the_best_settles_most_and_then_expands_least() -> None:
    runs = [run(f"b{n}", "astar", expanded=50) for n in range(3)]
    runs += [run(f"b{n}", "greedy", expanded=10) for n in range(3)]
    runs += [run(f"b{n}", "beam", "solved" if n else "stuck", expanded=1) for n in range(3)]
    with prepared(runs) as store:
        assert [way.algorithm for way in ways(store)["hitori"]] == ["greedy", "astar", "beam"]


def test_plots_show_algorithms_of_each_space_and_one_without_a_heuristic() -> None:
    runs = [
        run("b", name, expanded=10 * order + shade, heuristic="h", space=f"s{shade}")
        for order, name in enumerate(("a", "b", "c", "d", "e", "f", "g", "i"))
        for shade in (0, 1)
    ]
    runs += [run("b", "blind", expanded=999, space="s1"), run("b", "exact")]
    with prepared(runs) as store:
        shown = [way.method for way in chosen(ways(store)["hitori"])]
    pairs = [f"{name} + h, {space}" for name in "abc" for space in ("s0", "s1")]
    assert shown == [*pairs, "blind, s1", "exact"]


# Pairs and claims


def both(numbers: list[tuple[int | None, int | None]]) -> tuple[Duel, Claims]:
    """A* against greedy; None is not settled."""
    runs = []
    for place, pair in enumerate(numbers):
        for name, expanded in zip(("astar", "greedy"), pair, strict=True):
            status = "limit" if expanded is None else "solved"
            runs.append(run(f"b{place:02}", name, status, expanded=expanded))
    with judged(runs) as (store, found):
        result = duel(store, MethodPair("the best", found["astar"], found["greedy"]))
        return result, claims(store, ways(store))


def test_settled_beats_unsettled_and_ties_are_dropped() -> None:
    numbers = [(1, 2), (3, 3), (5, None), (None, 7), (None, None), (8, 4), (1, 10)]
    found, _ = both(numbers)
    assert (found.wins, found.losses, found.ties, found.both) == (3, 2, 2, 4)
    # Ratios 0.1, 0.5, 1, 2: between the middle ones, and no interval for four boards.
    assert found.ratio == pytest.approx((0.5 * 1) ** 0.5)
    assert found.interval is None
    assert (found.turned.wins, found.turned.losses) == (2, 3)
    assert found.turned.ratio == pytest.approx(1 / (0.5 * 1) ** 0.5)


def test_median_ratio_and_its_interval_from_order_statistics() -> None:
    numbers: list[tuple[int | None, int | None]] = [(n, 100) for n in range(1, 10)]
    found, claimed = both(numbers)
    assert found.ratio == pytest.approx(0.05)
    assert found.interval == pytest.approx((0.02, 0.08))  # the 2nd and the 8th of nine
    (claim,) = claimed.found
    assert claim.p == claim.corrected == pytest.approx(2 / 2**9)
    assert claim.verdict == "significant"
    assert claim.sentence == "astar, shade does better than greedy, shade"


def test_nothing_needed_against_something() -> None:
    found, _ = both([(0, 5), (0, 0), (0, 7)])
    assert found.ratio == 0
    assert found.turned.ratio == float("inf")


def test_five_boards_tell_nothing() -> None:
    _, claimed = both([(1, 9)] * 5)
    (claim,) = claimed.found
    assert claim.p == 0.0625
    assert claim.verdict == "not significant: too few boards to tell"


def test_pairs_that_hardly_differ_are_not_tested() -> None:
    _, claimed = both([(1, 9)] * 5 + [(4, 4)] * 20)
    assert claimed.found == ()
    assert [(one.wins, one.ties) for one in claimed.alike["hitori"]] == [(5, 20)]


def test_the_exact_engine_is_compared_by_time() -> None:
    runs = [run(f"b{n}", "astar", expanded=1, seconds=0.4) for n in range(10)]
    runs += [run(f"b{n}", "exact", seconds=0.1) for n in range(10)]
    with prepared(runs) as store:
        (claim,) = claims(store, ways(store)).found
    assert claim.sentence == "exact is faster than astar, shade"
    assert claim.duel.ratio == pytest.approx(0.25)


def test_claims_are_corrected_together() -> None:
    runs = [
        run(f"b{n}", name, expanded=factor * (n + 1))
        for n in range(12)
        for factor, name in enumerate(("astar", "greedy", "beam"), 1)
    ]
    with prepared(runs) as store:
        found = claims(store, ways(store)).found
    # The best with both others; the same heuristic (none) and space gives the same pairs.
    assert len(found) == 2
    assert [claim.corrected for claim in found] == pytest.approx([2 * 2 / 2**12] * 2)


def test_a_pair_is_compared_once() -> None:
    runs = [
        run("b", name, expanded=n, heuristic=heuristic, space=space)
        for n, name in enumerate(("astar", "greedy", "beam"), 1)
        for heuristic in ("near", "far")
        for space in ("shade", "decide")
    ]
    with prepared(runs) as store:
        pairs = all_pairs(ways(store)["hitori"])
    names = [frozenset((pair.one.method, pair.other.method)) for pair in pairs]
    assert len(names) == len(set(names))
    assert all(len(name) == 2 for name in names)
    heuristics = [pair for pair in pairs if pair.why == "heuristics"]
    assert heuristics
    for pair in heuristics:
        assert (pair.one.algorithm, pair.one.space) == (pair.other.algorithm, pair.other.space)


# Growth


def test_growth_leaves_out_what_is_out_of_reach() -> None:
    runs = []
    for size in (4, 5, 6, 7):
        for n in range(3):
            runs.append(run(f"{size}-{n}", "astar", expanded=size**2 * (n + 1), size=size))
            status = "solved" if size < 6 or n == 0 else "limit"
            runs.append(run(f"{size}-{n}", "greedy", status, expanded=2**size, size=size))
    with prepared(runs) as store:
        found = {one.way.algorithm: one for one in growths(store, "hitori", ways(store)["hitori"])}
    assert found["astar"].used == ((16, 32.0), (25, 50.0), (36, 72.0), (49, 98.0))
    assert found["astar"].fitted is not None
    best = found["astar"].fitted[0]
    assert (best.exponential, best.factor, best.rate) == (
        False,
        pytest.approx(2.0),
        pytest.approx(1.0),
    )
    assert found["greedy"].used == ((16, 16.0), (25, 32.0))
    assert found["greedy"].fitted is None
    assert found["greedy"].out_of_reach == [36, 49]
