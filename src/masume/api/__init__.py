"""The public functions on boards: solve, search, check. Front ends use the same functions."""
