"""Assemble a report and write it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from masume.core.statistics import least_p, wilson
from masume.core.system.limits import Limit
from masume.core.text import numbers
from masume.draw.document import Block, Figure, environment, parse
from masume.draw.document_files import check_form, save
from masume.errors import MasumeError, ParseError, pluralise, shorten
from masume.lab.report.cases import (
    SearchStats,
    ask_records,
    least_work,
    limits,
    prepare,
    search_stats,
    select_for_plots,
)
from masume.lab.report.claims import alike_text, claims
from masume.lab.report.growth import describe, draw_growth, growths, hardness
from masume.lab.report.plots import Chapter, styles_by_search, survival
from masume.lab.report.portfolio import portfolio_of, profiles
from masume.lab.report.scatter import clouds, draw_scatter
from masume.lab.report.seeds import draw_seeds, seeded_searches, uncertain_boards, widest_board
from masume.lab.report.traces import draw_traces, traced_board
from masume.lab.report.words import limits_in_words, title_of
from masume.lab.store import Store, damaged_text, open_store, outdated_text
from masume.lab.study import AXES, Study, parse_study
from masume.lab.tasks import board_requests, search_name

_TEMPLATES = Path(__file__).with_name("templates")


def write_report(results: Path, to: Path, axes: Sequence[str] = ()) -> str:
    """Write the report of a results file; return a description such as "the report".

    The suffix selects HTML, Markdown with figures, LaTeX with data files, or JSON. While the study
    runs, the report covers the results so far. `axes` are the features of boards that the effort is
    plotted against; by default those that the study names.
    """
    check_form(to)
    with open_store(results) as store:
        title = report_title(store)
        description = "a partial report: the study is running" if store.is_running else "the report"
        blocks = report_blocks(store, axes)
    save(blocks, title, to)
    return description


def report_title(store: Store) -> str:
    """Return the title of the study, marked as partial while it runs."""
    title = store.meta("title") or store.path.stem
    return f"{title} (partial)" if store.is_running else title


def report_blocks(store: Store, axes: Sequence[str] = ()) -> list[Block]:
    """Return the blocks of a report in order."""
    prepare(store)
    try:
        study = parse_study(store.meta("study"))
    except ParseError:  # of another version
        study = None
    by_kind = search_stats(store)
    figures: dict[str, Figure] = {}
    bounds = limits(store)
    source = (
        environment(_TEMPLATES)
        .get_template("report.xml")
        .render(
            _FUNCTIONS,
            store=store,
            study=study,
            text=store.meta("study"),
            bounds=study.limits if bounds == Limit() and study is not None else bounds,
            axes=axes or (study.axes if study is not None else ("cells",)),
            chapters=[_chapter(store, kind, searches) for kind, searches in by_kind.items()],
            tested=claims(store, by_kind, study.claims if study is not None else ()),
            not_generated=_not_generated(store, study),
            ask=lambda name: ask_records(store, name),
            draw=lambda name, *about: _draw(figures, name, *about),
        )
    )
    return parse(source, figures)


def _chapter(store: Store, kind: str, searches: list[SearchStats]) -> Chapter:
    styles = styles_by_search(select_for_plots(searches))
    return Chapter(store, kind, title_of(kind), searches, styles)


_PLOTS: dict[str, Callable[..., Figure | None]] = {
    "survival": survival,
    "profiles": profiles,
    "seeds": draw_seeds,
    "growth": draw_growth,
    "scatter": draw_scatter,
    "traces": draw_traces,
}


def _draw(figures: dict[str, Figure], name: str, *about: object) -> str:
    """Draw a figure; return its number among all, or "" if there is nothing to show."""
    figure = _PLOTS[name](*about)
    if figure is None:
        return ""
    number = str(len(figures))
    figures[number] = figure
    return number


def _not_generated(store: Store, study: Study | None) -> list[tuple[str, list[str]]]:
    """Return the reasons why boards that the study requests were not generated, with their keys."""
    try:
        wanted = None if study is None else {board.key for board in board_requests(study)}
    except MasumeError:  # a puzzle is not installed here
        wanted = None
    reasons = (
        (row["reason"], sorted(key for key in row["requests"] if wanted is None or key in wanted))
        for row in ask_records(store, "not_generated")
    )
    return [(reason, keys) for reason, keys in reasons if keys]


def _other_ends(searches: Sequence[SearchStats]) -> dict[int, str]:
    """Describe the statuses that have no column in the table of searches; {} if there are none."""
    ends = {
        search.id: ", ".join(
            f"{many:,} {name}"
            for name, many in search.statuses.items()
            if name not in ("solved", "skipped")
        )
        for search in searches
    }
    return ends if any(ends.values()) else {}


# What the templates use besides the values of one report.
_FUNCTIONS: dict[str, object] = {
    **{name: value for name, value in vars(numbers).items() if callable(value)},
    "limits_in_words": limits_in_words,
    "title_of": title_of,
    "all_axes": AXES,
    "alike_text": alike_text,
    "clouds": clouds,
    "damaged_text": damaged_text,
    "describe": describe,
    "growths": growths,
    "hardness": hardness,
    "least_p": least_p,
    "least_work": least_work,
    "numbers": lambda values: [numbers.number(value) for value in values],
    "other_ends": _other_ends,
    "outdated_text": outdated_text,
    "pluralise": pluralise,
    "portfolio_of": portfolio_of,
    "search_names": lambda searches: [search_name(*names) for names in searches],
    "seeded_searches": seeded_searches,
    "shorten": shorten,
    "traced_board": traced_board,
    "uncertain_boards": uncertain_boards,
    "widest_board": widest_board,
    "wilson": wilson,
}
