"""Make a board slightly harder or easier by local search; the solution stays unique.

Clues are removed, added, redrawn by the puzzle's maker, or moved (some are removed and others of
the same solution added). Boards of a puzzle whose cells all have clues lose some only if nothing
else makes them harder. An improvement is kept and changed further until the level changes.
Hardness is estimated by a walk without explanations; only improvements are graded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from masume.core.model.model import Literal
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.errors import NotApplicable
from masume.formats.inputs import puzzle_of
from masume.formats.plain import Board
from masume.logic.explainer import EXTREME
from masume.logic.walks import Grade
from masume.make.compose import kind_and_maker
from masume.make.composer import add_clues, list_solutions
from masume.make.generate import grade_in_time
from masume.make.unique_board import KnownWalk, UniqueBoard, is_only_solution

_MAX_TRIALS = 600  # changes
_SINGLE = 20  # of them remove or add a single clue, before clues are moved


@dataclass(frozen=True)
class AdjustedBoard:
    """A harder or easier board with both grades, or the reason why none was found."""

    puzzle: Puzzle | None  # None: no improvement was found
    before: Grade
    grade: Grade
    reason: str = ""
    stopped: Stop | None = None


def harder(
    board: Board | Puzzle,
    *,
    keep: Collection[Cell] = (),
    seed: int = 0,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> AdjustedBoard:
    """Return a similar board that is harder; the clues of the cells to `keep` stay.

    >>> from masume import load, solve
    >>> found = harder(load("kuromasu/br-3x3-0"))
    >>> found.grade.score > found.before.score, solve(found.puzzle).unique
    (True, True)
    """
    return _adjust(board, 1, keep, seed, deadline or Deadline(limit))


def easier(
    board: Board | Puzzle,
    *,
    keep: Collection[Cell] = (),
    seed: int = 0,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> AdjustedBoard:
    """Return a similar board that is easier; the clues of the cells to `keep` stay."""
    return _adjust(board, -1, keep, seed, deadline or Deadline(limit))


def _adjust(
    board: Board | Puzzle, sign: int, keep: Collection[Cell], seed: int, deadline: Deadline
) -> AdjustedBoard:
    """Return the best change found: harder if the sign is 1, easier if it is -1.

    The search stops when the level changes or the deadline passes.
    """
    puzzle = puzzle_of(board)
    _, maker = kind_and_maker(puzzle)
    answer = _only_answer(puzzle, deadline)
    if answer is None:
        raise NotApplicable("this board does not have exactly one solution; complete it first")
    best = before = grade_in_time(puzzle, deadline)
    better: Puzzle | None = None
    reason, stopped = "", None
    goal = _Goal(sign, LEVELS.index(before.level), frozenset(keep))
    try:
        for nearer in _improve(goal, UniqueBoard(puzzle, answer), Random(seed), deadline):
            change = maker.rename_clues(puzzle, nearer.puzzle)
            grade_walk = grade_in_time(change, deadline)
            is_better = sign * (grade_walk.score - best.score) > 0
            if is_better and is_only_solution(change, nearer.answer, deadline):
                better, best = change, grade_walk
            if best.level != before.level:
                break
    except LimitReached as reached:
        reason, stopped = str(reached), reached.stopped
    if better is None and not reason:
        reason = f"nothing {'harder' if sign > 0 else 'easier'} was found"
    return AdjustedBoard(better, before, best, reason, stopped)


def _only_answer(puzzle: Puzzle, deadline: Deadline) -> Position | None:
    answers = list_solutions(puzzle, 2, deadline)
    return answers[0] if len(answers) == 1 else None


@dataclass(frozen=True)
class _Goal:
    """The direction of a change, and the cells that it must keep."""

    sign: int  # 1 harder, -1 easier
    level: int  # of the original board
    keep: frozenset[Cell]


@dataclass(frozen=True)
class _Rated:
    """A board with a unique solution and an estimate of its hardness."""

    board: UniqueBoard
    hardness: tuple[int, float]  # the level, and the number of literals that need steps of it
    hard: frozenset[Cell]  # the cells of these literals


def _improve(
    goal: _Goal, board: UniqueBoard, rng: Random, deadline: Deadline
) -> Iterator[UniqueBoard]:
    """Yield boards with a unique solution, each closer to the goal than the one before."""
    best, tried = _rate(goal, board, deadline), 0
    while best is not None and tried < _MAX_TRIALS:
        for change in _variants(goal, best, rng, deadline):
            tried += 1
            rated = _rate(goal, change, deadline)
            if rated is not None and goal.sign * _compare(rated.hardness, best.hardness) > 0:
                yield rated.board
                best = rated
                break
            if tried >= _MAX_TRIALS:
                return
        else:
            return


def _compare(first: tuple[int, float], second: tuple[int, float]) -> int:
    return (first > second) - (first < second)


def _rate(goal: _Goal, board: UniqueBoard, deadline: Deadline) -> _Rated | None:
    """Rate a board; None if it is further from the goal or has several solutions.

    A board that techniques finish has only one solution. Easy boards are rated by their score.
    """
    walk = KnownWalk(board.puzzle, board.solution, deadline)
    level, easier = 0, frozenset[Literal]()
    for level in range(min(goal.level + 1, EXTREME)):
        easier = frozenset(walk.known)
        walk.go(level + 1)
        if walk.finished:
            break
    else:
        if goal.sign < 0 and goal.level < EXTREME:
            return None
        if _only_answer(board.puzzle, deadline) is None:
            return None
        level, easier = min(goal.level + 1, EXTREME), frozenset(walk.known)
    unknown = board.solution - easier
    far = len(unknown) if level else grade_in_time(board.puzzle, deadline).score
    hard = frozenset(cell for literal in unknown for cell in board.vocabulary.cells(abs(literal)))
    return _Rated(board, (level, far), hard)


def _variants(goal: _Goal, rated: _Rated, rng: Random, deadline: Deadline) -> Iterator[UniqueBoard]:
    """Yield similar boards: redrawn, with one clue less or more, or with clues moved.

    A board that shall become easier is changed where it is hard.
    """
    puzzle, answer = rated.board.puzzle, rated.board.answer
    kind, maker = kind_and_maker(puzzle)
    assert maker.removals is not None
    assert maker.additions is not None
    cells = kind.cells(puzzle)
    where = rated.hard if goal.sign < 0 else frozenset[Cell]()

    def keeps(other: Puzzle) -> bool:
        changed = kind.cells(other)
        return other != puzzle and all(changed[cell] == cells[cell] for cell in goal.keep)

    def varied(times: int) -> Iterator[UniqueBoard]:
        for _ in range(times):
            other = maker.redraw(rng, puzzle, answer, where) if maker.redraw else None
            if other is not None and keeps(other[0]):
                yield UniqueBoard(*other)

    additions = maker.additions(puzzle, answer)
    more = [(addition.cells, add_clues(puzzle, [addition])) for addition in additions]
    if maker.clues is None and not more:
        yield from varied(_MAX_TRIALS // 2)
        if goal.sign < 0:
            return  # every other change would leave a cell without a clue
    single = more if goal.sign < 0 else list(maker.removals(puzzle))
    rng.shuffle(single)
    single.sort(key=lambda change: where.isdisjoint(change[0]))
    boards = (UniqueBoard(variant, answer) for _, variant in single if keeps(variant))
    yield from islice(boards, _SINGLE)
    for _ in range(_MAX_TRIALS):
        yield from varied(1)
        moved = _move_clues(puzzle, answer, goal.keep, rng, deadline)
        if moved is not None and keeps(moved):
            yield UniqueBoard(moved, answer)


def _move_clues(
    puzzle: Puzzle, answer: Position, keep: frozenset[Cell], rng: Random, deadline: Deadline
) -> Puzzle | None:
    """Remove a clue or two and add others of the same solution until it is unique, or None."""
    _, maker = kind_and_maker(puzzle)
    assert maker.removals is not None
    assert maker.additions is not None
    gone: set[Cell] = set()
    for _ in range(rng.randint(1, 2)):
        drops = [
            (cells, board) for cells, board in maker.removals(puzzle) if keep.isdisjoint(cells)
        ]
        if drops:
            cells, puzzle = rng.choice(drops)
            gone.update(cells)
    while (answers := list_solutions(puzzle, 2, deadline)) and len(answers) > 1:
        other = next(solution for solution in answers if solution != answer)
        ruling = [
            changed
            for addition in maker.additions(puzzle, answer)
            if gone.isdisjoint(addition.cells)
            and kind_of(changed := add_clues(puzzle, [addition])).violations(changed, other)
        ]
        if not ruling:
            return None
        puzzle = rng.choice(ruling)
    return puzzle
