"""Generate boards with a unique solution, of a requested size and level.

The loop proposes a board, makes its solution unique, removes clues, and grades it. A board that is
too hard gets clues back where a person would be stuck; one that is too easy is discarded. The
boards depend only on the seed, never on the time.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TypeVar

from masume.core.drawing.show import short_repr, svg_of
from masume.core.puzzle.maker import BoardRequest
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.errors import pluralise
from masume.logic.explainer import EXTREME, HARD
from masume.logic.walks import Grade, grade
from masume.make.aim import propose_at_level
from masume.make.clue_selection import select_clues
from masume.make.request import BoardSpec, Size, resolve_board_spec
from masume.make.sets import distinct_boards
from masume.make.unique_board import (
    LARGE,
    Rejection,
    UniqueBoard,
    find_solutions,
    is_needed,
    is_only_solution,
    level_of,
)
from masume.make.variety import can_harden, techniques_wanted, vary

Notice = TypeVar("Notice")

MOST_ATTEMPTS = 2000  # proposals for one board
_MAX_REPAIRS = 60  # of one proposal
_STRICT = 40  # boards that do not need a technique, before the requirement is relaxed
NOT_NEEDED = "other techniques do"  # the reason of such a rejection


@dataclass(frozen=True)
class GeneratedBoard:
    """A new board, or the reason why there is none."""

    number: int  # among the boards of its seed
    seed: int
    puzzle: Puzzle | None  # None: no board was found
    answer: Position | None = None
    level: str = ""  # one of LEVELS
    attempts: int = 0
    seconds: float = 0.0
    reason: str = ""
    stopped: Stop | None = None

    @cached_property
    def grade(self) -> Grade | None:
        """The difficulty, computed by a full walk; this is slower than generating most boards."""
        return None if self.puzzle is None else grade(self.puzzle)

    def __repr__(self) -> str:
        outcome = f"{self.level} board" if self.puzzle else self.reason
        return short_repr(self, outcome, f"seed {self.seed}", f"number {self.number + 1}")

    def _repr_svg_(self) -> str | None:
        return None if self.puzzle is None else svg_of(self.puzzle)


def generate(
    puzzle: str,
    *,
    size: Size = (10, 10),
    difficulty: str | None = None,
    count: int = 1,
    seed: int | None = None,
    symmetry: bool | None = None,
    needs: str | None = None,
    clues: str | None = None,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Iterator[GeneratedBoard]:
    """Yield new boards; the limit applies to each of them.

    The same seed yields the same boards; without one a random seed is used, see
    `GeneratedBoard.seed`. With `symmetry=None`, boards are symmetric if the puzzle has such boards.
    No two boards are equal up to rotation and reflection. A `deadline` can stop the current board
    and all later ones.

    >>> (made,) = generate("hitori", size=(5, 5), difficulty="easy", seed=7)
    >>> from masume import solve
    >>> made.level, solve(made.puzzle).unique
    ('easy', True)
    """
    spec = resolve_board_spec(
        puzzle, size=size, difficulty=difficulty, symmetry=symmetry, needs=needs, clues=clues
    )
    Deadline(limit)  # raises BadOption before the first board
    chosen = fresh_seed() if seed is None else seed

    def boards(numbers: range) -> Iterator[GeneratedBoard]:
        return (make(spec, chosen, number, deadline or Deadline(limit)) for number in numbers)

    return make_set(spec, chosen, count, boards)


def make_set(
    spec: BoardSpec,
    seed: int,
    count: int,
    boards: Callable[[range], Iterable[GeneratedBoard | Notice]],
) -> Iterator[GeneratedBoard | Notice]:
    """Yield `count` different boards from a function that generates those of some numbers in order.

    Other items that the function yields are passed on. If there are not enough different boards,
    the last item is a GeneratedBoard without a puzzle.
    """
    made = 0
    for item in distinct_boards(count, boards, _puzzle_of):
        made += isinstance(item, GeneratedBoard)
        yield item
    if made < count:
        size = f"{spec.request.rows}x{spec.request.cols}"
        text = f"only {pluralise(made, 'different board')} of {size} found"
        yield GeneratedBoard(made, seed, None, reason=f"{text}, up to rotation and reflection")


def _puzzle_of(made: object) -> Puzzle | None:
    return made.puzzle if isinstance(made, GeneratedBoard) else None


def fresh_seed() -> int:
    """Return a random seed."""
    return int.from_bytes(os.urandom(4), "big")


def make(spec: BoardSpec, seed: int, number: int, deadline: Deadline) -> GeneratedBoard:
    """Return the board of a number, generated from the seed and the number."""
    return next(
        item
        for item in run_attempts(spec, seed, number, deadline)
        if isinstance(item, GeneratedBoard)
    )


def run_attempts(
    spec: BoardSpec, seed: int, number: int, deadline: Deadline
) -> Iterator[Rejection | GeneratedBoard]:
    """Yield the rejection of each failed attempt; last the board, or why there is none."""
    rng = Random(f"{seed}-{number}")
    spec = replace(spec, request=replace(spec.request, check_cancel=deadline.check))
    seen: Counter[str] = Counter()
    reason, stopped = f"{MOST_ATTEMPTS} attempts made", None
    attempts = 0
    try:
        for attempts in range(1, MOST_ATTEMPTS + 1):
            deadline.check()
            kinds = techniques_wanted(spec, number, attempts)
            outcome = _attempt(spec, rng, deadline, kinds)
            hardens = kinds > 0 and can_harden(spec)
            if isinstance(outcome, UniqueBoard) and hardens:
                outcome = vary(spec, rng, outcome, kinds, deadline)
            if isinstance(outcome, UniqueBoard):
                strict = seen[NOT_NEEDED] < _STRICT
                outcome = _check_request(spec, outcome, deadline, strict=strict)
            if isinstance(outcome, UniqueBoard) and kinds and not hardens:
                outcome = vary(spec, rng, outcome, kinds, deadline)
            if isinstance(outcome, UniqueBoard):
                is_unique = is_only_solution(outcome.puzzle, outcome.answer, deadline)
                outcome = outcome if is_unique else Rejection("several solutions")
            if isinstance(outcome, UniqueBoard):
                assert outcome.level is not None
                level, seconds = LEVELS[outcome.level], deadline.seconds
                yield GeneratedBoard(
                    number, seed, outcome.puzzle, outcome.answer, level, attempts, seconds
                )
                return
            seen[outcome.reason] += 1
            yield outcome
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
    text = _failure_text(spec.request, seen, reason)
    yield GeneratedBoard(number, seed, None, None, "", attempts, deadline.seconds, text, stopped)


def _failure_text(request: BoardRequest, seen: Counter[str], reason: str) -> str:
    missing = f"no {request.level} board" if request.level else "no board"
    came = ", ".join(f"{level} {times}×" for level, times in seen.most_common())
    came = f"; rejected: {came}" if came else ""
    if not seen:
        came = ", and the first attempt was not finished; allow more seconds or a smaller board"
    return f"{missing} of {request.rows}x{request.cols} was found: {reason}{came}"


def grade_in_time(puzzle: Puzzle, deadline: Deadline) -> Grade:
    """Grade a board; raise LimitReached if it cannot be graded in time."""
    grade_walk = grade(puzzle, deadline=deadline)
    if grade_walk.stopped:
        raise LimitReached(grade_walk.reason, grade_walk.stopped)
    return grade_walk


def _check_request(
    spec: BoardSpec, board: UniqueBoard, deadline: Deadline, *, strict: bool
) -> UniqueBoard | Rejection:
    """Return the board with its level, or a Rejection if it is not as requested."""
    wanted = spec.request.level
    goal = EXTREME if wanted is None else LEVELS.index(wanted)
    level = board.level
    if level is None:
        level = level_of(board, deadline, goal)
        if level <= goal:
            board = replace(board, level=level)
    if level > goal:
        return Rejection("harder", board)
    if wanted is not None and level < goal:
        return Rejection(LEVELS[level], board)
    if spec.needs and not _is_needed(spec.needs, board, goal + 1, deadline, strict=strict):
        return Rejection(NOT_NEEDED, board)
    return board


def _is_needed(
    technique: str, board: UniqueBoard, below: int, deadline: Deadline, *, strict: bool
) -> bool:
    """Return whether a board cannot be solved without a technique, and its walk uses it.

    Some techniques only see what another one of their level sees too. So unless `strict`, it is
    enough that the techniques before it do not finish the board.
    """
    if not is_needed(board, technique, below, deadline, strict=strict):
        return False
    return technique in grade_in_time(board.puzzle, deadline).techniques


def _default_max_level(cells: int) -> str:
    """Return the highest level of boards without a requested level.

    People dislike suppositions, and on large boards hard levels take too long.
    """
    return "hard" if cells <= LARGE else "medium"


def _attempt(
    spec: BoardSpec, rng: Random, deadline: Deadline, kinds: int
) -> UniqueBoard | Rejection:
    """Return a board with a unique solution, close to the requested level, or a Rejection."""
    maker, request = spec.maker, spec.request
    most = LEVELS.index(request.level or _default_max_level(request.rows * request.cols))
    if maker.redraw is not None:
        levels = 0 if request.level is None else most, most
        return propose_at_level(maker, request, rng, deadline, levels, kinds)
    puzzle: Puzzle | None
    if maker.draw is not None and maker.sufficient_clues is not None and most <= HARD:
        puzzle, answer = maker.draw(rng, request) or (None, None)
    else:
        puzzle, answer = maker.propose(rng, request), None
    if puzzle is None:
        return Rejection("no room")
    clues = maker.clues(puzzle, request) if maker.clues else ()
    whole: UniqueBoard | None
    if answer is not None and clues:
        whole = UniqueBoard(puzzle, answer)  # unique, or `sufficient_clues` would fail
    else:
        whole = _repair(spec, rng, puzzle, deadline)
        if whole is not None and whole.puzzle is not puzzle and maker.clues:
            clues = maker.clues(whole.puzzle, request)
    if whole is None:
        return Rejection("several solutions")
    return select_clues(maker, request, rng, whole, clues, most, deadline) if clues else whole


def _repair(spec: BoardSpec, rng: Random, puzzle: Puzzle, deadline: Deadline) -> UniqueBoard | None:
    """Repair a board until its solution is unique; None if that fails or does not fit."""
    maker = spec.maker
    for _ in range(_MAX_REPAIRS):
        vocabulary, solutions = find_solutions(puzzle, deadline)
        answers = [vocabulary.answer(literals) for literals in solutions]
        if len(answers) == 1:
            suits = maker.accepts(puzzle, answers[0], spec.request)
            return UniqueBoard(puzzle, answers[0]) if suits else None
        if not answers or maker.repair is None:
            return None
        mended = maker.repair(rng, spec.request, puzzle, *answers)
        if mended is None:
            return None
        puzzle = mended
    return None
