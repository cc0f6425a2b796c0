"""Travassos, Mendes and Rodrigues (FEUP): Exactly One Mazes by six searches."""

from __future__ import annotations

from studies.papers.chance import Contest, compared, percent, together
from studies.papers.feup_tables import (
    BOARDS,
    EUCLID,
    HERE,
    HEURISTICS,
    SERIES,
    on_all,
    on_board,
    printed_board,
    size_plot,
    size_table,
    times,
)
from studies.papers.paper import IN_WORDS, Judgement, Paper, PaperClaim, SearchEntry
from studies.papers.results import Results

_BLIND = ("breadth_first", "depth_first", "uniform_cost", "iterative_deepening")


def _nodes(results: Results, algorithm: str, heuristic: str = "") -> list[float]:
    return on_all(results, "expanded", algorithm, heuristic)


def _by_case(contests: dict[str, Contest]) -> str:
    """Return the figures and the verdict of each case."""
    cases = contests.items()
    return "; ".join(f"{name}: {case.description}: {IN_WORDS[case.holds]}" for name, case in cases)


def _greedy(results: Results) -> Judgement:
    contests = {
        h: compared(_nodes(results, "greedy", h), _nodes(results, "astar", h)) for h in HEURISTICS
    }
    best = sum(_nodes(results, "astar", "detour"))
    return together(contest.holds for contest in contests.values()), (
        f"Expansions of greedy search against real A*, by heuristic. {_by_case(contests)}. Their "
        "own A* adds up the estimates along the path and proves nothing. The heuristic matters "
        f"more: A* with masume's `detour` needs {best:,.0f} expansions for all 20 boards, fewer "
        "than any of these."
    )


def _bad_euclid(results: Results) -> Judgement:
    contests = {
        name: compared(
            _nodes(results, algorithm, "manhattan"), _nodes(results, algorithm, "euclidean")
        )
        for name, algorithm in (("A*", "astar"), ("greedy search", "greedy"))
    }
    return together(contest.holds for contest in contests.values()), (
        f"Expansions with Manhattan against Euclid. {_by_case(contests)}. For A* it follows from "
        "theory, except for ties: both are admissible, and Manhattan is never smaller. For greedy "
        "search nothing can be proved. The paper itself counts Euclid among its most consistent "
        "heuristics."
    )


def _slow(results: Results) -> Judgement:
    contest = compared(_nodes(results, "iterative_deepening"), _nodes(results, "breadth_first"))
    return contest.first > 3 * contest.second and contest.holds is False, (
        f"Expansions against breadth first: {contest.description}, "
        f"{contest.first / contest.second:.1f} times as many. These trees hardly branch, so every "
        "round repeats most of the previous one. Their program reports the nodes of the last round "
        "only (28 on the printed board). Judged by expansions; for time see Times."
    )


def _blind(results: Results) -> Judgement:
    blind = {name: sum(_nodes(results, name)) for name in _BLIND}
    informed = [sum(_nodes(results, a, h)) for a in ("greedy", "astar") for h in HEURISTICS]
    most = max(informed)
    beaten = sum(blind["depth_first"] < expansions for expansions in informed)
    detour = sum(_nodes(results, "astar", "detour"))
    rest = [total for name, total in blind.items() if name != "iterative_deepening"]
    fit = sum(total <= 2 * most for total in rest)
    totals = ", ".join(f"{name.replace('_', ' ')} {total:,.0f}" for name, total in blind.items())
    return fit == len(rest), (
        f"Expansions for all boards: {totals}; the paper's six informed searches "
        f"{min(informed):,.0f} to {most:,.0f}. Apart from iterative deepening, which the paper "
        f"itself calls painfully slow ({blind['iterative_deepening'] / most:.0f} times the worst "
        f"informed search), {fit} of the three blind searches need at most twice the worst "
        f"informed one, and depth first needs fewer than {beaten} of the six. A better heuristic "
        f"changes this: A* with `detour` expands {blind['depth_first'] / detour:.0f} times fewer "
        "nodes than depth first. Judged by expansions; for time see Times."
    )


def _consistent(results: Results) -> Judgement:
    near = dict.fromkeys(HEURISTICS, 0)
    for algorithm in ("greedy", "astar"):
        counts = {h: _nodes(results, algorithm, h) for h in HEURISTICS}
        best = [min(three) for three in zip(*counts.values(), strict=True)]
        for h in HEURISTICS:
            near[h] += sum(mine <= 2 * least for mine, least in zip(counts[h], best, strict=True))
    counts_near = ", ".join(f"{count} with {name}" for name, count in near.items())
    return None, (
        "The paper does not define “consistent”. If it means never far from the best of the three, "
        "they are too close to tell apart: of 40 cases (20 boards, greedy and A*), the number "
        f"within twice the best is {counts_near}."
    )


