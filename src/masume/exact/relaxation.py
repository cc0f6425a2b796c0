"""Lower bounds of cost: the least cost of a model without its lazy constraints.

Without them, such as connectivity, the model is a relaxation of the puzzle: each answer is still a
solution, so no answer costs less than the cheapest solution. The solver keeps what it learns from
one query to the next, so that the many queries of a search are quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from masume.core.model.model import CancelCheck, Literal, Model
from masume.exact.engine import Engine
from masume.exact.sums import count_literals, size_of_count

_MOST_COUNTED = 500_000  # clauses for counting the cost; they are added before the search


class Relaxation:
    """The relaxation of a model, for queries about its least cost under assumptions."""

    def __init__(self, model: Model, check_cancel: CancelCheck) -> None:
        parts = [part._replace(constraints=()) for part in model.parts]
        self._model = replace(model, parts=parts)
        self._engine = engine = Engine(self._model, check_cancel)
        single = [[literal] for group in model.cost for literal in group]
        most = len(single)  # a ceiling up to which costs are counted
        while most and size_of_count(single, most) > _MOST_COUNTED:
            most //= 2
        self._most = most
        clauses, self._levels = count_literals(engine.variables, model.cost, most, check_cancel)
        engine.solver.add(clauses)
        engine.solver.prefer([-literal for (literal,) in single])

    def least_cost(self, assumed: Sequence[Literal], floor: int) -> float:
        """Return the least cost under assumptions, which is at least `floor`; inf if impossible.

        On very large boards return a lower bound of it: costs are counted up to a ceiling.
        """
        solution, least = self._engine.solve(assumed), self._most
        if solution is None:
            return inf
        while solution is not None:
            least = min(least, self._model.cost_of(solution))
            if least <= floor:
                return floor
            solution = self._engine.solve([*assumed, -self._levels[least - 1]])
        return least
