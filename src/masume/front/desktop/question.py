"""Background computations in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from masume.core.system.limits import Deadline, Limit

SECONDS = 30
T = TypeVar("T")


class Question(Generic[T]):
    """At most one computation in a thread, with a time limit."""

    def __init__(self) -> None:
        self._deadline = Deadline()
        self._future: Future[T] | None = None

    @property
    def is_open(self) -> bool:
        """Whether something was asked whose answer was not taken."""
        return self._future is not None

    @property
    def done(self) -> bool:
        """Whether the answer can be taken."""
        return self._future is not None and self._future.done()

    def ask(self, look: Callable[[Deadline], T]) -> None:
        """Start a computation and cancel an earlier one."""
        self.stop()
        deadline = self._deadline = Deadline(Limit(seconds=SECONDS))
        future = self._future = Future[T]()

        def run() -> None:
            try:
                future.set_result(look(deadline))
            except Exception as fault:
                future.set_exception(fault)

        threading.Thread(target=run, daemon=True).start()

    def take(self) -> T:
        """Return the answer, or raise the exception of the computation; only valid if done."""
        assert self._future is not None
        answer = self._future.result()
        self._future = None
        return answer

    def stop(self) -> None:
        """Cancel the computation at its next deadline check."""
        self._deadline.stop("cancelled")
        self._future = None
