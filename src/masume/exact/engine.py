"""Engine: a Model on an incremental SAT solver, with lazily generated cuts.

The solver proposes a solution, the lazy constraints return the clauses that it violates (cuts),
and the loop repeats until nothing is violated. Learnt clauses and cuts are kept between queries.
The engine does not change the Model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from masume.core.model.builder import Variables
from masume.core.model.model import (
    CancelCheck,
    Clause,
    Constraint,
    EarlyCutting,
    ExactlyOneOf,
    Literal,
    Model,
    Reason,
    never_cancel,
)
from masume.exact.solver import Solver
from masume.exact.sums import equal, one_true


class Engine:
    """A solver for queries on a model; with `explaining`, each reason can be switched off."""

    def __init__(
        self, model: Model, check_cancel: CancelCheck = never_cancel, *, explaining: bool = False
    ) -> None:
        self.model = model
        self.solver = Solver(check_cancel)
        self.variables = Variables(model.variables)
        self._check_cancel = check_cancel
        self.rounds = 0  # proposals of the solver
        self.cuts = 0
        self.reasons: dict[Literal, Reason] = {}  # by the selector literal that switches it on
        # Each constraint with the negated selector of its reason, if it has one
        self._constraints: list[tuple[Constraint, list[Literal]]] = []
        self._early_clauses: set[tuple[Literal, ...]] = set()
        for part in model.parts:
            check_cancel()
            off: list[Literal] = []
            if explaining and part.reason is not None:
                switch = self.variables.more(1)[0]
                self.reasons[switch] = part.reason
                off = [-switch]
            clauses = part.clauses
            if part.sums:
                clauses = list(clauses)
                for item in part.sums:
                    check_cancel()
                    if isinstance(item, ExactlyOneOf):
                        clauses += one_true(self.variables, item.literals)
                    else:
                        clauses += equal(self.variables, item.numbers, item.total)
            self.solver.add([[*clause, *off] for clause in clauses] if off else clauses)
            self._constraints += [(constraint, off) for constraint in part.constraints]
        self.solver.add([[literal] for literal in model.known])
        self._early_cutting = [
            (constraint, off)
            for constraint, off in self._constraints
            if self.reasons and not off and isinstance(constraint, EarlyCutting)
        ]

    def give_up(self) -> None:
        """Make the model unsatisfiable, because it was proved to have no solution elsewhere."""
        if not self.solver.contradicts:
            self.solver.add([[]])

    def solve(self, assumed: Iterable[Literal] = ()) -> list[Literal] | None:
        """Return the shown literals of a solution under assumptions, in order; None without one.

        The engine remains usable if `check_cancel` raises.
        """
        assumptions = list(assumed)
        if self._early_cutting:
            self._add_early_cuts(assumptions, self._early_cutting)
        while True:
            truth = self._proposal(assumptions)
            if truth is None or not self._add_cuts(truth):
                return truth and truth[: self.model.shown]

    def refutes(self, assumed: Iterable[Literal], rounds: int) -> bool:
        """Return whether the assumptions are refuted within a number of proposals.

        False means unknown: a full proof or a solution would take too long here.
        """
        assumptions = list(assumed)
        self._add_early_cuts(assumptions, self._constraints)
        for _ in range(rounds):
            truth = self._proposal(assumptions)
            if truth is None or not self._add_cuts(truth):
                return truth is None
        return not self.solver.solve(assumptions)

    def _proposal(self, assumptions: list[Literal]) -> list[Literal] | None:
        """Return the solver's next proposal for all variables in order; None if there is none."""
        self._check_cancel()
        if not self.solver.solve(assumptions):
            return None
        self.rounds += 1
        truth = self.solver.truth()
        last = self.variables.count
        if len(truth) < last:  # the last variables occur in no clause
            truth += [-variable for variable in range(len(truth) + 1, last + 1)]
        return truth

    def _add_cuts(self, truth: list[Literal]) -> bool:
        """Add the cuts that a proposal violates; return whether there are any."""
        new = [
            [*clause, *off]
            for constraint, off in self._constraints
            if not off or truth[-off[0] - 1] > 0  # not switched off
            for clause in constraint.cuts(truth)
        ]
        self.cuts += len(new)
        self.solver.add(new)
        return bool(new)

    def _add_early_cuts(
        self, assumptions: list[Literal], constraints: Iterable[tuple[Constraint, list[Literal]]]
    ) -> None:
        """Add the early cuts of constraints under the assumptions, up to a fixed point."""
        while not self.solver.contradicts:
            held = {*assumptions, *self.solver.propagate(assumptions)}
            clauses: list[Clause] = [
                [*clause, *off]
                for constraint, off in constraints
                if isinstance(constraint, EarlyCutting) and held.issuperset(-lit for lit in off)
                for clause in constraint.early_cuts(held)
            ]
            new = [clause for clause in clauses if tuple(clause) not in self._early_clauses]
            if not new:
                return
            self._early_clauses.update(map(tuple, new))
            self.cuts += len(new)
            self.solver.add(new)

    def used_assumptions(self, assumed: Iterable[Literal]) -> list[Literal]:
        """Return the assumptions in the solver's last unsatisfiable core, in their order."""
        core = set(self.solver.core())
        return [literal for literal in assumed if literal in core]

    def minimal_core(
        self, left: Sequence[Literal], fewer_than: int, *besides: Literal
    ) -> list[Literal] | None:
        """Return a minimal contradictory subset of assumptions, by deletion from the front.

        None if it has not fewer than `fewer_than` members. Literals in `besides` are assumed too
        but never deleted or returned.
        """
        needed: list[Literal] = []
        while left:
            if len(needed) >= fewer_than:
                return None
            first, *rest = left
            if self.solve([*besides, *needed, *rest]) is None:
                left = self.used_assumptions(rest)
            else:
                needed.append(first)
                left = rest
        return needed if len(needed) < fewer_than else None

    def forbid(self, answer: Iterable[Literal]) -> None:
        """Exclude an answer from all later solutions."""
        known = set(self.model.known)
        self.solver.add([[-literal for literal in answer if literal not in known]])
