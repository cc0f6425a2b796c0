"""Travassos, Mendes and Rodrigues (FEUP): Exactly One Mazes by six searches."""

from __future__ import annotations

from statistics import mean, median

from masume.lab.figure import as_svg, draw_line, looks, plot
from masume.lab.papers.chance import sign_test
from masume.lab.papers.paper import Claim, Judgement, Paper, Picture, Table, Way, same
from masume.lab.papers.results import Results, Row

_LEVELS = {"easy": 7, "medium": 5, "hard": 4, "extreme": 4}
_SIZES = {"easy": 6, "medium": 7, "hard": 8, "extreme": 9}
_BOARDS = tuple(
    f"exactly_one/{level}-{number}" for level, count in _LEVELS.items() for number in range(count)
)
_PRINTED = "exactly_one/medium-0"
_HERE = "feup_program."
_EUCLID = _HERE + "whole_euclidean"
_HEURISTICS = ("manhattan", "euclidean", "shapes_left")

# On the board that the paper prints: the program's counts, and how ours come to the same.
COUNTS: tuple[tuple[str, int, str, str], ...] = (
    ("breadth first", 117, "uniform_cost", ""),
    ("depth first", 28, "depth_first", ""),
    ("iterative deepening, last round", 28, "depth_first:depth_limit=16", ""),
    ("uniform cost", 117, "uniform_cost", ""),
    ("greedy, Manhattan", 38, _HERE + "queue", "manhattan"),
    ("greedy, Euclid", 61, _HERE + "queue", _EUCLID),
    ("greedy, L's left", 100, _HERE + "queue", "shapes_left"),
)
_SERIES = (
    ("breadth first", "breadth_first", ""),
    ("depth first", "depth_first", ""),
    ("iterative deepening", "iterative_deepening", ""),
    ("uniform cost", "uniform_cost", ""),
    *((f"greedy, {h}", "greedy", h) for h in _HEURISTICS),
    *((f"A*, {h}", "astar", h) for h in _HEURISTICS),
    ("A*, detour", "astar", "detour"),
)


def _row(results: Results, board: str, algorithm: str, heuristic: str = "") -> Row:
    return results.row(board, algorithm, "walk", heuristic)


def _all(results: Results, measure: str, algorithm: str, heuristic: str = "") -> list[float]:
    return [_row(results, board, algorithm, heuristic).get(measure) for board in _BOARDS]


def _printed_board(results: Results) -> Table:
    rows = []
    for role, published, algorithm, heuristic in COUNTS:
        ours = _row(results, _PRINTED, algorithm, heuristic).told("expanded", 1)
        rows.append([role, str(published), ours, same(published, ours)])
    early = _row(results, _PRINTED, "breadth_first").told("expanded")
    plain = [_row(results, _PRINTED, "greedy", h).told("expanded", 1) for h in _HEURISTICS]
    return Table(
        f"Nodes taken out on {_PRINTED}, the board that the paper prints",
        ("search", "the program", "ours", "same?"),
        rows,
        "The paper's own results are plots without numbers; these are the counts of its program on "
        "this board. It counts nodes taken out, the goal included: our expansions and one. It "
        "tests the goal when a node is taken out, which is uniform cost with equal costs; our "
        f"breadth first tests it when a node is generated and expands {early}. Its greedy search "
        "cuts the Euclidean distance down to a whole number and breaks ties by a comparison that "
        "calls a node less than any other in its column; with ties to the oldest, ours takes "
        f"{', '.join(plain)}.",
    )


def _sizes(results: Results) -> Table:
    sizes = [f"{size}×{size}" for size in _SIZES.values()]
    return Table(
        "Expansions by size of board (medians over the boards of a size)",
        ("search", *sizes, "all 20 boards: sum", "time"),
        [_by_size(results, *one) for one in _SERIES],
        "Time: the sum over all boards of the medians of five runs.",
    )


def _by_size(results: Results, role: str, algorithm: str, heuristic: str) -> list[str]:
    cells = [
        f"{median(_of_level(results, level, 'expanded', algorithm, heuristic)):,.0f}"
        for level in _LEVELS
    ]
    total = sum(_all(results, "expanded", algorithm, heuristic))
    seconds = sum(_all(results, "seconds", algorithm, heuristic))
    return [role, *cells, f"{total:,.0f}", f"{1000 * seconds:,.0f} ms"]


def _of_level(
    results: Results, level: str, measure: str, algorithm: str, heuristic: str
) -> list[float]:
    return [
        _row(results, f"exactly_one/{level}-{number}", algorithm, heuristic).get(measure)
        for number in range(_LEVELS[level])
    ]


