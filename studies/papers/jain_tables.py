"""The tables of Jain's paper, his figures beside ours."""

from __future__ import annotations

from studies.papers.paper import PaperTable, beside, same
from studies.papers.results import Missing, PaperRow, Results

ONE, TWO = "hitori/jain-sample1", "hitori/jain-sample2"
HERE = "./jain_program.py:"
_RULES = (HERE + "FourBlack", "shade")
_MORE = "hitori-9x9"  # prefix of the frozen boards


def on_both(
    results: Results, algorithm: str, space: str = "shade", heuristic: str = "duplicates"
) -> list[PaperRow]:
    """Return the runs of one search on the two boards of the paper."""
    return [results.row(board, algorithm, space, heuristic) for board in (ONE, TWO)]


def as_run(results: Results, algorithm: str, heuristic: str = "duplicates") -> list[PaperRow]:
    """Return the runs under the program's rule, with its slip."""
    return on_both(results, HERE + algorithm, HERE + "FourBlack:slip", heuristic)


def saved(row: PaperRow, algorithm: str) -> int:
    """Return what the program calls saved states: its longest list plus the visited states.

    The queue never holds the first state; a hill climber that fails adds nothing to its list.
    """
    visited = row.get("expanded") - (algorithm.startswith("queue"))
    return int(row.get("max_frontier") + (visited if row.solved else 0))


PRINTED = (  # algorithm, its name in the paper, published: saved, generated
    ("queue", "greedy", 589, 588),
    ("queue:count_steps", "“A*”", 589, 588),
    ("best_of_list", "simple hill climbing", 80, 588),
    ("drawn_from_list", "random hill climbing", 57, 532),
)


def print_out(results: Results) -> PaperTable:
    """Return the run that the paper prints in full, beside ours."""
    names = HERE + "queue", HERE + "FourBlack:slip", "duplicates"
    row, trace = results.row(TWO, *names), results.trace(TWO, *names)
    # The goal is expanded before it is looked at, so it ends the trace twice.
    fall = ", ".join(f"{h:g}" for h in trace[:-1])
    return PaperTable(
        "The run printed in the paper: greedy search on sample 2",
        ("", "published", "ours", "same?"),
        [
            ["h of the states removed", *beside(_FALL, fall)],
            ["generated", *beside(539, row.shown("generated"))],
            ["saved", *beside(540, _or_fate(row, "queue"))],
        ],
    )


_FALL = ", ".join(map(str, range(84, -1, -4)))


def comparison(results: Results) -> PaperTable:
    """Return the paper's table beside ours."""
    return PaperTable(
        "The paper's comparison",
        ("algorithm", "measure", "published", "sample 1", "sample 2", "mean of ours", "same?"),
        [row for printed in PRINTED for row in _compared(results, *printed)],
        "The published figures are means over two boards, rounded down. Random hill climbing was "
        "run with 200 seeds on each board; the table shows medians.",
    )


def _or_fate(row: PaperRow, algorithm: str) -> str:
    try:
        return f"{saved(row, algorithm):,}"
    except Missing:
        return row.fate


