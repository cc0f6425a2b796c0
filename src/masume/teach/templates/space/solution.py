"""A state space for the pancake problem: see README.md."""

from collections.abc import Iterator


class MyPancakes:
    """A stack of pancakes."""

    def __init__(self, start: tuple[int, ...]) -> None:
        self.start = start

    def initial(self) -> tuple[int, ...]:
        """Return the first state."""
        return self.start

    def successors(self, state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int]]:
        """Yield (move, state, cost) for each flip."""
        yield from ()  # replace this

    def is_goal(self, state: tuple[int, ...]) -> bool:
        """Return whether the stack is sorted."""
        return False  # replace this
