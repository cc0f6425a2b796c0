"""Explain a whole board step by step, and grade its difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from masume.api.exact import vocabulary_of
from masume.core.drawing.show import short_repr, table
from masume.core.model.model import Literal, Vocabulary
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.formats.inputs import marks_of, puzzle_of
from masume.formats.plain import Board
from masume.logic.available import walk_effort
from masume.logic.explainer import Explainer
from masume.logic.paragraphs import fold_steps
from masume.logic.shortest import shortest_steps, total_cost
from masume.logic.step import STEPS_PER_LEVEL, Step

NO_SOLUTION = "there is no solution"  # the `reason` of a walk on an unsolvable board


class Walk:
    """An iterator over the steps from a bare board, or from marks, to the solution.

    Afterwards `finished` says whether everything was concluded, and `reason` why not.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        position: Position | None,
        deadline: Deadline,
        *,
        folded: bool,
        uniqueness: bool = False,
        shortest: bool = False,
    ) -> None:
        self.puzzle = puzzle
        self.position = position
        self._deadline = deadline
        self._folded = folded
        self._uniqueness = uniqueness
        self._shortest = shortest
        self.ordinary_cost: int | None = None  # of the walk that the shortest one was chosen from
        self.taken: list[Step] = []
        self.finished = False
        self.unique = False
        self.reason = ""
        self.stopped: Stop | None = None
        self.vocabulary: Vocabulary | None = None  # None until the first step
        self.initial_literals: frozenset[Literal] = frozenset()  # known before the first step
        self._explainer: Explainer | None = None
        self._stream = self._take_steps()

    def __iter__(self) -> Iterator[Step]:
        return self._stream

    def __repr__(self) -> str:
        state = "finished" if self.finished else self.reason or "not finished"
        return short_repr(self, f"{len(self.taken)} steps", state)

    @property
    def explainer(self) -> Explainer:
        """The underlying walk, created lazily."""
        if self._explainer is None:
            position = self.position
            marks = [] if position is None else vocabulary_of(self.puzzle).marks(position)
            self._explainer = Explainer(
                self.puzzle,
                deadline=self._deadline,
                assumed=marks,
                tidy=True,
                uniqueness=self._uniqueness,
            )
        return self._explainer

    def stop(self, limit: LimitReached) -> None:
        """End the walk because a limit was reached."""
        self._stream = iter(())
        self.finished, self.reason, self.stopped = False, str(limit), limit.stopped

    def _take_steps(self) -> Iterator[Step]:
        """Yield the remaining steps; record them and, at the end, why the walk stopped."""
        try:
            walk = self.explainer
            self.vocabulary, self.initial_literals = walk.vocabulary, frozenset(walk.known)
            if not walk.solvable:
                self.reason = NO_SOLUTION
                return
            self.unique = len(walk.goal) == walk.vocabulary.shown
            brief = [known.name for known in walk.techniques if known.auto or known.obvious]
            steps = self._find_shortest(walk) if self._shortest else walk.steps()
            for step in fold_steps(steps, brief) if self._folded else steps:
                self.taken.append(step)
                yield step
            self.finished = walk.finished
            if not self.unique:
                self.reason = "the board has several solutions"
        except LimitReached as limit:
            self.reason, self.stopped = str(limit), limit.stopped

    def _find_shortest(self, walk: Explainer) -> Iterator[Step]:
        steps, self.ordinary_cost = shortest_steps(walk)
        return iter(steps)

    @property
    def cost(self) -> int:
        """The sum of the costs of the steps taken."""
        return total_cost(single for step in self.taken for single in step.single_steps)