def _luck(results: Results) -> Judgement:
    whole = _nodes(results, "uniform_cost")
    deep = _nodes(results, "depth_first")
    shares = [d / w for d, w in zip(deep, whole, strict=True)]
    return min(shares) < 0.25 and max(shares) > 0.9, (
        f"It expands {percent(min(shares))} to {percent(max(shares))} of the nodes of breadth "
        "first with the same goal test, depending on the board, so the move order up, down, left, "
        f"right decides. The slowest board still takes only {max(deep):,.0f} expansions."
    )


def _twenty_two(results: Results) -> Judgement:
    counts = [int(count) + 1 for count in _nodes(results, "depth_first")]
    moves = on_all(results, "cost", "depth_first")
    hard = BOARDS[[int(cost) for cost in moves].index(22)] if 22 in moves else ""
    return None, (
        f"The board is not named. Depth first removes 22 nodes on {counts.count(22)} of the 20 "
        f"boards. The only answer of {hard or 'no board'} has 22 moves, but that says nothing "
        "about the search, and the program's depth limit of 20 excludes it."
    )


def _intended(results: Results) -> Judgement:
    limited = [on_board(results, board, "depth_first:depth_limit=19") for board in BOARDS]
    failed = sum(not row.solved for row in limited)
    return False, (
        f"Their depth first stops at depth 20, before it tests for the goal: it finds nothing on "
        f"{failed} of the 20 boards. Their A* is not A*. And an empty Python `PriorityQueue` is "
        "truthy, so the search would never end on a board without a solution."
    )


def _shortest(results: Results) -> Judgement:
    searches = [(a, h) for _, a, h in SERIES]
    costs = [{on_board(results, board, a, h).get("cost") for a, h in searches} for board in BOARDS]
    return all(len(cost) == 1 for cost in costs), (
        "All searches find paths of the same length on all 20 boards, because each board has "
        "exactly one answer (`./masume solve` proves it)."
    )


PAPER = Paper(
    title="Travassos, Mendes and Rodrigues (FEUP): Exactly One Mazes",
    did="They walk from the lower left to the upper right cell, through exactly one cell of each "
    "L, and compare breadth first, depth first, iterative deepening, uniform cost, greedy search "
    "and A* with three heuristics, by time and nodes on boards from 6×6 to 9×9.",
    published="Plots of averages for one board of each size, as pictures without numbers. The "
    "counts below are those of their program. Breadth first as listed in the paper sleeps for "
    "0.1 s and prints the board at every node: times of such a program measure nodes, not work, "
    "and are not judged here.",
    studies=("feup",),
    searches=(
        SearchEntry(
            "blind searches",
            "breadth_first, depth_first, iterative_deepening, uniform_cost",
            "walk",
            shown="./masume compare exactly_one/medium-0 --with depth_first --with uniform_cost "
            "--space walk",
        ),
        SearchEntry(
            "greedy, A*",
            "greedy, astar",
            "walk",
            "manhattan, euclidean, shapes_left",
            shown="./masume compare exactly_one/medium-0 --with greedy --with astar --space walk "
            "--heuristic shapes_left",
        ),
        SearchEntry(
            "greedy, ties as in their heap",
            HERE + "queue",
            "walk",
            f"manhattan, {EUCLID}, shapes_left",
        ),
        SearchEntry("“A*”", HERE + "queue:add_up", "walk", f"manhattan, {EUCLID}, shapes_left"),
    ),
    claims=(
        PaperClaim("L's left to visit and Euclid are the most consistent heuristics.", _consistent),
        PaperClaim("Euclid is a bad example of a heuristic, Manhattan a better one.", _bad_euclid),
        PaperClaim("Greedy search is more efficient than A*.", _greedy),
        PaperClaim("Iterative deepening is painfully slow.", _slow),
        PaperClaim(
            "Blind searches do not differ so much from informed ones; some are even faster.", _blind
        ),
        PaperClaim("Depth first depends on the branch it takes: amazing here, slow there.", _luck),
        PaperClaim("Depth first solved a board with 22 moves in one situation.", _twenty_two),
        PaperClaim("All methods work as intended.", _intended),
        PaperClaim("The solutions found are ideally the shortest ones.", _shortest),
    ),
    tables=(printed_board, size_table),
    times=(times,),
    time_pictures=(size_plot,),
)
