"""Shared code of the plots of a report, and the plot of settled runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from masume.draw.charts import (
    LineStyle,
    draw_line,
    line_styles,
    make_figure,
    plot_wide,
    set_log_scale,
)
from masume.draw.document import Figure
from masume.errors import sanitise
from masume.lab.report.cases import SearchStats, ask
from masume.lab.store import Store

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Chapter(NamedTuple):
    """The puzzle that a chapter is about, and its searches, best first."""

    store: Store
    kind: str
    title: str
    searches: Sequence[SearchStats]
    styles: dict[int, LineStyle]  # of the searches that plots show

    @property
    def shown(self) -> list[SearchStats]:
        """The searches that plots show."""
        return [search for search in self.searches if search.id in self.styles]

    @property
    def boards(self) -> int:
        """The number of boards."""
        return max((search.boards for search in self.searches), default=0)


def styles_by_search(shown: Sequence[SearchStats]) -> dict[int, LineStyle]:
    """Return a line style for each search, by id; all plots of a puzzle use it."""
    return {search.id: look for search, look in zip(shown, line_styles(len(shown)), strict=True)}


def legend_label(search: SearchStats) -> str:
    """Return a legend label; the leading space keeps names with `_` visible."""
    return " " + sanitise(search.name)


def draw_steps(
    axes: Axes,
    chapter: Chapter,
    lines: Sequence[tuple[SearchStats, Sequence[float], Sequence[float]]],
    title: str,
    *,
    values: Iterable[float] = (),
    seconds: bool = False,
) -> None:
    """Draw lines as steps over a logarithmic axis, which has room for the values too."""
    for search, xs, ys in lines:
        draw_line(axes, xs, ys, chapter.styles[search.id], legend_label(search), steps=True)
    drawn = [x for _, xs, _ in lines for x in xs]
    set_log_scale(axes, "x", [*values, *drawn], title, seconds=seconds)


def survival(chapter: Chapter) -> Figure | None:
    """Draw the share of runs that each search settles within a time and within expansions."""
    drawn = [search for search in chapter.shown if search.settled]
    if not drawn or chapter.boards < 2:
        return None
    with plot_wide(len(drawn), columns=2) as (figure, panels):
        for axes, measure in zip(panels, ("seconds", "expanded"), strict=True):
            rows = ask(chapter.store, "settled", measure=measure)
            curves = {search_id: (xs, ranks) for search_id, xs, ranks in rows}
            lines = []
            last = max((curves[s.id][0][-1] for s in drawn if s.id in curves), default=1.0)
            for search in drawn:
                if search.id in curves:
                    xs, ranks = curves[search.id]
                    ys = [100 * rank / search.runs for rank in ranks]
                    # Extended to the right end, as nothing more is settled.
                    lines.append((search, [*xs, last], [*ys, ys[-1]]))
            seconds = measure == "seconds"
            title = "time" if seconds else "expansions"
            draw_steps(axes, chapter, lines, title, seconds=seconds)
            axes.set(ylim=(0, 105), ylabel="% of the runs")
        title = f"{chapter.title}: share of runs settled against time and expansions"
        return make_figure(figure, f"{chapter.kind}-survival", title)
