"""Hints and explanations of cells, computed in the background and shown in stages.

The texts are identical to those of the browser app, which a test checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from masume.core.model.wording import sentence
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.errors import MasumeError
from masume.front.desktop.question import Question
from masume.logic.advice import Hint, HintOutcome, hint
from masume.logic.step_picture import StepPicture
from masume.logic.why import why

AREA = "Look at the marked area: a step is possible there."
AREA_WRONG = "The marked area contains a mistake."
WHY = "Why {cell}?"


@dataclass(frozen=True)
class HintView:
    """One stage of a hint."""

    head: str
    text: str
    marked: tuple[Cell, ...] = ()
    picture: StepPicture | None = None  # replaces the current board
    more: str = ""  # what the key h does next

    @property
    def symbol_cells(self) -> set[Cell]:
        """Cells of the picture with symbols that the cursor must not cover."""
        picture = self.picture
        if picture is None:
            return set()
        return {*picture.cells, *picture.broken, *(cell for _, cell in picture.order)}


class Adviser:
    """The current hint or explanation and its stage; stop it when the board changes."""

    def __init__(self) -> None:
        self._question = Question[Hint]()
        self._about = ""  # the cell to explain; empty for a hint
        self._hint: Hint | None = None
        self._views: Sequence[HintView] = ()
        self._at = 0

    @property
    def searching(self) -> bool:
        """Whether a hint is being computed."""
        return self._question.is_open

    @property
    def advice(self) -> HintView | None:
        """The current stage, or None."""
        return self._views[self._at] if self._views else None

    @property
    def text(self) -> str:
        """The text of the current stage with the available keys."""
        advice = self.advice
        if advice is None:
            return ""
        action = "g: fix mistake." if self.is_correction else "g: apply step."
        keys = [advice.more, action if self.step is not None else ""]
        return "\n\n".join(filter(None, [advice.text, " ".join(filter(None, keys))]))

    @property
    def step(self) -> Position | None:
        """The position after the hint's step if the step has been shown, else None."""
        advice = self.advice
        return None if self._hint is None or not advice or not advice.picture else self._hint.after

    @property
    def is_correction(self) -> bool:
        """Whether the step corrects a wrong mark."""
        return self._hint is not None and self._hint.outcome is HintOutcome.WRONG

    def ask(self, puzzle: Puzzle, position: Position) -> None:
        """Start a hint, or advance to its next stage, cycling through the argument's sentences."""
        if self._hint is not None:
            step = next((n for n, view in enumerate(self._views) if view.picture), 0)
            self._at = self._at + 1 if self._at + 1 < len(self._views) else step
        elif not self._question.is_open:
            self._question.ask(
                partial(_answer, lambda deadline: hint(puzzle, position, deadline=deadline))
            )

    def ask_why(self, puzzle: Puzzle, position: Position, cell: Cell) -> None:
        """Start explaining the value of a cell."""
        self.stop()
        about = self._about = puzzle.grid.name(cell)
        self._question.ask(
            partial(_answer, lambda deadline: why(puzzle, about, position, deadline=deadline))
        )

    def update(self) -> bool:
        """Return whether a hint has arrived since the last call."""
        if not self._question.done:
            return False
        self._hint = self._question.take()
        self._views = list(views(self._hint, self._about))
        return True

    def stop(self) -> None:
        """Cancel and clear the hint."""
        self._question.stop()
        self._hint, self._about, self._views, self._at = None, "", (), 0


def _answer(look: Callable[[Deadline], Hint], deadline: Deadline) -> Hint:
    """Return the answer to a question; an error becomes its text."""
    try:
        return look(deadline)
    except MasumeError as fault:
        return Hint(HintOutcome.LIMIT, f"{sentence(str(fault))}.")


def views(hint: Hint, about: str = "") -> Iterator[HintView]:
    """Yield the stages of a hint: area, technique, step with reason, then single sentences."""
    head = WHY.format(cell=about) if about else "Hint"
    if hint.outcome not in (HintOutcome.STEP, HintOutcome.WRONG):
        yield HintView(head, hint.text)
        return
    if not about:
        yield from _stages(hint)
        head = "Hint 2 of 2: mistake" if hint.outcome is HintOutcome.WRONG else "Hint 3 of 3: step"
    others = "".join(f"\n\nOr: {other}" for other in hint.others)
    because = f"\n\nBecause of: {'; '.join(hint.reasons)}." if hint.reasons else ""
    text = f"{hint.text}{others}{because}"
    more = ""
    if hint.stages:
        more = "h: sentence by sentence." if len(hint.stages) > 1 else _FOLLOW
    yield HintView(head, text, hint.cells, hint.picture, more)
    for number, stage in enumerate(hint.stages, start=1):
        last = number == len(hint.stages)
        several = len(hint.stages) > 1
        head = f"Sentence {number} of {len(hint.stages)}" if several else "What would follow"
        more = "h: whole step." if last else "h: next sentence."
        yield HintView(head, stage.text, stage.cells, stage, more)


_FOLLOW = "h: show what would follow."


def _stages(hint: Hint) -> Iterator[HintView]:
    more = "h: show more."
    if hint.outcome is HintOutcome.WRONG:
        yield HintView("Hint 1 of 2: area", AREA_WRONG, hint.area, None, more)
        return
    level = f" The step is {hint.level}." if hint.level in LEVELS else ""
    yield HintView("Hint 1 of 3: area", AREA + level, hint.area, None, more)
    yield HintView("Hint 2 of 3: technique", f"{sentence(hint.title)}.", hint.area, None, more)
