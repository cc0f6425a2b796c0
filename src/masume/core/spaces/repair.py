"""The space of full assignments of a puzzle's model, for local search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from random import Random
from typing import ClassVar

from masume.core.model.model import Clause, Constraint
from masume.core.model.propagate import ModelPropagator
from masume.core.puzzle.grid import each
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.space import Estimate, heuristic, incremental
from masume.core.spaces.model_space import Masks, ModelSpace, Move, signed


class Repair(ModelSpace):
    """Flip one variable of a full assignment, or change one group of which one is true."""

    name: ClassVar[str] = "repair"
    is_tree = False
    repairs: ClassVar[bool] = True
    infers: ClassVar[bool] = False

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        units = [positive | negative for positive, negative in self.clauses]
        fixed = 0  # the variables whose value a clause of one literal fixes
        self._base = 0  # those of them that are true
        for unit, (positive, _) in zip(units, self.clauses, strict=True):
            if unit.bit_count() == 1 and not fixed & unit:
                fixed |= unit
                self._base |= positive
        self._last_truth: tuple[int, list[int]] = -1, []  # a state and its literals
        grouped = set(chain(*self.words.groups()))
        self._groups: list[list[int]] = []  # the variables, by index, to choose from; one is true
        for group in self.words.groups():
            bits = [variable - 1 for variable in group]
            choices = [bit for bit in bits if not fixed >> bit & 1]
            if choices and not any(self._base >> bit & 1 for bit in bits):
                self._groups.append(choices)
        self._single = [
            bit for bit in range(self.shown) if bit + 1 not in grouped and not fixed >> bit & 1
        ]

    def initial(self, position: Position | None = None) -> int:
        """Return the state of a position's true variables; groups without one get their first."""
        state = self.mask(position) | self._base
        for group in self._groups:
            bits = sum(1 << bit for bit in group)
            chosen = state & bits or 1 << group[0]
            state = state & ~bits | chosen & -chosen
        return state

    def random_state(self, rng: Random) -> int:
        """Return a random assignment."""
        state = self._base
        for group in self._groups:
            state |= 1 << rng.choice(group)
        return state | sum(1 << bit for bit in self._single if rng.random() < 0.5)

    def _flip(self, state: int, bit: int) -> tuple[Move, int, int]:
        unmark = self._false if self.words.two_valued else self._open
        moves = unmark if state >> bit & 1 else self._true
        return moves[bit + 1], state ^ 1 << bit, 1

    def _change(self, state: int, group: Sequence[int], bit: int) -> tuple[Move, int, int]:
        others = sum(1 << other for other in group)
        return self._true[bit + 1], state & ~others | 1 << bit, 1

    def successors(self, state: int) -> Iterator[tuple[Move, int, int]]:
        """Yield the assignments with one variable flipped or one group changed."""
        for bit in self._single:
            yield self._flip(state, bit)
        for group in self._groups:
            for bit in group:
                if not state >> bit & 1:
                    yield self._change(state, group, bit)

    def random_successor(self, state: int, rng: Random) -> tuple[Move, int, int] | None:
        """Return a uniformly drawn successor; None if everything is fixed."""
        sizes = [len(group) - 1 for group in self._groups]
        number = rng.randrange(max(1, len(self._single) + sum(sizes)))
        if number < len(self._single):
            return self._flip(state, self._single[number])
        number -= len(self._single)
        for group, size in zip(self._groups, sizes, strict=True):
            if number < size:
                others = [bit for bit in group if not state >> bit & 1]
                return self._change(state, group, others[number])
            number -= size
        return None

    def focused_successors(self, state: int, rng: Random) -> list[tuple[Move, int, int]]:
        """Return the successors that change a variable of one randomly drawn violated condition."""
        faults = [fault & self._changeable for fault in self.faults(state)]
        faults = [fault for fault in faults if fault]
        if not faults:
            return []
        fault = rng.choice(faults)
        steps = [self._flip(state, bit) for bit in self._single if fault >> bit & 1]
        for group in self._groups:
            # If the true variable is to change, any other may become true in its place
            is_free = any(fault & state & 1 << bit for bit in group)
            steps += [
                self._change(state, group, bit)
                for bit in group
                if not state >> bit & 1 and (is_free or fault >> bit & 1)
            ]
        return steps

    @cached_property
    def _changeable(self) -> int:
        return sum(1 << bit for bit in chain(self._single, *self._groups))

    def faults(self, state: int) -> Iterator[int]:
        """Yield the variables of each violated clause, sum and cut, as a set."""
        for clause in self.clauses:
            if is_broken(state, clause):
                yield clause[0] | clause[1]
        for total_of in self.sums:
            if difference(state, total_of):
                yield total_of[0][0] | total_of[0][1]
        for index in range(len(self.lazy)):
            for cut in self.cuts(state, index):
                yield sum({1 << abs(literal) - 1 for literal in cut if abs(literal) <= self.shown})

    @cached_property
    def _helpers(self) -> list[int]:
        """The true literals of the helpers, as far as propagation knows them."""
        propagator = ModelPropagator(self.model)
        known = propagator.start() or propagator.blank()
        last = self.model.variables + 1
        return [v if known[v] else -v if known[-v] else 0 for v in range(self.shown + 1, last)]

    @cached_property
    def lazy(self) -> list[Constraint]:
        """The lazy constraints whose helpers are known."""
        known = [1] * self.shown + self._helpers
        return [
            constraint
            for part in self.model.parts
            for constraint in part.constraints
            if all(known[abs(literal) - 1] for literal in constraint.literals)
        ]

    @cached_property
    def _tail(self) -> list[int]:
        return [v or -n for n, v in enumerate(self._helpers, start=self.shown + 1)]

    def cuts(self, state: int, index: int) -> list[Clause]:
        """Return the violated cuts of lazy constraint `index` in `state`."""
        last_state, truth = self._last_truth
        if last_state != state:  # all constraints are checked for a state before the next one
            truth = signed(state, self.shown) + self._tail
            self._last_truth = state, truth
        return self.lazy[index].cuts(truth)

    @cached_property
    def has_hidden_conditions(self) -> bool:
        """Whether some conditions depend on helpers, so that only the referee can check them."""
        parts = self.model.parts
        clauses = sum(len(part.clauses) for part in parts) + len(self.model.known)
        return (clauses, sum(len(part.sums) for part in parts)) != (
            len(self.clauses),
            len(self.sums),
        ) or sum(len(part.constraints) for part in parts) != len(self.lazy)

    def is_goal(self, state: int) -> bool:
        """Return whether the referee accepts the answer."""
        return self.is_solved(self.answer(state))

    def spent(self, state: int) -> int:
        """Return 0: the cost is the number of changes."""
        return 0

    def position(self, state: int) -> Position:
        """Return the true variables as a position."""
        return self.answer(state)


