"""Find small sets of clues that make a given solution of a board its only one.

As many clues as the solution allows are added, exchanged where they leave another solution, and
removed again until none is redundant. If few are left, a smaller set is searched for by implicit
hitting sets: other solutions are collected that the proposals so far allow, and the next proposal
is a smallest set of clues that excludes all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cached_property
from itertools import combinations, islice
from random import Random

from masume.api.exact import solutions, vocabulary_of
from masume.core.model.builder import Variables
from masume.core.model.model import Part, Reason
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Kind
from masume.core.puzzle.maker import Addition, Clues
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.limits import Deadline, LimitReached
from masume.exact.solver import Solver
from masume.exact.sums import count_literals
from masume.logic.models import cached_model
from masume.make.trim import Trimmer
from masume.make.unique_board import whole_literals

_SELECTIONS = 2  # attempts to give all cells a clue, if cells have a choice
_MAX_EXCHANGES = 20  # exchanges of a clue in one of them
_ORDERS = 3  # in which clues are removed again
_OTHERS = 4  # solutions that are excluded per round
_ROUNDS = 60  # proposals of smaller sets
_FEW = 6  # clues; for larger sets the search for a smaller one takes too long


def add_clues(puzzle: Puzzle, added: Iterable[Addition]) -> Puzzle:
    """Return the board with these clues added."""
    printed = fields(puzzle)[2].name  # type: ignore[arg-type]  # as `Kind.new` has it
    cells = list(getattr(puzzle, printed))
    for places, clue in added:
        for cell in places:
            cells[cell] = clue
    changed: Puzzle = replace(puzzle, **{printed: tuple(cells)})  # type: ignore[type-var]
    return changed


def list_solutions(puzzle: Puzzle, at_most: int, deadline: Deadline) -> list[Position]:
    """Return up to `at_most` solutions; raise LimitReached if a limit ends the search."""
    answers = solutions(puzzle, at_most=at_most, deadline=deadline)
    listed = list(islice(answers, at_most))
    if answers.stopped is not None:
        raise LimitReached(answers.reason, answers.stopped)
    return listed


class Composer:
    """A board, the solution that shall be its only one, and the clues that this solution allows."""

    def __init__(
        self,
        kind: Kind,
        puzzle: Puzzle,
        answer: Position,
        additions: Callable[[Puzzle, Position], Sequence[Addition]],
        deadline: Deadline,
    ) -> None:
        self.kind, self.puzzle, self.answer, self.deadline = kind, puzzle, answer, deadline
        self._additions = additions
        self.possible = additions(puzzle, answer)
        places = [cell for addition in self.possible for cell in addition.cells]
        self._has_choice = len(set(places)) < len(places)

    def _other_solutions(self, added: Iterable[Addition], at_most: int = 1) -> list[Position]:
        """Return some other solutions that the board has with these clues."""
        answers = list_solutions(add_clues(self.puzzle, added), at_most + 1, self.deadline)
        return [solution for solution in answers if solution != self.answer][:at_most]

    def _fits(self, added: Iterable[Addition]) -> bool:
        return not self.kind.violations(add_clues(self.puzzle, added), self.answer)

    @cached_property
    def sufficient(self) -> list[Addition]:
        """A maximal set of clues that leaves one solution; empty if none was found."""
        for number in range(_SELECTIONS if self._has_choice else 1):
            rng = Random(number)
            added = self._choose_clues(rng)
            for _ in range(_MAX_EXCHANGES):
                others = self._other_solutions(added)
                if not others:
                    return added
                changed = self._exchange_clue(added, others[0], rng)
                if changed is None:
                    break
                added = changed
        return []

    def _choose_clues(self, rng: Random) -> list[Addition]:
        """Return all clues if consistent, else a greedy random selection, large ones first."""
        if not self._has_choice and self._fits(self.possible):
            return list(self.possible)
        added: list[Addition] = []
        taken: set[Cell] = set()
        order = rng.sample(self.possible, len(self.possible))
        for addition in sorted(order, key=lambda addition: -len(addition.cells)):
            if taken.isdisjoint(addition.cells) and self._fits([*added, addition]):
                added.append(addition)
                taken.update(addition.cells)
        return added

    def _exchange_clue(
        self, added: Sequence[Addition], other: Position, rng: Random
    ) -> list[Addition] | None:
        """Exchange a clue where two solutions differ so that the other one is excluded, or None."""
        vocabulary = vocabulary_of(self.puzzle)
        wanted, unwanted = (whole_literals(vocabulary, each) for each in (self.answer, other))
        differ = set(vocabulary.cells_of(wanted - unwanted))
        present = set(added)
        clues = [new for new in self.possible if not differ.isdisjoint(new.cells)]
        for new in rng.sample(clues, len(clues)):
            self.deadline.check()
            if new in present:
                continue
            changed = [old for old in added if set(old.cells).isdisjoint(new.cells)] + [new]
            board = add_clues(self.puzzle, changed)
            if self.kind.violations(board, other) and not self.kind.violations(board, self.answer):
                return changed
        return None

    @cached_property
    def _trimmer(self) -> Trimmer:
        """The board with all clues of `sufficient`, each of which can be removed.

        A reason that only the board with these clues has belongs to the clues that it touches. One
        that only the board without them has, such as a `?` that a number replaces, holds when they
        are removed. Reasons are compared by their text too: a number and a `?` have the same key.
        """
        whole = add_clues(self.puzzle, self.sufficient)
        before, after = (self._parts(board) for board in (self.puzzle, whole))
        new = sorted({reason.key for reason in after.keys() - before.keys()})
        clues = [
            Clues(cells, tuple(key for key in new if not set(key[1]).isdisjoint(cells)))
            for cells, _ in self.sufficient
        ]
        replaced = [part for reason, part in before.items() if reason not in after]
        solution = whole_literals(vocabulary_of(whole), self.answer)
        trimmer = Trimmer(whole, solution, clues, self.deadline)
        trimmer.add_rules(cached_model(self.puzzle, self.deadline, reasons=True), replaced)
        return trimmer

    def _parts(self, board: Puzzle) -> dict[Reason, Part]:
        parts = cached_model(board, self.deadline, reasons=True).parts
        return {part.reason: part for part in parts if part.reason}

    def minimal_clues(self, number: int) -> list[Addition]:
        """Return a subset-minimal sufficient set; each number removes clues in another order."""
        kept = self._trimmer.minimal_subset(Random(number))
        assert kept is not None
        return [self.sufficient[index] for index in kept]

    def proposals(self) -> Iterator[list[Addition]]:
        """Yield sufficient sets of clues; the last may be the smallest."""
        smallest = len(self.sufficient)
        for number in range(_ORDERS):
            minimal_clues = self.minimal_clues(number)
            smallest = min(smallest, len(minimal_clues))
            yield minimal_clues
        if 1 < smallest <= _FEW and (fewer := self._smallest_set(smallest - 1)):
            yield fewer

    def _smallest_set(self, most: int) -> list[Addition] | None:
        """Return a smallest sufficient set of up to `most` clues; None if none was found."""
        solver, variables = Solver(self.deadline.check), Variables(len(self.possible))
        numbers = range(1, len(self.possible) + 1)
        clauses, levels = count_literals(variables, [list(numbers)], min(most + 1, len(numbers)))
        solver.add(clauses)
        for a, b in combinations(numbers, 2):
            if not set(self.possible[a - 1].cells).isdisjoint(self.possible[b - 1].cells):
                solver.add([[-a, -b]])
        size = 1
        for _ in range(_ROUNDS):
            while not solver.solve([-levels[size]] if size < len(levels) else []):
                size += 1
                if size > most:
                    return None
            truth = set(solver.truth())
            chosen = [n for n in numbers if n in truth]
            added = [self.possible[n - 1] for n in chosen]
            if not self._fits(added):
                solver.add([[-n for n in chosen]])
                continue
            others = self._other_solutions(added, _OTHERS)
            if not others:
                return added
            solver.add([self._refuting_clues(other) for other in others])
        return None

    def _refuting_clues(self, other: Position) -> list[int]:
        """Return the numbers of the clues that exclude another solution.

        Without a choice of clues these are exactly the clues that the solution does not allow.
        """
        borne = set(self._additions(self.puzzle, other))
        against = [n for n, addition in enumerate(self.possible, 1) if addition not in borne]
        if not self._has_choice:
            return against
        boards = (
            (number, add_clues(self.puzzle, [self.possible[number - 1]])) for number in against
        )
        return [number for number, board in boards if self.kind.violations(board, other)]
