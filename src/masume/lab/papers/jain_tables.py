"""The tables of Jain's paper, his figures beside ours."""

from __future__ import annotations

from masume.lab.papers.paper import PaperTable, same
from masume.lab.papers.results import Missing, PaperRow, Results

ONE, TWO = "hitori/jain-sample1", "hitori/jain-sample2"
HERE = "jain_program."
_RULES = (HERE + "FourBlack", "shade")
_MORE = "hitori-9x9"  # how the names of the boards begin that were made for this


def ran(results: Results, board: str, algorithm: str) -> PaperRow:
    """As the program ran: with its rule, and the slip in it."""
    return results.row(board, HERE + algorithm, HERE + "FourBlack:slip", "duplicates")


def saved(row: PaperRow, algorithm: str) -> int:
    """What the program calls saved states: its longest list, and the states it has visited.

    The queue never holds the first state; a hill climber that fails adds nothing to its list.
    """
    visited = row.get("expanded") - (algorithm.startswith("queue"))
    return int(row.get("max_frontier") + (visited if row.solved else 0))


_PRINTED = (  # algorithm, its name in the paper, published: saved, generated
    ("queue", "greedy", 589, 588),
    ("queue:count_steps", "“A*”", 589, 588),
    ("best_of_list", "simple hill climbing", 80, 588),
    ("drawn_from_list", "random hill climbing", 57, 532),
)


def print_out(results: Results) -> PaperTable:
    """The one run that the paper shows in full."""
    row = ran(results, TWO, "queue")
    trace = results.trace(TWO, HERE + "queue", HERE + "FourBlack:slip", "duplicates")
    pairs = (
        # The goal is expanded before it is looked at, so it ends the trace twice.
        ("h of the states taken out", _FALL, ", ".join(f"{h:g}" for h in trace[:-1])),
        ("generated", "539", row.shown("generated")),
        ("saved", "540", _or_fate(row, "queue")),
    )
    return PaperTable(
        "The run that the paper prints: greedy search on sample 2",
        ("", "published", "ours", "same?"),
        [[what, theirs, ours, same(theirs, ours)] for what, theirs, ours in pairs],
    )


_FALL = ", ".join(map(str, range(84, -1, -4)))


def comparison(results: Results) -> PaperTable:
    """The paper's table, board by board."""
    return PaperTable(
        "The paper's comparison",
        ("algorithm", "measure", "published", "sample 1", "sample 2", "mean of ours", "same?"),
        [row for one in _PRINTED for row in _compared(results, *one)],
        "The published figures are means over two boards, rounded down. Random hill climbing was "
        "drawn 200 times on each board; shown are medians.",
    )


def _or_fate(row: PaperRow, algorithm: str) -> str:
    try:
        return f"{saved(row, algorithm):,}"
    except Missing:
        return row.fate


