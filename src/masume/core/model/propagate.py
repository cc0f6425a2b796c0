"""Unit propagation over a Model: what follows from some literals by one constraint at a time.

An assignment is a table of bytes indexed by literal: `known[5]` is 1 if variable 5 is true,
`known[-5]` is 1 if it is false; negative literals index from the end. `bytes(known)` is a hashable
state, a copy costs one `bytearray(state)`, and nothing else has to be restored on backtracking.

Clauses, sums and lazy constraints all propagate through *unit clauses*: clauses with a single
literal that is not false. The unit clause is also the reason of what it implies, so `propagate`
can record an implication graph, and it returns the violated clause of a conflict. That is all that
conflict analysis, nogoods and explanations need.

>>> from masume.core.model.model import Model, Part, Sum
>>> class TwoCells:
...     shown = 3
>>> model = Model(TwoCells(), [Part(None, [[1, 2]], [Sum([[2], [3]], 1)])], variables=3)
>>> propagator = ModelPropagator(model)
>>> known = propagator.blank()
>>> propagator.propagate(known, [-1]), propagator.literals(known)
(None, [-1, 2, -3])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from masume.core.model.model import (
    Clause,
    Constraint,
    EarlyCutting,
    ExactlyOneOf,
    Known,
    Levels,
    Literal,
    Model,
    Part,
    UnitCutting,
)

Reasons: TypeAlias = dict[Literal, Clause]
"""The unit clause by which each literal was implied; decisions have none."""
Cutter: TypeAlias = Callable[[Known], Sequence[Clause]]


class CutterClause(tuple[Literal, ...]):
    """A unit clause made by a sum or a lazy constraint, with the index of its cutter."""

    cutter: int


class ModelPropagator:
    """The clauses, sums and lazy constraints of a model (or of some parts), ready to propagate."""

    def __init__(self, model: Model, parts: Sequence[Part] | None = None) -> None:
        self.model = model
        self.shown = model.shown
        self.size = 2 * model.variables + 1
        parts = model.parts if parts is None else parts
        self.units: list[Literal] = list(model.known)  # literals that hold without assumptions
        self.is_contradictory = False  # an empty clause
        # By literal: the literals that it implies by a clause of two, the longer clauses that
        # contain its negation, and the sums and lazy constraints to look at when it is set.
        self.implied: list[list[Literal]] = [[] for _ in range(self.size)]
        self.watching: list[list[Clause]] = [[] for _ in range(self.size)]
        self.cutters: list[Cutter] = []
        self.lazy_from = 0  # cutters from this index on are slow: lazy constraints
        self.cutters_of: list[list[int]] = [[] for _ in range(self.size)]
        for part in parts:
            for clause in part.clauses:
                self.add_clause(clause)
        for part in parts:
            for item in part.sums:
                if isinstance(item, ExactlyOneOf):
                    self._add_one_true(item.literals)
                    continue
                literals = [literal for levels in item.numbers for literal in levels]
                self._add_cutter(sum_cutter(item.numbers, item.total), literals)
        self.lazy_from = len(self.cutters)
        for part in parts:
            for constraint in part.constraints:
                self._add_cutter(
                    constraint_cutter(constraint, model.variables), constraint.literals
                )

    def add_clause(self, clause: Clause) -> None:
        """Add a clause; one that is unit or empty takes effect at the next `start`."""
        if len(clause) == 2:
            a, b = clause
            self.implied[-a].append(b)
            self.implied[-b].append(a)
        elif len(clause) > 2:
            for literal in clause:
                self.watching[-literal].append(clause)
        elif clause:
            self.units.append(clause[0])
        else:
            self.is_contradictory = True

    def _add_one_true(self, literals: Sequence[Literal]) -> None:
        for literal in literals:
            self.implied[literal] += [-other for other in literals if other != literal]
        self.add_clause(tuple(literals))

    def _add_cutter(self, cutter: Cutter, literals: Iterable[Literal]) -> None:
        number = len(self.cutters)
        self.cutters.append(cutter)
        for variable in {abs(literal) for literal in literals}:
            self.cutters_of[variable].append(number)
            self.cutters_of[-variable].append(number)

    def blank(self) -> bytearray:
        """Return the assignment in which nothing is known."""
        return bytearray(self.size)

    def start(self, reasons: Reasons | None = None) -> bytearray | None:
        """Return what follows without any assumption; None if the model is contradictory."""
        known = self.blank()
        if self.is_contradictory:
            return None
        every = set(range(len(self.cutters)))
        return known if self.propagate(known, self.units, reasons, every) is None else None

    def propagate(
        self,
        known: bytearray,
        literals: Iterable[Literal],
        reasons: Reasons | None = None,
        pending: set[int] | None = None,
    ) -> Clause | None:
        """Set some literals and all that they imply; return a violated clause at a conflict.

        Implied literals are entered in `reasons` in the order in which they are found. Cutters in
        `pending` are looked at in any case. After a conflict the assignment is incomplete.
        """
        queue: list[Literal] = []
        for literal in literals:
            if known[-literal]:
                return (literal,)
            if not known[literal]:
                known[literal] = 1
                queue.append(literal)
        pending = set() if pending is None else pending
        done = 0
        while True:
            conflict = self._propagate_clauses(known, queue, done, reasons)
            if conflict is not None:
                return conflict
            for literal in queue[done:]:
                pending.update(self.cutters_of[literal])
            done = len(queue)
            while pending and done == len(queue):
                number = min(pending)  # sums first
                pending.remove(number)
                for clause in self.cutters[number](known):
                    conflict = self._apply(known, clause, queue, reasons, number)
                    if conflict is not None:
                        return conflict
            if done == len(queue):
                return None

    def _propagate_clauses(
        self, known: bytearray, queue: list[Literal], done: int, reasons: Reasons | None
    ) -> Clause | None:
        """Propagate the queue from an index on by clauses; return a violated clause or None."""
        implied, watching = self.implied, self.watching
        while done < len(queue):
            literal = queue[done]
            done += 1
            for other in implied[literal]:
                if not known[other]:
                    if known[-other]:
                        return (-literal, other)
                    known[other] = 1
                    queue.append(other)
                    if reasons is not None:
                        reasons[other] = (-literal, other)
            for clause in watching[literal]:
                unit = 0
                for item in clause:
                    if known[item]:
                        break  # the clause is satisfied
                    if not known[-item]:
                        if unit:
                            break  # two open literals
                        unit = item
                else:
                    if not unit:
                        return clause
                    known[unit] = 1
                    queue.append(unit)
                    if reasons is not None:
                        reasons[unit] = clause
        return None

    def _apply(
        self,
        known: bytearray,
        clause: Clause,
        queue: list[Literal],
        reasons: Reasons | None,
        number: int,
    ) -> Clause | None:
        """Set the literal of a cutter's unit clause; return the clause if it is violated."""
        unit = unit_of(clause, known)
        if unit == 0:
            return None
        if reasons is not None:
            clause = CutterClause(clause)
            clause.cutter = number
            if unit:
                reasons[unit] = clause
        if unit is None:
            return clause
        known[unit] = 1
        queue.append(unit)
        return None

    def literals(self, known: Known) -> list[Literal]:
        """Return the known shown literals, in the order of their variables."""
        return [
            variable if known[variable] else -variable
            for variable in range(1, self.shown + 1)
            if known[variable] or known[-variable]
        ]