def explain(
    board: Board | Puzzle,
    position: Answer | None = None,
    *,
    folded: bool = True,
    uniqueness: bool = False,
    shortest: bool = False,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Walk:
    """Return the walk to the solution, step by step, each with its reason.

    If `folded`, easy steps are combined with the step that they rest on. With `uniqueness`, steps
    may rely on the solution being unique; they say so. With `shortest`, the walk consists of
    the cheapest steps found, not of those that people find first (see `logic/shortest.py`).

    >>> from masume import load
    >>> (step,) = explain(load("hitori\\n1 1\\n1 2"))
    >>> [single.technique for single in step.single_steps]
    ['corner-of-three', 'black-has-white-neighbours', 'last-way-out']
    """
    puzzle = puzzle_of(board)
    marks = marks_of(puzzle, position)
    limited = deadline or Deadline(limit)
    wishes = {"folded": folded, "uniqueness": uniqueness, "shortest": shortest}
    return Walk(puzzle, marks, limited, **wishes)


# Difficulty


@dataclass(frozen=True)
class Grade:
    """The difficulty of a board for a person: the level of its hardest step.

    The score also orders boards within a level: its integer part is the level, its fraction grows
    with the rank of the hardest technique, the number of steps by it, and the other steps. The
    effort orders boards of one level by the whole walk (`walk_effort`).
    """

    level: str  # one of LEVELS; empty if unknown
    score: float
    steps: int
    techniques: dict[str, int]  # the number of uses of each
    hardest: Step | None
    reason: str = ""  # why there is no level, or why the level is only a lower bound
    stopped: Stop | None = None
    measure: Callable[[], float] | None = field(default=None, compare=False)

    @cached_property
    def effort(self) -> float | None:
        """The effort, measured when first asked for; None without a finished walk or in no time."""
        try:
            return self.measure and self.measure()
        except LimitReached:
            return None

    def __getstate__(self) -> dict[str, object]:
        """Return the fields with the effort instead of the walk that it is measured on."""
        return {**vars(self), "effort": self.effort, "measure": None}

    def __repr__(self) -> str:
        score = f"score {self.score:.2f}"
        return short_repr(self, self.level, score, f"{self.steps} steps", self.reason)

    def _repr_html_(self) -> str:
        return table({"level": self.level, "steps": self.steps, **self.techniques})


_HALF_WAY = 10  # hardest steps at which the fraction of a technique is half of its range
_MIDDLE = 20  # other steps, in steps of the highest level, that count as half a hardest step


def grade(
    board: Board | Puzzle, *, limit: Limit | None = None, deadline: Deadline | None = None
) -> Grade:
    """Grade a board by the techniques that its walk needs.

    >>> from masume import load
    >>> grade(load("hitori/first")).level
    'easy'
    """
    limited = deadline or Deadline(limit)
    walk = explain(board, folded=False, deadline=limited)
    return measure_effort(grade_walk(walk), walk, Deadline())


def measure_effort(grade: Grade, walk: Walk, deadline: Deadline) -> Grade:
    """Return a grade that measures the effort of its walk, if finished, until a deadline."""
    if not walk.finished or not grade.level:
        return grade
    return replace(grade, measure=partial(walk_effort, walk, deadline))


def grade_walk(walk: Walk, on_step: Callable[[Step], None] | None = None) -> Grade:
    """Take all steps of a walk and return its grade; `on_step` is called after each step."""
    for step in walk:
        if on_step:
            on_step(step)
    steps = [single for step in walk.taken for single in step.single_steps]
    techniques = dict(Counter(step.technique for step in steps).most_common())
    if (walk.reason and not steps) or not walk.unique:
        return Grade("", 0.0, len(steps), techniques, None, walk.reason, walk.stopped)
    highest = max((step.level for step in steps), default=0)
    fraction, candidates = _within_level(walk, steps, highest)
    hardest = max(candidates, key=lambda step: step.size, default=None)
    score = highest + fraction
    ending = walk.reason, walk.stopped
    return Grade(LEVELS[highest], score, len(steps), techniques, hardest, *ending)


def _within_level(walk: Walk, steps: Sequence[Step], level: int) -> tuple[float, list[Step]]:
    """Return the fraction of the score, and the steps by the hardest technique."""
    if not steps:
        return 0.0, []
    techniques = walk.explainer.techniques
    ranks = {known.name: known.rank for known in techniques}
    most = max((known.rank for known in techniques if known.level == level), default=0)
    of_level = [step for step in steps if step.level == level]
    highest = max(ranks.get(step.technique, 0) for step in of_level)
    hardest = [step for step in of_level if ranks.get(step.technique, 0) == highest]
    others = sum(STEPS_PER_LEVEL ** (step.level - level) for step in steps) - len(hardest)
    number = len(hardest) + others / (others + _MIDDLE)  # others decide between equal numbers
    return (highest + number / (number + _HALF_WAY)) / (most + 1), hardest
