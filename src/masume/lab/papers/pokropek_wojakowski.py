"""Pokropek and Wojakowski: Hashi by iterative deepening and by what they call A*."""

from __future__ import annotations

from masume.lab.papers.paper import Judgement, Paper, PaperClaim, PaperSearch
from masume.lab.papers.pokropek_wojakowski_more import (
    LIMIT,
    against,
    more_boards,
    more_table,
    solved,
)
from masume.lab.papers.pokropek_wojakowski_tables import (
    BIG,
    NUMBERS,
    best_first,
    deepened,
    formula,
    formula_boards,
    node_plot,
    node_table,
    other_table,
    seven_by_seven,
    size_table,
    time_plot,
    time_table,
    tree_size,
    tree_table,
)
from masume.lab.papers.results import PaperRow, Results


def _drastically(results: Results) -> Judgement:
    deep, best = deepened(results, seven_by_seven(7)), best_first(results, seven_by_seven(7))
    nodes = deep.get("expanded") / best.get("expanded")
    low, high = deep.get("fast") / best.get("slow"), deep.get("slow") / best.get("fast")
    return nodes > 10, (
        f"At seven bridges it expands {nodes:.0f} times fewer nodes here too (published: 161, with "
        f"the goal counted). In time it was some {low:.0f} to {high:.0f} times faster by the "
        "quartiles of this run (published: 3,886 times). But it is best-first search on an "
        "objective; it is not A*."
    )


def _trivial(results: Results) -> Judgement:
    apart = [
        number
        for number in NUMBERS
        if deepened(results, seven_by_seven(number)).get("slow")
        < best_first(results, seven_by_seven(number)).get("fast")
    ]
    nodes = [
        f"{deepened(results, seven_by_seven(n)).shown('expanded')} to "
        f"{best_first(results, seven_by_seven(n)).shown('expanded')}"
        for n in (1, 2, 3)
    ]
    return None, (
        "The nodes do not show it: with 1, 2 and 3 bridges iterative deepening and best-first "
        f"search expand {', '.join(nodes)}. It is a matter of time, and of less than a "
        "millisecond: in this run iterative deepening was faster, the quartiles apart, on the "
        f"boards with {', '.join(map(str, apart)) or 'no number of'} bridges (published: 1 and 2)."
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
    return same_counts, (
        "The same islands with all distances doubled give the same counts on all seven boards, "
        "with both searches. What matters is the layout: the 5×5 and the 7×7 board with seven "
        f"bridges take {small:,} and {large:,} expansions of iterative deepening."
    )


def _prohibitive(results: Results) -> Judgement:
    boards = more_boards(results)
    deep, best = [board.deep for board in boards], [board.best for board in boards]
    contest = against(best, deep)
    seven = deepened(results, seven_by_seven(7))
    return contest.holds, (
        "The paper measures nothing beyond 7. On boards with "
        f"{min(b.bridges for b in boards)} to {max(b.bridges for b in boards)} bridges (table "
        f"above) iterative deepening solves {solved(deep)} within {LIMIT:,} expansions, best-first "
        f"search {solved(best)}; its expansions are {contest.in_words}, a run that was cut off "
        f"counted as {LIMIT:,}. It is not always straight: {_hardest(best)}. And at seven bridges "
        f"iterative deepening takes {seven.time} here, not 2,066 s: their program, read and run "
        "apart from this page, copies the whole tree as it goes."
    )


def _hardest(rows: list[PaperRow]) -> str:
    counts = [row.get("expanded") for row in rows if row.solved]
    return f"it needs up to {max(counts):,} where it ends" if counts else "it solves none"


def _without(results: Results) -> Judgement:
    theirs = [results.row(name, "depth_first", "build") for name in results.boards("hashi/pw-")]
    most = max(row.get("expanded") for row in theirs)
    boards = more_boards(results)
    plain, best = [board.plain for board in boards], [board.best for board in boards]
    return not most < 1000, (
        "Depth first with a table of seen states and no heuristic solves all "
        f"{len(theirs)} boards of the paper in {most:,} expansions at most, that of figure 1 "
        f"in {results.row(BIG, 'depth_first', 'build').shown('expanded')}. It is iterative "
        "deepening without a table, meeting the same bridges in every order, that is slow. On the "
        f"boards with more bridges it solves {solved(plain)}, best-first search {solved(best)}; "
        f"best first beside depth first: {against(best, plain).in_words}."
    )


def _is_astar(results: Results) -> Judgement:
    real = results.row(BIG, "astar", "build", "bridges_needed")
    return False, (
        "The “cost” −mass falls with every bridge and the sum is negative, so it is no path cost "
        "plus an estimate of what is left, and nothing follows about the solution found. A* with "
        f"an admissible estimate (`bridges_needed`) expands {real.shown('expanded')} nodes on the "
        "board of figure 1. All solutions of a Hashi board have the same number of bridges anyway."
    )


def _formula_holds(_: Results) -> Judgement:
    over = [name for name, bridges in formula_boards() if tree_size(name) > formula(bridges)]
    first = (over or [seven_by_seven(7)])[0]
    bridges = dict(formula_boards())[first]
    return not over, (
        f"On {first} the tree has {tree_size(first):,} nodes, the formula allows "
        f"{formula(bridges):,}. It takes the number of bridges in the solution for the number of "
        "places where a bridge can be put."
    )


PAPER = Paper(
    title="Pokropek and Wojakowski: Bridges (Hashi)",
    did="They search a tree in which each step adds one bridge, by iterative deepening depth-first "
    "search (IDFS) and by what they call A*: the state with the least −mass + 2·cohesion comes "
    "first, the newest among equals. No table of seen states is kept. They measure time and "
    "nodes on seven 7×7 boards with one to seven bridges.",
    published="Both figures, with a table of their values; the numbers of nodes are reproduced "
    "exactly.",
    studies=("pokropek_wojakowski", "pokropek_wojakowski_more"),
    ways=(
        PaperSearch("IDFS", "iterative_deepening", "build", board="hashi/pw-7x7-7"),
        PaperSearch("“A*”", "greedy:ties=newest", "build", "mass_cohesion", "hashi/pw-7x7-7"),
        PaperSearch("A*", "astar", "build", "bridges_needed", "hashi/pw-fig1"),
    ),
    claims=(
        PaperClaim(
            "A* outperforms iterative deepening drastically when there are many bridges.",
            _drastically,
        ),
        PaperClaim("For trivial boards iterative deepening is the more efficient one.", _trivial),
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
    tables=(node_table, time_table, size_table, more_table, other_table, tree_table),
    pictures=(time_plot, node_plot),
)
