"""Pokropek and Wojakowski: Hashi by iterative deepening and by a search they call A*."""

from __future__ import annotations

from studies.papers.paper import Judgement, Paper, PaperClaim, SearchEntry
from studies.papers.pokropek_wojakowski_more import (
    LIMIT,
    against,
    more_boards,
    more_table,
    solved,
)
from studies.papers.pokropek_wojakowski_tables import (
    BIG,
    NUMBERS,
    best_first,
    deepened,
    formula,
    formula_boards,
    line_distances,
    node_plot,
    node_table,
    other_table,
    seven_by_seven,
    size_table,
    size_times,
    time_plot,
    time_table,
    tree_size,
    tree_table,
)
from studies.papers.results import PaperRow, Results


def _drastically(results: Results) -> Judgement:
    deep, best = deepened(results, seven_by_seven(7)), best_first(results, seven_by_seven(7))
    nodes = deep.get("expanded") / best.get("expanded")
    return nodes > 10, (
        f"At seven bridges it expands {nodes:.0f} times fewer nodes (published: 161, including the "
        "goal). Judged by nodes; the published times differ by a factor of 3,886, ours by much "
        "less (see Times). The search is best-first search on an objective function, not A*."
    )


def _trivial(results: Results) -> Judgement:
    nodes = [
        f"{deepened(results, seven_by_seven(n)).shown('expanded')} to "
        f"{best_first(results, seven_by_seven(n)).shown('expanded')}"
        for n in (1, 2, 3)
    ]
    return None, (
        "The nodes do not show it: with 1, 2 and 3 bridges iterative deepening and best-first "
        f"search expand {', '.join(nodes)} nodes. By the published times iterative deepening is "
        "faster with 1 and 2 bridges, by 0.7 and 1.9 ms in one run each; our times (see Times) are "
        "below a millisecond and vary between runs."
    )


def _distance(_: Results) -> Judgement:
    few = [(time, nodes) for bridges, time, nodes in line_distances() if bridges <= 3]
    times = ", ".join(f"{time:.1f}" for time, _ in few)
    counts = ", ".join(f"{nodes:.1f}" for _, nodes in few)
    return None, (
        "It depends on the axes, which the text does not describe (the figures are not in our "
        "copy). On logarithmic axes the distance is the ratio of the two searches: for 1, 2 and 3 "
        f"bridges the published values give {times} in time and {counts} in nodes, so the lines "
        "are further apart in Fig. 3.1 and the reading is wrong. On linear axes, which reach "
        "2,066 s and 1,448 nodes, it is right, but only because the largest value sets the scale. "
        "Either way, distances in seconds and in nodes cannot be compared, and they do not show "
        "what the heuristic costs."
    )


def _size(results: Results) -> Judgement:
    same_counts = all(
        search(results, seven_by_seven(n)).get("expanded")
        == search(results, f"stretched-{n}").get("expanded")
        for n in NUMBERS
        for search in (deepened, best_first)
    )
    small = deepened(results, "hashi/pw-5x5-7").get("expanded")
    large = deepened(results, seven_by_seven(7)).get("expanded")
    return None if same_counts else False, (
        "The paper measures 7×7 boards only and does not say whether it means nodes or time. "
        "Nodes: the same islands with all distances doubled give the same counts on all seven "
        "boards with both searches, which is no surprise, as the searches see the same graph; on "
        f"boards with other layouts the counts differ ({small:,} on the 5×5 and {large:,} on the "
        "7×7 board with seven bridges). Time: their program copies an N×N matrix for every node, "
        "so its time must grow with N; ours works on the graph (see Times) and says nothing about "
        "theirs."
    )


def _prohibitive(results: Results) -> Judgement:
    boards = more_boards(results)
    deep, best = [board.deep for board in boards], [board.best for board in boards]
    contest = against(best, deep)
    return contest.holds, (
        "The paper measures nothing beyond 7. On boards with "
        f"{min(b.bridges for b in boards)} to {max(b.bridges for b in boards)} bridges (table "
        f"above) iterative deepening solves {solved(deep)} within {LIMIT:,} expansions, best-first "
        f"search {solved(best)}; best-first expands {contest.description} (a stopped run counts as "
        f"{LIMIT:,}). Where best-first search succeeds it needs up to {_most(best):,}. The "
        "published 2,066 s for seven bridges are an artefact: their program copies the whole tree "
        "at every step. Ours takes milliseconds (see Times)."
    )