def unit_of(clause: Clause, known: Known) -> Literal | None:
    """Return the only literal that can satisfy a clause; 0 if it has several, None if violated.

    The result is 0 as well if the clause is satisfied already.
    """
    unit: Literal | None = None
    for item in clause:
        if known[item]:
            return 0
        if not known[-item]:
            if unit is not None:
                return 0
            unit = item
    return unit


def sum_cutter(numbers: Sequence[Levels], total: int) -> Cutter:
    """Return the cutter of the constraint that small numbers add up to a total."""
    flat = [literal for levels in numbers for literal in levels]

    def cut(known: Known) -> list[Clause]:
        """Return the unit and violated clauses that follow from bounds of the numbers."""
        true = [literal for literal in flat if known[literal]]
        false = [literal for literal in flat if known[-literal]]
        need = total - len(true)  # the sum of what is still open
        spare = len(flat) - len(false) - total
        if need < 0:
            return [[-literal for literal in true[: total + 1]]]
        if spare < 0:
            return [false[: len(flat) - total + 1]]
        clauses: list[Clause] = []
        if len(true) + len(false) == len(flat):
            return clauses
        for levels in numbers:
            open_ = [level for level in levels if not known[level] and not known[-level]]
            if len(open_) > need:  # this number cannot become so large
                others = [-literal for literal in true if literal not in levels]
                clauses += [[*others, -level] for level in open_[need:]]
            if len(open_) > spare:  # nor so small
                others = [literal for literal in false if literal not in levels]
                clauses += [[*others, level] for level in open_[: len(open_) - spare]]
        return clauses

    return cut


def constraint_cutter(constraint: Constraint, variables: int) -> Cutter:
    """Return the cutter of a lazy constraint.

    Constraints without `unit_cuts` are looked at when all their literals are known, and before
    that only if they cut early.
    """
    if isinstance(constraint, UnitCutting):
        return constraint.unit_cuts
    about = {abs(literal) for literal in constraint.literals}

    def cut(known: Known) -> list[Clause]:
        if all(known[variable] or known[-variable] for variable in about):
            values = range(1, variables + 1)
            return constraint.cuts([value if known[value] else -value for value in values])
        if isinstance(constraint, EarlyCutting):
            signed = (sign * variable for variable in about for sign in (1, -1))
            return constraint.early_cuts({literal for literal in signed if known[literal]})
        return []

    return cut
