"""Solver: an interruptible interface to the SAT solver MiniSat 2.2 of python-sat.

It uses the extension module `pysolvers` directly instead of its wrapper `pysat.solvers`, whose
import takes longer than solving most boards. The solver runs in slices with a budget of
propagations, so that limits are checked and Ctrl-C is handled between slices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from time import perf_counter

from masume.core.model.model import CancelCheck, Clause, Literal
from masume.errors import NotApplicable

_SLICE = 0.05  # the intended seconds of a slice
_PROPAGATIONS = 100_000  # the budget of the first slice
_AT_ONCE = 20_000  # clauses added between two checks
_MOST_CLAUSES = 20_000_000  # more would take gigabytes


class Solver:
    """An incremental SAT solver: clauses can be added between queries, learnt ones are kept."""

    def __init__(self, check_cancel: CancelCheck) -> None:
        import pysolvers  # here, because most commands solve nothing

        self._check_cancel = check_cancel
        self._sat = pysolvers
        self._solver = pysolvers.minisat22_new()
        self._add = partial(pysolvers.minisat22_add_cl, self._solver)
        self._budget = _PROPAGATIONS
        self.contradicts = False  # an empty clause was added, so there is no solution
        self.clauses = 0

    def __del__(self) -> None:
        if hasattr(self, "_solver"):
            self._sat.minisat22_del(self._solver)

    def add(self, clauses: Sequence[Clause]) -> None:
        """Add clauses; raise NotApplicable if there are too many."""
        self.clauses += len(clauses)
        if self.clauses > _MOST_CLAUSES:
            raise NotApplicable(f"the model needs more than {_MOST_CLAUSES:,} clauses")
        if not all(clauses):
            self.contradicts = True
        elif len(clauses) <= _AT_ONCE:
            deque(map(self._add, clauses), maxlen=0)
        else:
            for start in range(0, len(clauses), _AT_ONCE):
                deque(map(self._add, clauses[start : start + _AT_ONCE]), maxlen=0)
                self._check_cancel()

    def solve(self, assumed: Iterable[Literal] = ()) -> bool:
        """Return whether the clauses are satisfiable under the assumptions."""
        if self.contradicts:
            return False
        assumptions = list(assumed)
        while True:
            self._sat.minisat22_pbudget(self._solver, self._budget)
            began = perf_counter()
            answer: bool | None = self._sat.minisat22_solve_lim(self._solver, assumptions, 0, 0)
            if answer is not None:
                return answer
            self._check_cancel()
            if self.contradicts:
                return False
            used = perf_counter() - began
            self._budget = max(1000, int(self._budget * min(4.0, _SLICE / max(used, 1e-6))))

    def truth(self) -> list[Literal]:
        """Return the true literal of each variable, in order, after `solve` returned True."""
        truth: list[Literal] | None = self._sat.minisat22_model(self._solver)
        return truth or []  # None without any variable

    def core(self) -> list[Literal]:
        """Return contradictory assumptions (an unsatisfiable core) after `solve` returned False."""
        if self.contradicts:
            return []
        core: list[Literal] | None = self._sat.minisat22_core(self._solver)
        return core or []

    def propagate(self, assumed: Iterable[Literal] = ()) -> list[Literal]:
        """Return the literals implied by unit propagation from some assumptions."""
        if self.contradicts:
            return []
        implied: list[Literal] = self._sat.minisat22_propagate(self._solver, list(assumed), 0, 0)[1]
        return implied or []

    def fixed_literals(self, variables: Iterable[int]) -> list[Literal]:
        """Return the fixed literals of these variables, as far as unit propagation shows.

        `propagate` does not return literals fixed without assumptions.
        """
        if self.contradicts:
            return []
        fits = partial(self._sat.minisat22_propagate, self._solver)
        return [-literal for v in variables for literal in (v, -v) if not fits([literal], 0, 0)[0]]

    def prefer(self, literals: Iterable[Literal]) -> None:
        """Set the preferred polarity of variables for decisions."""
        self._sat.minisat22_setphases(self._solver, list(literals))

    def work(self) -> dict[str, int]:
        """Return the number of conflicts, decisions, propagations and restarts so far."""
        counts: dict[str, int] = self._sat.minisat22_acc_stats(self._solver)
        return counts
