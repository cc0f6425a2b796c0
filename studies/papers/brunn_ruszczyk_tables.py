"""The tables of Brunn and Ruszczyk's paper: their figures beside ours."""

from __future__ import annotations

from typing import cast

from masume.api.heuristic_values import heuristic_values
from masume.families.shading.position import Shading
from masume.formats.load import loads, parse_answer
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from
from studies.papers.paper import PaperTable, beside
from studies.papers.results import PaperRow, Results

# Iterations of depth first and of "A*".
PUBLISHED = {
    "3x3-0": (53, 9),
    "3x3-1": (23, 7),
    "3x3-2": (105, 28),
    "4x4-0": (1067, 96),
    "4x4-1": (565, 750),
    "4x4-2": (1015, 74),
    "5x4-0": (2061, 69),
    "5x4-1": (2059, 40),
    "5x4-2": (2461, 85),
    "5x5-0": (32037, 440),
    "5x5-1": (13135, 49),
    "5x5-2": (22987, 123),
}
# Seconds of depth first and of "A*"; the text has them for six of the boards.
PUBLISHED_SECONDS = {
    "3x3-0": (0.02, 0.004),
    "3x3-1": (0.011, 0.003),
    "4x4-0": (0.49, 0.056),
    "4x4-1": (0.22, 0.38),
    "4x4-2": (0.46, 0.046),
    "5x5-2": (13.97, 0.09),
}
BOARDS = tuple(f"kuromasu/br-{name}" for name in PUBLISHED)
HERE = "./brunn_ruszczyk_program.py:"

# The two worked examples of h. Only their figures are certain: the pictures are not in our copy of
# the paper, so the boards are the smallest that have them.
EXAMPLES = (
    ("the first example: clues 3 and 1", "kuromasu\n3 . .\n. . .\n. . 1", ""),
    ("the second example: clues 3 and 2", "kuromasu\n3 .\n. 2", "r1c2=black"),
)


def dfs(results: Results, board: str) -> PaperRow:
    """Return the depth-first search of their program."""
    return results.row(board, HERE + "whole_tree", HERE + "Twice")


def tied(results: Results, board: str) -> PaperRow:
    """Return the search that their paper calls A*."""
    return results.row(board, HERE + "tied_best", HERE + "AnyOrder", HERE + "ratio")


def plain(results: Results, board: str) -> PaperRow:
    """Return depth-first search over legal states."""
    return results.row(board, "depth_first", "shade:canonical")


def astar(results: Results, board: str, heuristic: str = "black_needed") -> PaperRow:
    """Return A* over legal states."""
    return results.row(board, "astar", "shade:canonical", heuristic)


def _finding(row: PaperRow) -> str:
    if row.ended < row.runs:
        return row.fate
    return f"{row.cost} black cells" if row.solved else "nothing"


def iterations(results: Results) -> PaperTable:
    """Return the published iterations beside ours."""
    rows = []
    for board, published in zip(BOARDS, PUBLISHED.values(), strict=True):
        deep, best = dfs(results, board), tied(results, board)
        first = beside(f"{published[0]:,}", deep.shown("expanded"))
        second = beside(f"{published[1]:,}", best.shown("generated"))
        rows.append([board, *first, _finding(deep), *second, _finding(best)])
    head = ("board", "DFS, published", "ours", "same?", "finds")
    return PaperTable(
        "Iterations, and what was found",
        (*head, "“A*”, published", "ours", "same?", "finds"),
        rows,
        "DFS counts the calls of the recursion. Their program walks the whole tree almost twice, "
        "because the root looks for a sibling that it does not have. “A*” counts the children "
        "examined. The text gives seven of these pairs; the other five come from running their "
        "program on the boards that belong to it.",
    )


def published_times(_: Results) -> PaperTable:
    """Return the published times, and the time per iteration that follows from them."""
    rows = []
    for name, seconds in PUBLISHED_SECONDS.items():
        counts = PUBLISHED[name]
        each = [f"{1000 * s / n:.2f} ms" for s, n in zip(seconds, counts, strict=True)]
        ratios = [f"{pair[0] / pair[1]:.1f}" for pair in (counts, seconds)]
        rows.append([f"kuromasu/br-{name}", *(f"{s:g} s" for s in seconds), *each, *ratios])
    return PaperTable(
        "Published times",
        (
            "board",
            "DFS",
            "“A*”",
            "DFS: per iteration",
            "“A*”: per iteration",
            "iterations: DFS / “A*”",
            "time: DFS / “A*”",
        ),
        rows,
        "The last four columns are computed from the published figures. Our times are in the "
        "section Times.",
    )


def worked_examples(_: Results) -> PaperTable:
    """Return the paper's two worked examples of h beside ours."""
    rows = []
    for (title, board, marks), published in zip(EXAMPLES, ("−6/4", "1/5"), strict=True):
        puzzle = cast(Kuromasu, loads(board))
        position = parse_answer(puzzle, marks) if marks else Shading()
        seen, numbers = paper_sums(puzzle, cast(Shading, position))
        (own,) = heuristic_values(puzzle, position, ["reachable_ratio"])
        rows.append([title, str(seen), str(numbers), *beside(published, own.published)])
    return PaperTable(
        "The worked examples of h",
        ("position", "cells in sight", "sum of the clues", "h, published", "ours", "same?"),
        rows,
        "The pictures are not in our copy of the paper. These are the smallest boards with the "
        "same figures: 3×3 with a 3 at r1c1 and a 1 at r3c3, no black cells; 2×2 with a 3 at r1c1 "
        "and a 2 at r2c2, r1c2 black. `./masume heuristic BOARD --from MARKS` prints these "
        "values.",
    )


def paper_sums(puzzle: Kuromasu, position: Shading) -> tuple[int, int]:
    """Return the cells in sight of all clues, and the sum of the clues."""
    clues = [(cell, clue) for cell, clue in enumerate(puzzle.clues) if isinstance(clue, int)]
    seen = sum(seen_from(puzzle, position, cell) for cell, _ in clues)
    return seen, sum(clue for _, clue in clues)


def properly(results: Results) -> PaperTable:
    """Return what textbook searches expand on the same boards."""
    rows = []
    for board in BOARDS:
        whole = results.row(board, HERE + "whole_tree", "shade:canonical")
        own = astar(results, board, "reachable_ratio")
        searches = (whole, plain(results, board), astar(results, board), own)
        rows.append([board, *(search.shown("expanded") for search in searches)])
    return PaperTable(
        "Textbook searches on the same boards: expansions",
        ("board", "whole tree", "depth first", "A* + black_needed", "A* + −h (`reachable_ratio`)"),
        rows,
        "All in `shade:canonical`: illegal states are pruned, each set of black cells is generated "
        "once, and depth first stops at the first solution.",
    )


def times(results: Results) -> PaperTable:
    """Return our times: their program's searches and the textbook ones."""
    return PaperTable(
        "Brunn and Ruszczyk: time",
        ("board", "DFS of the program", "“A*” of the program", "depth first", "A* + black_needed"),
        [
            [board, *(search(results, board).time for search in (dfs, tied, plain, astar))]
            for board in BOARDS
        ],
    )
