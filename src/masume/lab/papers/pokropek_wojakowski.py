"""Pokropek and Wojakowski: Hashi by iterative deepening and by what they call A*."""

from __future__ import annotations

from masume.lab.papers.paper import Claim, Judgement, Paper, Way
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
from masume.lab.papers.results import Results


def _drastically(results: Results) -> Judgement:
    deep, best = deepened(results, seven_by_seven(7)), best_first(results, seven_by_seven(7))
    nodes = deep.get("expanded") / best.get("expanded")
    times = deep.get("seconds") / best.get("seconds")
    return nodes > 10 and times > 1, (
        f"At seven bridges it expands {nodes:.0f} times fewer nodes and takes {times:.0f} times "
        f"less "
        "time here too (published: 161 and 3,886 times). But it is best-first search on an "
        "objective; "
        "it is not A*."
    )


def _trivial(results: Results) -> Judgement:
    faster = [
        number
        for number in NUMBERS
        if deepened(results, seven_by_seven(number)).get("seconds")
        < best_first(results, seven_by_seven(number)).get("seconds")
    ]
    told = ", ".join(map(str, faster)) or "none"
    return {1, 2} <= set(faster), (
        f"Iterative deepening is the faster one on the boards with {told} bridges "
        "(published: 1 and 2). All of these take less than a millisecond."
    )


def _size(results: Results) -> Judgement:
    same_counts = all(
        deepened(results, seven_by_seven(n)).get("expanded")
        == deepened(results, f"stretched-{n}").get("expanded")
        and best_first(results, seven_by_seven(n)).get("expanded")
        == best_first(results, f"stretched-{n}").get("expanded")
        for n in NUMBERS
    )
    small = deepened(results, "hashi/pw-5x5-7").get("expanded")
    large = deepened(results, seven_by_seven(7)).get("expanded")
    return same_counts, (
        "The same islands with all distances doubled give the same counts on all seven boards, "
        "with "
        "both searches. What matters is the layout: the 5×5 and the 7×7 board with seven bridges "
        f"take {small:,} and {large:,} expansions of iterative deepening."
    )


def _prohibitive(results: Results) -> Judgement:
    deep, best = deepened(results, BIG), best_first(results, BIG)
    seven = deepened(results, seven_by_seven(7)).get("seconds")
    ended = deep.ended == deep.runs
    return not ended and best.solved == best.runs, (
        f"On the board of figure 1 with {best.get('cost')} bridges iterative deepening "
        f"{'came to an end' if ended else deep.fate}, and best-first search expands "
        f"{best.told('expanded')} nodes. At seven bridges, though, it takes {1000 * seven:.0f} "
        f"ms and "
        "not the published 2,066 s: those went into copying the tree, not into searching it."
    )


def _without(results: Results) -> Judgement:
    plain = results.row(BIG, "depth_first", "build")
    return not plain.get("expanded") < 1000, (
        f"Depth first with a table of seen states and no heuristic solves that board in "
        f"{plain.told('expanded')} expansions and {1000 * plain.get('seconds'):.2g} ms. It is "
        f"iterative "
        "deepening without a table, meeting the same bridges in every order, that is slow."
    )


def _is_astar(results: Results) -> Judgement:
    real = results.row(BIG, "astar", "build", "bridges_needed")
    return False, (
        "The “cost” −mass falls with every bridge and the sum is negative, so it is no path cost "
        "plus "
        "an estimate of what is left, and nothing follows about the solution found. A* with an "
        f"admissible estimate (`bridges_needed`) expands {real.told('expanded')} nodes on the same "
        "board. All solutions of a Hashi board have the same number of bridges anyway."
    )


def _formula_holds(_: Results) -> Judgement:
    over = [name for name, bridges in formula_boards() if tree_size(name) > formula(bridges)]
    first = (over or [seven_by_seven(7)])[0]
    bridges = dict(formula_boards())[first]
    return not over, (
        f"On {first} the tree has {tree_size(first):,} nodes, the formula allows "
        f"{formula(bridges):,}. "
        "It takes the number of bridges in the solution for the number of places where a bridge "
        "can "
        "be put."
    )


PAPER = Paper(
    slug="pokropek_wojakowski",
    title="Pokropek and Wojakowski: Bridges (Hashi)",
    puzzle="hashi",
    did="They search a tree in which each step adds one bridge, by iterative deepening depth-first "
    "search (IDFS) and by what they call A*: the state with the least −mass + 2·cohesion comes "
    "first, the newest among equals. No table of seen states is kept. They measure time and "
    "nodes on "
    "seven 7×7 boards with one to seven bridges.",
    published="Both figures, with a table of their values; the numbers of nodes are reproduced "
    "exactly.",
    studies=("pokropek_wojakowski",),
    ways=(
        Way(
            "IDFS",
            "iterative_deepening",
            "build",
            command="masume compare hashi/pw-7x7-7 --with iterative_deepening --space build",
        ),
        Way(
            "“A*”",
            "greedy:ties=newest",
            "build",
            "mass_cohesion",
            "masume compare hashi/pw-7x7-7 --with greedy:ties=newest --space build "
            "--heuristic mass_cohesion",
        ),
        Way(
            "A*",
            "astar",
            "build",
            "bridges_needed",
            "masume compare hashi/pw-fig1 --with astar --space build --heuristic bridges_needed",
        ),
    ),
    claims=(
        Claim(
            "A* outperforms iterative deepening drastically when there are many bridges.",
            _drastically,
        ),
        Claim("For trivial boards iterative deepening is the more efficient one.", _trivial),
        Claim("The size of the board does not influence the performance.", _size),
        Claim(
            "For trees deeper than 7 iterative deepening becomes prohibitive, while A* stays "
            "efficient.",
            _prohibitive,
        ),
        Claim("Without the heuristics the computation would take too long to consider.", _without),
        Claim("The second algorithm is A*.", _is_astar),
        Claim(
            "Formula (1) gives the greatest possible number of nodes of the tree.", _formula_holds
        ),
    ),
    tables=(node_table, time_table, size_table, other_table, tree_table),
    pictures=(time_plot, node_plot),
)
