"""Puzzles whose answer is one of several symbols in each cell: digits, numbers, 0 and 1."""
