"""Report the searches as a portfolio: performance profiles, the virtual best, contributions.

The virtual best uses the fastest search of each board. The contribution of a search is how much
worse the virtual best would be without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from masume.lab.figure import draw_line
from masume.lab.report.blocks import Block, Heading, Table, Text, Value
from masume.lab.report.cases import SearchStats
from masume.lab.report.plots import PlotChapter, legend_label, make_figure, plot_wide, set_log_scale
from masume.lab.report.words import join_words, number, time
from masume.lab.store import Store

_POINTS = 150
_MOST_BOARDS = 1000  # of a large study, a random sample
# The mean over the runs on a board; NULL if one is unsettled and there is no limit in seconds.
_BOARDS = """
    SELECT c.search_id, c.place, c.par_seconds, c.settled > 0
    FROM cases c JOIN searches w ON w.search_id = c.search_id
    WHERE w.kind = ? AND w.algorithm <> 'exact' AND c.place IN (
        SELECT place FROM places WHERE kind = w.kind ORDER BY md5(board) LIMIT {0}
    ) ORDER BY c.search_id, c.place
"""

Times = Mapping[int, float]  # of one search, by board; infinite if no run settled it


@dataclass(frozen=True)
class Share:
    """The value of one search to the portfolio."""

    search: SearchStats
    best_on: int  # boards on which no search is faster
    alone_on: int  # boards that no other search settled
    contribution: float  # increase of the virtual best's mean without it


@dataclass(frozen=True)
class Portfolio:
    """The searches of a puzzle as a portfolio."""

    boards: int
    settled: int  # by some search
    mean: float  # PAR2 of the virtual best
    single: float  # PAR2 of the best single search
    shares: tuple[Share, ...]
    ratios: dict[int, list[float]]  # of each search: time relative to the fastest, ascending


def portfolio_of(store: Store, kind: str, searches: Sequence[SearchStats]) -> Portfolio | None:
    """Return the portfolio; None with a single search or board, or without a limit in seconds."""
    penalised: dict[int, dict[int, float]] = {}
    times: dict[int, dict[int, float]] = {}
    for search_id, place, mean, settled in store.query(_BOARDS.format(_MOST_BOARDS), [kind]):
        if mean is None:
            return None
        penalised.setdefault(search_id, {})[place] = mean
        times.setdefault(search_id, {})[place] = mean if settled else inf
    places = sorted({place for means in penalised.values() for place in means})
    if len(penalised) < 2 or len(places) < 2:
        return None
    worst = max(mean for means in penalised.values() for mean in means.values())
    best = _virtual_best(penalised, places, worst)
    fastest = {p: min(of_search.get(p, inf) for of_search in times.values()) for p in places}
    shares = []
    for search in searches:
        if search.id in penalised:
            rest = {other: means for other, means in penalised.items() if other != search.id}
            mine, without = times[search.id], _virtual_best(rest, places, worst)
            best_on = [p for p in places if mine.get(p, inf) == fastest[p] < inf]
            alone = [p for p in best_on if all(times[other].get(p, inf) == inf for other in rest)]
            gain = (sum(without) - sum(best)) / len(places)
            shares.append(Share(search, len(best_on), len(alone), gain))
    return Portfolio(
        len(places),
        sum(time_ < inf for time_ in fastest.values()),
        sum(best) / len(places),
        min(sum(m.get(p, worst) for p in places) / len(places) for m in penalised.values()),
        tuple(shares),
        {
            search_id: sorted(own[p] / fastest[p] for p in own if own[p] < inf and fastest[p] > 0)
            for search_id, own in times.items()
        },
    )


def _virtual_best(
    penalised: Mapping[int, Times], places: Sequence[int], worst: float
) -> list[float]:
    return [min(means.get(place, worst) for means in penalised.values()) for place in places]


def portfolio_chapter(chapter: PlotChapter) -> Iterator[Block]:
    """Yield the performance profiles and the table of contributions."""
    store, kind, title, searches, styles = chapter
    portfolio = portfolio_of(store, kind, searches)
    if portfolio is None or not portfolio.settled:
        return
    yield Heading("Portfolio of searches", 3)
    shown = [
        search for search in searches if search.id in styles and portfolio.ratios.get(search.id)
    ]
    with plot_wide(len(shown)) as (figure, (axes,)):
        values = [1.0]
        for search in shown:
            ratios = portfolio.ratios[search.id]
            step = max(1, len(ratios) // _POINTS)
            ranks = [*range(0, len(ratios) - 1, step), len(ratios) - 1]
            xs = [ratios[rank] for rank in ranks]
            ys = [100 * (rank + 1) / portfolio.boards for rank in ranks]
            draw_line(axes, xs, ys, styles[search.id], legend_label(search), steps=True)
            values += xs
        set_log_scale(axes, "x", values, "times the fastest search of the board", seconds=False)
        axes.set(ylim=(0, 105), ylabel="% of the boards")
        yield make_figure(
            figure,
            f"{kind}-profile",
            f"{title}: performance profiles",
            "The share of the boards that a search settles within a multiple of the time of the "
            "fastest search (Dolan and Moré): at 1, the share on which it is the fastest; at the "
            "right end, the share that it settles at all. Skipped runs count as not settled.",
        )
    yield from _table(portfolio)


def _table(portfolio: Portfolio) -> Iterator[Block]:
    """Yield the table of contributions and its explanation."""
    useful = [share for share in portfolio.shares if share.best_on or share.contribution > 0]
    rest = [share.search.name for share in portfolio.shares if share not in useful]
    rows = [
        (
            share.search.name,
            Value(f"{share.best_on:,}", share.best_on),
            Value(f"{share.alone_on:,}", share.alone_on),
            Value(time(share.contribution), share.contribution),
        )
        for share in sorted(useful, key=lambda share: (-share.contribution, -share.best_on))
    ]
    numbers = ("fastest on", "only one on", "contribution")
    yield Table(("search", *numbers), rows, frozenset(numbers), sortable=True)
    explanation = (
        "Virtual best: the fastest search of each board. It "
        f"settles {portfolio.settled:,} of {portfolio.boards:,} boards with a PAR2 "
        f"time of {time(portfolio.mean)}; the best single search has {time(portfolio.single)}"
    )
    if portfolio.mean > 0:
        times = portfolio.single / portfolio.mean
        explanation += f", {number(times) if times >= 10 else f'{times:.2f}'} times that"
    explanation += (
        ". Contribution: by how much the virtual best's PAR2 time would grow without this search. "
        "The exact engine is not included. Skipped runs count as not settled. Of more than "
        f"{_MOST_BOARDS:,} boards a random sample of that size is used."
    )
    if rest:
        explanation += f" Never the fastest: {join_words(rest, 6)}."
    yield Text(explanation, small=True)
