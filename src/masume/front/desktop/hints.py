"""A hint that is being looked for while the window goes on."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from masume.core.limits import Limit, Watch
from masume.core.puzzle import Position, Puzzle
from masume.core.technique import LEVELS
from masume.core.wording import sentence
from masume.errors import MasumeError
from masume.explain.advice import Hint, Told, hint

SECONDS = 30
GRADES = 3


class Adviser:
    """The help that a player has asked for so far; to be stopped when the board changes."""

    def __init__(self) -> None:
        self.grade = 0
        self.told: HintHelp | None = None
        self._search: HintSearch | None = None
        self._hint: Hint | None = None

    @property
    def searching(self) -> bool:
        """Whether a hint is being looked for."""
        return self._search is not None

    @property
    def step(self) -> Position | None:
        """The position after the step of the hint, once it was told to the end; else None."""
        found = self._hint
        if found is None or found.told is not Told.STEP or self.grade < GRADES:
            return None
        return found.after

    def ask(self, puzzle: Puzzle, position: Position) -> None:
        """One grade of help more."""
        if self._hint is not None:
            self._tell_more(self._hint)
        elif self._search is None:
            self._search = HintSearch(puzzle, position)

    def update(self) -> bool:
        """Whether a hint was found since the last time."""
        if self._search is None or not self._search.done:
            return False
        self._hint, self._search = self._search.found, None
        assert self._hint is not None
        self._tell_more(self._hint)
        return True

    def _tell_more(self, found: Hint) -> None:
        self.grade = min(GRADES, self.grade + 1)
        self.told = graded(found, self.grade)

    def stop(self) -> None:
        """Forget it all."""
        if self._search is not None:
            self._search.stop()
        self.grade, self.told, self._search, self._hint = 0, None, None, None


class HintSearch:
    """Looks for the next step in a thread of its own."""

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.found: Hint | None = None
        self._fault: Exception | None = None
        self._watch = Watch(Limit(seconds=SECONDS))
        self._thread = threading.Thread(target=self._look, args=(puzzle, position), daemon=True)
        self._thread.start()

    def _look(self, puzzle: Puzzle, position: Position) -> None:
        try:
            self.found = hint(puzzle, position, watch=self._watch)
        except MasumeError as fault:
            self.found = Hint(Told.LIMIT, f"No hint: {fault}.", puzzle=puzzle)
        except Exception as fault:
            self._fault = fault  # for whoever asks, who can tell it

    @property
    def done(self) -> bool:
        """Whether it has come to an end."""
        if self._fault is not None:
            raise self._fault
        return self.found is not None

    def stop(self) -> None:
        """Nobody wants to know any more; it ends as soon as it looks at its clock."""
        self._watch.stop("not asked for any more")


@dataclass(frozen=True)
class HintHelp:
    """As much of a hint as was asked for."""

    head: str
    text: str
    marked: tuple[int, ...] = ()
    grounds: tuple[int, ...] = ()
    more: bool = False  # whether there is more to tell


def graded(found: Hint, grade: int) -> HintHelp:
    """First where to look, then which technique, then the step and its reason."""
    if found.told not in (Told.STEP, Told.WRONG):
        return HintHelp("Hint", found.text)
    wrong = found.told is Told.WRONG
    steps = f"{grade} of {GRADES}"
    where = "A mark in the marked area is wrong." if wrong else "Look at the marked area."
    if grade == 1:
        level = f" The step is {found.level}." if found.level in LEVELS else ""
        return HintHelp(f"Hint {steps}: where", where + level, found.area, (), True)
    if grade == 2:
        text = "This is the wrong mark." if wrong else f"{sentence(found.title)}."
        head = "which mark" if wrong else "how"
        marked = found.cells if wrong else found.area
        return HintHelp(f"Hint {steps}: {head}", text, marked, (), True)
    because = "\n\nBecause of: " + "; ".join(found.reasons) + "." if found.reasons else ""
    text = found.text + because
    return HintHelp(f"Hint {steps}: the step", text, found.cells, found.grounds)
