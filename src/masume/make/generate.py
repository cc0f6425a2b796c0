"""generate: new boards with one solution, of a wanted size and difficulty.

Propose a board, see that its solution is the only one, drop clues, and grade it. A board that comes
out too hard gets some of its clues back, wherever a person would be stuck; one that is too easy is
given up for another proposal. Which boards come out depends on the seed alone, never on the time.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TypeVar

from masume.core.puzzle.maker import BoardRequest
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.errors import counted
from masume.logic.explainer import EXTREME, HARD
from masume.logic.walks import Grade, grade
from masume.make.aim import aimed
from masume.make.kept import with_clues_kept
from masume.make.request import BoardPlan, Size, plan
from masume.make.sets import unlike_each_other
from masume.make.sound import LARGE, Missed, Sound, is_needed, is_only_solution, level_of, solved

Notice = TypeVar("Notice")

MOST_ATTEMPTS = 2000  # proposals for one board
_MENDED = 60  # times that a proposal is mended before it is given up
_STRICT = 40  # boards that could need a technique, before others of its level may do as well


OTHERS_DO = "other techniques do"


@dataclass(frozen=True)
class Made:
    """A new board, or why there is none."""

    number: int  # which of the boards of its seed
    seed: int
    puzzle: Puzzle | None  # None: none was found
    answer: Position | None = None
    level: str = ""  # one of LEVELS
    attempts: int = 0
    seconds: float = 0.0
    reason: str = ""
    stopped: Stop | None = None

    @cached_property
    def grade(self) -> Grade | None:
        """How hard it is, step by step; this takes longer than to make most boards."""
        return None if self.puzzle is None else grade(self.puzzle)


def generate(
    puzzle: str,
    *,
    size: Size = (10, 10),
    difficulty: str | None = None,
    count: int = 1,
    seed: int | None = None,
    symmetry: bool = False,
    needs: str | None = None,
    clues: str | None = None,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Iterator[Made]:
    """Make boards one after the other; the limit is for each of them.

    The same seed makes the same boards; without one they are new ones, and `Made.seed` tells it.
    No two are alike: one that is another turned round or mirrored gives its place to a further
    number. A watch can stop the one that is being made, and all that would come after it.

    >>> (made,) = generate("hitori", size=(5, 5), difficulty="easy", seed=7)
    >>> from masume import solve
    >>> made.level, solve(made.puzzle).unique
    ('easy', True)
    """
    planned = plan(
        puzzle, size=size, difficulty=difficulty, symmetry=symmetry, needs=needs, clues=clues
    )
    Deadline(limit)  # refuses now what it would not keep
    chosen = fresh_seed() if seed is None else seed

    def boards(numbers: range) -> Iterator[Made]:
        return (make(planned, chosen, number, deadline or Deadline(limit)) for number in numbers)

    return make_set(planned, chosen, count, boards)


def make_set(
    planned: BoardPlan, seed: int, count: int, boards: Callable[[range], Iterable[Made | Notice]]
) -> Iterator[Made | Notice]:
    """Boards of which no two are alike, made by what makes those of some numbers in order.

    What else it tells on the way is passed on.
    """
    made = 0
    for one in unlike_each_other(count, boards, _puzzle_of):
        made += isinstance(one, Made)
        yield one
    if made < count:
        size = f"{planned.request.rows}x{planned.request.cols}"
        text = f"of {size} only {counted(made, 'board')} came out that are unlike each other"
        yield Made(made, seed, None, reason=f"{text}, however turned or mirrored")


def _puzzle_of(made: object) -> Puzzle | None:
    return made.puzzle if isinstance(made, Made) else None


def fresh_seed() -> int:
    """One that nobody has chosen."""
    return int.from_bytes(os.urandom(4), "big")


def make(planned: BoardPlan, seed: int, number: int, deadline: Deadline) -> Made:
    """The board of that number; each is made from a seed of its own."""
    return next(one for one in making(planned, seed, number, deadline) if isinstance(one, Made))


def making(
    planned: BoardPlan, seed: int, number: int, deadline: Deadline
) -> Iterator[Missed | Made]:
    """What comes out attempt by attempt; last of all the board, or why there is none."""
    rng = Random(f"{seed}-{number}")
    planned = replace(planned, request=replace(planned.request, check_cancel=deadline.check))
    seen: Counter[str] = Counter()
    reason, stopped = f"{MOST_ATTEMPTS} attempts made", None
    attempts = 0
    try:
        for attempts in range(1, MOST_ATTEMPTS + 1):
            deadline.check()
            outcome = _attempt(planned, rng, deadline)
            if isinstance(outcome, Sound):
                strict = seen[OTHERS_DO] < _STRICT
                outcome = _as_requested(planned, outcome, deadline, strict=strict)
            if isinstance(outcome, Sound):
                outcome = _proved(outcome, deadline)
            if isinstance(outcome, Sound):
                assert outcome.level is not None
                level, seconds = LEVELS[outcome.level], deadline.seconds
                yield Made(number, seed, outcome.puzzle, outcome.answer, level, attempts, seconds)
                return
            seen[outcome.word] += 1
            yield outcome
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
    text = _nothing(planned.request, seen, reason)
    yield Made(number, seed, None, None, "", attempts, deadline.seconds, text, stopped)


def _proved(board: Sound, deadline: Deadline) -> Sound | Missed:
    """Return the board if the exact engine finds no second solution of it."""
    is_sound = is_only_solution(board.puzzle, board.answer, deadline)
    return board if is_sound else Missed("several solutions")


def _nothing(request: BoardRequest, seen: Counter[str], reason: str) -> str:
    what = f"no {request.level} board" if request.level else "no board"
    came = ", ".join(f"{level} {times}×" for level, times in seen.most_common())
    came = f"; what came out: {came}" if came else ""
    if not seen:
        came = ", and the first attempt was not finished; try more seconds or a smaller board"
    return f"{what} of {request.rows}x{request.cols} was found: {reason}{came}"


def grade_in_time(puzzle: Puzzle, deadline: Deadline) -> Grade:
    """How hard a board is; LimitReached if that is not known when time is up."""
    graded = grade(puzzle, deadline=deadline)
    if graded.stopped:
        raise LimitReached(graded.reason, graded.stopped)
    return graded


def _as_requested(
    planned: BoardPlan, board: Sound, deadline: Deadline, *, strict: bool
) -> Sound | Missed:
    """The board with its level; or that it is something else."""
    wanted = planned.request.level
    goal = EXTREME if wanted is None else LEVELS.index(wanted)
    level = board.level
    if level is None:
        level = level_of(board, deadline, goal)
        if level <= goal:
            board = replace(board, level=level)
    if level > goal:
        return Missed("harder", board)
    if wanted is not None and level < goal:
        return Missed(LEVELS[level], board)
    if planned.needs and not _is_needed(planned.needs, board, goal + 1, deadline, strict=strict):
        return Missed(OTHERS_DO, board)
    return board


def _is_needed(
    technique: str, board: Sound, below: int, deadline: Deadline, *, strict: bool
) -> bool:
    """Whether a board cannot be solved without a technique, and the walk told of it uses it.

    Some only ever see what another one of their level sees too. So it is enough, unless one is
    `strict`, that what comes before it does not finish the board.
    """
    if not is_needed(board, technique, below, deadline, strict=strict):
        return False
    return technique in grade_in_time(board.puzzle, deadline).techniques


def _usual(cells: int) -> str:
    """The most that a board of no wanted level may ask for: no suppositions, people dislike them.

    On a large board anything harder takes too long.
    """
    return "hard" if cells <= LARGE else "medium"


def _attempt(planned: BoardPlan, rng: Random, deadline: Deadline) -> Sound | Missed:
    """A board with one solution, near the wanted level; or why this came to nothing."""
    maker, request = planned.maker, planned.request
    most = LEVELS.index(request.level or _usual(request.rows * request.cols))
    if maker.redraw is not None or maker.of_level is not None:
        return aimed(maker, request, rng, deadline, 0 if request.level is None else most, most)
    puzzle: Puzzle | None
    if maker.draw is not None and maker.enough is not None and most <= HARD:
        puzzle, answer = maker.draw(rng, request) or (None, None)
    else:
        puzzle, answer = maker.propose(rng, request), None
    if puzzle is None:
        return Missed("no room")
    clues = maker.clues(puzzle, request) if maker.clues else ()
    whole: Sound | None
    if answer is not None and clues:
        whole = Sound(puzzle, answer)  # the only one, or the clues will not be enough
    else:
        whole = _mended(planned, rng, puzzle, deadline)
        if whole is not None and whole.puzzle is not puzzle and maker.clues:
            clues = maker.clues(whole.puzzle, request)
    if whole is None:
        return Missed("several solutions")
    return with_clues_kept(maker, request, rng, whole, clues, most, deadline) if clues else whole


def _mended(planned: BoardPlan, rng: Random, puzzle: Puzzle, deadline: Deadline) -> Sound | None:
    """Change a board until its solution is the only one; None if that is not as ordered."""
    maker = planned.maker
    for _ in range(_MENDED):
        vocabulary, solutions = solved(puzzle, 2, deadline)
        answers = [vocabulary.answer(literals) for literals in solutions]
        if len(answers) == 1:
            suits = maker.suits(puzzle, answers[0], planned.request)
            return Sound(puzzle, answers[0]) if suits else None
        if not answers or maker.mend is None:
            return None
        mended = maker.mend(rng, planned.request, puzzle, *answers)
        if mended is None:
            return None
        puzzle = mended
    return None
