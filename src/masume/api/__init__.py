"""What can be asked of a board: solve, search, check it. Notebooks and front ends share it."""
