"""The influence of the seed: how often each board is settled, and how seeds differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from masume.core.statistics import variance_within_boards
from masume.draw.charts import draw_line, make_figure, plot_wide
from masume.draw.document import Figure
from masume.errors import shorten
from masume.lab.report.cases import SearchStats, ask_records
from masume.lab.report.plots import Chapter, draw_steps, legend_label
from masume.lab.store import Store


@dataclass(frozen=True)
class BoardSeeds:
    """The seeds of one search on one board."""

    place: int
    name: str
    size: str
    settled: int  # seeds of which more than half the repetitions settled it
    seeds: int
    expanded: list[float]  # median of each seed that settled it, in ascending order
    penalised: list[float | None]  # mean of each seed
    tries: list[dict[str, int]]  # whether each seed settled it

    @property
    def share(self) -> float:
        """The share of the seeds that settled the board."""
        return self.settled / self.seeds


@dataclass(frozen=True)
class Seeds:
    """The seeds of one search on all boards."""

    search: SearchStats
    boards: list[BoardSeeds]

    @property
    def within(self) -> float | None:
        """The share of the variance between seeds on one board."""
        return variance_within_boards([board.penalised for board in self.boards])

    @property
    def by_seed(self) -> list[float]:
        """The share of the boards that each seed settled."""
        tries: dict[int, list[int]] = {}
        for board in self.boards:
            for entry in board.tries:
                tries.setdefault(entry["seed"], []).append(entry["settled"])
        return [fmean(tries[seed]) for seed in sorted(tries)]

    @property
    def share(self) -> float:
        """The mean share of a board."""
        return fmean(board.share for board in self.boards)

    @property
    def tries(self) -> tuple[int, int]:
        """The numbers of settled and of all seeds on all boards."""
        boards = self.boards
        return sum(board.settled for board in boards), sum(board.seeds for board in boards)

    @property
    def reach(self) -> tuple[int, int, int]:
        """The numbers of boards settled by every seed, by some, by none."""
        always = sum(board.settled == board.seeds for board in self.boards)
        none = sum(not board.settled for board in self.boards)
        return always, len(self.boards) - always - none, none


def seeded_searches(store: Store, kind: str, searches: Sequence[SearchStats]) -> list[Seeds]:
    """Return the searches that were run with several seeds, best first."""
    boards: dict[int, list[BoardSeeds]] = {}
    for row in ask_records(store, "seeds", kind):
        boards.setdefault(row.pop("search_id"), []).append(BoardSeeds(**row))
    return [Seeds(search, boards[search.id]) for search in searches if search.id in boards]


def uncertain_boards(entries: Sequence[Seeds]) -> list[tuple[SearchStats, BoardSeeds]]:
    """Return all boards with their searches, those that only some seeds settled first."""
    each = [(entry.search, board) for entry in entries for board in entry.boards]
    return sorted(each, key=lambda pair: not 0 < pair[1].settled < pair[1].seeds)


def widest_board(chapter: Chapter, entries: Sequence[Seeds]) -> str:
    """Name the board on which seeds differ most."""
    board = _widest(chapter, entries)
    return f"{shorten(board.name, 60)}, {board.size}"


def _widest(chapter: Chapter, entries: Sequence[Seeds]) -> BoardSeeds:
    distinct: dict[int, int] = {}
    boards = [b for entry in entries if entry.search in chapter.shown for b in entry.boards]
    for board in boards:
        distinct[board.place] = distinct.get(board.place, 0) + len(set(board.expanded))
    return max(boards, key=lambda board: (distinct[board.place], -board.place))


def draw_seeds(chapter: Chapter, entries: Sequence[Seeds]) -> Figure | None:
    """Draw run-time distributions on one board, and the share of the seeds on each board."""
    shown = [entry for entry in entries if entry.search in chapter.shown]
    if not any(entry.search.settled for entry in shown):
        return None
    place = _widest(chapter, entries).place
    lines = []
    for entry in shown:
        for board in entry.boards:
            if board.place == place and board.expanded:
                ranks = range(1, len(board.expanded) + 1)
                shares = [100 * rank / board.seeds for rank in ranks]
                lines.append((entry.search, board.expanded, shares))
    with plot_wide(len(shown), columns=2) as (figure, (times, surest)):
        draw_steps(times, chapter, lines, "expansions")
        times.set(ylim=(0, 105), ylabel="% of the seeds")
        for entry in shown:
            ys = sorted((100 * board.share for board in entry.boards), reverse=True)
            xs, look = list(range(1, len(ys) + 1)), chapter.styles[entry.search.id]
            draw_line(surest, xs, ys, look, legend_label(entry.search))
        surest.set(ylim=(-3, 105), ylabel="% of the seeds", xlabel="boards")
        surest.locator_params("x", integer=True)
        title = "runs with different seeds on one board, and the shares of all boards"
        return make_figure(figure, f"{chapter.kind}-seeds", f"{chapter.title}: {title}")
