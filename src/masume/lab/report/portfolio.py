"""What the searches could do together: performance profiles, the virtual best, contributions.

The virtual best takes on each board the search that is fastest there, as if somebody had known it.
What a search contributes is how much worse the virtual best would be without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from masume.lab.figure import LineStyle, draw_line, plot
from masume.lab.report.blocks import Block, Heading, Table, Text, Value
from masume.lab.report.cases import SearchStats
from masume.lab.report.plots import WIDTH, finished, height_for, label_of, legend, scaled
from masume.lab.report.words import join_words, number, time
from masume.lab.store import Store

_POINTS = 150
_MOST_BOARDS = 1000  # of a study with more, so many by lot
# The mean of all runs on a board; without a limit in seconds there is none where one was cut off.
_BOARDS = """
    SELECT c.search_id, c.place, c.par_seconds, c.settled > 0
    FROM cases c JOIN searches w ON w.search_id = c.search_id
    WHERE w.kind = ? AND w.algorithm <> 'exact' AND c.place IN (
        SELECT place FROM places WHERE kind = w.kind ORDER BY md5(board) LIMIT {0}
    ) ORDER BY c.search_id, c.place
"""

Times = Mapping[int, float]  # of one search, by board; infinite where no run was settled


@dataclass(frozen=True)
class Share:
    """What one search is worth beside the others."""

    search: SearchStats
    best_on: int  # boards on which nobody is faster
    alone_on: int  # boards that nobody else settled
    contribution: float  # by how much the mean of the virtual best would grow without it


@dataclass(frozen=True)
class Portfolio:
    """All searches of a puzzle together."""

    boards: int
    settled: int  # by some search
    mean: float  # PAR2 of the virtual best
    single: float  # of the one search that is best on the whole
    shares: tuple[Share, ...]
    ratios: dict[int, list[float]]  # of each search: its time to the best, the least first


def portfolio_of(store: Store, kind: str, several: Sequence[SearchStats]) -> Portfolio | None:
    """None where there is nothing to choose from, or no penalty for what was not settled."""
    penalised: dict[int, dict[int, float]] = {}
    times: dict[int, dict[int, float]] = {}
    for search_id, place, mean, settled in store.ask(_BOARDS.format(_MOST_BOARDS), [kind]):
        if mean is None:
            return None
        penalised.setdefault(search_id, {})[place] = mean
        times.setdefault(search_id, {})[place] = mean if settled else inf
    places = sorted({place for one in penalised.values() for place in one})
    if len(penalised) < 2 or len(places) < 2:
        return None
    worst = max(mean for one in penalised.values() for mean in one.values())
    best = _virtual(penalised, places, worst)
    fastest = {p: min(one.get(p, inf) for one in times.values()) for p in places}
    shares = []
    for search in several:
        if search.id in penalised:
            rest = {other: one for other, one in penalised.items() if other != search.id}
            mine, without = times[search.id], _virtual(rest, places, worst)
            best_on = [p for p in places if mine.get(p, inf) == fastest[p] < inf]
            alone = [p for p in best_on if all(times[other].get(p, inf) == inf for other in rest)]
            gain = (sum(without) - sum(best)) / len(places)
            shares.append(Share(search, len(best_on), len(alone), gain))
    return Portfolio(
        len(places),
        sum(one < inf for one in fastest.values()),
        sum(best) / len(places),
        min(sum(one.get(p, worst) for p in places) / len(places) for one in penalised.values()),
        tuple(shares),
        {
            search_id: sorted(one[p] / fastest[p] for p in one if one[p] < inf and fastest[p] > 0)
            for search_id, one in times.items()
        },
    )


def _virtual(penalised: Mapping[int, Times], places: Sequence[int], worst: float) -> list[float]:
    return [min(one.get(place, worst) for one in penalised.values()) for place in places]


def together(
    store: Store, kind: str, title: str, several: Sequence[SearchStats], look: dict[int, LineStyle]
) -> Iterator[Block]:
    """The performance profiles, and what each search contributes."""
    portfolio = portfolio_of(store, kind, several)
    if portfolio is None or not portfolio.settled:
        return
    yield Heading("Searches beside each other", 3)
    shown = [search for search in several if search.id in look and portfolio.ratios.get(search.id)]
    with plot(WIDTH, height_for(len(shown))) as (figure, (axes,)):
        values = [1.0]
        for search in shown:
            ratios = portfolio.ratios[search.id]
            step = max(1, len(ratios) // _POINTS)
            ranks = [*range(0, len(ratios) - 1, step), len(ratios) - 1]
            xs = [ratios[rank] for rank in ranks]
            ys = [100 * (rank + 1) / portfolio.boards for rank in ranks]
            draw_line(axes, xs, ys, look[search.id], label_of(search), steps=True)
            values += xs
        scaled(axes, "x", values, "times the fastest search of the board", seconds=False)
        axes.set_ylim(0, 105)
        axes.set_ylabel("% of the boards")
        legend(figure, [axes])
        yield finished(
            figure,
            f"{kind}-profile",
            f"{title}: performance profiles",
            "The share of the boards that a search settles within so many times the time of the "
            "fastest search there (Dolan and Moré); at 1 stands how often it is the fastest "
            "itself, at the right end how many boards it settles at all. What was skipped counts "
            "as not settled.",
        )
    yield from _table(portfolio)


def _table(portfolio: Portfolio) -> Iterator[Block]:
    useful = [one for one in portfolio.shares if one.best_on or one.contribution > 0]
    rest = [one.search.name for one in portfolio.shares if one not in useful]
    rows = [
        (
            one.search.name,
            Value(f"{one.best_on:,}", one.best_on),
            Value(f"{one.alone_on:,}", one.alone_on),
            Value(time(one.contribution), one.contribution),
        )
        for one in sorted(useful, key=lambda one: (-one.contribution, -one.best_on))
    ]
    numbers = ("fastest on", "only one on", "contribution")
    yield Table(("search", *numbers), rows, frozenset(numbers), sortable=True)
    explanation = (
        "Virtual best: on each board the search that is fastest there, as if one knew it "
        f"beforehand. It settles {portfolio.settled:,} of {portfolio.boards:,} boards with a PAR2 "
        f"time of {time(portfolio.mean)}; the best single search has {time(portfolio.single)}"
    )
    if portfolio.mean > 0:
        times = portfolio.single / portfolio.mean
        explanation += f", {number(times) if times >= 10 else f'{times:.2f}'} times that"
    explanation += (
        ". Contribution: by how much the virtual best's PAR2 time would grow without this search. "
        "The exact engine stands outside. What was skipped counts as not settled. Of more than "
        f"{_MOST_BOARDS:,} boards so many are taken by lot."
    )
    if rest:
        explanation += f" Never the fastest: {join_words(rest, 6)}."
    yield Text(explanation, small=True)
