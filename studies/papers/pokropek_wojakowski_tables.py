"""The tables and plots of Pokropek and Wojakowski's paper, their figures beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import factorial
from typing import cast

from masume.draw.charts import as_svg, draw_line, line_styles, plot
from masume.formats.load import load
from masume.puzzles.hashi.puzzle import Hashi
from masume.puzzles.hashi.spaces import Build
from studies.papers.paper import PaperPlot, PaperTable, beside
from studies.papers.results import PaperRow, Results

NUMBERS = range(1, 8)
_DEEPENING = (1, 3, 8, 33, 93, 288, 1448)
_BEST = (2, 3, 4, 5, 6, 7, 9)
_DEEPENING_SECONDS = (0.000506, 0.003744, 0.069038, 1.227936, 9.77205, 79.863266, 2065.55856)
_BEST_SECONDS = (0.00122, 0.005594, 0.020924, 0.051592, 0.099492, 0.205486, 0.531578)
BIG = "hashi/pw-fig1"


def deepened(results: Results, board: str) -> PaperRow:
    """Return the run of iterative deepening on a board."""
    return results.row(board, "iterative_deepening", "build")


def best_first(results: Results, board: str) -> PaperRow:
    """Return the run of the paper's "A*" on a board."""
    return results.row(board, "greedy:ties=newest", "build", "mass_cohesion")


def seven_by_seven(number: int) -> str:
    """Return the name of the board with this number of bridges."""
    return f"hashi/pw-7x7-{number}"


def node_table(results: Results) -> PaperTable:
    """Return the numbers of figure 3.2."""
    rows = []
    for number in NUMBERS:
        board = seven_by_seven(number)
        deep = beside(f"{_DEEPENING[number - 1]:,}", deepened(results, board).shown("expanded"))
        best = beside(f"{_BEST[number - 1]:,}", best_first(results, board).shown("expanded", 1))
        rows.append([str(number), *deep, *best])
    return PaperTable(
        "Nodes on the seven 7×7 boards (Fig. 3.2)",
        ("bridges", "IDFS, published", "ours", "same?", "“A*”, published", "ours", "same?"),
        rows,
        "Ours are expansions; the paper's best-first count includes the goal, so one is added.",
    )


def time_table(results: Results) -> PaperTable:
    """Return the numbers of figure 3.1."""
    rows = []
    for number in NUMBERS:
        board = seven_by_seven(number)
        deep, best = deepened(results, board), best_first(results, board)
        seconds = _DEEPENING_SECONDS[number - 1], _BEST_SECONDS[number - 1]
        published = [_milliseconds(value) for value in seconds]
        rows.append([str(number), published[0], deep.time, published[1], best.time])
    return PaperTable(
        "Pokropek and Wojakowski: time on the seven 7×7 boards (Fig. 3.1)",
        ("bridges", "IDFS, published", "ours", "“A*”, published", "ours"),
        rows,
        "The published times come from another machine and another program: at most the growth "
        "down a column can be compared.",
    )


def size_times(results: Results) -> PaperTable:
    """Return our times on the 7×7 boards and on their stretched copies."""
    rows = []
    for number in NUMBERS:
        boards = seven_by_seven(number), f"stretched-{number}"
        times = [search(results, b).time for search in (deepened, best_first) for b in boards]
        rows.append([str(number), *times])
    return PaperTable(
        "Pokropek and Wojakowski: time on the 7×7 boards and on the same islands on 13×13 cells",
        ("bridges", "IDFS, 7×7", "IDFS, 13×13", "“A*”, 7×7", "“A*”, 13×13"),
        rows,
    )


def line_distances() -> list[tuple[int, float, float]]:
    """Return (bridges, ratio of the published times, ratio of the published nodes)."""

    def ratio(a: float, b: float) -> float:
        return max(a, b) / min(a, b)

    return [
        (n, ratio(*seconds), ratio(*nodes))
        for n, seconds, nodes in zip(
            NUMBERS,
            zip(_DEEPENING_SECONDS, _BEST_SECONDS, strict=True),
            zip(_DEEPENING, _BEST, strict=True),
            strict=True,
        )
    ]


def _milliseconds(seconds: float) -> str:
    value = 1000 * seconds
    return f"{value:,.0f} ms" if value >= 100 else f"{value:.3g} ms"


