"""The space `assign` that is derived from a puzzle's model: variables are made true in order.

States that violate a clause or a sum are dropped immediately. A state is an int, one bit per shown
variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from masume.core.model.model import Literal
from masume.core.puzzle.puzzle import Position
from masume.core.spaces.model_space import Masks, ModelSpace, Move, signed


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
