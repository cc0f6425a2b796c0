"""Report the influence of the seed: how often each board is settled, and how seeds differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from masume.errors import shorten
from masume.lab.figure import LineStyle, draw_line
from masume.lab.report.blocks import Block, Heading, Table, Text, Value
from masume.lab.report.cases import SearchStats
from masume.lab.report.plots import PlotChapter, legend_label, make_figure, plot_wide, set_log_scale
from masume.lab.report.stats import variance_within_boards, wilson
from masume.lab.report.words import percent, span, whole_percent
from masume.lab.store import Store

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COUNTED = ("settled", "seeds")
_MOST_BOARDS = 40  # in the table of boards
_MOST_DRAWN = 500  # boards of a large study, a random sample
# A seed counts once: its repetitions are not independent.
_TRIES = f"""
    SELECT g.search_id, g.seed, p.place, p.name, p.rows || '×' || p.cols AS size,
           2 * count_if(g.settled) > count(*) AS settled,
           median(g.expanded) FILTER (g.settled) AS expanded,
           avg(coalesce(g.par_expanded, g.par_seconds)) AS penalised
    FROM games g JOIN places p ON p.place = g.place
    WHERE g.played AND p.kind = ? AND p.place IN (
        SELECT place FROM places WHERE kind = p.kind ORDER BY md5(board) LIMIT {_MOST_DRAWN}
    ) AND g.search_id IN (
        SELECT search_id FROM games GROUP BY search_id HAVING count(DISTINCT seed) > 1
    ) GROUP BY ALL
"""
_BOARDS = f"""
    SELECT search_id, place, name, size, count_if(settled) AS settled, count(*) AS seeds,
           coalesce(list(expanded ORDER BY expanded)
               FILTER (settled AND expanded IS NOT NULL), []) AS expanded,
           list(penalised ORDER BY seed) AS penalised
    FROM ({_TRIES}) GROUP BY search_id, place, name, size ORDER BY search_id, place
"""
_SEEDS = f"""
    SELECT search_id, list(share ORDER BY seed) FROM (
        SELECT search_id, seed, avg(settled::INTEGER) AS share FROM ({_TRIES})
        GROUP BY search_id, seed
    ) GROUP BY search_id
