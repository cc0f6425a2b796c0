"""explain and grade: the whole way to the solution, and how hard that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.formats.inputs import marks_of, puzzle_of
from masume.formats.plain import Board
from masume.logic.explainer import Explainer
from masume.logic.paragraphs import paragraphs
from masume.logic.step import Step

NO_SOLUTION = "there is no solution"  # the reason of a walk that cannot begin


class Walk:
    """All steps from a bare board, or from marks, to the end, as they are found.

    Afterwards `finished` says whether that was all there is to find, and `reason` why not.
    """

    def __init__(
        self, puzzle: Puzzle, position: Position | None, deadline: Deadline, *, folded: bool
    ) -> None:
        self.puzzle = puzzle
        self.position = position
        self._deadline = deadline
        self._folded = folded
        self.taken: list[Step] = []
        self.finished = False
        self.unique = False
        self.reason = ""
        self.stopped: Stop | None = None
        self.vocabulary: Vocabulary | None = None  # none as long as there was no time to make it
        self.begun: frozenset[Literal] = frozenset()  # what was known before the first step
        self._explainer: Explainer | None = None
        self._stream = self._each()

    def __iter__(self) -> Iterator[Step]:
        return self._stream

    @property
    def explainer(self) -> Explainer:
        """What knows the board; made when it is first asked for."""
        if self._explainer is None:
            walk = Explainer(self.puzzle, deadline=self._deadline, tidy=True)
            marks = [] if self.position is None else walk.vocabulary.marks(self.position)
            if marks:
                walk = Explainer(self.puzzle, deadline=self._deadline, assumed=marks, tidy=True)
            self._explainer = walk
        return self._explainer

    def stop(self, limit: LimitReached) -> None:
        """End it here, since a limit was reached."""
        self._stream = iter(())
        self.finished, self.reason, self.stopped = False, str(limit), limit.stopped

    def _each(self) -> Iterator[Step]:
        try:
            walk = self.explainer
            self.vocabulary, self.begun = walk.vocabulary, frozenset(walk.known)
            if not walk.solvable:
                self.reason = NO_SOLUTION
                return
            self.unique = len(walk.goal) == walk.vocabulary.shown
            brief = [one.name for one in walk.techniques if one.auto or one.obvious]
            for step in paragraphs(walk.steps(), brief) if self._folded else walk.steps():
                self.taken.append(step)
                yield step
            self.finished = walk.finished
            if not self.unique:
                self.reason = "the board has several solutions"
        except LimitReached as limit:
            self.reason, self.stopped = str(limit), limit.stopped


def explain(
    board: Board | Puzzle,
    position: Answer | None = None,
    *,
    folded: bool = True,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Walk:
    """The way to the solution, step by step, each with its reason.

    What follows at once is told with the step that it rests on, unless it is not to be `folded`.

    >>> from masume import load
    >>> (step,) = explain(load("hitori\\n1 1\\n1 2"))
    >>> [one.technique for one in step.singly]
    ['corner-of-three', 'black-has-white-neighbours', 'last-way-out']
    """
    puzzle = puzzle_of(board)
    return Walk(puzzle, marks_of(puzzle, position), deadline or Deadline(limit), folded=folded)


# How hard it is


@dataclass(frozen=True)
class Grade:
    """How hard a board is for a person: as hard as its hardest step.

    The score orders boards within a level too: a whole number for the level, and a fraction that
    is the greater the later its hardest techniques are seen, and the more such steps it takes.
    """

    level: str  # one of LEVELS; empty if it cannot be told
    score: float
    steps: int
    techniques: dict[str, int]  # how often each was used
    hardest: Step | None
    reason: str = ""  # why there is no level, or why the level is only a lower bound
    stopped: Stop | None = None


_HALF_WAY = 10  # steps of the highest level that bring a board half way to the next level


def grade(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> Grade:
    """How hard a board is, by the techniques that it takes.

    >>> from masume import load
    >>> grade(load("hitori/first")).level
    'easy'
    """
    return graded(explain(board, folded=False, limit=limit, deadline=deadline))


def graded(walk: Walk, heard: Callable[[Step], None] | None = None) -> Grade:
    """The grade of a walk, which is gone to its end."""
    for step in walk:
        if heard:
            heard(step)
    steps = [one for step in walk.taken for one in step.singly]
    techniques = dict(Counter(step.technique for step in steps).most_common())
    if (walk.reason and not steps) or not walk.unique:
        return Grade("", 0.0, len(steps), techniques, None, walk.reason, walk.stopped)
    highest = max((step.level for step in steps), default=0)
    fraction, there = _within_level(walk, [step for step in steps if step.level == highest])
    hardest = max(there, key=lambda step: step.size, default=None)
    score = highest + fraction
    ending = walk.reason, walk.stopped
    return Grade(LEVELS[highest], score, len(steps), techniques, hardest, *ending)


def _within_level(walk: Walk, steps: Sequence[Step]) -> tuple[float, list[Step]]:
    """How far the steps of its highest level bring a board to the next, and the hardest of them."""
    if not steps:
        return 0.0, []
    techniques = walk.explainer.techniques
    ranks = {one.name: one.rank for one in techniques}
    most = max((one.rank for one in techniques if one.level == steps[0].level), default=0)
    highest = max(ranks.get(step.technique, 0) for step in steps)
    there = [step for step in steps if ranks.get(step.technique, 0) == highest]
    return (highest + len(there) / (len(there) + _HALF_WAY)) / (most + 1), there
