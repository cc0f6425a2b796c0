"""A question whose answer is looked for while the window goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from masume.core.system.limits import Deadline, Limit

SECONDS = 30
T = TypeVar("T")


class Question(Generic[T]):
    """Looks for its answer in a thread of its own."""

    def __init__(self, look: Callable[[Deadline], T]) -> None:
        self._answers: list[T] = []  # the only one, as soon as it is there
        self._fault: Exception | None = None
        self._watch = Deadline(Limit(seconds=SECONDS))
        self._thread = threading.Thread(target=self._run, args=(look,), daemon=True)
        self._thread.start()

    def _run(self, look: Callable[[Deadline], T]) -> None:
        try:
            self._answers.append(look(self._watch))
        except Exception as fault:
            self._fault = fault  # for whoever asks, who can tell it

    @property
    def done(self) -> bool:
        """Whether it has come to an end."""
        if self._fault is not None:
            raise self._fault
        return bool(self._answers)

    @property
    def answer(self) -> T:
        """What came out; it must be done."""
        return self._answers[0]

    def stop(self) -> None:
        """Nobody wants to know any more; it ends as soon as it looks at its clock."""
        self._watch.stop("not asked for any more")