"""


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

    @property
    def share(self) -> float:
        """The share of the seeds that settled the board."""
        return self.settled / self.seeds


@dataclass(frozen=True)
class Seeds:
    """The seeds of one search on all boards."""

    search: SearchStats
    boards: list[BoardSeeds]
    by_seed: list[float]  # the share of boards that each seed settled
    within: float | None  # share of the variance between seeds on one board


def seeded_searches(store: Store, kind: str, searches: Sequence[SearchStats]) -> list[Seeds]:
    """Return the searches that were run with several seeds, best first."""
    boards: dict[int, list[BoardSeeds]] = {}
    for row in store.query_records(_BOARDS, [kind]):
        boards.setdefault(row.pop("search_id"), []).append(BoardSeeds(**row))
    shares: dict[int, list[float]] = dict(store.query(_SEEDS, [kind]))
    return [
        Seeds(
            search,
            mine,
            shares[search.id],
            variance_within_boards([entry.penalised for entry in mine]),
        )
        for search in searches
        if (mine := boards.get(search.id))
    ]


def seeds(chapter: PlotChapter) -> Iterator[Block]:
    """Yield the table of searches, the plot, and the share of each board."""
    store, kind, title, searches, styles = chapter
    entries = seeded_searches(store, kind, searches)
    if not entries:
        return
    yield Heading("What depends on the seed", 3)
    numbers = ("settled", "boards", "seed by seed", "between seeds")
    rows = [_row(entry) for entry in entries]
    yield Table(("search", *numbers), rows, frozenset(numbers), sortable=True)
    yield Text(
        "Each seed counts once on a board: it settled the board if more than half of its "
        "repetitions did. Settled: of all seeds on all boards; below it the mean share of a board. "
        "Boards: settled by every seed, by some, by none. Seed by seed: the share of the boards "
        "that one seed alone settles, of the worst and the best seed. Between seeds: the share of "
        "the variance of log(1 + PAR2 expansions) between the seeds on one board, rather than "
        "between boards (one-way analysis of variance); an unsettled run counts as twice the "
        f"limit. Of more than {_MOST_DRAWN:,} boards a random sample of that size is used.",
        small=True,
    )
    shown = [entry for entry in entries if entry.search.id in styles]
    if shown and any(entry.search.settled for entry in shown):
        with plot_wide(len(shown), columns=2) as (figure, panels):
            board = _draw_times(panels[0], shown, styles)
            _draw_shares(panels[1], shown, styles)
            yield make_figure(
                figure,
                f"{kind}-seeds",
                f"{title}: runs with different seeds on one board, and the shares of all boards",
                f"Left: on one board ({board}) the share of the seeds that have settled it within "
                "so many expansions. Right: the share of the seeds that settled each board, the "
                "surest board first.",
            )
    yield from _by_board(entries)


def _row(entry: Seeds) -> tuple[str | Value, ...]:
    """Return the row of a search in the table of searches."""
    settled, tries = (sum(getattr(board, name) for board in entry.boards) for name in _COUNTED)
    share = fmean(board.share for board in entry.boards)
    always = sum(board.settled == board.seeds for board in entry.boards)
    none = sum(not board.settled for board in entry.boards)
    some = len(entry.boards) - always - none
    within = Value("–", 2.0) if entry.within is None else Value(percent(entry.within), entry.within)
    return (
        entry.search.name,
        Value(f"{settled:,}/{tries:,}", share, percent(share)),
        Value(f"{always:,}, {some:,}, {none:,}", always + some),
        Value(f"{percent(min(entry.by_seed))} – {percent(max(entry.by_seed))}", max(entry.by_seed)),
        within,
    )


def _draw_times(axes: Axes, shown: Sequence[Seeds], styles: dict[int, LineStyle]) -> str:
    """Draw run-time distributions on the board with the most distinct values; return its name."""
    settled: dict[int, int] = {}
    names: dict[int, str] = {}
    for entry in shown:
        for board in entry.boards:
            names[board.place] = f"{shorten(board.name, 60)}, {board.size}"
            settled[board.place] = settled.get(board.place, 0) + len(set(board.expanded))
    place = max(settled, key=lambda place: settled[place])
    values: list[float] = []
    for entry in shown:
        for board in entry.boards:
            if board.place == place and board.expanded:
                xs = board.expanded
                ys = [100 * rank / board.seeds for rank in range(1, len(xs) + 1)]
                draw_line(
                    axes, xs, ys, styles[entry.search.id], legend_label(entry.search), steps=True
                )
                values += xs
    set_log_scale(axes, "x", values, "expansions", seconds=False)
    axes.set(ylim=(0, 105), ylabel="% of the seeds")
    return names[place]


def _draw_shares(axes: Axes, shown: Sequence[Seeds], styles: dict[int, LineStyle]) -> None:
    """Draw the share of the seeds that settled each board, in descending order."""
    for entry in shown:
        shares = sorted((100 * board.share for board in entry.boards), reverse=True)
        ranks = list(range(1, len(shares) + 1))
        draw_line(axes, ranks, shares, styles[entry.search.id], legend_label(entry.search))
    axes.set(ylim=(-3, 105), ylabel="% of the seeds", xlabel="boards")
    axes.locator_params("x", integer=True)


def _by_board(entries: Sequence[Seeds]) -> Iterator[Block]:
    """Yield each board with the share of the seeds that settled it, uncertain ones first."""
    each = [(entry.search.name, board) for entry in entries for board in entry.boards]
    each.sort(key=lambda pair: not 0 < pair[1].settled < pair[1].seeds)
    rows: list[tuple[str | Value, ...]] = []
    for search, board in each[:_MOST_BOARDS]:
        interval = span(wilson(board.settled, board.seeds), whole_percent)
        more = f"{percent(board.share)}, {interval}"
        share = Value(f"{board.settled:,}/{board.seeds:,}", board.share, more)
        rows.append((search, shorten(board.name, 60), board.size, share))
    yield Table(("search", "board", "size", "settled"), rows, frozenset({"settled"}), sortable=True)
    more = f" {len(each) - len(rows):,} more are left out." if len(each) > len(rows) else ""
    yield Text(
        "The share of the seeds that settled each board, with its 95 % interval (Wilson, over "
        f"seeds); first the boards that some seeds settled and others did not.{more}",
        small=True,
    )
