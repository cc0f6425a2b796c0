"""A heuristic for lights out: the reference solution."""


def my_heuristic(state: tuple[int, ...]) -> float:
    """The lamps that are on, divided by the most that one press switches off."""
    return -(-sum(state) // 5)
