"""Boards whose hardest steps are not all the same single step.

A hard or expert board should need two techniques of its level, or one of them several times. A
board that does not is changed a little, as long as it keeps its level: clues are dropped or numbers
drawn again. Every third board of a set looks for two techniques first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random

from masume.core.puzzle.maker import Clues
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.logic.explainer import EXTREME, HARD, Explainer
from masume.make.request import BoardSpec
from masume.make.unique_board import Rejection, UniqueBoard

MONOTONOUS = "monotonous"  # the reason of such a rejection
_ENOUGH = 3  # steps by one technique that are enough without another one
_FOR_TWO = 6  # attempts of every third board that look for two techniques
_REDRAWS = 40  # variants of a board that cannot drop clues


def techniques_wanted(spec: BoardSpec, number: int, attempts: int) -> int:
    """Return how many techniques the hardest steps of a board should use, or 0 for no rule.

    In a set every third board should use two, unless the first attempts find none. Small boards
    seldom have room for several hard steps, so the rule ends after as many attempts as the board
    has cells.
    """
    request = spec.request
    cells = request.rows * request.cols
    if request.level is None or spec.needs or attempts > cells:
        return 0
    level = LEVELS.index(request.level)
    if spec.kind.logic is None or not HARD <= level < EXTREME:
        return 0
    has_several = sum(known.level == level for known in spec.kind.logic().techniques) > 1
    return 2 if has_several and number % 3 == 0 and attempts <= _FOR_TWO else 1


def is_varied(uses: Mapping[str, int], kinds: int = 1) -> bool:
    """Return whether steps of one level are varied: two techniques or three steps.

    `uses` maps techniques to their number of steps, of which there are at least `kinds`.
    """
    return len(uses) >= kinds and (len(uses) > 1 or sum(uses.values()) >= _ENOUGH)


def hardest_steps(puzzle: Puzzle, level: int, deadline: Deadline) -> Counter[str] | None:
    """Return how often the walk of `grade` uses each technique of a level.

    None if a harder step is needed.
    """
    walk = Explainer(puzzle, deadline=deadline, tidy=True)
    steps = walk.named_steps(level + 1)
    uses = Counter(step.technique for step in steps if step.level == level)
    return uses if walk.finished else None


def survey(board: UniqueBoard, level: int, deadline: Deadline) -> tuple[int, Counter[str]] | None:
    """Return how many literals the techniques below a level leave, and the steps of that level.

    The steps are not planned as those of `hardest_steps`, which takes several times as long; there
    may be more. Return None if the board has another level.
    """
    walk = Explainer(board.puzzle, deadline=deadline)
    walk.settle(level)
    left = len(board.solution) - len(walk.known)
    uses = Counter(walk.hard_steps(level))
    return (left, uses) if left and len(walk.known) == len(board.solution) else None


def vary(
    spec: BoardSpec, rng: Random, board: UniqueBoard, kinds: int, deadline: Deadline
) -> UniqueBoard | Rejection:
    """Return the board, or a similar one of its level with varied steps; else a Rejection."""
    level = board.level
    assert level is not None
    left = 0
    for change in _changes(spec, rng, board.puzzle):
        changed = change(board)
        surveyed = None if changed is None else survey(changed, level, deadline)
        if surveyed is None and not left:
            break  # the board itself has another level
        if changed is None or surveyed is None or surveyed[0] < left:
            continue
        if is_varied(surveyed[1], kinds):
            planned = hardest_steps(changed.puzzle, level, deadline)
            if planned is None:
                continue  # a walk that plans its hard steps needs a harder one
            if is_varied(planned, kinds):
                return changed
        board, left = changed, surveyed[0]
    if not left:
        return Rejection("harder", replace(board, level=None))
    return Rejection(MONOTONOUS, board)


_Change = Callable[[UniqueBoard], UniqueBoard | None]


def _changes(spec: BoardSpec, rng: Random, puzzle: Puzzle) -> Iterator[_Change]:
    """Yield no change, and then changes that leave a board's answer as it is or redraw parts."""
    yield lambda board: board
    maker, request = spec.maker, spec.request
    if maker.clues is not None:
        if request.clues is None:  # otherwise that many were requested
            groups = maker.clues(puzzle, request)
            yield from (partial(_drop, spec, group) for group in rng.sample(groups, len(groups)))
    elif maker.redraw is not None:
        yield from [partial(_redraw, spec, rng)] * _REDRAWS


def _drop(spec: BoardSpec, dropped: Clues, board: UniqueBoard) -> UniqueBoard | None:
    """Return the board without a clue."""
    maker = spec.maker
    assert maker.clues is not None
    assert maker.keep_clues is not None
    groups = maker.clues(board.puzzle, spec.request)
    cells = {cell for group in groups if group.cells != dropped.cells for cell in group.cells}
    return replace(board, puzzle=maker.keep_clues(board.puzzle, cells))


def _redraw(spec: BoardSpec, rng: Random, board: UniqueBoard) -> UniqueBoard | None:
    """Return the board with another part, or None."""
    maker = spec.maker
    assert maker.redraw is not None
    other = maker.redraw(rng, board.puzzle, board.answer, ())
    if other is None or not maker.accepts(*other, spec.request):
        return None
    return UniqueBoard(*other, board.level)
