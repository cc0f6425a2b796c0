"""The main table of a report: the statistics of each search on the boards of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from masume.core.system.limits import Limit
from masume.errors import pluralise
from masume.lab.report.blocks import Block, Table, Text, Value
from masume.lab.report.cases import SearchStats, Spread
from masume.lab.report.stats import wilson
from masume.lab.report.words import number, percent, span, time, whole_percent

_INF = float("inf")
_ENDS = "other ends"
_NOTHING = Value("–", _INF)
_COLUMNS = ("solved", "skipped")  # statuses with their own columns


def search_table(searches: Sequence[SearchStats], bounds: Limit) -> Iterator[Block]:
    """Yield the table, best search first, and its legend."""
    repeated = any(search.is_repeated for search in searches)
    uneven = len({search.boards for search in searches}) > 1
    columns = list(_columns(searches, bounds, repeated))
    head = tuple(name for name, _ in columns)
    rows = [tuple(cell(search) for _, cell in columns) for search in searches]
    yield Table(head, rows, frozenset(head[1:]) - {_ENDS}, sortable=True)
    yield Text(_legend(searches, bounds, repeated), small=True)
    if uneven:
        yield Text("Not all searches were tried on the same number of boards.", small=True)


def _columns(
    searches: Sequence[SearchStats], bounds: Limit, repeated: bool
) -> Iterator[tuple[str, Callable[[SearchStats], str | Value]]]:
    """Yield the title and the cell function of each column that has content."""
    yield "search", lambda search: search.name
    yield "settled", _settled_cell
    if len({search.cells for search in searches}) > 1:
        yield "up to", lambda search: Value(search.largest or "–", search.cells or 0)
    if repeated:
        yield "boards", _boards
    yield "cut off", lambda search: Value(f"{search.cut:,}", search.cut)
    if any(search.skipped for search in searches):
        yield "skipped", lambda search: Value(f"{search.skipped:,}", search.skipped)
    yield "expanded", partial(_nodes, measure="expanded")
    yield "generated", partial(_nodes, measure="generated")
    yield "stored", partial(_nodes, measure="max_stored")
    if any(search.cheapest is not None and search.cheapest < 1 for search in searches):
        yield "cost", _cost
    yield "time", lambda search: _spread(search.spreads["seconds"], search, time)
    if bounds.seconds:
        yield (
            "PAR2 time",
            lambda search: _par(search, search.par_seconds, search.par_seconds_all, time),
        )
    if bounds.nodes:
        yield (
            "PAR2 expanded",
            lambda search: _par(search, search.par_nodes, search.par_nodes_all, number),
        )
    if any(search.peak_mb is not None for search in searches):
        yield "peak MB", lambda search: _optional_cell(search.peak_mb, "{:,.0f}".format)
    if any(_others(search) for search in searches):
        yield _ENDS, _others


def _nodes(search: SearchStats, measure: str) -> Value:
    return _NOTHING if search.is_opaque else _spread(search.spreads[measure], search, number)


def _settled_cell(search: SearchStats) -> Value:
    if not search.played:
        return Value("–", -1.0)
    interval = wilson(search.success * search.boards_played, search.boards_played)
    share = f"{percent(search.success)}, {span(interval, whole_percent)}"
    return Value(f"{search.settled:,}/{search.played:,}", search.success, share)


def _boards(search: SearchStats) -> Value:
    """Return the numbers of boards settled by some run and by every run."""
    always = f"every run: {search.boards_always:,}" if search.is_repeated else ""
    return Value(f"{search.boards_once:,}/{search.boards_played:,}", search.boards_once, always)


def _cost(search: SearchStats) -> Value:
    """Return the median cost of the answers, and how often none is cheaper."""
    if search.cost is None or search.cheapest is None:
        return _NOTHING
    return Value(number(search.cost), search.cost, f"cheapest: {percent(search.cheapest)}")


def _par(
    search: SearchStats,
    played: float | None,
    imputed: float | None,
    formatted: Callable[[float], str],
) -> Value:
    """Return PAR2 over played runs, and below it over all runs."""
    if played is None:
        return _NOTHING
    more = f"with skipped: {formatted(imputed)}" if search.skipped and imputed is not None else ""
    return Value(formatted(played), played, more)


def _spread(spread: Spread, search: SearchStats, formatted: Callable[[float], str]) -> Value:
    """Return a median with quartiles; values among unsettled runs are replaced by their text."""
    if spread.middle is None:
        return Value(search.beyond, _INF)
    ends = [
        formatted(end) if end is not None else search.beyond for end in (spread.low, spread.high)
    ]
    quartiles = f"{ends[0]} – {ends[1]}" if search.played > 1 else ""
    return Value(formatted(spread.middle), spread.middle, quartiles)


def _optional_cell(value: float | None, formatted: Callable[[float], str]) -> Value:
    return _NOTHING if value is None else Value(formatted(value), value)


def _others(search: SearchStats) -> str:
    ends = {name: many for name, many in search.statuses.items() if name not in _COLUMNS}
    return ", ".join(f"{many:,} {name}" for name, many in ends.items())


def _legend(searches: Sequence[SearchStats], bounds: Limit, repeated: bool) -> str:
    """Return the explanation of the columns."""
    sentences = [
        "Settled: runs that solved the board or proved that it has no solution, of those played; "
        "below it the mean share of a board with its 95 % interval (Wilson, over boards).",
        "Cut off: runs that a limit ended, or that were killed.",
        "Expanded, generated, stored (maximum) and time: median over the runs that were played, "
        "with quartiles. Unsettled runs count as larger than all others: “> limit”, “stuck” or "
        "“not settled” replaces a value among them.",
    ]
    if any(search.skipped for search in searches):
        sentences.append(
            "Skipped: runs that were not played, since the search had settled no smaller board; "
            "only “with skipped” and the order of the rows count them as not settled. Searches "
            "that played different boards cannot be compared by this table, but by the claims "
            "below."
        )
    if len({search.cells for search in searches}) > 1:
        sentences.append("Up to: the largest settled board.")
    if any(search.cheapest is not None and search.cheapest < 1 for search in searches):
        sentences.append(
            "Cost: median cost of the answers (black cells, bridges or steps; in a repair space "
            "the number of changes), and the share that no other run on the board undercuts."
        )
    if repeated:
        sentences.append(
            "Boards: settled by some run, of those played; below it, settled by every run. Runs of "
            "all seeds and repetitions count."
        )
    par = []
    if bounds.seconds:
        par.append(f"{2 * bounds.seconds:g} s")
    if bounds.nodes:
        par.append(pluralise(2 * bounds.nodes, "expansion"))
    if par:
        sentences.append(
            f"PAR2: mean over the runs that were played, with twice the limit ({', '.join(par)}) "
            "for each unsettled run."
        )
    if any(search.peak_mb is not None for search in searches):
        sentences.append("Peak MB: the largest memory use of a run.")
    if any(search.is_opaque for search in searches):
        sentences.append("The exact engine and other programs have no expansions to compare.")
    return " ".join(sentences)
