"""The searches as a portfolio: performance profiles, the virtual best, contributions.

The virtual best uses the fastest search of each board. The contribution of a search is how much
worse the virtual best would be without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from masume.draw.charts import make_figure, plot_wide
from masume.draw.document import Figure
from masume.lab.report.cases import SearchStats, ask
from masume.lab.report.plots import Chapter, draw_steps
from masume.lab.store import Store

_POINTS = 150


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

    @property
    def useful(self) -> list[Share]:
        """The searches that are the fastest on a board, the largest contribution first."""
        useful = [share for share in self.shares if share.best_on or share.contribution > 0]
        return sorted(useful, key=lambda share: (-share.contribution, -share.best_on))


def portfolio_of(store: Store, kind: str, searches: Sequence[SearchStats]) -> Portfolio | None:
    """Return the portfolio; None with a single search or board, or without a limit in seconds."""
    from numpy import array, delete, full, inf, isinf

    rows = ask(store, "portfolio", kind)
    ids = list(dict.fromkeys(search_id for search_id, *_ in rows))
    places = list(dict.fromkeys(place for _, place, *_ in rows))
    if len(ids) < 2 or len(places) < 2 or any(mean is None for _, _, mean, _ in rows):
        return None
    means = full((len(ids), len(places)), max(mean for _, _, mean, _ in rows))
    times = full(means.shape, inf)  # infinite if no run settled the board
    for search_id, place, mean, settled in rows:
        at = ids.index(search_id), places.index(place)
        means[at] = mean
        times[at] = mean if settled else inf
    fastest, best = times.min(axis=0), means.min(axis=0)
    shares, ratios = [], {}
    for search in (search for search in searches if search.id in ids):
        own = ids.index(search.id)
        best_on = (times[own] == fastest) & (fastest < inf)
        alone_on = best_on & isinf(delete(times, own, 0)).all(axis=0)
        gain = (delete(means, own, 0).min(axis=0) - best).mean()
        shares.append(Share(search, int(best_on.sum()), int(alone_on.sum()), float(gain)))
        known = (times[own] < inf) & (fastest > 0)
        ratios[search.id] = sorted(map(float, array(times[own][known] / fastest[known])))
    return Portfolio(
        len(places),
        int((fastest < inf).sum()),
        float(best.mean()),
        float(means.mean(axis=1).min()),
        tuple(shares),
        ratios,
    )


def profiles(chapter: Chapter, portfolio: Portfolio) -> Figure:
    """Draw the performance profiles."""
    lines = []
    for search in chapter.shown:
        if ratios := portfolio.ratios.get(search.id):
            step = max(1, len(ratios) // _POINTS)
            ranks = [*range(0, len(ratios) - 1, step), len(ratios) - 1]
            xs = [ratios[rank] for rank in ranks]
            lines.append((search, xs, [100 * (rank + 1) / portfolio.boards for rank in ranks]))
    with plot_wide(len(lines)) as (figure, (axes,)):
        draw_steps(axes, chapter, lines, "times the fastest search of the board", values=[1.0])
        axes.set(ylim=(0, 105), ylabel="% of the boards")
        title = f"{chapter.title}: performance profiles"
        return make_figure(figure, f"{chapter.kind}-profile", title)
