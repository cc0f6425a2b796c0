"""n queens by repair: move queens of a full board until none attacks another."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from masume.core.search.space import Estimate, heuristic
from masume.problems.n_queens import NQueens, Rows


def conflicts(rows: Rows) -> int:
    """Return the number of pairs of queens that attack each other."""
    return sum(
        a == b or abs(a - b) == right - left
        for left, a in enumerate(rows)
        for right, b in enumerate(rows[left + 1 :], start=left + 1)
    )


class NQueensRepair(NQueens):
    """Move queens within their columns, from a full board, until none attacks another."""

    name = "n-queens by repair"
    is_tree, repairs = False, True

    def initial(self) -> Rows:
        """Return the board with every queen in the first row."""
        return (0,) * self.cols

    def successors(self, state: Rows) -> Iterator[tuple[str, Rows, int]]:
        """Yield every move of one queen within its column."""
        for col, row in enumerate(state):
            for other in range(self.rows):
                if other != row:
                    yield f"r{other + 1}c{col + 1}", (*state[:col], other, *state[col + 1 :]), 1

    def is_goal(self, state: Rows) -> bool:
        """Return whether no queen attacks another."""
        return conflicts(state) == 0

    def random_state(self, rng: Random) -> Rows:
        """Return a board with a random queen in each column."""
        return tuple(rng.randrange(self.rows) for _ in range(self.cols))


@heuristic(NQueensRepair, objective=True, default=True)
def attacks(problem: NQueensRepair) -> Estimate:
    """The number of pairs of queens that attack each other."""
    return conflicts


EXAMPLES = {"8": NQueensRepair(8), "20": NQueensRepair(20), "50": NQueensRepair(50)}
