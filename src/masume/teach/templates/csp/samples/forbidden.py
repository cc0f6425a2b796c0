"""Switches and an order for Kuromasu: a sample that changes the propagation and drops colours."""

SWITCHES = "propagate=full,order=mrv"


def my_order(board):
    """Return only one colour of a cell."""
    return lambda assigned, choices: choices[0][:1] if len(choices[0]) > 1 else choices[0]
