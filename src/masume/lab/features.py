"""Features of boards, stored with the results: what may make a board hard.

They are measured once per board after its runs, each within a few seconds; a feature that takes
longer, or that a puzzle does not have, stays empty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from masume.api.exact import solve
from masume.core.model.model import never_cancel
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Limit
from masume.errors import MasumeError
from masume.formats.load import loads
from masume.lab.tasks import StudyBoard
from masume.work.threads import GuardedCall

_SECONDS = 2.0  # for the answer, and for the steps
_MOST_SECONDS = 10.0  # for all features of a board


@dataclass(frozen=True)
class Features:
    """The features of one board; None if unknown."""

    board: str  # its id
    clues: int | None = None  # cells with a clue, such as islands
    marks: int | None = None  # cost of the answer: black cells, bridges or steps
    grade: int | None = None  # index of the level for people
    steps: int | None = None  # that a person needs
    variables: int | None = None  # of the exact model
    constraints: int | None = None  # clauses and other constraints of the model
    reach: float | None = None  # share of the answer that unit propagation decides


def features_call(board: StudyBoard) -> GuardedCall[StudyBoard]:
    """Return the call that measures the features of a board in a supervised process."""
    return GuardedCall("masume.lab.features.measure_board", board, _MOST_SECONDS)


def measure_board(board: StudyBoard) -> Features:
    """Measure the features of a board."""
    from masume.exact.engine import Engine
    from masume.logic.walks import grade

    kind, puzzle = kind_named(board.kind), loads(board.text).puzzle
    clues = sum(clue is not None for clue in kind.cells(puzzle))
    features = Features(board.id, clues)
    if kind.model is None:
        return features
    model = kind.model(puzzle, check_cancel=never_cancel)
    solver = Engine(model).solver
    is_seen = model.is_solved or not model.shown or solver.contradicts
    fixed = model.shown if is_seen else len(solver.fixed_literals(range(1, model.shown + 1)))
    features = replace(
        features,
        marks=solve(puzzle, limit=Limit(seconds=_SECONDS), unique=False).cost,
        variables=model.variables,
        constraints=sum(len(p.clauses) + len(p.sums) + len(p.constraints) for p in model.parts),
        reach=fixed / max(1, model.shown),
    )
    try:
        graded = grade(puzzle, limit=Limit(seconds=_SECONDS))
    except MasumeError:  # of boards without a unique answer
        return features
    if graded.stopped or graded.level not in LEVELS:
        return features
    return replace(features, grade=LEVELS.index(graded.level), steps=graded.steps)
