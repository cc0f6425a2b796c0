"""The space `decide` that is derived from a puzzle's model, and the heuristics of it and `assign`.

The state is the propagator's table of known literals, as bytes (see `core/model/propagate.py`).
Subclasses change `choose_literal`, the literal to branch on, and `conclude`, the propagation after
a decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from math import inf
from typing import ClassVar, TypeAlias

from masume.core.model.model import Literal
from masume.core.model.propagate import ModelPropagator
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.space import Estimate, heuristic
from masume.core.spaces.assign import Assign
from masume.core.spaces.model_space import ModelSpace, Move

Assignment: TypeAlias = bytes  # see core/model/propagate.py; index 0 is 1 after a contradiction


class Decide(ModelSpace):
    """Give one variable both values, the smallest open condition first, and propagate.

    The cost of a move is the number of literals that become true and count as cost in the model.
    """

    name: ClassVar[str] = "decide"
    is_tree = True
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = True

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.propagator = ModelPropagator(self.model)
        self._cost = list(chain(*self.model.cost)) or range(1, self.shown + 1)

    @cached_property
    def _conditions(self) -> list[tuple[Sequence[Literal], int]]:
        """The longer clauses and the sums, with the number of literals that must be true."""
        parts = self.model.parts
        clauses = [(clause, 1) for part in parts for clause in part.clauses if len(clause) > 2]
        sums = [(list(chain(*s.numbers)), s.total) for part in parts for s in part.sums]
        return sums + clauses

    def initial(self, position: Position | None = None) -> Assignment:
        """Return what follows from the bare board or a position; its marks if contradictory."""
        known = self.propagator.start()
        marks = self.words.literals(position) if position is not None else []
        if known is not None and self.conclude(known, marks):
            return bytes(known)
        known = self.propagator.blank()
        for literal in marks:
            known[literal] = 1
        known[0] = 1
        return bytes(known)

    def conclude(self, known: bytearray, literals: Sequence[Literal]) -> bool:
        """Set literals and what follows from them; return False at a contradiction."""
        return self.propagator.propagate(known, literals) is None

    def choose_literal(self, state: Assignment) -> Literal:
        """Return the literal to try first: one of the condition with the fewest open literals.

        0 if all shown variables are known.
        """
        best, least = 0, inf
        for literals, total in self._conditions:
            true = open_ = first = 0
            for literal in literals:
                if state[literal]:
                    true += 1
                    if true >= total:
                        break
                elif not state[-literal]:
                    open_ += 1
                    first = first or literal
            else:
                if first and open_ < least and abs(first) <= self.shown:
                    best, least = first, open_
                    if open_ == 2:
                        break
        return best or self._first_open(state)

    def _first_open(self, state: Assignment) -> Literal:
        variables = range(1, self.shown + 1)
        return next((v for v in variables if not state[v] and not state[-v]), 0)

    def successors(self, state: Assignment) -> Iterator[tuple[Move, Assignment, int]]:
        """Yield both values of one variable, except for those that lead to a contradiction."""
        literal = 0 if state[0] else self.choose_literal(state)
        if not literal:
            return
        spent = self.spent(state)
        for chosen in (literal, -literal):
            self.check_cancel()
            known = bytearray(state)
            if self.conclude(known, [chosen]):
                child = bytes(known)
                move = self._true[chosen] if chosen > 0 else self._false[-chosen]
                yield move, child, self.spent(child) - spent

    def is_goal(self, state: Assignment) -> bool:
        """Return whether all shown variables are known and the referee accepts the answer."""
        return not state[0] and not self._first_open(state) and self.is_solved(self.position(state))

    def spent(self, state: Assignment) -> int:
        """Return the number of true variables that count as cost."""
        if isinstance(self._cost, range):
            return state.count(1, self._cost.start, self._cost.stop)
        return sum(map(state.__getitem__, self._cost))

    def position(self, state: Assignment) -> Position:
        """Return the known literals as a position; the bare answer if all are known."""
        literals = self.propagator.literals(state)
        position: Position
        if len(literals) == self.shown and not state[0]:
            position = self.words.answer(literals)
        else:
            position = self.words.position_of(literals)
        return position


@heuristic(Assign, Decide, admissible=True, default=True)
def marks_needed(space: Assign | Decide) -> Estimate:
    """The number of marks that disjoint conditions of the model still need."""
    every = set(range(1, space.shown + 1))
    counted = every.intersection(chain(*space.model.cost)) or every
    if isinstance(space, Assign):
        counted = every
    needs: list[tuple[Sequence[Literal], int, bool]] = []
    for part in space.model.parts:
        needs += [(list(chain(*item.numbers)), item.total, True) for item in part.sums]
        needs += [(clause, 1, False) for clause in part.clauses]
    used: set[Literal] = set()
    chosen: list[tuple[int, int, bool]] = []
    for literals, total, is_exact in sorted(needs, key=lambda need: len(need[0]) / (need[1] or 1)):
        if total > 0 and counted.issuperset(literals) and used.isdisjoint(literals):
            used.update(literals)
            chosen.append((sum(1 << literal - 1 for literal in set(literals)), total, is_exact))

    def needed(true: int) -> float:
        """Return the number of missing marks, given the true variables; infinity if too many."""
        lacking = 0
        for members, total, is_exact in chosen:
            count = (true & members).bit_count()
            if count < total:
                lacking += total - count
            elif is_exact and count > total:
                return inf
        return lacking

    if isinstance(space, Assign):
        shown = (1 << space.shown) - 1
        return lambda state: needed(state & shown)
    bits = [1 << index for index in range(space.shown)]

    def estimate(state: Assignment) -> float:
        return needed(sum(bit for bit, value in zip(bits, state[1:], strict=False) if value))

    return estimate


@heuristic(Decide)
def open_variables(space: Decide) -> Estimate:
    """The number of variables that are not known yet. May overestimate."""
    shown = space.shown

    def estimate(state: Assignment) -> float:
        if state[0]:
            return inf
        known = state.count(1, 1, shown + 1) + state.count(1, len(state) - shown)
        # A full assignment is a goal unless a constraint that only the referee checks fails.
        return shown - known or (0 if space.is_goal(state) else inf)

    return estimate
