"""The engine accepts any constraint that follows the protocol."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

from masume.core.model.builder import ModelBuilder
from masume.exact.engine import Engine


@dataclass(frozen=True)
class Even:
    """The constraint that an even number of literals is true."""

    literals: tuple[int, ...]

    def cuts(self, truth):
        return self.broken(set(truth))

    def broken(self, held):
        known = [literal for name in self.literals for literal in (name, -name) if literal in held]
        odd = sum(literal in self.literals for literal in known) % 2
        return [[-literal for literal in known]] if odd and len(known) == len(self.literals) else []


class Foreseen(Even):
    """The same constraint with an early cut as soon as all literals are known."""

    def early_cuts(self, held):
        return self.broken(held)


def draft_of(constraint):
    draft = ModelBuilder(SimpleNamespace(shown=4))
    draft.part().constraints.append(constraint)
    return draft


def test_external_constraint_is_enforced():
    engine = Engine(draft_of(Even((1, -2, 4))).model())
    found = set()
    while (answer := engine.solve()) is not None:
        found.add(tuple(answer))
        engine.forbid(answer)
    assert len(found) == 8
    assert all(
        ((1 in solution) + (-2 in solution) + (4 in solution)) % 2 == 0 for solution in found
    )


def test_external_constraint_can_be_switched_off():
    draft = ModelBuilder(SimpleNamespace(shown=3))
    draft.part("even", (), "their number is even").constraints.append(Even((1, 2, 3)))
    engine = Engine(draft.model(), explaining=True)
    (switch,) = engine.reasons
    assert engine.solve([switch, 1, 2, 3]) is None
    assert engine.solver.core()
    assert engine.solve([-switch, 1, 2, 3]) == [1, 2, 3]


def test_early_cuts_need_no_proposal():
    draft = draft_of(Foreseen((1, 2, 3)))
    draft.part("first", (), "the first holds").clauses.append([1])
    engine = Engine(draft.model(), explaining=True)
    (switch,) = engine.reasons
    assert engine.solve([switch, 2, 3]) is None
    assert engine.rounds == 0 and engine.cuts == 1


def test_early_cuts_respect_switches():
    draft = ModelBuilder(SimpleNamespace(shown=3))
    draft.part("even", (), "their number is even").constraints.append(Foreseen((1, 2, 3)))
    engine = Engine(draft.model(), explaining=True)
    (switch,) = engine.reasons
    assert engine.refutes([switch, 1, 2, 3], 0) and engine.solver.core()
    assert engine.rounds == 0 and engine.cuts == 1
    assert not engine.refutes([-switch, 1, 2, 3], 1)
    assert not engine.refutes([switch, 1], 0)


def test_refutation_is_bounded_in_proposals():
    engine = Engine(draft_of(Even((1, 2, 3))).model())
    assert not engine.refutes([1, 2, 3], 0)
    assert engine.refutes([1, 2, 3], 1)
