"""A heuristic for Hitori: a sample solution."""

from masume import heuristic
from masume.puzzles.hitori.spaces import HitoriShade


@heuristic(HitoriShade, admissible=True)
def my_heuristic(space):
    """Surplus equal numbers: all of the rows, or all of the columns."""
    puzzle = space.puzzle
    size, cols, clues = len(puzzle.clues), puzzle.cols, puzzle.clues
    rows = [range(start, start + cols) for start in range(0, size, cols)]
    columns = [range(col, size, cols) for col in range(cols)]

    def surplus(lines: list[range], black: int) -> int:
        """Return how many white cells repeat a number of their line."""
        total = 0
        for line in lines:
            white = [clues[cell] for cell in line if not black >> cell & 1]
            total += len(white) - len(set(white))
        return total

    # A black cell is in one row and one column, so the two sums must not be added.
    return lambda state: max(surplus(rows, state), surplus(columns, state))
