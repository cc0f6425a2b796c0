"""hint: one step and its reason, or which mark is wrong and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from masume.core.drawing.show import svg_of
from masume.core.model.model import Literal
from masume.core.model.wording import sentence
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Answer, Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit, LimitReached, Stop
from masume.formats.inputs import marks_of, puzzle_of
from masume.formats.plain import Board
from masume.logic.explainer import Explainer
from masume.logic.step import Step
from masume.logic.step_picture import StepPicture, stage_pictures, steps_picture
from masume.logic.wrong import Marked, wrong_mark


class Told(Enum):
    """What a hint has to say."""

    STEP = "step"  # a next step
    WRONG = "wrong"  # a mark that cannot be
    FINISHED = "finished"  # all that can be known is on the board
    OPEN = "open"  # what was asked about may still be either way
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"


@dataclass(frozen=True)
class Hint:
    """One step, or what is wrong.

    There are three grades of help: the `area` to look at, the technique's `title`, and the `text`
    with the step itself.
    """

    told: Told
    text: str
    technique: str = ""
    title: str = ""
    level: str = ""
    area: tuple[Cell, ...] = ()  # a rectangle around all that matters
    cells: tuple[Cell, ...] = ()  # what the step is about
    grounds: tuple[Cell, ...] = ()  # the clues and known cells it rests on
    reasons: tuple[str, ...] = ()  # the clues and rules in words
    part: tuple[Cell, ...] = ()  # what would be cut off, or where a rule breaks: to be shaded
    before: Position | None = None
    after: Position | None = None
    puzzle: Puzzle | None = field(default=None, repr=False)
    stopped: Stop | None = None
    others: tuple[str, ...] = ()  # other arguments for the same
    picture: StepPicture | None = field(default=None, repr=False)
    stages: tuple[StepPicture, ...] = field(default=(), repr=False)  # of an argument's sentences

    def _repr_svg_(self) -> str | None:
        """The board with the step, and what it is about marked."""
        return None if self.puzzle is None else svg_of(self.puzzle, step=self.picture)


def hint(
    board: Board | Puzzle,
    position: Answer | None = None,
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Hint:
    """The next step for a player, from the marks made so far, with its reason.

    >>> from masume import load
    >>> step = hint(load("hitori/first"))
    >>> step.told.value, step.level
    ('step', 'easy')
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    marked = marks_of(puzzle, position)
    try:
        return Advice(puzzle, marked, deadline).hint()
    except LimitReached as reached:
        text = f"no step was found in time ({reached})"
        return Hint(Told.LIMIT, text, puzzle=puzzle, stopped=reached.stopped)


