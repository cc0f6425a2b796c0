"""Switches and an order of variables and values for Kuromasu: the reference solution."""

from collections.abc import Callable

# Expansions with propagate=forward on range-7x7-1, range-7x7-2 and range-8x12-1:
# first 77, 665, 528; degree 65, 166, 131; mrv 49, 172, 96; domwdeg 49, 75, 97.
SWITCHES = "order=domwdeg"


def cell_of(move: str) -> tuple[int, int]:
    """Return the row and the column in a move such as r2c3=black, from 1."""
    row, col = move.partition("=")[0][1:].split("c")
    return int(row), int(col)


def my_order(board) -> Callable[[list[str], list[list[str]]], list[str]]:
    """Return the cells with the fewest colours first, of equal ones those nearest to a number."""
    cols = board.cols
    numbers = {
        (cell // cols + 1, cell % cols + 1): clue
        for cell, clue in enumerate(board.clues)
        if clue is not None
    }

    def distance(cell: tuple[int, int]) -> float:
        """Return the distance to the nearest number that sees the cell's row or column."""
        row, col = cell
        return min(
            (abs(row - r) + abs(col - c) for r, c in numbers if row == r or col == c), default=99
        )

    def choose(assigned: list[str], choices: list[list[str]]) -> list[str]:
        """Return a cell with the fewest possible colours."""
        return min(choices, key=lambda moves: (len(moves), distance(cell_of(moves[0]))))

    return choose