def _most(rows: list[PaperRow]) -> float:
    return max((row.get("expanded") for row in rows if row.solved), default=0)


def _without(results: Results) -> Judgement:
    theirs = [results.row(name, "depth_first", "build") for name in results.boards("hashi/pw-")]
    most = max(row.get("expanded") for row in theirs)
    boards = more_boards(results)
    plain, best = [board.plain for board in boards], [board.best for board in boards]
    return not most < 1000, (
        "Depth first with a table of visited states and no heuristic solves all "
        f"{len(theirs)} boards of the paper in at most {most:,} expansions, the board of figure 1 "
        f"in {results.row(BIG, 'depth_first', 'build').shown('expanded')}. Iterative deepening is "
        "slow because it keeps no table and places the same bridges in every order. On the boards "
        f"with more bridges depth first solves {solved(plain)}, best-first search {solved(best)}; "
        f"best first against depth first: {against(best, plain).description}."
    )


def _is_astar(results: Results) -> Judgement:
    real = results.row(BIG, "astar", "build", "bridges_needed")
    return False, (
        "The “cost” −mass falls with every bridge and the sum is negative, so it is not a path "
        "cost plus an estimate of the remaining cost, and nothing follows about the solution. A* "
        f"with an admissible estimate (`bridges_needed`) expands {real.shown('expanded')} nodes on "
        "the board of figure 1. All solutions of a Hashi board have the same number of bridges."
    )


def _formula_holds(_: Results) -> Judgement:
    over = [name for name, bridges in formula_boards() if tree_size(name) > formula(bridges)]
    first = (over or [seven_by_seven(7)])[0]
    bridges = dict(formula_boards())[first]
    return not over, (
        f"On {first} the tree has {tree_size(first):,} nodes, the formula allows "
        f"{formula(bridges):,}. It uses the number of bridges in the solution instead of the "
        "number of places where a bridge can be put."
    )


PAPER = Paper(
    title="Pokropek and Wojakowski: Bridges (Hashi)",
    did="They search a tree in which each step adds one bridge, by iterative deepening depth-first "
    "search (IDFS) and by a search they call A*, which expands the state with the least −mass + "
    "2·cohesion, the newest among equals. They keep no table of visited states. They measure time "
    "and nodes on seven 7×7 boards with one to seven bridges.",
    published="Two figures, with a table of their values. The numbers of nodes are reproduced "
    "exactly.",
    studies=("pokropek_wojakowski", "pokropek_wojakowski_more"),
    searches=(
        SearchEntry("IDFS", "iterative_deepening", "build", board="hashi/pw-7x7-7"),
        SearchEntry("“A*”", "greedy:ties=newest", "build", "mass_cohesion", "hashi/pw-7x7-7"),
        SearchEntry("A*", "astar", "build", "bridges_needed", "hashi/pw-fig1"),
    ),
    claims=(
        PaperClaim(
            "A* outperforms iterative deepening drastically when there are many bridges.",
            _drastically,
        ),
        PaperClaim("For trivial boards iterative deepening is the more efficient one.", _trivial),
        PaperClaim(
            "With few bridges the lines are closer in Fig. 3.1 (time) than in Fig. 3.2 (nodes), "
            "since IDFS computes no heuristic.",
            _distance,
        ),
        PaperClaim("The size of the board does not influence the performance.", _size),
        PaperClaim(
            "For trees deeper than 7 iterative deepening becomes prohibitive, while A* stays "
            "efficient.",
            _prohibitive,
        ),
        PaperClaim(
            "Without the heuristics the computation would take too long to consider.", _without
        ),
        PaperClaim("The second algorithm is A*.", _is_astar),
        PaperClaim(
            "Formula (1) gives the greatest possible number of nodes of the tree.", _formula_holds
        ),
    ),
    tables=(node_table, size_table, more_table, other_table, tree_table),
    pictures=(node_plot,),
    times=(time_table, size_times),
    time_pictures=(time_plot,),
)
