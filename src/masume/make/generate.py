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
from operator import attrgetter
from random import Random

from masume.core.limits import Limit, LimitReached, Stop, Watch
from masume.core.maker import BoardRequest
from masume.core.puzzle import Position, Puzzle
from masume.core.technique import LEVELS
from masume.errors import counted
from masume.explain.explainer import EXTREME
from masume.explain.walks import Grade, grade
from masume.make.aim import aimed
from masume.make.kept import with_clues_kept
from masume.make.request import BoardPlan, Size, plan
from masume.make.sets import unlike_each_other
from masume.make.sound import LARGE, Sound, is_needed, level_of, solved

MOST_ATTEMPTS = 2000  # proposals for one board
_MENDED = 60  # times that a proposal is mended before it is given up


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
    watch: Watch | None = None,
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
    Watch(limit)  # refuses now what it would not keep
    chosen = fresh_seed() if seed is None else seed

    def boards(numbers: range) -> Iterator[Made]:
        return (make(planned, chosen, number, watch or Watch(limit)) for number in numbers)

    return make_set(planned, chosen, count, boards)


def make_set(
    planned: BoardPlan, seed: int, count: int, boards: Callable[[range], Iterable[Made]]
) -> Iterator[Made]:
    """Boards of which no two are alike, made by what makes those of some numbers in order."""
    found = 0
    for made in unlike_each_other(count, boards, attrgetter("puzzle")):
        found += 1
        yield made
    if found < count:
        size = f"{planned.request.rows}x{planned.request.cols}"
        told = f"of {size} only {counted(found, 'board')} came out that are unlike each other"
        yield Made(found, seed, None, reason=f"{told}, however turned or mirrored")


def fresh_seed() -> int:
    """One that nobody has chosen."""
    return int.from_bytes(os.urandom(4), "big")


def make(planned: BoardPlan, seed: int, number: int, watch: Watch) -> Made:
    """The board of that number; each is made from a seed of its own."""
    rng = Random(f"{seed}-{number}")
    planned = replace(planned, request=replace(planned.request, check_cancel=watch.check))
    seen: Counter[str] = Counter()
    reason, stopped = f"{MOST_ATTEMPTS} attempts made", None
    attempts = 0
    try:
        for attempts in range(1, MOST_ATTEMPTS + 1):
            watch.check()
            board = _attempt(planned, rng, watch)
            found = board if isinstance(board, str) else _as_requested(planned, board, watch)
            if not isinstance(found, str):
                made, level = found
                seconds = watch.seconds
                return Made(number, seed, made.puzzle, made.answer, level, attempts, seconds)
            seen[found] += 1
    except LimitReached as limit:
        reason, stopped = str(limit), limit.stopped
    text = _nothing(planned.request, seen, reason)
    return Made(number, seed, None, None, "", attempts, watch.seconds, text, stopped)


def _nothing(request: BoardRequest, seen: Counter[str], reason: str) -> str:
    what = f"no {request.level} board" if request.level else "no board"
    came = ", ".join(f"{level} {times}×" for level, times in seen.most_common())
    came = f"; what came out: {came}" if came else ""
    if not seen:
        came = ", and the first attempt was not finished; try more seconds or a smaller board"
    return f"{what} of {request.rows}x{request.cols} was found: {reason}{came}"


def grade_in_time(puzzle: Puzzle, watch: Watch) -> Grade:
    """How hard a board is; LimitReached if that is not known when time is up."""
    found = grade(puzzle, watch=watch)
    if found.stopped:
        raise LimitReached(found.reason, found.stopped)
    return found


def _as_requested(planned: BoardPlan, board: Sound, watch: Watch) -> tuple[Sound, str] | str:
    """The board and its level; or a word for what it is instead."""
    wanted = planned.request.level
    goal = EXTREME if wanted is None else LEVELS.index(wanted)
    level = level_of(board, watch, goal) if board.level is None else board.level
    if wanted is not None and level != goal:
        return "harder" if level > goal else LEVELS[level]
    if planned.needs and not _is_needed(planned.needs, board, goal + 1, watch):
        return "other techniques do"
    return board, LEVELS[level]


def _is_needed(technique: str, board: Sound, below: int, watch: Watch) -> bool:
    """Whether a board cannot be solved without a technique, and the walk told of it uses it."""
    if not is_needed(board, technique, below, watch):
        return False
    return technique in grade_in_time(board.puzzle, watch).techniques


def _usual(cells: int) -> str:
    """The most that a board of no wanted level may ask for: no suppositions, people dislike them.

    On a large board anything harder takes too long.
    """
    return "hard" if cells <= LARGE else "medium"


def _attempt(planned: BoardPlan, rng: Random, watch: Watch) -> Sound | str:
    """A board with one solution, near the wanted level; or a word why this came to nothing."""
    maker, request = planned.maker, planned.request
    most = LEVELS.index(request.level or _usual(request.rows * request.cols))
    if maker.draw is not None:
        return aimed(maker, request, rng, watch, 0 if request.level is None else most, most)
    puzzle = maker.propose(rng, request)
    if puzzle is None:
        return "no room"
    whole = _mended(planned, rng, puzzle, watch)
    if whole is None:
        return "several solutions"
    groups = maker.clues(whole.puzzle, request) if maker.clues else ()
    if not groups:
        return whole
    return with_clues_kept(maker, request, rng, whole, groups, most, watch)


def _mended(planned: BoardPlan, rng: Random, puzzle: Puzzle, watch: Watch) -> Sound | None:
    """Change a board until its solution is the only one; None if that is not as ordered."""
    maker = planned.maker
    for _ in range(_MENDED):
        vocabulary, found = solved(puzzle, 2, watch)
        answers = [vocabulary.answer(literals) for literals in found]
        if len(answers) == 1:
            suits = maker.suits(puzzle, answers[0], planned.request)
            return Sound(puzzle, answers[0], frozenset(found[0]), vocabulary) if suits else None
        if not answers or maker.mend is None:
            return None
        mended = maker.mend(rng, planned.request, puzzle, *answers)
        if mended is None:
            return None
        puzzle = mended
    return None
