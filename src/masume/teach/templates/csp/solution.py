"""Switches and an order of variables and values for Kuromasu: see README.md."""

from collections.abc import Callable

SWITCHES = ""  # such as "order=random,values=first"


def my_order(board) -> Callable[[list[str], list[list[str]]], list[str]]:
    """Return the order in which cells and colours are tried on a board.

    `board.clues` has the numbers row by row, None for cells without one; `board.rows` and
    `board.cols` are the size.
    """

    def choose(assigned: list[str], choices: list[list[str]]) -> list[str]:
        """Return one of the lists in `choices`; its first colour is tried first.

        `assigned` is like ["r1c1=white"], `choices` like [["r1c2=black", "r1c2=white"], …]: the
        possible colours of each open cell.
        """
        return []  # replace this

    return choose
