"""Check a game for mistakes without revealing them, and find the last correct position.

The texts are identical to those of the browser app, which a test checks.
"""

from __future__ import annotations

from masume.core.puzzle.kind import Violation
from masume.front.desktop.play_panel import format_faults
from masume.front.desktop.question import Question
from masume.play.session import Session
from masume.play.solvable import last_solvable_of

RIGHT = "No mistakes so far."
WRONG = "There is a mistake."
UNKNOWN = "The check reached its time limit."
BACK = "Undo mistakes"
MISSING = "{n} things left to do:"
MISSING_ONE = "One thing left to do:"


class Checker:
    """The result of checking a game at the time of the request."""

    def __init__(self) -> None:
        self.verdict = ""
        self.back: int | None = None  # moves up to the last correct position, if there is a mistake
        self._question = Question[int | None]()
        self._moves = 0

    def ask(self, session: Session) -> None:
        """Start checking the current position."""
        self.stop()
        self._moves = len(session.moves)
        history, moves = session.history.copy(), self._moves
        self._question.ask(lambda deadline: last_solvable_of(history, moves, deadline))

    def update(self) -> bool:
        """Return whether a result has arrived since the last call."""
        if not self._question.done:
            return False
        last = self._question.take()
        self.verdict = UNKNOWN if last is None else RIGHT if last == self._moves else WRONG
        self.back = last if self.verdict == WRONG else None
        return True

    def stop(self) -> None:
        """Cancel the check and clear its result."""
        self._question.stop()
        self.verdict, self.back = "", None

    def text(self, missing: list[Violation]) -> str:
        """Return the verdict, the way back and the violations as text."""
        parts = [self.verdict or "Thinking …"]
        if self.back is not None:
            parts.append(f"b: {BACK[0].lower()}{BACK[1:]}.")
        if missing:
            count = len({fault.text for fault in missing})
            head = MISSING_ONE if count == 1 else MISSING.format(n=count)
            parts.append(f"{head}\n{format_faults(missing)}")
        return "\n\n".join(parts)