class Advice:
    """Looks at a player's board."""

    def __init__(self, puzzle: Puzzle, position: Position | None, deadline: Deadline) -> None:
        self.puzzle = puzzle
        bare = Explainer(puzzle, deadline=deadline, tidy=True)
        self.vocabulary = bare.vocabulary
        self.deadline = deadline
        self.marks: list[Literal] = [] if position is None else self.vocabulary.marks(position)
        self.bare = bare
        self.position = self.vocabulary.noted(self.marks) if position is None else position

    def hint(self) -> Hint:
        """The next step, or what is wrong."""
        if not self.bare.solvable:
            return Hint(Told.UNSOLVABLE, "This board has no solution.", puzzle=self.puzzle)
        if {-mark for mark in self.marks} & set(self.marks):
            broken = kind_of(self.puzzle).broken(self.puzzle, self.position)
            if broken:
                return self._broken(broken[0])
        wrong = [mark for mark in self.marks if -mark in self.bare.goal]
        if wrong:
            right = [one for says in self._said() if says <= self.bare.goal for one in says]
            self.bare.learn(right)
            return self._wrong(self.bare, Marked(self.position, right, wrong, alone=True))
        walk = self._on_from_the_marks()
        if not walk.solvable:  # several solutions, and the marks fit none of them
            return self._clash()
        step = self._worth_telling(walk)
        if step is None:
            several = len(walk.goal) < self.vocabulary.shown
            rest = "Nothing more can be concluded: the board has several solutions."
            text = rest if several else "The board is finished."
            return Hint(Told.FINISHED, text, before=self.position, puzzle=self.puzzle)
        return self.hint_of(Told.STEP, step, walk)

    def _said(self) -> Iterator[set[Literal]]:
        """What each mark says, with what it says by the way."""
        for mark in self.vocabulary.literals(self.position):
            yield {mark, *self.vocabulary.also(mark)}

    def _on_from_the_marks(self) -> Explainer:
        if not self.bare.goal.issuperset(self.marks):
            return Explainer(self.puzzle, deadline=self.deadline, assumed=self.marks, tidy=True)
        self.bare.learn(self.marks)  # they hold anyway, so what is certain stays the same
        return self.bare

    def _broken(self, fault: Violation) -> Hint:
        """What stands there could not be on any board, such as a path with a leap."""
        return Hint(
            Told.WRONG,
            f"{sentence(fault.text)}.",
            area=_rectangle(fault.cells, self.puzzle.cols) if fault.cells else (),
            cells=fault.cells,
            reasons=(kind_of(self.puzzle).codes[fault.rule],),
            before=self.position,
            puzzle=self.puzzle,
        )

    def _worth_telling(self, walk: Explainer) -> Step | None:
        """The first step of which something can be seen on the board; one that is not obvious, if
        there is any.
        """
        obvious = {one.name for one in walk.techniques if one.obvious}
        before = self.vocabulary.noted(self.marks)
        passed: Step | None = None
        for step in walk.steps():
            if self.vocabulary.noted([*self.marks, *step.literals]) != before:
                if step.technique not in obvious:
                    return step
                passed = passed or step
        return passed

    def _clash(self) -> Hint:
        """Find the first mark that does not go together with those before it."""
        fine: list[Literal] = []
        for mark in self.marks:
            if not Explainer(self.puzzle, deadline=self.deadline, assumed=[*fine, mark]).solvable:
                walk = Explainer(self.puzzle, deadline=self.deadline, assumed=fine)
                return self._wrong(walk, Marked(self.position, fine, [mark], alone=False))
            fine.append(mark)
        raise AssertionError("marks that clash have a first one that does")

    def _wrong(self, walk: Explainer, board: Marked) -> Hint:
        return self.hint_of(Told.WRONG, wrong_mark(walk, board), walk, board.right)

    def hint_of(
        self, says: Told, step: Step, walk: Explainer, held: Iterable[Literal] | None = None
    ) -> Hint:
        """A step as a hint; its argument begins with what is held, or with all fitting marks."""
        cells = tuple(self.vocabulary.cells_of(step.literals))
        given = tuple(self.vocabulary.cells_of(step.given))
        clues = tuple(cell for _, here in step.because for cell in here)
        reasons = tuple(walk.what_if.reasons[key].text for key in step.because)
        against = {-one for one in step.literals}
        right = [one for says in self._said() if against.isdisjoint(says) for one in says]
        words, grounds = self.vocabulary, tuple(sorted({*given, *clues} - set(cells)))
        picture = steps_picture(words, right, [step])
        if says is Told.WRONG:
            picture = replace(picture, after=self.position, cells=(), broken=cells, order=())
        return Hint(
            says,
            step.text,
            step.technique,
            step.title,
            LEVELS[step.level] if step.technique else "",
            _rectangle(cells + clues + given, self.puzzle.cols),
            cells,
            grounds,
            reasons,
            step.part,
            self.position,
            words.noted([*right, *step.literals]),
            self.puzzle,
            picture=replace(picture, before=self.position),
            stages=stage_pictures(words, right if held is None else held, step),
        )


def _rectangle(cells: Iterable[Cell], cols: int) -> tuple[Cell, ...]:
    """All cells of the smallest rectangle around some."""
    at = [divmod(cell, cols) for cell in cells]
    rows, columns = [row for row, _ in at], [col for _, col in at]
    return tuple(
        row * cols + col
        for row in range(min(rows), max(rows) + 1)
        for col in range(min(columns), max(columns) + 1)
    )
