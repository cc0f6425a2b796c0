"""Evaluation: the function f by which an algorithm compares nodes, as factors of g and h.

A* adds both, greedy search uses h alone, and a weight is a factor. Algorithms declare f and films
record it, so that every view shows the value that the search used.
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
        """Return f of a node, or g if h is None."""
        return g if h is None else self.of_g * g + self.of_h * h

    @property
    def formula(self) -> str:
        """The formula of f, such as `g + 2·h`."""
        return self.formula_of("g", "h")

    def formula_of(self, g: str, h: str) -> str:
        """Return the formula with these texts in place of g and h."""
        parts = [
            text if factor == 1 else f"{factor:g}·{text}"
            for factor, text in ((self.of_g, g), (self.of_h, h))
            if factor
        ]
        return " + ".join(parts) or "0"


def evaluation_in(factors: object) -> Evaluation:
    """Return the evaluation recorded in a film's header; g + h if an older film has none."""
    match factors:
        case [int() | float() as of_g, int() | float() as of_h]:
            return Evaluation(of_g, of_h)
    return Evaluation()
