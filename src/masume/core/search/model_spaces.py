"""Three state spaces derived from a puzzle's model, for puzzles without spaces of their own.

- `Decide` gives one variable both values and propagates: the state is the propagator's table of
  known literals, as bytes (see `core/model/propagate.py`). Subclasses change `choose_literal`, the
  literal to branch on, and `conclude`, the propagation after a decision.
- `Assign` makes one more variable true, in a fixed order, and drops states that violate a clause
  or a sum immediately: the state is an int, one bit per shown variable.
- `Repair` flips one variable of a full assignment, or changes the value of one group of variables
  of which exactly one is true (`Vocabulary.groups`), for local search.

A puzzle has them if its Kind has a model and `mark`, the move that sets a variable. A space trusts
the model for pruning only; whether a full assignment is a goal is asked of the referee.
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
from masume.core.search.model_repair import Repair
from masume.core.search.model_space import Masks, ModelSpace, Move, signed
from masume.core.search.space import Estimate, heuristic

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


class Assign(ModelSpace):
    """Make one more variable true, in the order of the variables; skip immediate violations.

    The variables before the last true one are decided; a state holds the true variables and, above
    them, the number of decided ones. If false variables are marks too, a move gives the next
    variable either value, and a state holds the set of decided ones.
    """

    name: ClassVar[str] = "assign"
    is_tree = True
    repairs: ClassVar[bool] = False
    infers: ClassVar[bool] = False

    @cached_property
    def _due(self) -> list[list[Masks]]:
        """For each variable, by index, the clauses of which it is the last one."""
        due: list[list[Masks]] = [[] for _ in range(self.shown)]
        for clause in self.clauses:
            due[(clause[0] | clause[1]).bit_length() - 1].append(clause)
        return due

    @cached_property
    def _sums_of(self) -> list[list[tuple[Masks, int]]]:
        """For each variable, by index, the sums that it is part of."""
        sums_of: list[list[tuple[Masks, int]]] = [[] for _ in range(self.shown)]
        for item in self.sums:
            (positive, negative), _ = item
            for index in range(self.shown):
                if (positive | negative) >> index & 1:
                    sums_of[index].append(item)
        return sums_of

    @cached_property
    def _is_contradictory(self) -> bool:
        """Whether a clause is empty, or a sum impossible from the start."""
        return any(not any(clause) for clause in self.clauses) or any(
            not 0 <= total <= (positive | negative).bit_count()
            for (positive, negative), total in self.sums
        )

    def _fits(self, true: int, index: int) -> bool:
        """Return whether no condition is violated by the variables up to an index."""
        for positive, negative in self._due[index]:
            if not true & positive and true & negative == negative:
                return False
        decided = (1 << index + 1) - 1
        for (positive, negative), total in self._sums_of[index]:
            held = true & positive | decided & ~true & negative
            count = held.bit_count()
            open_ = ((positive | negative) & ~decided & ~held).bit_count()
            if not total - open_ <= count <= total:
                return False
        return True

    def initial(self, position: Position | None = None) -> int:
        """Return the state of the true variables of a position."""
        if not self.words.two_valued:
            return self.mask(position)
        literals = self.words.literals(position) if position is not None else []
        marked = {abs(literal) - 1 for literal in literals} | self._printed
        return self.mask(position) | sum(1 << index for index in marked) << self.shown

    def successors(self, state: int) -> Iterator[tuple[Move, int, int]]:
        """Yield each state with one more true variable after the decided ones."""
        decided, true = state >> self.shown, state & (1 << self.shown) - 1
        if self._is_contradictory:
            return
        if self.words.two_valued:
            yield from self._both_values(decided, true)
            return
        for index in range(decided, self.shown):
            self.check_cancel()
            bit = 1 << index
            if not true & bit:
                child = true | bit
                if self._fits(child, index):
                    yield self._true[index + 1], child | (index + 1) << self.shown, 1
            if not self._fits(true, index):
                return

    def _both_values(self, decided: int, true: int) -> Iterator[tuple[Move, int, int]]:
        """Yield the states in which the first variable that is not decided has either value."""
        index = (~decided & decided + 1).bit_length() - 1
        if index >= self.shown:
            return
        after = decided | 1 << index
        last = (~after & after + 1).bit_length() - 1  # variables up to it are decided then
        for child, moves in ((true | 1 << index, self._true), (true, self._false)):
            self.check_cancel()
            if all(self._fits(child, each) for each in range(index, min(last, self.shown))):
                yield moves[index + 1], child | after << self.shown, 1

    def is_goal(self, state: int) -> bool:
        """Return whether the board is solved with all other variables false."""
        decided, true = state >> self.shown, state & (1 << self.shown) - 1
        if self._is_contradictory:
            return False
        if self.words.two_valued:
            return decided + 1 == 1 << self.shown and self.is_solved(self.answer(true))
        first = 0 if true >> decided else decided
        fits = all(self._fits(true, index) for index in range(first, self.shown))
        return fits and self.is_solved(self.answer(true))

    def spent(self, state: int) -> int:
        """Return the number of variables that are marked and not printed."""
        return len(self._marked(state)) - self._given

    @cached_property
    def _given(self) -> int:
        """The number of printed marks."""
        return len(self._printed if self.words.two_valued else self.words.printed())

    @cached_property
    def _printed(self) -> frozenset[int]:
        """The printed variables, by index."""
        return frozenset(abs(literal) - 1 for literal in self.words.printed())

    def _marked(self, state: int) -> list[Literal]:
        """Return the literals that are marks: the true ones, and maybe decided false ones."""
        decided, true = state >> self.shown, state & (1 << self.shown) - 1
        if not self.words.two_valued:
            decided = 0
        return [n for n in signed(true, self.shown) if n > 0 or decided >> -n - 1 & 1]

    def position(self, state: int) -> Position:
        """Return the marks as a position."""
        position: Position = self.words.position_of(self._marked(state))
        return position


SPACES = (Assign, Decide, Repair)


# Heuristics


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
