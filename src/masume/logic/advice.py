"""Hints: the next step with its reason, or a wrong mark with the reason why it is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from masume.core.drawing.show import html_text, short_repr, svg_of
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
from masume.logic.wrong import MarkedBoard, refute_mark


class HintOutcome(Enum):
    """The kind of answer that a hint gives."""

    STEP = "step"  # a next step
    WRONG = "wrong"  # a wrong mark
    FINISHED = "finished"  # everything that can be concluded is on the board
    OPEN = "open"  # the solutions differ in the cell that was asked about
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"


@dataclass(frozen=True)
class Hint:
    """One step, or a wrong mark, with its reason.

    Front ends can show it in three stages: the `area` to look at, the technique's `title`, and the
    `text` with the step itself.
    """

    outcome: HintOutcome
    text: str
    technique: str = ""
    title: str = ""
    level: str = ""
    area: tuple[Cell, ...] = ()  # the bounding rectangle of all cells involved
    cells: tuple[Cell, ...] = ()  # the cells that the step concludes
    grounds: tuple[Cell, ...] = ()  # the clues and known cells it rests on
    reasons: tuple[str, ...] = ()  # the clues and rules in words
    part: tuple[Cell, ...] = ()  # cells to shade: those cut off, or where a rule is broken
    before: Position | None = None
    after: Position | None = None
    puzzle: Puzzle | None = field(default=None, repr=False)
    stopped: Stop | None = None
    alternatives: tuple[Hint, ...] = ()  # other arguments for the same conclusion
    picture: StepPicture | None = field(default=None, repr=False)
    stages: tuple[StepPicture, ...] = field(default=(), repr=False)  # one per sentence
    step: Step | None = field(default=None, repr=False)  # the step, or the argument against a mark

    @property
    def others(self) -> tuple[str, ...]:
        """The texts of other arguments for the same conclusion."""
        return tuple(other.text for other in self.alternatives)

    @property
    def cost(self) -> int:
        """The effort of following the argument; 0 without one."""
        return 0 if self.step is None else self.step.cost

    def _repr_svg_(self) -> str | None:
        """Return the board as SVG, with the step marked."""
        return None if self.puzzle is None else svg_of(self.puzzle, step=self.picture)

    def _repr_html_(self) -> str | None:
        """Return the picture with the sentence below it."""
        picture = self._repr_svg_()
        return None if picture is None else f"{picture}<p>{html_text(self.text)}</p>"

    def __repr__(self) -> str:
        return short_repr(self, self.outcome.value, self.level, self.text)


def hint(
    board: Board | Puzzle,
    position: Answer | None = None,
    *,
    limit: Limit | None = None,
    deadline: Deadline | None = None,
) -> Hint:
    """Return the next step from the marks made so far, or the first wrong mark.

    >>> from masume import load
    >>> step = hint(load("hitori/first"))
    >>> step.outcome.value, step.level
    ('step', 'easy')
    """
    puzzle, deadline = puzzle_of(board), deadline or Deadline(limit)
    marked = marks_of(puzzle, position)
    try:
        return Advice(puzzle, marked, deadline).hint()
    except LimitReached as reached:
        text = f"no step was found in time ({reached})"
        return Hint(HintOutcome.LIMIT, text, puzzle=puzzle, stopped=reached.stopped)


class Advice:
    """A player's board and marks, and the walk from which hints are derived."""

    def __init__(self, puzzle: Puzzle, position: Position | None, deadline: Deadline) -> None:
        self.puzzle = puzzle
        bare = Explainer(puzzle, deadline=deadline, tidy=True)
        self.vocabulary = bare.vocabulary
        self.deadline = deadline
        self.marks: list[Literal] = [] if position is None else self.vocabulary.marks(position)
        self.bare = bare
        self.position = self.vocabulary.position_of(self.marks) if position is None else position

    def hint(self) -> Hint:
        """Return the next step, or a wrong mark."""
        if not self.bare.solvable:
            return Hint(HintOutcome.UNSOLVABLE, "This board has no solution.", puzzle=self.puzzle)
        if {-mark for mark in self.marks} & set(self.marks):
            broken = kind_of(self.puzzle).visible_violations(self.puzzle, self.position)
            if broken:
                return self._broken_hint(broken[0])
        wrong = [mark for mark in self.marks if -mark in self.bare.goal]
        if wrong:
            right = [n for said in self._mark_literals() if said <= self.bare.goal for n in said]
            self.bare.learn(right)
            return self._wrong_hint(self.bare, MarkedBoard(self.position, right, wrong, alone=True))
        walk = self._walk_from_marks()
        if not walk.solvable:  # several solutions, and the marks fit none of them
            return self._first_conflict()
        step = self._first_visible_step(walk)
        if step is None:
            several = len(walk.goal) < self.vocabulary.shown
            rest = "Nothing more can be concluded: the board has several solutions."
            text = rest if several else "The board is finished."
            return Hint(HintOutcome.FINISHED, text, before=self.position, puzzle=self.puzzle)
        return self.to_hint(HintOutcome.STEP, step, walk)

    def _mark_literals(self) -> Iterator[set[Literal]]:
        """Yield for each mark its literals, with those that it implies."""
        for mark in self.vocabulary.literals(self.position):
            yield {mark, *self.vocabulary.implied_literals(mark)}

    def _walk_from_marks(self) -> Explainer:
        if not self.bare.goal.issuperset(self.marks):
            return Explainer(self.puzzle, deadline=self.deadline, assumed=self.marks, tidy=True)
        self.bare.learn(self.marks)  # they hold in every solution, so the goal stays the same
        return self.bare

    def _broken_hint(self, fault: Violation) -> Hint:
        """Return a hint about a violation that is visible on the board, such as a broken path."""
        return Hint(
            HintOutcome.WRONG,
            f"{sentence(fault.text)}.",
            area=_rectangle(fault.cells, self.puzzle.cols) if fault.cells else (),
            cells=fault.cells,
            reasons=(kind_of(self.puzzle).codes[fault.rule],),
            before=self.position,
            puzzle=self.puzzle,
        )

    def _first_visible_step(self, walk: Explainer) -> Step | None:
        """Return the first step that changes the board, preferably one that is not obvious."""
        obvious = {known.name for known in walk.techniques if known.obvious}
        before = self.vocabulary.position_of(self.marks)
        passed: Step | None = None
        for step in walk.steps():
            if self.vocabulary.position_of([*self.marks, *step.literals]) != before:
                if step.technique not in obvious:
                    return step
                passed = passed or step
        return passed

    def _first_conflict(self) -> Hint:
        """Return a hint about the first mark that contradicts the ones before it."""
        fine: list[Literal] = []
        for mark in self.marks:
            if not Explainer(self.puzzle, deadline=self.deadline, assumed=[*fine, mark]).solvable:
                walk = Explainer(self.puzzle, deadline=self.deadline, assumed=fine)
                return self._wrong_hint(walk, MarkedBoard(self.position, fine, [mark], alone=False))
            fine.append(mark)
        raise AssertionError("contradictory marks have a first contradictory mark")

    def _wrong_hint(self, walk: Explainer, board: MarkedBoard) -> Hint:
        return self.to_hint(HintOutcome.WRONG, refute_mark(walk, board), walk, board.right)

    def to_hint(
        self, says: HintOutcome, step: Step, walk: Explainer, held: Iterable[Literal] | None = None
    ) -> Hint:
        """Convert a step to a hint; its argument starts from `held`, or from all fitting marks."""
        cells = tuple(self.vocabulary.cells_of(step.literals))
        given = tuple(self.vocabulary.cells_of(step.given))
        clues = tuple(cell for _, places in step.because for cell in places)
        reasons = tuple(walk.what_if.reasons[key].text for key in step.because)
        against = {-literal for literal in step.literals}
        right = [n for said in self._mark_literals() if against.isdisjoint(said) for n in said]
        words, grounds = self.vocabulary, tuple(sorted({*given, *clues} - set(cells)))
        picture = steps_picture(words, right, [step])
        if says is HintOutcome.WRONG:
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
            words.position_of([*right, *step.literals]),
            self.puzzle,
            picture=replace(picture, before=self.position),
            stages=stage_pictures(words, right if held is None else held, step),
            step=step,
        )


def _rectangle(cells: Iterable[Cell], cols: int) -> tuple[Cell, ...]:
    """Return the cells of the bounding rectangle of some cells."""
    at = [divmod(cell, cols) for cell in cells]
    rows, columns = [row for row, _ in at], [col for _, col in at]
    return tuple(
        row * cols + col
        for row in range(min(rows), max(rows) + 1)
        for col in range(min(columns), max(columns) + 1)
    )
