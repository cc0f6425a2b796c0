"""Missionaries and cannibals: cross a river without ever outnumbering a missionary."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from masume.core.search.space import Estimate, heuristic

Bank = tuple[int, int, int]  # missionaries, cannibals and boats on the first bank


class Missionaries:
    """Bring everyone across: on no bank may cannibals outnumber missionaries, if there are any."""

    name = "Missionaries and cannibals"

    def __init__(self, couples: int = 3, seats: int = 2) -> None:
        self.couples, self.seats = couples, seats

    def initial(self) -> Bank:
        """Return everyone on the first bank."""
        return self.couples, self.couples, 1

    def _is_safe(self, missionaries: int, cannibals: int) -> bool:
        far = self.couples - missionaries, self.couples - cannibals
        return all(m == 0 or m >= c for m, c in ((missionaries, cannibals), far))

    def successors(self, state: Bank) -> Iterator[tuple[str, Bank, int]]:
        """Yield the crossings that leave both banks and the boat safe."""
        missionaries, cannibals, boat = state
        sign = -1 if boat else 1
        for m in range(self.seats + 1):
            for c in range(self.seats + 1 - m):
                left = missionaries + sign * m, cannibals + sign * c
                fits = m + c > 0 and (m == 0 or m >= c)
                if fits and all(0 <= n <= self.couples for n in left) and self._is_safe(*left):
                    yield f"{'over' if boat else 'back'} {m}m{c}c", (*left, 1 - boat), 1

    def is_goal(self, state: Bank) -> bool:
        """Return whether everyone is across."""
        return state == (0, 0, 0)

    def draw(self, state: Bank) -> str:
        """Draw both banks as text."""
        m, c, boat = state
        near, far = "M" * m + "C" * c, "M" * (self.couples - m) + "C" * (self.couples - c)
        width = 2 * self.couples
        river = "|B....|" if boat else "|....B|"
        return f"{near:>{width}} {river} {far:<{width}}".rstrip()


@heuristic(Missionaries, admissible=True, default=True)
def crossings(problem: Missionaries) -> Estimate:
    """The crossings needed if nobody could be harmed: the boat brings one person back each time."""

    def estimate(state: Bank) -> int:
        people, boat = state[0] + state[1], state[2]
        if people == 0 or problem.seats < 2:
            return people
        if not boat:  # somebody rows back first
            return 1 + 2 * ceil((people + 1 - problem.seats) / (problem.seats - 1)) + 1
        return 2 * max(0, ceil((people - problem.seats) / (problem.seats - 1))) + 1

    return estimate


EXAMPLES = {"three": Missionaries(3), "five": Missionaries(5, seats=3), "four": Missionaries(4)}