def _compared(
    results: Results, algorithm: str, name: str, most: int, generated: int
) -> list[list[str]]:
    rows = [ran(results, board, algorithm) for board in (ONE, TWO)]
    try:
        held = [saved(row, algorithm) for row in rows]
        made = [row.get("generated") for row in rows]
    except Missing:
        return [
            [
                name,
                "saved, generated",
                f"{most}, {generated}",
                *(row.fate for row in rows),
                "–",
                "–",
            ]
        ]
    drawn = algorithm.startswith("drawn")
    likeness = "drawn by lot" if drawn else same(generated, sum(made) // 2)
    return [
        [
            name,
            "saved",
            str(most),
            *map(str, held),
            f"{sum(held) / 2:g}",
            same(most, sum(held) // 2),
        ],
        [name, "generated", str(generated), *map(str, made), f"{sum(made) / 2:g}", likeness],
    ]


_CLIMBERS = (
    ("best successor (`best_of_list`)", HERE + "best_of_list", False),
    ("steepest ascent", "steepest_ascent", True),
    ("drawn in proportion to h, as run", HERE + "drawn_from_list", False),
    ("drawn by what is gained", HERE + "drawn_from_list:prefer=better", True),
    ("stochastic hill climbing", "stochastic_hill_climbing", True),
)


def successes(results: Results) -> PaperTable:
    """How often the climbers get through."""
    rows = []
    for name, algorithm, _ in _CLIMBERS:
        for space in _RULES:
            if algorithm.endswith("best_of_list"):
                samples = [ran(results, board, "best_of_list") for board in (ONE, TWO)]
                if space == "shade":
                    continue
            else:
                samples = [
                    results.row(board, algorithm, space, "duplicates") for board in (ONE, TWO)
                ]
            rule = "connected" if space == "shade" else "four black"
            shares = [f"{row.solved} of {row.runs}" for row in samples]
            rows.append([name, rule, *shares, _share(results, algorithm, space)])
    return PaperTable(
        "How often a search ends with a solution",
        (
            "search",
            "rule",
            "sample 1",
            "sample 2",
            f"{len(results.boards(_MORE))} fresh 9×9 boards",
        ),
        rows,
        "Four black: no white cell has black neighbours only. Connected: the rule of Hitori. Those "
        "that are random had many seeds on each board.",
    )


def _share(results: Results, algorithm: str, space: str) -> str:
    try:
        solved, runs = on_more(results, algorithm, space)
    except Missing:
        return "–"
    return f"{solved} of {runs}"


def on_more(results: Results, algorithm: str, space: str) -> tuple[int, int]:
    """Solved runs and all runs on the boards that were made for this."""
    rows = [results.row(name, algorithm, space, "duplicates") for name in results.boards(_MORE)]
    if not rows:
        raise Missing("no fresh boards were made")
    return sum(row.solved for row in rows), sum(row.runs for row in rows)


def boards_solved(results: Results, algorithm: str, space: str) -> tuple[int, int]:
    """On how many of those boards some run gets through, and how many there are."""
    boards = results.boards(_MORE)
    solved = sum(bool(results.row(b, algorithm, space, "duplicates").solved) for b in boards)
    return solved, len(boards)


def proper(results: Results) -> PaperTable:
    """Greedy search and A* under the rule of Hitori."""
    rows = []
    for algorithm, heuristic in (
        ("greedy", "duplicates"),
        ("greedy:ties=newest", "duplicates"),
        ("astar:ties=oldest", "duplicates"),
        ("astar", "duplicates"),
        ("greedy:ties=newest", "black_needed"),
        ("astar", "black_needed"),
    ):
        samples = [results.row(board, algorithm, "shade", heuristic) for board in (ONE, TWO)]
        counts = [row.shown("generated") for row in samples]
        rows.append([algorithm, heuristic, *counts, samples[1].time])
    return PaperTable(
        "Greedy search and A* as they are defined",
        ("search", "heuristic", "sample 1: generated", "sample 2: generated", "sample 2: time"),
        rows,
        "In `shade`, where white cells must be connected. Medians of time with quartiles.",
    )


def white_rows(results: Results) -> list[PaperRow]:
    """The program's four searches with its second heuristic, on both boards."""
    return [
        results.row(board, HERE + name, HERE + "FourBlack:slip", "white_cells")
        for name, *_ in _PRINTED
        for board in (ONE, TWO)
    ]


def white_cells(results: Results) -> PaperTable:
    """What becomes of the searches with the second heuristic."""
    rows = white_rows(results)
    return PaperTable(
        "The second heuristic, the number of white cells, in the program's searches",
        ("search", "sample 1", "sample 2"),
        [
            [name, *(_ending(row) for row in rows[2 * number : 2 * number + 2])]
            for number, (_, name, *_rest) in enumerate(_PRINTED)
        ],
        "Expansions up to the end or to the limit, where the time decides how many they are.",
    )


def _ending(row: PaperRow) -> str:
    end = row.status if row.ended == row.runs else row.fate.removeprefix("was ")
    return f"{end}, {row.expanded or 0:,.0f} expansions"