def size_table(results: Results) -> PaperTable:
    """Return the counts for the same bridges on boards of other sizes."""
    rows = []
    for number in NUMBERS:
        boards = (f"hashi/pw-5x5-{number}", seven_by_seven(number), f"stretched-{number}")
        counts = [deepened(results, board).shown("expanded") for board in boards]
        rows.append([str(number), *counts])
    return PaperTable(
        "Iterative deepening on boards of other sizes: expansions",
        ("bridges", "5×5 boards", "7×7 boards", "the 7×7 boards stretched to 13×13"),
        rows,
        "The stretched boards have the same islands with all distances doubled, so the searches "
        "see the same graph. The 5×5 boards have other layouts.",
    )


def other_table(results: Results) -> PaperTable:
    """Return the counts of other searches on the largest boards."""
    return PaperTable(
        "Searches that are not in the paper: expansions",
        ("board", "bridges", *(role for role, *_ in _OTHERS)),
        [
            [name, best_first(results, name).shown("cost")]
            + [results.row(name, *names).shown("expanded") for _, *names in _OTHERS]
            for name in (seven_by_seven(7), BIG)
        ],
    )


def tree_table(_: Results) -> PaperTable:
    """Return the sizes of the trees beside the paper's formula."""
    return PaperTable(
        "Formula (1) and the sizes of the trees",
        ("board", "bridges", "formula (1): at most", "nodes in the tree"),
        [
            [name, str(bridges), f"{formula(bridges):,}", f"{tree_size(name):,}"]
            for name, bridges in formula_boards()
        ],
        "The nodes are counted independently of the searches: for each state, the number of orders "
        "in which it can be reached.",
    )


_OTHERS = (
    ("iterative deepening", "iterative_deepening", "build"),
    ("one order only", "iterative_deepening", "build:canonical"),
    ("breadth first, table", "breadth_first", "build"),
    ("depth first, table", "depth_first", "build"),
    ("A* + bridges_needed", "astar", "build", "bridges_needed"),
    ("best first + mass_cohesion", "greedy:ties=newest", "build", "mass_cohesion"),
)


def formula(bridges: int) -> int:
    """Return the value of formula (1) of the paper."""
    most = factorial(bridges)
    return 1 + bridges + sum(most // factorial(bridges - i) for i in range(2, bridges + 1))


def formula_boards() -> list[tuple[str, int]]:
    """Return boards with the number of bridges of their solutions."""
    boards = [(seven_by_seven(number), number) for number in NUMBERS]
    return [*boards, ("hashi/pw-5", 5), ("hashi/pw-7", 5)]


@cache
def tree_size(name: str) -> int:
    """Count the nodes of the tree of placements, in which every order counts."""
    space = Build(cast(Hashi, load(name)))
    layer = {space.initial(): 1}
    total = 0
    while layer:
        total += sum(layer.values())
        below: dict[int, int] = {}
        for state, ways in layer.items():
            for _, child, _ in space.successors(state):
                below[child] = below.get(child, 0) + ways
        layer = below
    return total


def time_plot(results: Results) -> PaperPlot:
    """Return figure 3.1 with our values."""
    return _drawn(
        ("hashi-time", "Time against bridges (Fig. 3.1)", "seconds"),
        _DEEPENING_SECONDS,
        [deepened(results, seven_by_seven(n)).get("seconds") for n in NUMBERS],
        _BEST_SECONDS,
        [best_first(results, seven_by_seven(n)).get("seconds") for n in NUMBERS],
    )


def node_plot(results: Results) -> PaperPlot:
    """Return figure 3.2 with our values."""
    return _drawn(
        ("hashi-nodes", "Nodes against bridges (Fig. 3.2): published and ours coincide", "nodes"),
        _DEEPENING,
        [deepened(results, seven_by_seven(n)).get("expanded") for n in NUMBERS],
        _BEST,
        [best_first(results, seven_by_seven(n)).get("expanded") + 1 for n in NUMBERS],
    )


def _drawn(names: tuple[str, str, str], *series: Sequence[float]) -> PaperPlot:
    name, title, unit = names
    labels = ("IDFS, published", "IDFS, ours", "“A*”, published", "best first, ours")
    with plot() as (figure, [axes]):
        for look, label, values in zip(line_styles(4), labels, series, strict=True):
            draw_line(axes, list(NUMBERS), values, look, label)
        axes.set_yscale("log")
        axes.set_xlabel("bridges in the solution")
        axes.set_ylabel(unit)
        axes.legend()
        return PaperPlot(name, title, as_svg(figure, title))
