"""A state space for the pancake problem: the reference solution."""

from collections.abc import Iterator


class MyPancakes:
    """A stack of pancakes."""

    def __init__(self, start: tuple[int, ...]) -> None:
        self.start = start

    def initial(self) -> tuple[int, ...]:
        """Return the first stack."""
        return self.start

    def successors(self, state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int]]:
        """Yield every flip of at least two pancakes."""
        for count in range(2, len(state) + 1):
            yield f"flip {count}", state[:count][::-1] + state[count:], 1

    def is_goal(self, state: tuple[int, ...]) -> bool:
        """Return whether the stack is sorted."""
        return list(state) == sorted(state)
