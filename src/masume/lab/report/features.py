"""Report the correlation of time with features of boards: size, clues, grade, model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masume.lab.report.blocks import Block, Heading, Table, Text, Value
from masume.lab.report.cases import SearchStats
from masume.lab.report.stats import LEAST_BOARDS, holm, spearman
from masume.lab.report.words import p_value
from masume.lab.store import Store
from masume.lab.study import AXES

_ALPHA = 0.05
_EFFORTS = f"""
    SELECT {", ".join(AXES)}, avg(par_seconds) FROM games JOIN places USING (place)
    WHERE search_id = ? AND played
    GROUP BY place, {", ".join(AXES)} HAVING bool_and(par_seconds IS NOT NULL) ORDER BY place
"""


def hardness(store: Store, shown: Sequence[SearchStats]) -> Iterator[Block]:
    """Yield the table of rank correlations."""
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for search in shown:
        rows = store.query(_EFFORTS, [search.id])
        for at, axis in enumerate(AXES):
            pairs = [(row[at], row[-1]) for row in rows if row[at] is not None]
            known = spearman(pairs) if len(pairs) >= LEAST_BOARDS else None
            if known is not None:
                found[search.name, axis] = known
    if not found:
        return
    corrected = dict(zip(found, holm([p for _, p in found.values()]), strict=True))
    usable = [axis for axis in AXES if any(axis == name for _, name in found)]
    rows_shown: list[list[str | Value]] = [
        [search.name, *(_cell(found, corrected, (search.name, axis)) for axis in usable)]
        for search in shown
        if any(search.name == name for name, _ in found)
    ]
    yield Heading("What makes a board hard", 3)
    yield Table(("search", *usable), rows_shown, frozenset(usable), sortable=True)
    yield Text(
        "Rank correlation (Spearman) of the PAR2 time on a board with a feature of the board, over "
        "the boards that were played: 1 means that larger values are harder, −1 easier. Below it "
        "p, two-sided and corrected for all values of this table (Holm), if it is below 0.05. "
        f"{'; '.join(f'{axis}: {AXES[axis]}' for axis in usable)}. The features are correlated "
        "with each other, so the table does not show causes.",
        small=True,
    )


def _cell(
    found: dict[tuple[str, str], tuple[float, float]],
    corrected: dict[tuple[str, str], float],
    name: tuple[str, str],
) -> Value:
    if name not in found:
        return Value("–", 2.0)
    rho, p = found[name][0], corrected[name]
    text = f"{round(rho, 2) + 0.0:.2f}".replace("-", "−")  # no −0.00
    return Value(text, rho, f"p {p_value(p)}" if p < _ALPHA else "")