def _plot(results: Results) -> Picture:
    title = "Time and nodes by size of board"
    with plot(9.6, 4.6, columns=2) as (figure, axes):
        for panel, measure, unit in (
            (axes[0], "seconds", "seconds"),
            (axes[1], "expanded", "nodes"),
        ):
            for look, (role, algorithm, heuristic) in zip(
                looks(len(_SERIES)), _SERIES, strict=True
            ):
                values = [
                    mean(_of_level(results, level, measure, algorithm, heuristic))
                    for level in _LEVELS
                ]
                draw_line(panel, list(_SIZES.values()), values, look, role)
            panel.set_yscale("log")
            panel.set_xticks(list(_SIZES.values()), [f"{size}×{size}" for size in _SIZES.values()])
            panel.set_ylabel(f"{unit}, mean over the boards of a size")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
        return Picture("mazes", title, as_svg(figure, title))


def _greedy(results: Results) -> Judgement:
    told, clear = [], []
    for heuristic in _HEURISTICS:
        greedy = _all(results, "expanded", "greedy", heuristic)
        astar = _all(results, "expanded", "astar", heuristic)
        better = sum(g < a for g, a in zip(greedy, astar, strict=True))
        worse = sum(g > a for g, a in zip(greedy, astar, strict=True))
        chance = sign_test(better, worse)
        clear.append(better > worse and chance < 0.05)
        told.append(f"{heuristic} {better} to {worse} (p = {chance:.2g})")
    best = sum(_all(results, "expanded", "astar", "detour"))
    return True if all(clear) else None if any(clear) else False, (
        "Boards on which it expands fewer nodes than a real A*, and more, by a sign test: "
        f"{'; '.join(told)}. That is clear for {sum(clear)} of the three heuristics; more boards "
        "would be needed for the others. Their own A* adds up the estimates of the whole path and "
        "proves nothing. And it is a matter of the heuristic: A* with `detour` needs "
        f"{best:,.0f} expansions for all 20 boards, fewer than any of these."
    )


def _slow(results: Results) -> Judgement:
    deep = sum(_all(results, "seconds", "iterative_deepening"))
    nodes = sum(_all(results, "expanded", "iterative_deepening"))
    blind = sum(_all(results, "seconds", "breadth_first"))
    flat = sum(_all(results, "expanded", "breadth_first"))
    return deep > 3 * blind, (
        f"It takes {deep / blind:.1f} times as long as breadth first and {nodes / flat:.1f} "
        f"times the "
        f"expansions, since these trees hardly branch and every round repeats most of the one "
        f"before. "
        f"Done well, that is {deep:.1f} s for all 20 boards together. The program reports the "
        f"nodes of the "
        "last round only (28 on the printed board)."
    )


def _blind(results: Results) -> Judgement:
    blind = {a: sum(_all(results, "seconds", a)) for a in ("breadth_first", "depth_first")}
    informed = {
        f"{a} + {h}": sum(_all(results, "seconds", a, h))
        for a in ("greedy", "astar")
        for h in _HEURISTICS
    }
    best = min(informed, key=lambda name: informed[name])
    nodes = sum(_all(results, "expanded", "depth_first"))
    detour = sum(_all(results, "expanded", "astar", "detour"))
    slow = sum(_all(results, "seconds", "astar", "detour"))
    return min(blind.values()) < 2 * informed[best], (
        f"Over all boards depth first takes {1000 * blind['depth_first']:.0f} ms and breadth first "
        f"{1000 * blind['breadth_first']:.0f} ms; the best of the paper's informed searches, "
        f"{best}, takes {1000 * informed[best]:.0f} ms. These heuristics say little: with `detour` "
        f"A* expands {nodes / detour:.0f} times fewer nodes than depth first, although at "
        f"{1000 * slow:.0f} ms it is no faster on boards as small as these."
    )


def _consistent(results: Results) -> Judgement:
    worst: dict[str, float] = {}
    near: dict[str, int] = {}
    for heuristic in _HEURISTICS:
        ratios: list[float] = []
        for algorithm in ("greedy", "astar"):
            mine = _all(results, "expanded", algorithm, heuristic)
            every = [_all(results, "expanded", algorithm, h) for h in _HEURISTICS]
            ratios += [m / min(x) for m, x in zip(mine, zip(*every, strict=True), strict=True)]
        worst[heuristic] = sorted(ratios)[int(0.9 * len(ratios))]
        near[heuristic] = sum(ratio <= 2 for ratio in ratios)
    told = "; ".join(f"{name} {worst[name]:.1f} and {near[name]}" for name in _HEURISTICS)
    rest = _HEURISTICS[1:]
    last = all(worst["manhattan"] > worst[h] and near["manhattan"] < near[h] for h in rest)
    clear = all(near["manhattan"] + 4 <= near[h] for h in rest)  # a tenth of the cases
    return clear if last == clear else None, (
        "The paper does not say what it calls consistent. Compared with the best of the three on "
        "the same board, over greedy search and A*, how many times more nodes in the worst tenth "
        f"of 40 cases, and how many of the cases within twice the best: {told}. By both of these "
        f"Manhattan {'comes' if last else 'does not come'} last"
        f"{', but not by much' if last and not clear else ''}."
    )


