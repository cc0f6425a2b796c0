"""The engine takes any constraint that follows the protocol, of whatever package."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

from masume.core.model.builder import ModelBuilder
from masume.exact.engine import Engine


@dataclass(frozen=True)
class Even:
    """An even number of literals holds."""

    literals: tuple[int, ...]

    def cuts(self, truth):
        return self.broken(set(truth))

    def broken(self, held):
        known = [one for name in self.literals for one in (name, -name) if one in held]
        odd = sum(one in self.literals for one in known) % 2
        return [[-one for one in known]] if odd and len(known) == len(self.literals) else []


class Foreseen(Even):
    """The same, told as soon as all of them are known."""

    def foresee(self, held):
        return self.broken(held)


def draft_of(constraint):
    draft = ModelBuilder(SimpleNamespace(shown=4))
    draft.part().constraints.append(constraint)
    return draft


def test_a_constraint_from_elsewhere_is_kept():
    engine = Engine(draft_of(Even((1, -2, 4))).model())
    found = set()
    while (answer := engine.solve()) is not None:
        found.add(tuple(answer))
        engine.forbid(answer)
    assert len(found) == 8
    assert all(((1 in one) + (-2 in one) + (4 in one)) % 2 == 0 for one in found)


def test_it_can_be_switched_off_as_a_reason():
    draft = ModelBuilder(SimpleNamespace(shown=3))
    draft.part("even", (), "their number is even").constraints.append(Even((1, 2, 3)))
    engine = Engine(draft.model(), explaining=True)
    (switch,) = engine.reasons
    assert engine.solve([switch, 1, 2, 3]) is None
    assert engine.solver.core()
    assert engine.solve([-switch, 1, 2, 3]) == [1, 2, 3]


def test_what_a_constraint_foresees_takes_no_proposal():
    draft = draft_of(Foreseen((1, 2, 3)))
    draft.part("first", (), "the first holds").clauses.append([1])
    engine = Engine(draft.model(), explaining=True)
    (switch,) = engine.reasons
    assert engine.solve([switch, 2, 3]) is None
    assert engine.rounds == 0 and engine.cuts == 1


def test_what_is_switched_on_is_foreseen_where_something_is_to_be_refuted():
    draft = ModelBuilder(SimpleNamespace(shown=3))
    draft.part("even", (), "their number is even").constraints.append(Foreseen((1, 2, 3)))
    engine = Engine(draft.model(), explaining=True)
    (switch,) = engine.reasons
    assert engine.refutes([switch, 1, 2, 3], 0) and engine.solver.core()
    assert engine.rounds == 0 and engine.cuts == 1
    assert not engine.refutes([-switch, 1, 2, 3], 1)
    assert not engine.refutes([switch, 1], 0)


def test_a_refutation_ends_after_some_proposals():
    engine = Engine(draft_of(Even((1, 2, 3))).model())
    assert not engine.refutes([1, 2, 3], 0)
    assert engine.refutes([1, 2, 3], 1)
