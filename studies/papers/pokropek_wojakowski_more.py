"""Pokropek and Wojakowski's two searches on boards with more bridges than they measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from masume.formats.load import loads
from masume.lab.tasks import given_boards
from masume.puzzles.hashi.puzzle import Hashi
from studies.papers import study_named
from studies.papers.chance import Contest, compared
from studies.papers.paper import PaperTable
from studies.papers.pokropek_wojakowski_tables import best_first, deepened
from studies.papers.results import PaperRow, Results

_EXAMPLES = ("5x30-1", "10x10-1", "10x10-2", "10x10-tree-1")
_NAMES = ("hashi/touching-3x4", *(f"hashi/tatham-{name}" for name in _EXAMPLES))
_FRESH = "hashi-"  # prefix of the frozen boards
_GROUPS = ((8, 8), (9, 9), (10, 10), (11, 17), (18, 99))
LIMIT = 10_000  # expansions, as in the study


@dataclass(frozen=True)
class LargerBoard:
    """A board with more than seven bridges, and the runs of the searches on it."""

    bridges: int
    deep: PaperRow
    best: PaperRow
    plain: PaperRow  # depth first with a table, no heuristic


def more_boards(results: Results) -> list[LargerBoard]:
    """Return the boards with more than seven bridges."""
    boards = []
    for name in (*_NAMES, *results.boards(_FRESH)):
        best = best_first(results, name)
        plain = results.row(name, "depth_first", "build")
        bridges = _bridges()[name]
        if bridges > 7:
            boards.append(LargerBoard(bridges, deepened(results, name), best, plain))
    return boards


@cache
def _bridges() -> dict[str, int]:
    """Return for each board of the study how many bridges its clues add up to."""
    counts = {}
    for board in given_boards(study_named("pokropek_wojakowski_more")):
        clues = cast(Hashi, loads(board.text)).clues
        counts[board.name] = sum(clue for clue in clues if isinstance(clue, int)) // 2
    return counts


def against(first: list[PaperRow], second: list[PaperRow]) -> Contest:
    """Compare expansions board by board; a run that was cut off counts as its limit."""
    return compared([_spent(row) for row in first], [_spent(row) for row in second])


def _spent(row: PaperRow) -> float:
    return row.get("expanded") if row.solved else LIMIT


def solved(rows: Sequence[PaperRow]) -> str:
    """Return how many of the runs are solved."""
    return f"{sum(bool(row.solved) for row in rows)} of {len(rows)}"


def more_table(results: Results) -> PaperTable:
    """Return the results for eight or more bridges."""
    rows = []
    for low, high in _GROUPS:
        some = [board for board in more_boards(results) if low <= board.bridges <= high]
        if some:
            least, most = (end(board.bridges for board in some) for end in (min, max))
            searches = zip(*((board.deep, board.best, board.plain) for board in some), strict=True)
            cells = [f"{solved(runs)}{_range(runs)}" for runs in searches]
            rows.append([str(low) if low == high else f"{least}–{most}", *cells])
    return PaperTable(
        f"More than seven bridges: boards solved within {LIMIT:,} expansions, and the expansions",
        ("bridges", "iterative deepening", "best first + mass_cohesion", "depth first, table"),
        rows,
        f"Ten 5×5 and ten 7×7 boards (`boards/hashi.txt`), and the examples {', '.join(_NAMES)}.",
    )


def _range(rows: Sequence[PaperRow]) -> str:
    counts = [row.get("expanded") for row in rows if row.solved]
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    return f": {low:,}" if low == high else f": {low:,}–{high:,}"