def _compared(
    results: Results, algorithm: str, name: str, most: int, generated: int
) -> list[list[str]]:
    rows = as_run(results, algorithm)
    try:
        held = [saved(row, algorithm) for row in rows]
        made = [row.get("generated") for row in rows]
    except Missing:
        fates = [row.fate for row in rows]
        return [[name, "saved, generated", f"{most}, {generated}", *fates, "–", "–"]]
    drawn = algorithm.startswith("drawn")
    kept = same(most, sum(held) // 2)
    likeness = "random" if drawn else same(generated, sum(made) // 2)
    return [
        [name, "saved", str(most), *map(str, held), f"{sum(held) / 2:g}", kept],
        [name, "generated", str(generated), *map(str, made), f"{sum(made) / 2:g}", likeness],
    ]


_CLIMBERS = (
    ("best successor (`best_of_list`)", HERE + "best_of_list"),
    ("steepest ascent", "steepest_ascent"),
    ("random in proportion to h", HERE + "drawn_from_list"),
    ("random in proportion to the gain", HERE + "drawn_from_list:prefer=better"),
    ("stochastic hill climbing", "stochastic_hill_climbing"),
)


def successes(results: Results) -> PaperTable:
    """Return how often the hill climbers succeed."""
    rows = []
    fresh = len(results.boards(_MORE))
    for name, algorithm in _CLIMBERS:
        for space in _RULES:
            if not algorithm.endswith("best_of_list"):
                samples = on_both(results, algorithm, space)
            elif space == "shade":
                continue
            else:
                samples = as_run(results, "best_of_list")
            rule = "connected" if space == "shade" else "four black"
            shares = [f"{row.solved} of {row.runs}" for row in samples]
            rows.append([name, rule, *shares, _share(results, algorithm, space)])
    return PaperTable(
        "How often a search ends with a solution",
        ("search", "rule", "sample 1", "sample 2", f"{fresh} other 9×9 boards"),
        rows,
        "Four black: no white cell has only black neighbours. Connected: the rule of Hitori. Runs "
        "with different seeds are counted separately.",
    )


def _share(results: Results, algorithm: str, space: str) -> str:
    try:
        solved, runs = on_more(results, algorithm, space)
    except Missing:
        return "–"
    return f"{solved} of {runs}"


def on_more(results: Results, algorithm: str, space: str) -> tuple[int, int]:
    """Return the numbers of solved runs and of all runs on the frozen boards."""
    rows = [results.row(name, algorithm, space, "duplicates") for name in results.boards(_MORE)]
    if not rows:
        raise Missing("no fresh boards were made")
    return sum(row.solved for row in rows), sum(row.runs for row in rows)


def boards_solved(results: Results, algorithm: str, space: str) -> tuple[int, int]:
    """Return the number of frozen boards that some run solves, and the number of all."""
    boards = results.boards(_MORE)
    solved = sum(bool(results.row(b, algorithm, space, "duplicates").solved) for b in boards)
    return solved, len(boards)


def proper(results: Results) -> PaperTable:
    """Return greedy search and A* under the rule of Hitori."""
    rows = []
    for algorithm, heuristic in (
        ("greedy", "duplicates"),
        ("greedy:ties=newest", "duplicates"),
        ("astar:ties=oldest", "duplicates"),
        ("astar", "duplicates"),
        ("greedy:ties=newest", "black_needed"),
        ("astar", "black_needed"),
    ):
        samples = on_both(results, algorithm, "shade", heuristic)
        counts = [row.shown("generated") for row in samples]
        rows.append([algorithm, heuristic, *counts])
    return PaperTable(
        "Textbook greedy search and A*: states generated",
        ("search", "heuristic", "sample 1", "sample 2"),
        rows,
        "In `shade`, where white cells must be connected.",
    )


def times(results: Results) -> PaperTable:
    """Return the times of the searches that end."""
    searches = ("greedy", "astar:ties=oldest", "steepest_ascent")
    return PaperTable(
        "Jain: time of textbook searches with `duplicates`",
        ("search", "sample 1", "sample 2"),
        [[name, *(row.time for row in on_both(results, name))] for name in searches],
    )


def white_rows(results: Results) -> list[PaperRow]:
    """Return the runs of the program's searches with its second heuristic."""
    return [row for name, *_ in PRINTED for row in as_run(results, name, "white_cells")]


def white_cells(results: Results) -> PaperTable:
    """Return the results of the searches with the second heuristic."""
    return PaperTable(
        "The program's searches with the second heuristic, the number of white cells",
        ("search", "sample 1", "sample 2"),
        [
            [name, *map(_ending, as_run(results, algorithm, "white_cells"))]
            for algorithm, name, *_ in PRINTED
        ],
    )


def _ending(row: PaperRow) -> str:
    if row.ended < row.runs:
        return row.fate.removeprefix("was ")
    return f"{row.status}, {row.expanded or 0:,.0f} expansions"
