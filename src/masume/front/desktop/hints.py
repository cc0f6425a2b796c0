"""A hint that is being looked for while the window goes on."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from masume.core.run import Limit, Watch
from masume.core.technique import LEVELS
from masume.errors import MasumeError
from masume.explain.answers import Hint, Told, hint

SECONDS = 30
GRADES = 3


class Search:
    """Looks for the next step in a thread of its own."""

    def __init__(self, puzzle: Any, position: Any) -> None:
        self.found: Hint | None = None
        self._fault: Exception | None = None
        self._watch = Watch(Limit(seconds=SECONDS))
        self._thread = threading.Thread(target=self._look, args=(puzzle, position), daemon=True)
        self._thread.start()

    def _look(self, puzzle: Any, position: Any) -> None:
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
class Help:
    """As much of a hint as was asked for."""

    head: str
    text: str
    marked: tuple[int, ...] = ()
    grounds: tuple[int, ...] = ()
    more: bool = False  # whether there is more to tell


def graded(found: Hint, grade: int) -> Help:
    """First where to look, then which technique, then the step and its reason."""
    if found.told not in (Told.STEP, Told.WRONG):
        return Help("Hint", found.text)
    wrong = found.told is Told.WRONG
    steps = f"{grade} of {GRADES}"
    where = "A mark in the marked area is wrong." if wrong else "Look at the marked area."
    if grade == 1:
        level = f" The step is {found.level}." if found.level in LEVELS else ""
        return Help(f"Hint {steps}: where", where + level, found.area, (), True)
    if grade == 2:
        text = "This is the wrong mark." if wrong else f"{_sentence(found.title)}."
        head = "which mark" if wrong else "which technique"
        marked = found.cells if wrong else found.area
        return Help(f"Hint {steps}: {head}", text, marked, (), True)
    because = "\n\nBecause of: " + "; ".join(found.reasons) + "." if found.reasons else ""
    text = found.text + because
    return Help(f"Hint {steps}: the step", text, found.cells, found.grounds)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
