"""n queens by repair: move queens of a full board until none attacks another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import ne
from random import Random

from masume.core.search.space import Estimate, heuristic, incremental
from masume.problems._queen_lines import count_attacks, count_queens, lines_of
from masume.problems.n_queens import NQueens, Rows


class NQueensRepair(NQueens):
    """Move queens within their columns, from a full board, until none attacks another."""

    name = "n-queens by repair"
    is_tree, repairs = False, True

    def initial(self) -> Rows:
        """Return the board with every queen in the first row."""
        return (0,) * self.cols

    def successors(self, state: Rows) -> Iterator[tuple[str, Rows, int]]:
        """Yield every move of one queen within its column."""
        for col in range(self.cols):
            yield from self._moves(state, col)

    def _moves(self, state: Rows, col: int) -> Iterator[tuple[str, Rows, int]]:
        before, after = state[:col], state[col + 1 :]
        for row in range(self.rows):
            if row != state[col]:
                yield f"r{row + 1}c{col + 1}", (*before, row, *after), 1

    def is_goal(self, state: Rows) -> bool:
        """Return whether no queen attacks another."""
        return count_attacks(state) == 0

    def focused_successors(self, state: Rows, rng: Random) -> list[tuple[str, Rows, int]]:
        """Return the moves of one queen that is attacked, drawn at random."""
        lines, squares = count_queens(state), enumerate(state)
        attacked = [col for col, row in squares if any(lines[a] > 1 for a in lines_of(col, row))]
        return list(self._moves(state, rng.choice(attacked))) if attacked else []

    def random_successor(self, state: Rows, rng: Random) -> tuple[str, Rows, int]:
        """Return one of all moves, drawn at random."""
        col, number = divmod(rng.randrange(self.cols * (self.rows - 1)), self.rows - 1)
        return next(islice(self._moves(state, col), number, None))

    def crossover(self, first: Rows, second: Rows, rng: Random) -> Rows:
        """Return the first queens of one board and the others of the second."""
        cut = rng.randint(1, max(1, self.cols - 1))
        return first[:cut] + second[cut:]

    def random_state(self, rng: Random) -> Rows:
        """Return a board with a random queen in each column."""
        return tuple(rng.randrange(self.rows) for _ in range(self.cols))


@heuristic(NQueensRepair, objective=True, default=True)
def attacks(problem: NQueensRepair) -> Estimate:
    """The number of pairs of queens that attack each other."""

    def near(rows: Rows, value: float) -> Estimate:
        """Return the estimate of neighbours that move one queen, from the value of a board."""
        lines = count_queens(rows)

        def estimate(child: Rows) -> float:
            col = list(map(ne, rows, child)).index(True)
            new, old = lines_of(col, child[col]), lines_of(col, rows[col])
            return value + sum(map(lines.__getitem__, new)) - sum(map(lines.__getitem__, old)) + 3

        return estimate

    return incremental(count_attacks, near)


EXAMPLES = {"8": NQueensRepair(8), "20": NQueensRepair(20), "50": NQueensRepair(50)}
