"""Hints, and why a cell is so: looked for while the window goes on, and told bit by bit.

The words are those of the browser; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from masume.core.model.wording import sentence
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline
from masume.errors import MasumeError
from masume.front.desktop.question import Question
from masume.logic.advice import Hint, Told, hint
from masume.logic.step_picture import StepPicture
from masume.logic.why import why

AREA = "Look at the marked area: something follows there."
AREA_WRONG = "A mark in the marked area is wrong."
WHY = "Why {cell}?"


@dataclass(frozen=True)
class HintHelp:
    """As much of a hint as was asked for."""

    head: str
    text: str
    marked: tuple[Cell, ...] = ()
    picture: StepPicture | None = None  # instead of the board as it is
    more: str = ""  # what h does next

    @property
    def busy(self) -> set[Cell]:
        """Cells of the picture that hold signs, which no cursor should hide."""
        shown = self.picture
        if shown is None:
            return set()
        return {*shown.cells, *shown.broken, *(cell for _, cell in shown.order)}


class Adviser:
    """The help that a player has asked for so far; to be stopped when the board changes."""

    def __init__(self) -> None:
        self._question: Question[Hint] | None = None
        self._about = ""  # the cell that is asked about; none for a hint
        self._hint: Hint | None = None
        self._views: Sequence[HintHelp] = ()
        self._at = 0

    @property
    def searching(self) -> bool:
        """Whether a hint is being looked for."""
        return self._question is not None

    @property
    def advice(self) -> HintHelp | None:
        """What is told by now."""
        return self._views[self._at] if self._views else None

    @property
    def text(self) -> str:
        """What is told by now, and what can be done then."""
        advice = self.advice
        if advice is None:
            return ""
        takes = "g puts it right." if self.mends else "g takes this step."
        keys = [advice.more, takes if self.step is not None else ""]
        return "\n\n".join(filter(None, [advice.text, " ".join(filter(None, keys))]))

    @property
    def step(self) -> Position | None:
        """The position after the step of the hint, once it was told to the end; else None."""
        advice = self.advice
        return None if self._hint is None or not advice or not advice.picture else self._hint.after

    @property
    def mends(self) -> bool:
        """Whether the step takes back a wrong mark."""
        return self._hint is not None and self._hint.told is Told.WRONG

    def ask(self, puzzle: Puzzle, position: Position) -> None:
        """One grade of help more, and then one sentence of the argument after the other."""
        if self._hint is not None:
            whole = next((n for n, one in enumerate(self._views) if one.picture), 0)
            self._at = self._at + 1 if self._at + 1 < len(self._views) else whole
        elif self._question is None:
            self._question = Question(lambda deadline: _hint(puzzle, position, deadline))

    def ask_why(self, puzzle: Puzzle, position: Position, cell: Cell) -> None:
        """Why a cell must be what it is."""
        self.stop()
        about = self._about = puzzle.grid.name(cell)
        self._question = Question(lambda deadline: _why(puzzle, position, about, deadline))

    def update(self) -> bool:
        """Whether a hint was found since the last time."""
        if self._question is None or not self._question.done:
            return False
        self._hint, self._question = self._question.answer, None
        self._views = list(views(self._hint, self._about))
        return True

    def stop(self) -> None:
        """Forget it all."""
        if self._question is not None:
            self._question.stop()
        self._question, self._hint = None, None
        self._about, self._views, self._at = "", (), 0


def _hint(puzzle: Puzzle, position: Position, deadline: Deadline) -> Hint:
    try:
        return hint(puzzle, position, deadline=deadline)
    except MasumeError as fault:
        return Hint(Told.LIMIT, f"No hint: {fault}.", puzzle=puzzle)


def _why(puzzle: Puzzle, position: Position, about: str, deadline: Deadline) -> Hint:
    try:
        return why(puzzle, about, position, deadline=deadline)
    except MasumeError as fault:
        return Hint(Told.LIMIT, f"{sentence(str(fault))}.", puzzle=puzzle)


def views(hint: Hint, about: str = "") -> Iterator[HintHelp]:
    """First where to look, then which technique, then the step and its reason; then sentences."""
    head = WHY.format(cell=about) if about else "Hint"
    if hint.told not in (Told.STEP, Told.WRONG):
        yield HintHelp(head, hint.text)
        return
    if not about:
        yield from _grades(hint)
        head = "Hint 2 of 2: which and why" if hint.told is Told.WRONG else "Hint 3 of 3: the step"
    others = "".join(f"\n\nOr: {other}" for other in hint.others)
    because = f"\n\nBecause of: {'; '.join(hint.reasons)}." if hint.reasons else ""
    text = f"{hint.text}{others}{because}"
    more = ""
    if hint.stages:
        more = "h shows it sentence by sentence." if len(hint.stages) > 1 else _FOLLOW
    yield HintHelp(head, text, hint.cells, hint.picture, more)
    for number, stage in enumerate(hint.stages, start=1):
        last = number == len(hint.stages)
        several = len(hint.stages) > 1
        head = f"Sentence {number} of {len(hint.stages)}" if several else "What would follow"
        more = "h shows the whole step again." if last else "h shows the next sentence."
        yield HintHelp(head, stage.text, stage.cells, stage, more)


_FOLLOW = "h shows what would follow."


def _grades(hint: Hint) -> Iterator[HintHelp]:
    more = "h tells more."
    if hint.told is Told.WRONG:
        yield HintHelp("Hint 1 of 2: where", AREA_WRONG, hint.area, None, more)
        return
    level = f" The step is {hint.level}." if hint.level in LEVELS else ""
    yield HintHelp("Hint 1 of 3: where", AREA + level, hint.area, None, more)
    yield HintHelp("Hint 2 of 3: how", f"{sentence(hint.title)}.", hint.area, None, more)