def is_broken(state: int, clause: Masks) -> bool:
    """Return whether no literal of a clause is true."""
    positive, negative = clause
    return not state & positive and state & negative == negative


def difference(state: int, item: tuple[Masks, int]) -> int:
    """Return the absolute difference between a sum and its total."""
    (positive, negative), total = item
    return abs((state & positive | negative & ~state).bit_count() - total)


@heuristic(Repair, default=True)
def conflicts(space: Repair) -> Estimate:
    """The number of violated clauses and cuts, and the differences of the sums."""
    clauses, sums, lazy = space.clauses, space.sums, space.lazy
    clauses_of, sums_of, lazy_of = _conditions_of(space)

    @lru_cache(maxsize=4096)  # the chosen neighbour is evaluated again
    def count_cuts(state: int, index: int) -> int:
        return len(space.cuts(state, index))

    def wrong(state: int) -> int:
        return (
            sum(is_broken(state, clause) for clause in clauses)
            + sum(difference(state, item) for item in sums)
            + sum(count_cuts(state, index) for index in range(len(lazy)))
        )

    def evaluate(state: int, wrong: int) -> float:
        """Return `wrong`, or if it is 0 the number of violations that the referee finds."""
        return wrong or len(space.kind.violations(space.puzzle, space.position(state)))

    def near(state: int, value: float) -> Estimate:
        before = wrong(state) if space.has_hidden_conditions else int(value)

        def estimate(child: int) -> float:
            changed, after = state ^ child, before
            bits = [bit for bit in each(changed)]
            for clause in _touched(clauses_of, bits):
                after += is_broken(child, clauses[clause]) - is_broken(state, clauses[clause])
            for item in _touched(sums_of, bits):
                after += difference(child, sums[item]) - difference(state, sums[item])
            for index in _touched(lazy_of, bits):
                after += count_cuts(child, index) - count_cuts(state, index)
            return evaluate(child, after)

        return estimate

    return incremental(lambda state: evaluate(state, wrong(state)), near)


def _touched(table: Sequence[Sequence[int]], bits: Sequence[int]) -> Iterable[int]:
    """Return the indices of the conditions that contain a variable of `bits`, each once."""
    return table[bits[0]] if len(bits) == 1 else {index for bit in bits for index in table[bit]}


def _conditions_of(space: Repair) -> list[list[list[int]]]:
    """Return for each variable its clauses, its sums and its lazy constraints, by index."""
    conditions = [
        [positive | negative for positive, negative in space.clauses],
        [positive | negative for (positive, negative), _ in space.sums],
        [
            sum({1 << abs(lit) - 1 for lit in constraint.literals if abs(lit) <= space.shown})
            for constraint in space.lazy
        ],
    ]
    tables: list[list[list[int]]] = []
    for units in conditions:
        table: list[list[int]] = [[] for _ in range(space.shown)]
        for index, unit in enumerate(units):
            for bit in each(unit):
                table[bit].append(index)
        tables.append(table)
    return tables
