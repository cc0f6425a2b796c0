"""The engine: a Model on one incremental solver, with cuts for what a proposal breaks.

It knows no puzzle and no constraint by name. Everything it has found out, the cuts included, serves
the next question too; all of that is its own, and the Model stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from masume.core.model.builder import Variables
from masume.core.model.model import (
    CancelCheck,
    Clause,
    Constraint,
    Foreseeing,
    Literal,
    Model,
    Reason,
    never_cancel,
)
from masume.exact.solver import Solver
from masume.exact.sums import equal


class Engine:
    """Answers questions about a model. With `explaining` each reason can be taken back."""

    def __init__(
        self, model: Model, check_cancel: CancelCheck = never_cancel, *, explaining: bool = False
    ) -> None:
        self.model = model
        self.solver = Solver(check_cancel)
        self.variables = Variables(model.variables)
        self._check_cancel = check_cancel
        self.rounds = 0  # proposals that the solver has made
        self.cuts = 0
        self.reasons: dict[Literal, Reason] = {}  # by the literal that switches it on
        self._constraints: list[tuple[Constraint, list[Literal]]] = []  # with what switches it off
        self._foreseen: set[tuple[Literal, ...]] = set()
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
                for one in part.sums:
                    check_cancel()
                    clauses += equal(self.variables, one.numbers, one.total)
            self.solver.add([[*clause, *off] for clause in clauses] if off else clauses)
            self._constraints += [(one, off) for one in part.constraints]
        self.solver.add([[literal] for literal in model.known])
        self._foreseeing = [
            (one, off)
            for one, off in self._constraints
            if self.reasons and not off and isinstance(one, Foreseeing)
        ]

    def give_up(self) -> None:
        """Someone has seen that there is no solution: none will be found."""
        if not self.solver.contradicts:
            self.solver.add([[]])

    def solve(self, assumed: Iterable[Literal] = ()) -> list[Literal] | None:
        """The shown literals of a solution; None if there is none.

        The check_cancel may raise an exception at any time; the engine can be asked again after it.
        """
        assumptions = list(assumed)
        if self._foreseeing:
            self._foresee(assumptions, self._foreseeing)
        while True:
            truth = self._proposal(assumptions)
            if truth is None or not self._cut(truth):
                return truth and truth[: self.model.shown]

    def refutes(self, assumed: Iterable[Literal], rounds: int) -> bool:
        """Whether there is no solution, as is seen after so many proposals.

        That there is one is nothing to wait for: a proposal that nobody asked for may take long.
        """
        assumptions = list(assumed)
        self._foresee(assumptions, self._constraints)
        for _ in range(rounds):
            truth = self._proposal(assumptions)
            if truth is None or not self._cut(truth):
                return truth is None
        return not self.solver.solve(assumptions)

    def _proposal(self, assumptions: list[Literal]) -> list[Literal] | None:
        """What the solver proposes; None if nothing is left."""
        self._check_cancel()
        if not self.solver.solve(assumptions):
            return None
        self.rounds += 1
        truth = self.solver.truth()
        last = self.variables.count
        if len(truth) < last:  # no clause speaks of the last ones
            truth += [-variable for variable in range(len(truth) + 1, last + 1)]
        return truth

    def _cut(self, truth: list[Literal]) -> bool:
        """Tell the solver what its proposal breaks; whether that is anything."""
        new = [
            [*clause, *off]
            for one, off in self._constraints
            if not off or truth[-off[0] - 1] > 0  # not switched off
            for clause in one.cuts(truth)
        ]
        self.cuts += len(new)
        self.solver.add(new)
        return bool(new)

    def _foresee(
        self, assumptions: list[Literal], constraints: Iterable[tuple[Constraint, list[Literal]]]
    ) -> None:
        """Tell the solver what some constraints see that the assumptions lead to."""
        while not self.solver.contradicts:
            held = {*assumptions, *self.solver.implied(assumptions)}
            clauses: list[Clause] = [
                [*clause, *off]
                for one, off in constraints
                if isinstance(one, Foreseeing) and held.issuperset(-one for one in off)
                for clause in one.foresee(held)
            ]
            new = [clause for clause in clauses if tuple(clause) not in self._foreseen]
            if not new:
                return
            self._foreseen.update(map(tuple, new))
            self.cuts += len(new)
            self.solver.add(new)

    def used(self, assumed: Iterable[Literal]) -> list[Literal]:
        """Those of the assumptions that the proof has used, right after there was no solution."""
        core = set(self.solver.core())
        return [one for one in assumed if one in core]

    def minimal(
        self, left: Sequence[Literal], fewer_than: int, *besides: Literal
    ) -> list[Literal] | None:
        """Of contradictory assumptions those that are needed, the first ones left out first.

        None if there are not fewer than that. Those `besides` are made in any case.
        """
        needed: list[Literal] = []
        while left:
            if len(needed) >= fewer_than:
                return None
            one, *rest = left
            if self.solve([*besides, *needed, *rest]) is None:
                left = self.used(rest)
            else:
                needed.append(one)
                left = rest
        return needed if len(needed) < fewer_than else None

    def forbid(self, answer: Iterable[Literal]) -> None:
        """Ask for other answers than this one from now on."""
        known = set(self.model.known)
        self.solver.add([[-literal for literal in answer if literal not in known]])
