"""Puzzles with black and white cells: black ones share no side, white ones are connected."""
