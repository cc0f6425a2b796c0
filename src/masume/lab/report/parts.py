"""Report the parts of the processor time, and the wall time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masume.lab.report.blocks import Block, Heading, Table, Text, Value
from masume.lab.report.cases import SearchStats
from masume.lab.report.words import time
from masume.lab.store import Store

_BUSY = 1.3  # ratio of wall time to processor time
PARTS = ("prepare", "tables", "search", "proof")
_MEANS = f"""
    SELECT search_id, avg(seconds),
           {", ".join(f"sum({name}_seconds) / count(*)" for name in PARTS)},
           avg(wall_seconds), count_if(search_seconds IS NOT NULL)
    FROM ends WHERE status <> 'skipped' AND seconds IS NOT NULL GROUP BY search_id
"""


def parts(store: Store, searches: Sequence[SearchStats]) -> Iterator[Block]:
    """Yield the table of mean times over all runs that were not skipped."""
    means = {search_id: row for search_id, *row in store.query(_MEANS)}
    rows: list[list[str | Value]] = [
        [search.name, *map(_cell, means[search.id][:-1])]
        for search in searches
        if search.id in means and means[search.id][-1]
    ]
    if not rows:
        return
    numbers = ("time", *PARTS, "wall")
    yield Heading("Where the time goes", 3)
    yield Table(("search", *numbers), rows, frozenset(numbers), sortable=True)
    yield Text(
        "Means over the runs that were played, cut off or not. Time: processor time from the "
        "board's text to the verdict, for every search alike. Prepare: reading the text and "
        "building the space or model. Tables: of the heuristic. Proof: of uniqueness, by the exact "
        f"engine. Wall: elapsed time.{_busy(store)}",
        small=True,
    )


def _cell(seconds: float | None) -> Value:
    return Value("–", 0.0) if seconds is None else Value(time(seconds), seconds)


def _busy(store: Store) -> str:
    """Return a warning if the wall time shows that the processor was shared, else ""."""
    wall, used = store.query_row(
        "SELECT sum(wall_seconds), sum(seconds) FROM ends WHERE wall_seconds IS NOT NULL"
    )
    if not used or wall < _BUSY * used:
        return ""
    return (
        f" The total wall time is {wall / used:,.2f} times the processor time: the machine was "
        "shared with other work, or runs slept. Then processor times are less accurate, too."
    )
