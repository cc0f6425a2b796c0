"""Report the correlation of time with features of boards: size, clues, grade, propagation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from masume.core.model.model import never_cancel
from masume.core.plugins.registry import kinds
from masume.core.puzzle.technique import LEVELS
from masume.errors import MasumeError
from masume.lab.report.blocks import Block, Heading, Table, Text, Value
from masume.lab.report.cases import SearchStats
from masume.lab.report.resample import LEAST_BOARDS
from masume.lab.report.stats import critical_correlation, spearman
from masume.lab.report.words import percent
from masume.lab.store import Store

_MOST_BOARDS = 400  # a model is made of each
FEATURES = ("cells", "clues", "grade", "reach")
_TEXTS = """
    SELECT p.place, p.cells, b.difficulty, b.text FROM places p JOIN boards b ON b.id = p.board
    WHERE p.kind = ? ORDER BY p.place
"""
_EFFORTS = """
    SELECT place, avg(par_seconds) FROM games WHERE search_id = ? AND played
    GROUP BY place HAVING bool_and(par_seconds IS NOT NULL) ORDER BY place
"""


@dataclass(frozen=True)
class Features:
    """The features of one board; None if unknown."""

    cells: float
    clues: float | None  # share of cells with clues
    grade: float | None  # index of the level
    reach: float | None  # share of the answer that unit propagation decides


def features(store: Store, kind: str) -> dict[int, Features]:
    """Return the features of the boards by place; {} if there are too many boards."""
    rows = store.query(_TEXTS, [kind])
    if len(rows) > _MOST_BOARDS:
        return {}
    by_place = {}
    for place, cells, difficulty, text in rows:
        clues, reach = _read(kind, text)
        grade = float(LEVELS.index(difficulty)) if difficulty in LEVELS else None
        by_place[place] = Features(float(cells), clues, grade, reach)
    return by_place


def _read(kind: str, text: str) -> tuple[float | None, float | None]:
    """Return the share of cells with clues, and the share that unit propagation decides."""
    from masume.exact.engine import Engine
    from masume.formats.load import loads

    known = kinds().get(kind)
    if known is None or not text:
        return None, None
    try:
        puzzle = loads(text).puzzle
    except MasumeError:
        return None, None  # a board of another version of masume
    printed = known.cells(puzzle)
    clues = sum(clue is not None for clue in printed) / max(1, len(printed))
    if known.model is None:
        return clues, None
    model = known.model(puzzle, check_cancel=never_cancel)
    solver = Engine(model).solver
    if model.is_solved or not model.shown or solver.contradicts:
        return clues, 1.0  # all of it is seen, or that there is no answer
    return clues, len(solver.fixed_literals(range(1, model.shown + 1))) / model.shown


def hardness(store: Store, kind: str, shown: Sequence[SearchStats]) -> Iterator[Block]:
    """Yield the table of rank correlations."""
    boards = features(store, kind)
    values = {name: {getattr(board, name) for board in boards.values()} for name in FEATURES}
    usable = [name for name in FEATURES if len(values[name] - {None}) > 1]
    rows: list[list[str | Value]] = []
    fewest = len(boards)
    for search in shown:
        efforts: dict[int, float] = dict(store.query(_EFFORTS, [search.id]))
        known = [_feature_pairs(boards, efforts, name) for name in usable]
        cells = [_correlation(pairs) for pairs in known]
        if any(value.text != "–" for value in cells):
            rows.append([search.name, *cells])
            used = (len(p) for p, value in zip(known, cells, strict=True) if value.text != "–")
            fewest = min(fewest, *used)
    if not rows:
        return
    yield Heading("What makes a board hard", 3)
    yield Table(("search", *usable), rows, frozenset(usable), sortable=True)
    reach = sorted(board.reach for board in boards.values() if board.reach is not None)
    middle = f" Its median is {percent(reach[len(reach) // 2])}." if reach else ""
    chance = critical_correlation(fewest)
    yield Text(
        "Rank correlation (Spearman) of the PAR2 time on a board with a feature of the board, over "
        "the boards that were played: 1 means that larger values are harder, −1 easier. With "
        f"{fewest:,} boards, the smallest number behind any value, a correlation between "
        f"−{chance:.3f} and {chance:.3f} is not significant (5 %, two-sided, without "
        "correction for several values, without ties). Clues: the share of cells with a clue. "
        "Grade: the difficulty for people. Reach: the share of the answer that unit propagation "
        f"decides in the exact model.{middle} The features are correlated with each other, so the "
        "table does not show causes.",
        small=True,
    )


_Pairs: TypeAlias = list[tuple[float, float]]


def _feature_pairs(boards: dict[int, Features], efforts: dict[int, float], name: str) -> _Pairs:
    """Return the feature and the effort of each board that has both."""
    return [
        (value, efforts[place])
        for place, board in boards.items()
        if place in efforts and (value := getattr(board, name)) is not None
    ]


def _correlation(pairs: _Pairs) -> Value:
    rho = spearman(pairs) if len(pairs) >= LEAST_BOARDS else None
    if rho is None:
        return Value("–", 2.0)
    return Value(f"{round(rho, 2) + 0.0:.2f}".replace("-", "−"), rho)  # no −0.00
