"""The estimate of cost that the exact engine derives from a puzzle's model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from masume.core.model.model import Literal
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.kind import lazy_function
from masume.core.search.space import Cancellable, Estimate, StateSpace

_relaxation = lazy_function("masume.exact.relaxation", "Relaxation")


def relaxed_cost(space: StateSpace, literals: Callable[..., Sequence[Literal]]) -> Estimate:
    """Return the cost still needed in the model without its lazy constraints; inf if impossible.

    `literals` returns what a state settles: it holds for every goal that can be reached. The costs
    of the model's literals must add up to `spent` and the costs of moves. Then the estimate is
    admissible, and never falls by more than a move costs. The model encodes the rules as they are,
    not what the puzzle derives from them.
    """
    kind = kind_of(space.puzzle)
    assert kind.model is not None

    def check() -> None:
        if isinstance(space, Cancellable):
            space.check_cancel()  # `Run` sets it later

    relaxation = _relaxation(kind.model(space.puzzle, reasons=True), check)

    def estimate(state: object) -> float:
        spent = space.spent(state)
        least: float = relaxation.least_cost(literals(state), spent)
        return least - spent

    return estimate