def _bad_euclid(results: Results) -> Judgement:
    euclid = _all(results, "expanded", "astar", "euclidean")
    manhattan = _all(results, "expanded", "astar", "manhattan")
    better = sum(m < e for m, e in zip(manhattan, euclid, strict=True))
    worse = sum(m > e for m, e in zip(manhattan, euclid, strict=True))
    return better > worse and sign_test(better, worse) < 0.05, (
        f"With A*, Manhattan expands fewer nodes on {better} boards and more on {worse} (by "
        f"ties), as it "
        "must: both never overestimate, and it is never the smaller one. With greedy search, about "
        "which nothing can be proved, it goes either way."
    )


def _luck(results: Results) -> Judgement:
    whole = _all(results, "expanded", "uniform_cost")
    deep = _all(results, "expanded", "depth_first")
    shares = [d / w for d, w in zip(deep, whole, strict=True)]
    return min(shares) < 0.25 and max(shares) > 0.9, (
        f"It sees between {min(shares):.0%} and {max(shares):.0%} of the nodes that breadth "
        f"first with the "
        "same goal test sees, depending on the board: luck with the order up, down, left, right. "
        "Even "
        f"so the slowest board takes it only {max(deep):,.0f} expansions."
    )


def _twenty_two(results: Results) -> Judgement:
    counts = [int(count) + 1 for count in _all(results, "expanded", "depth_first")]
    moves = _all(results, "cost", "depth_first")
    hard = _BOARDS[[int(cost) for cost in moves].index(22)] if 22 in moves else ""
    return None, (
        f"The board is not named. Depth first takes out 22 nodes on {counts.count(22)} of the 20 "
        f"boards. "
        f"The only answer of {hard or 'no board'} has 22 moves, but that says nothing about the "
        f"search, "
        "and the program's depth limit of 20 rules it out."
    )


def _intended(results: Results) -> Judgement:
    failed = sum(not _row(results, board, "depth_first:depth_limit=19").solved for board in _BOARDS)
    return False, (
        f"Its depth first stops at depth 20, before it looks at the goal: on {failed} of the 20 "
        f"boards it "
        "finds nothing. Its A* is none. And a queue of Python's `PriorityQueue` counts as true "
        "when "
        "empty, so a board without a solution would never end."
    )


def _shortest(results: Results) -> Judgement:
    searches = [(a, h) for _, a, h in _SERIES]
    costs = [{_row(results, board, a, h).get("cost") for a, h in searches} for board in _BOARDS]
    return all(len(one) == 1 for one in costs), (
        "All searches find paths of the same length on all 20 boards, as they must: each board has "
        "exactly one answer (`masume solve` proves it)."
    )


PAPER = Paper(
    slug="feup",
    title="Travassos, Mendes and Rodrigues (FEUP): Exactly One Mazes",
    puzzle="exactly_one",
    did="They walk from the lower left to the upper right cell, through exactly one cell of each "
    "L, and "
    "compare breadth first, depth first, iterative deepening, uniform cost, greedy search and A* "
    "with "
    "three heuristics, by time and nodes on boards of 6×6 to 9×9.",
    published="Plots of averages for one board of each size, as pictures: their numbers are not "
    "known. "
    "The counts below are those of their program; ours are drawn alone.",
    studies=("feup",),
    ways=(
        Way(
            "blind searches",
            "breadth_first, depth_first, iterative_deepening, uniform_cost",
            "walk",
            command="masume compare exactly_one/medium-0 --with depth_first --with uniform_cost "
            "--space walk",
        ),
        Way(
            "greedy, A*",
            "greedy, astar",
            "walk",
            "manhattan, euclidean, shapes_left",
            "masume compare exactly_one/medium-0 --with greedy --with astar --space walk "
            "--heuristic shapes_left",
        ),
        Way(
            "greedy, as their heap has it",
            _HERE + "queue",
            "walk",
            f"manhattan, {_EUCLID}, shapes_left",
        ),
        Way("“A*”", _HERE + "queue:add_up", "walk", f"manhattan, {_EUCLID}, shapes_left"),
    ),
    claims=(
        Claim("L's left to visit and Euclid are the most consistent heuristics.", _consistent),
        Claim("Euclid is a bad heuristic, Manhattan a better one.", _bad_euclid),
        Claim("Greedy search is more efficient than A*.", _greedy),
        Claim("Iterative deepening is painfully slow.", _slow),
        Claim("Blind searches do not differ so much from informed ones.", _blind),
        Claim("Depth first depends on the branch it takes: amazing here, slow there.", _luck),
        Claim("Depth first solved a board with 22 moves in one situation.", _twenty_two),
        Claim("All methods work as intended.", _intended),
        Claim("The solutions found are ideally the shortest ones.", _shortest),
    ),
    tables=(_printed_board, _sizes),
    pictures=(_plot,),
)
