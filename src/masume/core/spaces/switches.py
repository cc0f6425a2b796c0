"""`decide` with switches: propagation, variable order and value order of a constraint problem.

The states assign variables and forbid values, as in chapter 6 of AIMA. Each switch is an option, so
that comparisons show which of them does the work:

- `propagate`: nothing but the check of violated conditions, forward checking, arc consistency, or
  arc consistency with the lazy constraints (such as "all white cells are connected");
- `order`: the variable to assign next;
- `values`: the order in which its values are tried.

A variable is a group of literals of which one is true, such as the colours of a region, or a single
literal that is true or false, such as a shaded cell. A state is the table of known literals (see
`core/model/propagate.py`): 1 marks what was assigned or fully propagated, 2 a value that follows
but has not been assigned, which happens without arc consistency.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar
from zlib import crc32

from masume.core.model.model import Clause, Literal, Model
from masume.core.model.propagate import ModelPropagator, Reasons, unit_of
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.space import Attempt, Variable
from masume.core.search.spec import Tuning
from masume.core.spaces.decide import Assignment, Decide
from masume.core.spaces.model_space import Move

PROPAGATE = ("none", "forward", "mac", "full")
ORDER = ("own", "first", "random", "mrv", "degree", "domwdeg")
VALUES = ("first", "least_constraining")
ABOUT: Mapping[str, Tuning] = {
    "propagate": Tuning(
        "What an assignment rules out: none only checks violated conditions, forward also forbids "
        "values that contradict it, mac makes all conditions arc consistent, full also asks the "
        "lazy constraints, or is the puzzle's own propagation if nothing else is chosen.",
        choices=PROPAGATE,
    ),
    "order": Tuning(
        "The variable to assign next: own is one of the smallest open condition, mrv the one "
        "with the fewest values, degree the one in most open conditions, domwdeg the one with the "
        "fewest values per weight of its conditions, which grows with every conflict.",
        choices=ORDER,
    ),
    "values": Tuning(
        "The value to try first: the first, or the one that forbids the fewest other values.",
        choices=VALUES,
    ),
}


class SwitchedDecide(Decide):
    """Assign the variables of a puzzle's model one after another, with the chosen switches."""

    about_options: ClassVar[Mapping[str, Tuning]] = ABOUT

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        propagate: str = "full",
        order: str = "own",
        values: str = "first",
    ) -> None:
        super().__init__(puzzle)
        self.switch(propagate, order, values)

    def switch(self, propagate: str, order: str, values: str) -> None:
        """Set the switches and prepare the tables that they need."""
        model: Model = self.model
        self.is_chained = propagate in ("mac", "full")
        self.prunes = propagate != "none"
        self.order, self.values = order, values
        if propagate != "full":
            parts = [part._replace(constraints=()) for part in model.parts]
            self.propagator = ModelPropagator(model, parts)
        self.variables: list[Variable] = [tuple(group) for group in self.words.groups()]
        grouped = {literal for group in self.variables for literal in group}
        singles = (v for v in range(1, self.shown + 1) if v not in grouped)
        self.variables += [(v, -v) for v in singles]
        self.variables.sort(key=lambda variable: abs(variable[0]))
        self._place = {abs(v): number for number, group in enumerate(self.variables) for v in group}
        self._chosen: dict[Assignment, int] = {}

    @cached_property
    def weights(self) -> list[int]:
        """For each variable the conditions that it is part of, plus the conflicts it was in."""
        return [len(own) for own in self._conditions_of]

    @cached_property
    def _conditions_of(self) -> list[list[tuple[int, ...]]]:
        """For each variable the other variables of each of its conditions."""
        scopes: list[list[tuple[int, ...]]] = [[] for _ in self.variables]
        for literals in self._scopes():
            scope = {self._place[abs(item)] for item in literals if abs(item) in self._place}
            for number in scope if len(scope) > 1 else ():
                scopes[number].append(tuple(scope - {number}))
        return scopes

    def _scopes(self) -> Iterator[Iterable[Literal]]:
        for part in self.model.parts:
            yield from part.clauses
            yield from (
                [level for number in item.numbers for level in number] for item in part.sums
            )

    # The tree of assignments

    def initial(self, position: Position | None = None) -> Assignment:
        """Return what the switches conclude from the bare board or a position."""
        if self.is_chained:
            return super().initial(position)
        known = self.propagator.blank()
        marks = self.words.literals(position) if position is not None else []
        units = [*self.propagator.units, *marks]
        helpers = [literal for literal in units if abs(literal) > self.shown]
        conflict = self._look_ahead(known, helpers, {}, prune=self.prunes)
        known[0] = self.propagator.is_contradictory or conflict is not None
        for literal in units:
            known[0] |= known[-literal] > 0
            known[literal] = known[literal] or 2
        return bytes(known)

    def is_goal(self, state: Assignment) -> bool:
        """Return whether all variables are assigned and the referee accepts the answer."""
        is_open = not self.is_chained and any(
            not self._is_assigned(state, number) for number in range(len(self.variables))
        )
        return not is_open and super().is_goal(state)

    def open_variables(self, state: Assignment) -> list[int]:
        """Return the numbers of the variables to assign; none after a contradiction."""
        if state[0]:
            return []
        return [n for n in range(len(self.variables)) if not self._is_assigned(state, n)]

    def choose(self, state: Assignment) -> Variable:
        """Return the variable to assign next; empty if all are assigned."""
        open_ = self.open_variables(state)
        if not open_:
            return ()
        match self.order:
            case "random":
                return self.variables[open_[crc32(state) % len(open_)]]
            case "mrv":
                return self.variables[min(open_, key=lambda n: self._size(state, n))]
            case "degree":
                return self.variables[max(open_, key=lambda n: self._degree(state, n))]
            case "domwdeg":
                if state not in self._chosen:  # weights change, the successors of a state must not
                    sizes = {n: self._size(state, n) / (self.weights[n] or 0.5) for n in open_}
                    self._chosen[state] = min(open_, key=sizes.__getitem__)
                return self.variables[self._chosen[state]]
            case "own":
                if literal := self.choose_literal(state):
                    return self._first_value(self.variables[self._place[abs(literal)]], literal)
        return self.variables[open_[0]]

    def _first_value(self, variable: Variable, literal: Literal) -> Variable:
        """Return a variable with the value that `choose_literal` prefers in front."""
        if literal not in variable:
            return variable
        return (literal, *(value for value in variable if value != literal))

    def _is_assigned(self, state: Assignment, number: int) -> bool:
        """Return whether a variable has a value that was assigned or fully propagated."""
        variable = self.variables[number]
        if len(variable) == 2 and variable[0] == -variable[1]:
            return state[variable[0]] == 1 or state[variable[1]] == 1
        return any(state[value] == 1 for value in variable)

    def _size(self, state: Assignment, number: int) -> int:
        return sum(not state[-value] for value in self.variables[number])

    def _degree(self, state: Assignment, number: int) -> int:
        """Return the number of conditions with another variable that is not assigned."""
        return sum(
            any(not self._is_assigned(state, other) for other in others)
            for others in self._conditions_of[number]
        )

    def ordered(self, state: Assignment, variable: Variable) -> list[Literal]:
        """Return the values of a variable that are still possible, in the order to try them."""
        values = [value for value in variable if not state[-value]]
        if self.values == "first" or len(values) < 2:
            return values
        return sorted(values, key=lambda value: self._forbidden_by(state, value))

    def _forbidden_by(self, state: Assignment, value: Literal) -> int:
        """Return how many values forward checking would forbid."""
        known = bytearray(state)
        conflict = self._look_ahead(known, [value], {}, prune=True)
        return self.propagator.size if conflict else len(known) - known.count(0)

    def attempt(self, state: Assignment, variable: Variable, value: Literal) -> Attempt:
        """Assign a value, forbid the other ones, and propagate as far as the switches say."""
        self.check_cancel()
        known, reasons = bytearray(state), Reasons()
        others = [-other for other in variable if other not in (value, -value)]
        chosen = [value, *others]
        if self.is_chained:
            conflict = self.propagator.propagate(known, chosen, reasons)
        else:
            conflict = self._look_ahead(known, chosen, reasons, prune=self.prunes)
        if conflict is None:
            return Attempt(bytes(known), (), reasons)
        if self.order == "domwdeg":
            for number in {self._place[abs(v)] for v in conflict if abs(v) in self._place}:
                self.weights[number] += 1
        return Attempt(None, conflict, reasons)

    def _look_ahead(
        self, known: bytearray, chosen: Sequence[Literal], reasons: Reasons, *, prune: bool
    ) -> Clause | None:
        """Assign literals and check their conditions; with `prune` forbid what contradicts them.

        What is forbidden has no consequences of its own, but helper variables are part of the
        conditions: what follows for them is followed up. Return a violated condition, or None.
        """
        for literal in chosen:
            if known[-literal]:
                return (literal,)
            known[literal] = 1
        queue = list(chosen)
        for literal in queue:  # grows during iteration
            for clause in self._clauses_on(literal, known):
                unit = unit_of(clause, known)
                if unit is None:
                    return clause
                is_helper = abs(unit) > self.shown
                if unit and (prune or is_helper):
                    known[unit] = 1 if is_helper else 2
                    reasons[unit] = clause
                    if is_helper:
                        queue.append(unit)
        return None

    def _clauses_on(self, literal: Literal, known: bytearray) -> Iterator[Clause]:
        """Yield the conditions on a literal that was set, as clauses."""
        propagator = self.propagator
        for other in propagator.implied[literal]:
            yield (-literal, other)
        yield from propagator.watching[literal]
        for number in propagator.cutters_of[literal]:
            yield from propagator.cutters[number](known)

    def successors(self, state: Assignment) -> Iterator[tuple[Move, Assignment, int]]:
        """Yield the values of one variable, except for those that violate a condition."""
        variable = self.choose(state)
        spent = self.spent(state)
        for value in self.ordered(state, variable):
            child = self.attempt(state, variable, value).state
            if child is not None:
                yield self.move_of(value), child, self.spent(child) - spent

    def move_of(self, value: Literal) -> Move:
        """Return the move that assigns a value."""
        return self._true[value] if value > 0 else self._false[-value]

    def learn(self, nogood: Clause) -> None:
        """Add a clause that follows from the others, so that it propagates like these."""
        self.propagator.add_clause(nogood)

    def begin_again(self) -> None:
        """Forget which variables were chosen, but no weight and no nogood."""
        self._chosen.clear()

    def spent(self, state: Assignment) -> int:
        """Return the number of true variables that count as cost, assigned or not."""
        return sum(map(bool, map(state.__getitem__, self._cost)))
