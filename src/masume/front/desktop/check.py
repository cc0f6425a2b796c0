"""Check: whether anything is wrong, yes or no, and where all was right; no word about which mark.

The words are those of the browser; a test compares them.
"""

from __future__ import annotations

from masume.core.puzzle.kind import Violation
from masume.front.desktop.play_panel import listed
from masume.front.desktop.question import Question
from masume.play.right import last_right_of
from masume.play.session import Session

RIGHT = "Nothing is wrong so far."
WRONG = "Something is wrong."
UNKNOWN = "Whether anything is wrong was not found out in the time allowed."
BACK = "Back to where all was right"
MISSING = "{n} things keep it from being solved:"
MISSING_ONE = "One thing keeps it from being solved:"


class Checker:
    """What is known of the game as it was when someone asked."""

    def __init__(self) -> None:
        self.verdict = ""
        self.back: int | None = None  # after how many moves all was right, if it is not now
        self._question: Question[int | None] | None = None
        self._made = 0

    def ask(self, session: Session) -> None:
        """Look at the game as it is."""
        self.stop()
        self._made = len(session.moves)
        past, made = session.past.copy(), self._made
        self._question = Question(lambda watch: last_right_of(past, made, watch))

    def update(self) -> bool:
        """Whether it was found out since the last time."""
        if self._question is None or not self._question.done:
            return False
        last, self._question = self._question.answer, None
        self.verdict = UNKNOWN if last is None else RIGHT if last == self._made else WRONG
        self.back = last if self.verdict == WRONG else None
        return True

    def stop(self) -> None:
        """Forget it all."""
        if self._question is not None:
            self._question.stop()
        self.verdict, self.back, self._question = "", None, None

    def text(self, missing: list[Violation]) -> str:
        """The verdict, the way back, and what is still missing."""
        parts = [self.verdict or "Thinking …"]
        if self.back is not None:
            parts.append(f"b: {BACK[0].lower()}{BACK[1:]}.")
        if missing:
            count = len({fault.text for fault in missing})
            head = MISSING_ONE if count == 1 else MISSING.format(n=count)
            parts.append(f"{head}\n{listed(missing)}")
        return "\n\n".join(parts)
