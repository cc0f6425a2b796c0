"""The numbers of reports equal small examples computed by hand."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from types import SimpleNamespace

import pytest
from study_rows import keep, run, study_text

from masume.core.statistics import seed_test
from masume.draw.document import Heading, Table
from masume.errors import ParseError
from masume.formats.load import loads
from masume.lab.report.cases import least_work, prepare, search_stats, select_for_plots
from masume.lab.report.claims import claims
from masume.lab.report.pairs import SearchPair, Tally, all_pairs, compare_pair
from masume.lab.report.seeds import seeded_searches
from masume.lab.report.write import report_blocks
from masume.lab.store import open_store
from masume.lab.study import parse_study


@pytest.fixture
def opened(tmp_path):
    """Return a function that stores runs; it returns the store, and its searches by algorithm."""
    with ExitStack() as stack:

        def opened(runs):
            (folder := tmp_path / str(id(runs))).mkdir()
            store = stack.enter_context(open_store(keep(folder / "r.jsonl", runs)))
            prepare(store)
            every = search_stats(store)["hitori"]
            by_name = {search.algorithm: search for search in every}
            return SimpleNamespace(store=store, every=every, **by_name)

        yield opened


def test_median_needs_more_than_half_of_the_boards(opened):
    runs = [run(f"b{n}", "astar", expanded=n) for n in (1, 2)]
    runs += [run(f"b{n}", "astar", "stuck", expanded=9) for n in (3, 4)]
    astar = opened(runs).astar
    assert (astar.spreads["expanded"].middle, astar.beyond) == (None, "stuck")


def test_a_seed_settles_a_board_if_most_of_its_repetitions_do(opened):
    ends = {0: ("solved", "solved", "limit"), 1: ("solved", "limit", "limit")}  # by seed
    runs = [
        run("b", "beam", status, expanded=10, seed=seed, repetition=number)
        for seed, group in ends.items()
        for number, status in enumerate(group, 1)
    ]
    found = opened(runs)
    ((board,),) = (one.boards for one in seeded_searches(found.store, "hitori", found.every))
    assert (board.settled, board.seeds, board.expanded) == (1, 2, [10])
    assert board.penalised == pytest.approx(((10 + 10 + 2000) / 3, (10 + 2000 + 2000) / 3))


def test_repetitions_do_not_narrow_intervals(opened):
    intervals = []
    for repetitions in (1, 10):
        runs = [
            run(f"b{n}", name, expanded=expanded, seed=seed, repetition=repetition)
            for n in range(8)
            for name, factor in (("astar", 3), ("beam", 1))
            for seed in range(4)
            for expanded in [factor * (1 + 9 * seed) + n * n]
            for repetition in range(1, repetitions + 1)
        ]
        found = opened(runs)
        pair = SearchPair("", found.astar, found.beam)
        intervals.append(compare_pair(found.store, pair).ratio_interval)
    assert intervals[0] == intervals[1] != (3.0, 3.0)


def test_no_par2_without_limit(opened):
    runs = [run("b1", "astar", expanded=4, limit_nodes=None)]
    runs += [run("b2", "astar", "limit", expanded=9, limit_nodes=None)]
    astar = opened(runs).astar
    assert astar.par_nodes is None
    assert astar.par_seconds == pytest.approx((0.5 + 20) / 2)


def test_which_statuses_settle_a_board(opened):
    unsettled = ("stuck", "limit", "killed", "died", "error", "skipped", "wrong")
    runs = [run("none", "astar", "exhausted", expanded=4), run("none", "exact", "exhausted")]
    runs += [run("some", "astar", "exhausted", expanded=4), run("some", "exact")]
    runs += [run("some", f"ends_{status}", status) for status in unsettled]
    found = opened(runs)
    assert found.every[-1].algorithm == "exact" and found.exact.par_nodes is None
    assert found.astar.statuses == {"contradicted": 1, "exhausted": 1}
    expected = {"astar": 1, "exact": 2} | {f"ends_{status}": 0 for status in unsettled}
    assert {search.algorithm: search.settled for search in found.every} == expected


def test_best_search_settles_most_then_takes_least_time(opened):
    runs = [run(f"b{n}", "astar", expanded=10, seconds=0.5) for n in range(3)]
    runs += [run(f"b{n}", "greedy", expanded=50, seconds=0.1) for n in range(3)]
    runs += [run(f"b{n}", "beam", "solved" if n else "stuck", expanded=1) for n in range(3)]
    assert [search.algorithm for search in opened(runs).every] == ["greedy", "astar", "beam"]


def test_expansions_are_compared_within_one_space_only(opened):
    runs = []
    for n in range(8):  # few dear expansions in one space, many cheap ones in the other
        runs.append(run(f"b{n}", "astar", expanded=2, seconds=0.4, space="decide"))
        runs.append(run(f"b{n}", "astar", expanded=90, seconds=0.1))
        runs.append(run(f"b{n}", "greedy", expanded=50, seconds=0.2))
    found = opened(runs)
    assert found.every[0].name == "astar, shade", "the fastest, not who expands least elsewhere"
    best = [search.name for search, _ in least_work(found.every)]
    assert best == ["greedy, shade", "astar, decide"]
    assert {claim.sentence for claim in claims(found.store, {"hitori": found.every}).claims} == {
        "astar, shade is faster than astar, decide",
        "greedy, shade expands less than astar, shade",
    }


def test_plots_show_algorithms_of_each_space_and_one_without_a_heuristic(opened):
    runs = [
        run("b", name, seconds=0.1 * order + 0.01 * shade, heuristic="h", space=f"s{shade}")
        for order, name in enumerate("abcdefgi")
        for shade in (0, 1)
    ]
    runs += [run("b", "blind", seconds=9.0, space="s1"), run("b", "exact")]
    shown = [search.name for search in select_for_plots(opened(runs).every)]
    pairs = [f"{name} + h, {space}" for name in "abc" for space in ("s0", "s1")]
    assert shown == [*pairs, "blind, s1", "exact"]


# Pairs and claims


@pytest.fixture
def both(opened):
    """Return a function that compares A* with greedy; None is not settled."""

    def both(*numbers):
        runs = []
        for place, pair in enumerate(numbers):
            for name, expanded in zip(("astar", "greedy"), pair, strict=True):
                status = "limit" if expanded is None else "solved"
                runs.append(run(f"b{place:02}", name, status, expanded=expanded))
        found = opened(runs)
        result = compare_pair(found.store, SearchPair("the best", found.astar, found.greedy))
        return result, claims(found.store, search_stats(found.store))

    return both


def test_comparison_with_zero_expansions(both):
    assert both((0, 5), (0, 0), (0, 7))[0].ratio == 0
    assert both((5, 0), (0, 0), (7, 0))[0].ratio is None


def test_all_pairs_of_runs_are_compared(opened):
    runs = [run("b", "astar", expanded=n, seed=n) for n in (1, 2, 3, 9)]
    found = opened([*runs, *(run("b", "greedy", expanded=n, seed=n) for n in (3, 4))])
    result = compare_pair(found.store, SearchPair("the best", found.astar, found.greedy))
    assert result.better == pytest.approx((2 + 2 + 1.5 + 0) / 8)
    assert (result.played, result.units) == (Tally(1, 0, 0), "seeds")
    # Of the 15 ways to choose the four runs of six, those at least as extreme.
    assert result.p == pytest.approx(10 / 15, abs=0.02)


def test_pairs_with_few_boards_or_differences_are_not_significant(both):
    (claim,) = both(*[(1, 9)] * 5)[1].claims
    assert claim.result.p == 0.0625
    assert claim.verdict == "not significant: too few boards to tell"
    _, claimed = both(*[(1, 9)] * 5, *[(4, 4)] * 20)
    assert claimed.claims == ()
    assert [score for _, score in claimed.alike["hitori"]] == [Tally(5, 0, 20)]


def test_a_pair_is_compared_once(opened):
    runs = [
        run("b", name, expanded=n, heuristic=heuristic, space=space)
        for n, name in enumerate(("astar", "greedy", "beam"), 1)
        for heuristic in ("near", "far")
        for space in ("shade", "decide")
    ]
    pairs = all_pairs(opened(runs).every)
    names = [frozenset((pair.first.name, pair.second.name)) for pair in pairs]
    assert len(names) == len(set(names))
    assert all(len(name) == 2 for name in names)
    heuristics = [(pair.first, pair.second) for pair in pairs if pair.why == "heuristics"]
    assert heuristics
    for first, second in heuristics:
        assert (first.algorithm, first.space) == (second.algorithm, second.space)


# Together


@pytest.mark.process
def test_features_of_boards_are_stored_and_explain_their_effort(tmp_path, run, results):
    run(
        '[[boards]]\nexamples = ["hashi/pw-[1-7]", "hashi/unknown-?x?", "hashi/first"]\n'
        '[[searches]]\nalgorithms = ["exact"]\n'
        "[limits]\nseconds = 20\n"
    )
    with open_store(results) as store:
        rows = store.query(
            "SELECT name, text, clues, marks, reach FROM features f, boards WHERE id = f.board"
        )
        for name, text, clues, marks, reach in rows:
            puzzle = loads(text).puzzle
            islands = [clue for clue in puzzle.clues if clue is not None]
            assert clues == len(islands), name
            if marks is not None and all(type(clue) is int for clue in islands):  # all are known
                assert marks == sum(islands) // 2, name
            assert 0 <= reach <= 1, name
        blocks = list(report_blocks(store, ["marks"]))
        store.export(tmp_path / "a.csv")
    assert len(rows) > 5
    headings = [block.text for block in blocks if isinstance(block, Heading)]
    assert "Growth with marks: black cells, bridges or steps of the answer" in headings
    (hard,) = (b for b in blocks if isinstance(b, Table) and "variables" in b.head)
    assert {"cells", "clues", "marks", "steps"} <= {*hard.head}
    assert "variables" in (tmp_path / "a.csv").read_text().splitlines()[0]


CLAIMS = (
    "greedy expands fewer nodes than astar",
    "astar is faster than beam, shade",
    "exact is faster than nothing",
)
PLANNED = study_text("astar", rest="".join(f'[[claims]]\nclaim = "{one}"\n' for one in CLAIMS))


@pytest.mark.long
def test_planned_claims_are_tested_together_and_others_are_exploratory(tmp_path):
    runs = [
        run(f"b{n}", name, expanded=factor * (n + 1), seconds=factor / 8)
        for n in range(12)
        for factor, name in enumerate(("astar", "greedy", "beam"), 1)
    ]
    with open_store(keep(tmp_path / "r.jsonl", runs, study=PLANNED)) as store:
        blocks = report_blocks(store)
        found = claims(store, search_stats(store), parse_study(PLANNED).claims)
    assert [claim.result.pair.measure for claim in found.planned] == ["expanded", "seconds"]
    verdicts = [claim.verdict for claim in found.planned]
    assert verdicts == ["significant the other way round", "significant"]
    assert [claim.corrected for claim in found.planned] == pytest.approx([2 * 2 / 2**12] * 2)
    assert found.unmatched == ("exact is faster than nothing",)
    headings = [block.text for block in blocks if isinstance(block, Heading)]
    assert {"Planned comparisons", "Exploratory comparisons"} <= {*headings}


@pytest.mark.parametrize("claim", ["astar wins", "a is faster than a", "is faster than b"])
def test_unclear_claims_are_rejected(claim):
    with pytest.raises(ParseError, match=r"unclear|itself"):
        parse_study(PLANNED.replace("astar is faster than beam, shade", claim))


def test_identical_searches_are_rarely_significant():
    rng = Random(1)

    drawn = [[[rng.random() for _ in range(6)] for _ in "ab"] for _ in range(300)]
    ps = [seed_test(drawn[n : n + 5]) for n in range(0, 300, 5)]
    assert sum(p < 0.05 for p in ps) <= 7
    assert max(ps) > 0.7
