"""The engine: a Model on one incremental solver, with cuts for what hangs together.

It knows no puzzle. Everything it has found out, the cuts included, serves the next question too.
"""

from __future__ import annotations

from collections.abc import Iterable

from masume.core.model import Clause, Global, Literal, Model, OnePath, Pulse, Reason, no_pulse
from masume.exact.cuts import cuts
from masume.exact.solver import Solver
from masume.exact.sums import equal


class Engine:
    """Answers questions about a model. With `explaining` each reason can be taken back."""

    def __init__(self, model: Model, pulse: Pulse = no_pulse, *, explaining: bool = False) -> None:
        self.model = model
        self.solver = Solver(self._beat)
        self._pulse = pulse
        self.rounds = 0  # proposals that the solver has made
        self.cuts = 0
        self.reasons: dict[Literal, Reason] = {}  # by the literal that switches it on
        self._globals: list[tuple[Global, list[Literal]]] = []  # with what switches its cuts off
        self._foreseen: set[tuple[Literal, ...]] = set()
        for part in model.parts:
            pulse()
            off: list[Literal] = []
            if explaining and part.reason is not None:
                switch = model.more(1)[0]
                self.reasons[switch] = part.reason
                off = [-switch]
            clauses = part.clauses
            if part.sums:
                clauses = list(clauses)
                for one in part.sums:
                    pulse()
                    clauses += equal(model, one.numbers, one.total)
            self.solver.add([[*clause, *off] for clause in clauses] if off else clauses)
            self._globals += [(one, off) for one in part.globals]
        self.solver.add([[literal] for literal in model.known])

    def _beat(self) -> None:
        self._pulse()
        if self.model.hopeless:
            self.solver.contradicts = True

    def solve(self, assumed: Iterable[Literal] = ()) -> list[Literal] | None:
        """The shown literals of a solution; None if there is none.

        The pulse may raise an exception at any time; the engine can be asked again after it.
        """
        assumptions = list(assumed)
        if self.reasons:
            self._foresee(assumptions)
        while True:
            self._beat()
            if not self.solver.solve(assumptions):
                return None
            self.rounds += 1
            truth = self.solver.truth()
            if len(truth) < self.model.variables:  # no clause speaks of the last ones
                truth += [-variable for variable in range(len(truth) + 1, self.model.variables + 1)]
            new = [
                [*clause, *off]
                for one, off in self._globals
                if not off or truth[-off[0] - 1] > 0  # not switched off
                for clause in cuts(one, truth)
            ]
            if not new:
                return truth[: self.model.shown]
            self.cuts += len(new)
            self.solver.add(new)

    def _foresee(self, assumptions: list[Literal]) -> None:
        """Tell the solver what the assumptions wall off: to find out takes it very long."""
        paths = [one for one, off in self._globals if isinstance(one, OnePath) and not off]
        while paths and not self.solver.contradicts:
            held = {*assumptions, *self.solver.implied(assumptions)}
            found: list[Clause] = [clause for one in paths for clause in one.walled_off(held)]
            new = [clause for clause in found if tuple(clause) not in self._foreseen]
            if not new:
                return
            self._foreseen.update(map(tuple, new))
            self.cuts += len(new)
            self.solver.add(new)

    def forbid(self, answer: Iterable[Literal]) -> None:
        """Ask for other answers than this one from now on."""
        known = set(self.model.known)
        self.solver.add([[-literal for literal in answer if literal not in known]])
