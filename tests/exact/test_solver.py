"""The solver and the engine: counters, checks and cleaning up."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest

from masume.core.model.model import Model, Part, Reason
from masume.errors import NotApplicable
from masume.exact import solver as solvers
from masume.exact.engine import Engine
from masume.exact.solver import Solver
from tests.exact.test_small_models import Bits


def never():
    raise AssertionError("nobody should ask")


def test_number_of_clauses_is_limited(monkeypatch):
    monkeypatch.setattr(solvers, "_MOST_CLAUSES", 3)
    solver = Solver(never)
    assert (solver.clauses, solver.contradicts) == (0, False)
    solver.add([[1, 2], [-1]])
    solver.add([[3]])
    assert solver.clauses == 3
    with pytest.raises(NotApplicable, match=r"^the model needs more than 3 clauses$"):
        solver.add([[4]])


@pytest.mark.parametrize(("number", "looks"), [(2, 0), (3, 2), (4, 2), (5, 3)])
def test_many_clauses_are_added_in_batches(monkeypatch, number, looks):
    monkeypatch.setattr(solvers, "_AT_ONCE", 2)
    asked = []
    solver = Solver(lambda: asked.append(1))
    solver.add([[variable] for variable in range(1, number + 1)])
    assert len(asked) == looks
    assert solver.solve()
    assert solver.truth() == list(range(1, number + 1))


def test_native_solver_is_freed():
    solver = Solver(never)
    handle, real, freed = solver._solver, solver._sat, []
    solver._sat = SimpleNamespace(minisat22_del=freed.append)
    solver.__del__()
    assert freed == [handle]
    solver._sat = real
    Solver.__new__(Solver).__del__()  # nothing to free if the constructor failed


def sliced(monkeypatch, seconds, slices):
    """Return the budgets of calls that each take `seconds` and end without an answer."""
    times = count()
    monkeypatch.setattr(solvers, "perf_counter", lambda: seconds * next(times))
    budgets, asked = [], []
    solver = Solver(lambda: asked.append(1))
    real = solver._sat
    answers = iter([*[None] * slices, True])
    solver._sat = SimpleNamespace(
        minisat22_pbudget=lambda _, budget: budgets.append(budget),
        minisat22_solve_lim=lambda *_: next(answers),
        minisat22_del=real.minisat22_del,
    )
    assert solver.solve() is True
    assert len(asked) == slices
    return pytest.approx(budgets, rel=1e-3)


def test_budget_adapts_to_the_slice(monkeypatch):
    assert sliced(monkeypatch, 0.1, 3) == [100_000, 50_000, 25_000, 12_500]
    assert sliced(monkeypatch, 0.025, 2) == [100_000, 200_000, 400_000]
    assert sliced(monkeypatch, 0.001, 2) == [100_000, 400_000, 1_600_000]  # four times at most
    assert sliced(monkeypatch, 0.0, 1) == [100_000, 400_000]
    assert sliced(monkeypatch, 1000.0, 2) == [100_000, 1000, 1000]  # never less


def pigeons(holes):
    """Return the pigeonhole problem: no solution, and no short proof."""
    place = {(p, h): 1 + p * holes + h for p in range(holes + 1) for h in range(holes)}
    clauses = [[place[p, h] for h in range(holes)] for p in range(holes + 1)]
    for h in range(holes):
        clauses += [[-place[p, h], -place[q, h]] for p in range(holes + 1) for q in range(p)]
    return clauses


def test_solver_can_be_aborted_from_the_check(monkeypatch):
    monkeypatch.setattr(solvers, "_PROPAGATIONS", 10)
    asked = []

    def give_up():
        asked.append(1)
        solver.contradicts = True

    solver = Solver(give_up)
    solver.add(pigeons(7))
    assert solver.solve() is False
    assert asked == [1]


# The engine


class Forbids:
    """A constraint that excludes these answers, one at a time."""

    literals = ()

    def __init__(self, *answers, variables):
        self.answers, self.variables = answers, variables

    def cuts(self, truth):
        assert len(truth) == self.variables
        return [[-literal for literal in a] for a in self.answers if set(a) <= set(truth)][:1]

    def early_cuts(self, held):
        raise AssertionError("only where reasons are asked for")


def engine(*constraints, shown=3, variables=3, clauses=()):
    return Engine(Model(Bits(shown), [Part(None, clauses, (), constraints)], variables))


def test_unused_variables_are_false():
    assert engine().solve() == [-1, -2, -3]
    assert engine(clauses=[[2]], variables=5).solve() == [-1, 2, -3]
    assert engine(Forbids(variables=7), clauses=[[2]], variables=7).solve() == [-1, 2, -3]


def test_proposals_and_cuts_are_counted():
    asked = engine(Forbids([-1, -2, -3], [1, 2], [-1, 2], variables=3))
    first = asked.solve()
    assert first is not None
    rounds, cuts = asked.rounds, asked.cuts
    assert (rounds, cuts) == (cuts + 1, rounds - 1)
    assert cuts >= 1
    asked.forbid(first)
    second = asked.solve()
    assert second not in (None, first)
    assert asked.rounds == asked.cuts + 2
    assert len(asked.solver.truth()) == 3


def test_clauses_of_a_reason_can_be_switched_off():
    named = [Part(Reason("rule", (), "one"), [[1]]), Part(Reason("rule", (), "two"), [[-1]])]
    both = Engine(Model(Bits(1), named, 1), explaining=True)
    one, two = both.reasons
    assert both.solve([one, two]) is None
    assert both.solve([one, -two]) == [1]
    assert both.solve([-one, two]) == [-1]
