"""One SAT solver of python-sat, driven in slices: the only place that knows its interface.

The extension module `pysolvers` is imported instead of `pysat.solvers`, which wraps it: the wrapper
takes longer to import than most boards take to solve. A call works until it has an answer or has
used up a number of propagations; in between the clock is looked at, and Ctrl-C gets through.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from time import perf_counter

from masume.core.model.model import CancelCheck, Clause, Literal
from masume.errors import NotApplicable

_SLICE = 0.05  # seconds that one call should take at most
_PROPAGATIONS = 100_000  # of the first call
_AT_ONCE = 20_000  # clauses that are taken in without a look at the clock
_MOST_CLAUSES = 20_000_000  # more would take gigabytes


class Solver:
    """Clauses in, answers out; what it has learnt stays from one question to the next."""

    def __init__(self, check_cancel: CancelCheck) -> None:
        import pysolvers  # here, so that commands that solve nothing need not load it

        self._check_cancel = check_cancel
        self._sat = pysolvers
        self._solver = pysolvers.minisat22_new()
        self._add = partial(pysolvers.minisat22_add_cl, self._solver)
        self._budget = _PROPAGATIONS
        self.contradicts = False  # an empty clause was added: nothing can hold any more
        self.clauses = 0

    def __del__(self) -> None:
        if hasattr(self, "_solver"):
            self._sat.minisat22_del(self._solver)

    def add(self, clauses: Sequence[Clause]) -> None:
        """Take in some clauses."""
        self.clauses += len(clauses)
        if self.clauses > _MOST_CLAUSES:
            raise NotApplicable(f"too large: it takes more than {_MOST_CLAUSES:,} clauses")
        if not all(clauses):
            self.contradicts = True
        elif len(clauses) <= _AT_ONCE:
            deque(map(self._add, clauses), maxlen=0)
        else:
            for start in range(0, len(clauses), _AT_ONCE):
                deque(map(self._add, clauses[start : start + _AT_ONCE]), maxlen=0)
                self._check_cancel()

    def solve(self, assumed: Iterable[Literal] = ()) -> bool:
        """Whether all clauses can hold together with what is assumed."""
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
        """Each variable as the literal that holds, in order, after `solve` has said yes."""
        truth: list[Literal] | None = self._sat.minisat22_model(self._solver)
        return truth or []  # None without any variable

    def core(self) -> list[Literal]:
        """Assumptions that cannot all hold, after `solve` has said no to them."""
        if self.contradicts:
            return []
        core: list[Literal] | None = self._sat.minisat22_core(self._solver)
        return core or []

    def implied(self, assumed: Iterable[Literal] = ()) -> list[Literal]:
        """What follows from the clauses and some assumptions without any guess."""
        if self.contradicts:
            return []
        implied: list[Literal] = self._sat.minisat22_propagate(self._solver, list(assumed), 0, 0)[1]
        return implied or []

    def fixed(self, variables: Iterable[int]) -> list[Literal]:
        """Which of these have only one value left without any assumption, as far as can be seen.

        `implied` does not tell them: it begins behind what holds anyway.
        """
        if self.contradicts:
            return []
        fits = partial(self._sat.minisat22_propagate, self._solver)
        return [-one for v in variables for one in (v, -v) if not fits([one], 0, 0)[0]]

    def prefer(self, literals: Iterable[Literal]) -> None:
        """Try these first whenever a guess is needed."""
        self._sat.minisat22_setphases(self._solver, list(literals))

    def work(self) -> dict[str, int]:
        """Conflicts, decisions, propagations and restarts so far."""
        counts: dict[str, int] = self._sat.minisat22_acc_stats(self._solver)
        return counts
