"""Switches and an order for Kuromasu: a sample that takes the cells in order, white first."""

SWITCHES = "order=first"


def my_order(board):
    """Return the first open cell, its colours reversed."""
    return lambda assigned, choices: choices[0][::-1]
