"""Background computations in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from masume.core.system.limits import Deadline, Limit

SECONDS = 30
T = TypeVar("T")


class Question(Generic[T]):
    """A computation in a thread, with a time limit."""

    def __init__(self, look: Callable[[Deadline], T]) -> None:
        self._answers: list[T] = []  # empty until the answer is known
        self._fault: Exception | None = None
        self._deadline = Deadline(Limit(seconds=SECONDS))
        self._thread = threading.Thread(target=self._run, args=(look,), daemon=True)
        self._thread.start()

    def _run(self, look: Callable[[Deadline], T]) -> None:
        try:
            self._answers.append(look(self._deadline))
        except Exception as fault:
            self._fault = fault  # raised by `done`

    @property
    def done(self) -> bool:
        """Whether the answer is known; raises the exception of the computation."""
        if self._fault is not None:
            raise self._fault
        return bool(self._answers)

    @property
    def answer(self) -> T:
        """The answer; only valid if done."""
        return self._answers[0]

    def stop(self) -> None:
        """Cancel the computation at its next deadline check."""
        self._deadline.stop("cancelled")
