"""Solve, search and check any board.

Front ends and notebooks use the same functions.
"""
