"""Plot the frontier size and the estimates of the searches on one board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from masume.draw.charts import draw_line, make_figure, plot_wide, set_log_scale
from masume.draw.document import Figure
from masume.lab.report.cases import SearchStats, ask, ask_records
from masume.lab.report.plots import Chapter, legend_label, styles_by_search

_POINTS = 250  # of one line
_LONG = 5  # points of a line worth drawing
_MOST = 8  # lines

Points = list[tuple[float, float]]


class Trace(NamedTuple):
    """The frontier size and h of one search, by expansions."""

    search: SearchStats
    frontier: Points
    h: Points


@dataclass(frozen=True)
class TracedBoard:
    """A board, and the traces of searches on it."""

    name: str
    size: str
    settled: int  # searches that settled it
    many: int  # searches that played it
    traces: Sequence[Trace]


def traced_board(chapter: Chapter) -> TracedBoard | None:
    """Return the most instructive board; None if no trace is worth drawing."""
    for board, name, size, settled, many in ask(chapter.store, "traced_board", chapter.kind):
        rows = {row["search"]: row for row in reversed(ask_records(chapter.store, "traces", board))}
        traces = []
        for search in sorted(chapter.searches, key=lambda search: search not in chapter.shown):
            if row := rows.get(search.name):
                frontier = _points(row["frontier"], row["frontier_every"])
                h = _points(row["h"], row["h_every"])
                if max(len(frontier), len(h)) >= _LONG:
                    traces.append(Trace(search, frontier, h))
        return TracedBoard(name, size, settled, many, traces) if traces else None
    return None


def _points(values: list[float | None] | None, every: int) -> Points:
    """Return evenly thinned points with the last one kept; infinite estimates are left out."""
    each = enumerate(values or ())
    known = [(1.0 + at * every, value) for at, value in each if value is not None]
    thin = known[:: max(1, len(known) // _POINTS)]
    return thin if thin[-1:] == known[-1:] else [*thin, known[-1]]


def draw_traces(chapter: Chapter, board: TracedBoard) -> Figure:
    """Draw the frontier size and the estimates on one board."""
    picked = board.traces[:_MOST]
    styles = styles_by_search([trace.search for trace in picked])
    with plot_wide(len(picked), columns=2) as (figure, panels):
        for axes, which in zip(panels, ("frontier", "h"), strict=True):
            lines = [(trace.search, getattr(trace, which)) for trace in picked]
            for search, points in filter(lambda line: line[1], lines):
                xs, ys = [x for x, _ in points], [y for _, y in points]
                draw_line(axes, xs, ys, styles[search.id], legend_label(search))
            set_log_scale(axes, "x", [x for _, points in lines for x, _ in points], "expansions")
            waiting = [y for _, points in lines for _, y in points]
            if which == "frontier":
                set_log_scale(axes, "y", waiting, "nodes waiting")
            else:
                axes.set_ylabel("h of the expanded node")
        title = f"{chapter.title}: the frontier and the estimates on one board"
        return make_figure(figure, f"{chapter.kind}-traces", title)
