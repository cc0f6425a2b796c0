"""Constraint problems: variables with values and conditions, solved in a `decide` space.

A problem may declare, besides `initial`, `successors` and `is_goal`:

- `domains()`: the values of each variable, by the variable's name;
- `constraints()`: pairs of some variables and a function that returns whether values of these,
  in this order, are allowed;
- `solution(values)`: the state that stands for a complete assignment;
- `draw_domains(domains)`, optional: a drawing of the values that are still possible.

Then it has a space `decide` with the switches of `core/spaces/switches.py`. Conditions are
enumerated, so they should be about two or three variables each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import ClassVar, Protocol, TypeAlias, cast

from masume.core.model.model import Clause, Literal, Model, Part, Vocabulary
from masume.core.model.statement import Statement
from masume.core.puzzle.grid import Cell, grid
from masume.core.puzzle.puzzle import Position
from masume.core.search.problem import ProblemBoard, StateView
from masume.core.spaces.decide import Assignment
from masume.core.spaces.switches import SwitchedDecide
from masume.errors import NotApplicable

Value: TypeAlias = Hashable
Domains: TypeAlias = Mapping[str, Sequence[Value]]
Condition: TypeAlias = tuple[Sequence[str], Callable[..., bool]]

DOMAINS = "domains"  # the first item of the states that hold domains
_MOST_TUPLES = 200_000  # combinations of values of one condition


class ConstraintProblem(Protocol):
    """The members that a problem needs for a `decide` space."""

    def domains(self) -> Domains:
        """Return the values of each variable, by its name."""

    def constraints(self) -> Iterable[Condition]:
        """Return pairs of some variables and the test of their values."""

    def solution(self, values: Mapping[str, Value]) -> Hashable:
        """Return the state that stands for a complete assignment."""


class Assignments(Vocabulary[Position]):
    """A vocabulary of "this variable has this value"."""

    def __init__(self, problem: ConstraintProblem) -> None:
        self.problem = problem
        self.domains = {name: tuple(values) for name, values in problem.domains().items()}
        self.grid = grid(1, 1)
        self.names: list[tuple[str, Value]] = []
        self._groups: dict[str, range] = {}
        for name, values in self.domains.items():
            first = len(self.names) + 1
            self.names += [(name, value) for value in values]
            self._groups[name] = range(first, len(self.names) + 1)
        self.shown = len(self.names)

    def literals_of(self, name: str) -> range:
        """Return the literals of a variable, one per value."""
        return self._groups[name]

    def groups(self) -> Sequence[Sequence[int]]:
        """Return the literals of each variable."""
        return list(self._groups.values())

    def answer(self, literals: Sequence[Literal]) -> Position:
        """Return the state of a complete assignment, or its domains if it is none."""
        values = dict(self.names[literal - 1] for literal in literals if literal > 0)
        if len(values) < len(self.domains):
            return self.position_of(literals)
        return StateView(self.problem.solution(values))

    def position_of(self, literals: Iterable[Literal]) -> Position:
        """Return the values that are still possible."""
        gone = {-literal for literal in literals if literal < 0}
        return StateView(
            (
                DOMAINS,
                *(
                    (name, tuple(self.names[n - 1][1] for n in group if n not in gone))
                    for name, group in self._groups.items()
                ),
            )
        )

    def literals(self, position: Position) -> list[Literal]:
        """Return the literals of the values that are ruled out."""
        domains = domains_in(getattr(position, "state", None))
        if domains is None:
            return []
        return [
            -number
            for name, group in self._groups.items()
            for number in group
            if self.names[number - 1][1] not in domains[name]
        ]

    def cells(self, variable: int) -> Sequence[Cell]:
        """Return no cells: the problem has none."""
        return ()

    def statement(self, literal: Literal) -> Statement:
        """Raise NotApplicable: assignments are not explained."""
        raise NotApplicable("assignments of a constraint problem have no statements")


def domains_in(state: object) -> dict[str, tuple[Value, ...]] | None:
    """Return the domains that a state holds; None if it is a state of the problem itself."""
    if isinstance(state, tuple) and state and state[0] == DOMAINS:
        pairs = cast("tuple[tuple[str, tuple[Value, ...]], ...]", state[1:])
        return {name: tuple(values) for name, values in pairs}
    return None


def model_of_problem(words: Assignments) -> Model:
    """Return the clauses of a constraint problem: its variables, and its conditions.

    A condition forbids combinations of values. Of two variables, each value also needs a partner
    that is left, so that unit propagation makes the condition arc consistent.
    """
    clauses: list[Clause] = []
    for group in words.groups():
        clauses.append(list(group))
        clauses += [(-a, -b) for a, b in combinations(group, 2)]
    parts = [Part(None, clauses)]
    for scope, is_allowed in words.problem.constraints():
        parts.append(Part(None, _condition(words, scope, is_allowed)))
    return Model(words, parts, words.shown)


def _condition(
    words: Assignments, scope: Sequence[str], is_allowed: Callable[..., bool]
) -> list[Clause]:
    """Return the clauses of one condition."""
    groups = [words.literals_of(name) for name in scope]
    if prod(map(len, groups)) > _MOST_TUPLES:
        raise NotApplicable(
            f"the condition on {', '.join(scope[:4])} … has more than {_MOST_TUPLES:,} "
            "combinations of values; split it into conditions on fewer variables"
        )
    clauses: list[Clause] = []
    partners: dict[Literal, list[Literal]] = {literal: [] for group in groups for literal in group}
    for literals in product(*groups):
        if is_allowed(*(words.names[literal - 1][1] for literal in literals)):
            for literal in literals if len(groups) == 2 else ():
                partners[literal] += [other for other in literals if other != literal]
        else:
            clauses.append([-literal for literal in literals])
    if len(groups) == 2:
        clauses += [[-literal, *others] for literal, others in partners.items()]
    return clauses


class ConstraintSpace(SwitchedDecide):
    """Assign the variables of a constraint problem one after another, with the chosen switches."""

    source: ClassVar[type] = object  # the class of problems
    on_request: ClassVar[bool] = True  # not the default space of searches that can do without

    def __init__(
        self,
        puzzle: ProblemBoard,
        *,
        propagate: str = "full",
        order: str = "own",
        values: str = "first",
    ) -> None:
        self.problem = puzzle.problem
        super().__init__(puzzle, propagate=propagate, order=order, values=values)

    def prepare(self) -> None:
        """Translate the problem into a model."""
        words = Assignments(cast("ConstraintProblem", self.problem))
        self.words, self.model = words, model_of_problem(words)
        labels = [f"{name}={value}" for name, value in words.names]
        self._true = [None, *labels]
        self._false = self._open = [None, *(f"not {label}" for label in labels)]

    def is_solved(self, position: Position) -> bool:
        """Return whether the problem accepts the state of a complete assignment."""
        state = getattr(position, "state", None)
        return domains_in(state) is None and bool(self.problem.is_goal(state))

    def is_goal(self, state: Assignment) -> bool:
        """Return whether all variables are assigned and every condition allows their values.

        The conditions are asked themselves, not their clauses.
        """
        if not super().is_goal(state):
            return False
        names = cast("Assignments", self.words).names
        values = dict(names[literal - 1] for literal in range(1, self.shown + 1) if state[literal])
        conditions = cast("ConstraintProblem", self.problem).constraints()
        return all(is_allowed(*map(values.__getitem__, scope)) for scope, is_allowed in conditions)
