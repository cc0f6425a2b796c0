"""Switches and an order for Kuromasu: a sample without tie-breaking."""

SWITCHES = "order=mrv, values=first"


def my_order(board):
    """Return the first cell with the fewest colours."""
    return lambda assigned, choices: min(choices, key=len)
