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
from typing import TYPE_CHECKING, cast

from masume.core.puzzle.maker import Clues, Maker
from masume.core.puzzle.puzzle import Puzzle
from masume.core.puzzle.technique import LEVELS, Rule
from masume.core.system.limits import Deadline
from masume.logic.explainer import EXTREME, HARD, Explainer, logic_of
from masume.make.request import BoardSpec
from masume.make.unique_board import Rejection, UniqueBoard

if TYPE_CHECKING:
    from masume.core.puzzle.technique import Knowledge

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


def survey(board: UniqueBoard, level: int, deadline: Deadline) -> tuple[int, Counter[str]] | None:
    """Return how many literals the techniques below a level leave, and the steps of that level.

    The steps are those of one order, without a plan: the walk of `grade` may need fewer. Return
    None if these techniques do not finish the board.
    """
    walk = Explainer(board.puzzle, deadline=deadline)
    walk.settle(level)
    shown = board.vocabulary.shown
    left = shown - len(walk.known)
    uses = walk.count_steps(level) if left else Counter[str]()
    return (left, uses) if len(walk.known) == shown else None


def hardest_steps(puzzle: Puzzle, level: int, deadline: Deadline) -> Counter[str] | None:
    """Return how often the walk of `grade` uses each technique of a level.

    None if a harder step is needed.
    """
    walk = Explainer(puzzle, deadline=deadline, tidy=True)
    steps = walk.named_steps(level + 1)
    uses = Counter(step.technique for step in steps if step.level == level)
    return uses if walk.finished else None


def is_surely_varied(board: UniqueBoard, kinds: int, deadline: Deadline) -> bool | None:
    """Return whether every walk of a hard board is varied: `is_varied`, whatever its order.

    It is if no hard rule suffices alone, or one that does needs three steps. Return None for
    puzzles whose techniques are no rules.
    """
    logic = logic_of(board.puzzle)
    bare = cast("Knowledge", logic.notes(board.puzzle))
    bare.check_cancel = deadline.check
    if not logic.conclude(bare, HARD):
        return None

    shown = board.vocabulary.shown

    def is_solved(known: Knowledge) -> bool:
        logic.conclude(known, HARD)
        return len(set(known.known)) == shown

    def can_solve(known: Knowledge, rule: Rule, steps: int) -> bool:
        """Return whether a rule suffices, with at most so many steps."""
        new = rule.find(known)
        for part in known.split(new) if new else ():
            other = known.copy()
            other.add(part)
            if is_solved(other) or (steps > 1 and can_solve(other, rule, steps - 1)):
                return True
        return False

    for rule in logic.techniques:
        if isinstance(rule, Rule) and rule.level == HARD:
            known, rounds = bare.copy(), 0
            while not is_solved(known) and (new := rule.find(known)):
                known.add(new)  # all conclusions at once
                rounds += 1
            suffices = is_solved(known)
            if suffices and (
                kinds > 1 or (rounds < _ENOUGH and can_solve(bare, rule, _ENOUGH - 1))
            ):
                return False
    return True


def is_enriched(maker: Maker, level: int) -> bool:
    """Return whether boards of a level are varied from the start: candidates that are hard."""
    return maker.candidate is not None and level == HARD


def can_harden(spec: BoardSpec) -> bool:
    """Return whether `vary` drops clues of boards that are too easy until they are hard."""
    request = spec.request
    is_hard = request.level is not None and LEVELS.index(request.level) == HARD
    return is_hard and spec.maker.sufficient_clues is not None and request.clues is None


def vary(
    spec: BoardSpec, rng: Random, board: UniqueBoard, kinds: int, deadline: Deadline
) -> UniqueBoard | Rejection:
    """Return the board, or a similar one of its level with varied steps; else a Rejection."""
    assert spec.request.level is not None
    level = LEVELS.index(spec.request.level)
    if is_enriched(spec.maker, level):
        return board
    least = -1  # literals left by techniques below the level; 0 if the board is easier
    for change in _changes(spec, rng, board.puzzle):
        changed = change(board)
        surveyed = None if changed is None else survey(changed, level, deadline)
        if changed is None or surveyed is None or surveyed[0] < least:
            if least < 0:
                return Rejection("harder", replace(board, level=None))
            continue
        least, uses = surveyed
        board = replace(changed, level=level if least else None)
        if is_varied(uses, kinds) and _walk_is_varied(board, level, kinds, deadline):
            return board
    return Rejection(MONOTONOUS if least else "easier", board)


def _walk_is_varied(board: UniqueBoard, level: int, kinds: int, deadline: Deadline) -> bool:
    """Return whether the walk of `grade` is varied."""
    planned = hardest_steps(board.puzzle, level, deadline)
    # A walk that plans its hard steps may need a harder one.
    return planned is not None and is_varied(planned, kinds)


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
