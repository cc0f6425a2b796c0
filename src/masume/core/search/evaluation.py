"""f: the value by which an algorithm compares nodes, as factors of g and h.

A* adds both, greedy search looks at h alone, and a weight is a factor like any other. An algorithm
declares it, films carry it, and everybody who shows a node shows the f that was computed.
"""

from __future__ import annotations

from typing import NamedTuple


class Evaluation(NamedTuple):
    """f = of_g · g + of_h · h.

    >>> f = Evaluation(1, 2)
    >>> f.value(3, 4), f.formula
    (11, 'g + 2·h')
    """

    of_g: float = 1
    of_h: float = 1

    def value(self, g: float, h: float | None) -> float:
        """f of a node; without a heuristic the cost alone counts."""
        return g if h is None else self.of_g * g + self.of_h * h

    @property
    def formula(self) -> str:
        """How f is computed."""
        return self.formula_of("g", "h")

    def formula_of(self, g: str, h: str) -> str:
        """The same with something in the places of g and h."""
        parts = [
            text if factor == 1 else f"{factor:g}·{text}"
            for factor, text in ((self.of_g, g), (self.of_h, h))
            if factor
        ]
        return " + ".join(parts) or "0"


def evaluation_in(factors: object) -> Evaluation:
    """As the first line of a film tells it; older films tell nothing, and f is g + h there."""
    match factors:
        case [int() | float() as of_g, int() | float() as of_h]:
            return Evaluation(of_g, of_h)
    return Evaluation()
