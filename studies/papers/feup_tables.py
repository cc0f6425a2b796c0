"""The tables and the plot of the FEUP paper, its program's counts beside ours."""

from __future__ import annotations

from statistics import mean, median

from masume.draw.charts import as_svg, draw_line, line_styles, plot
from studies.papers.paper import PaperPlot, PaperTable, beside
from studies.papers.results import PaperRow, Results

_LEVELS = {"easy": 7, "medium": 5, "hard": 4, "extreme": 4}
_SIZES = {"easy": 6, "medium": 7, "hard": 8, "extreme": 9}
_SIZE_NAMES = [f"{size}×{size}" for size in _SIZES.values()]
BOARDS = tuple(
    f"exactly_one/{level}-{number}" for level, count in _LEVELS.items() for number in range(count)
)
_PRINTED = "exactly_one/medium-0"
HERE = "./feup_program.py:"
EUCLID = HERE + "whole_euclidean"
HEURISTICS = ("manhattan", "euclidean", "shapes_left")

# On the board that the paper prints: the program's counts, and how ours come to the same.
COUNTS: tuple[tuple[str, int, str, str], ...] = (
    ("breadth first", 117, "uniform_cost", ""),
    ("depth first", 28, "depth_first", ""),
    ("iterative deepening, last round", 28, "depth_first:depth_limit=16", ""),
    ("uniform cost", 117, "uniform_cost", ""),
    ("greedy, Manhattan", 38, HERE + "queue", "manhattan"),
    ("greedy, Euclid", 61, HERE + "queue", EUCLID),
    ("greedy, L's left", 100, HERE + "queue", "shapes_left"),
)
SERIES = (
    ("breadth first", "breadth_first", ""),
    ("depth first", "depth_first", ""),
    ("iterative deepening", "iterative_deepening", ""),
    ("uniform cost", "uniform_cost", ""),
    *((f"greedy, {h}", "greedy", h) for h in HEURISTICS),
    *((f"A*, {h}", "astar", h) for h in HEURISTICS),
    ("A*, detour", "astar", "detour"),
)


def on_board(results: Results, board: str, algorithm: str, heuristic: str = "") -> PaperRow:
    """Return the runs of one search on one board."""
    return results.row(board, algorithm, "walk", heuristic)


def on_all(results: Results, measure: str, algorithm: str, heuristic: str = "") -> list[float]:
    """Return a measure of one search on all boards."""
    return [on_board(results, board, algorithm, heuristic).get(measure) for board in BOARDS]


def printed_board(results: Results) -> PaperTable:
    """Return the counts on the board that the paper shows."""
    rows = []
    for role, published, algorithm, heuristic in COUNTS:
        ours = on_board(results, _PRINTED, algorithm, heuristic).shown("expanded", 1)
        rows.append([role, *beside(published, ours)])
    early = on_board(results, _PRINTED, "breadth_first").shown("expanded")
    plain = [on_board(results, _PRINTED, "greedy", h).shown("expanded", 1) for h in HEURISTICS]
    return PaperTable(
        f"Nodes removed from the queue on {_PRINTED}, the board printed in the paper",
        ("search", "the program", "ours", "same?"),
        rows,
        "The paper shows plots without numbers; these are the counts of its program on this board. "
        "It counts nodes removed from the queue including the goal: our expansions plus one. It "
        "tests for the goal on removal, which makes its breadth first uniform cost with equal "
        f"costs; our breadth first tests on generation and expands {early}. Its greedy search "
        "rounds the Euclidean distance down and breaks ties by a comparison that calls a node less "
        "than any other in its column; with ties to the oldest, ours removes "
        f"{', '.join(plain)}.",
    )


def size_table(results: Results) -> PaperTable:
    """Return the results of all searches by board size."""
    return PaperTable(
        "Expansions by size of board (medians over the boards of a size)",
        ("search", *_SIZE_NAMES, "all 20 boards: sum"),
        [_by_size(results, *series) for series in SERIES],
    )


def times(results: Results) -> PaperTable:
    """Return the time of every search on all boards."""
    return PaperTable(
        "Exactly One Mazes (FEUP): time for all 20 boards",
        ("search", "time"),
        [[role, _time_of_all(results, a, h)] for role, a, h in SERIES],
        "Sums over the boards of the medians of five runs, and of their quartiles.",
    )


def _by_size(results: Results, role: str, algorithm: str, heuristic: str) -> list[str]:
    cells = [
        f"{median(_of_level(results, level, 'expanded', algorithm, heuristic)):,.0f}"
        for level in _LEVELS
    ]
    total = sum(on_all(results, "expanded", algorithm, heuristic))
    return [role, *cells, f"{total:,.0f}"]


def _time_of_all(results: Results, algorithm: str, heuristic: str = "") -> str:
    """Return the times for all boards with quartiles."""
    measures = ("seconds", "fast", "slow")
    middle, low, high = (1000 * sum(on_all(results, m, algorithm, heuristic)) for m in measures)
    return f"{middle:,.0f} ms ({low:,.0f}–{high:,.0f})"


def _of_level(
    results: Results, level: str, measure: str, algorithm: str, heuristic: str
) -> list[float]:
    return [
        on_board(results, f"exactly_one/{level}-{number}", algorithm, heuristic).get(measure)
        for number in range(_LEVELS[level])
    ]


def size_plot(results: Results) -> PaperPlot:
    """Return the plot of the means by size, as in the paper."""
    title = "Time and nodes by size of board"
    with plot(9.6, 4.6, columns=2) as (figure, axes):
        measures = {"seconds": "seconds", "expanded": "nodes"}
        for panel, (measure, unit) in zip(axes, measures.items(), strict=True):
            for look, (role, algorithm, heuristic) in zip(
                line_styles(len(SERIES)), SERIES, strict=True
            ):
                values = [
                    mean(_of_level(results, level, measure, algorithm, heuristic))
                    for level in _LEVELS
                ]
                draw_line(panel, list(_SIZES.values()), values, look, role)
            panel.set_yscale("log")
            panel.set_xticks(list(_SIZES.values()), _SIZE_NAMES)
            panel.set_ylabel(f"{unit}, mean over the boards of a size")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
        return PaperPlot("mazes", title, as_svg(figure, title))
