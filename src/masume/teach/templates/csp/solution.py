"""Kuromasu as a constraint problem: see README.md."""

from collections.abc import Hashable, Iterator


class MyKuromasu:
    """A state is a tuple of the colours of the first cells."""

    def __init__(self, board) -> None:
        self.clues = board.clues  # row by row; None for a cell without a number
        self.rows, self.cols = board.rows, board.cols

    def initial(self) -> Hashable:
        """Return the first state."""
        return ()

    def successors(self, state: Hashable) -> Iterator[tuple[str, Hashable, int]]:
        """Yield (move, state, 1) for each colour of the next cell; moves are like r2c3=black."""
        yield from ()  # replace this

    def is_goal(self, state: Hashable) -> bool:
        """Return whether the board is solved."""
        return False  # replace this
