"""A heuristic for lights out: see README.md."""


def my_heuristic(state: tuple[int, ...]) -> float:
    """Return how many presses are needed at least."""
    return 0  # replace this
