"""A solution that is to be the only one of a board, and the clues that make it so.

As many clues as it bears are added, changed where they allow another solution, and dropped again
until none can go. Where few are left, fewer are looked for: other solutions are collected that the
clues added so far allow, and the next proposal is a smallest set that rules out all of those.
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
from masume.exact.sums import counted
from masume.logic.models import kept_model
from masume.make.sound import whole_literals
from masume.make.trim import Trimmer

_CHOSEN = 2  # ways to give all cells a clue, if a cell has a choice,
_CHANGED = 20  # and times that one of them is changed
_ORDERS = 3  # in which clues are dropped again
_OTHERS = 4  # solutions that are ruled out at a time
_ROUNDS = 60  # proposals of fewer clues
_FEW = 6  # clues; whether fewer than more of them would do takes too long to find out


def with_clues(puzzle: Puzzle, added: Iterable[Addition]) -> Puzzle:
    """The board with these clues in their cells."""
    printed = fields(puzzle)[2].name  # type: ignore[arg-type]  # as `Kind.new` has it
    cells = list(getattr(puzzle, printed))
    for places, clue in added:
        for cell in places:
            cells[cell] = clue
    changed: Puzzle = replace(puzzle, **{printed: tuple(cells)})  # type: ignore[type-var]
    return changed


def some_solutions(puzzle: Puzzle, at_most: int, deadline: Deadline) -> list[Position]:
    """So many solutions, or all; a limit is not swallowed."""
    answers = solutions(puzzle, at_most=at_most, deadline=deadline)
    listed = list(islice(answers, at_most))
    if answers.stopped is not None:
        raise LimitReached(answers.reason, answers.stopped)
    return listed


class Composer:
    """A board, a solution that is to be the only one, and the clues that it bears."""

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
        places = [cell for one in self.possible for cell in one.cells]
        self._has_choice = len(set(places)) < len(places)

    def _others(self, added: Iterable[Addition], at_most: int = 1) -> list[Position]:
        """Some solutions that these clues leave besides."""
        answers = some_solutions(with_clues(self.puzzle, added), at_most + 1, self.deadline)
        return [one for one in answers if one != self.answer][:at_most]

    def _fits(self, added: Iterable[Addition]) -> bool:
        return not self.kind.violations(with_clues(self.puzzle, added), self.answer)

    @cached_property
    def enough(self) -> list[Addition]:
        """As many clues as fit together, if that leaves one solution; none if it does not."""
        for number in range(_CHOSEN if self._has_choice else 1):
            rng = Random(number)
            added = self._chosen(rng)
            for _ in range(_CHANGED):
                others = self._others(added)
                if not others:
                    return added
                changed = self._changed(added, others[0], rng)
                if changed is None:
                    break
                added = changed
        return []

    def _chosen(self, rng: Random) -> list[Addition]:
        """All clues if they fit together, or one after the other that fits, large ones first."""
        if not self._has_choice and self._fits(self.possible):
            return list(self.possible)
        added: list[Addition] = []
        taken: set[Cell] = set()
        order = rng.sample(self.possible, len(self.possible))
        for one in sorted(order, key=lambda one: -len(one.cells)):
            if taken.isdisjoint(one.cells) and self._fits([*added, one]):
                added.append(one)
                taken.update(one.cells)
        return added

    def _changed(
        self, added: Sequence[Addition], other: Position, rng: Random
    ) -> list[Addition] | None:
        """The same with another clue where two solutions differ, such that one of them is none."""
        vocabulary = vocabulary_of(self.puzzle)
        one, two = (whole_literals(vocabulary, each) for each in (self.answer, other))
        differ = set(vocabulary.cells_of(one - two))
        there = set(added)
        clues = [new for new in self.possible if not differ.isdisjoint(new.cells)]
        for new in rng.sample(clues, len(clues)):
            self.deadline.check()
            if new in there:
                continue
            changed = [old for old in added if set(old.cells).isdisjoint(new.cells)] + [new]
            board = with_clues(self.puzzle, changed)
            if self.kind.violations(board, other) and not self.kind.violations(board, self.answer):
                return changed
        return None

    @cached_property
    def _trimmer(self) -> Trimmer:
        """The board with all clues of `enough`, each of which can be dropped.

        A reason that only the board with these clues has belongs to those that it touches. One that
        only the board without them has, such as a `?` that a number replaces, still holds when they
        are dropped. The text is compared as well: a number has the same key as the `?` before it.
        """
        whole = with_clues(self.puzzle, self.enough)
        before, after = (self._parts(board) for board in (self.puzzle, whole))
        new = sorted({reason.key for reason in after.keys() - before.keys()})
        clues = [
            Clues(one.cells, tuple(key for key in new if not set(key[1]).isdisjoint(one.cells)))
            for one in self.enough
        ]
        replaced = [part for reason, part in before.items() if reason not in after]
        solution = whole_literals(vocabulary_of(whole), self.answer)
        trimmer = Trimmer(whole, solution, clues, self.deadline)
        trimmer.add_rules(kept_model(self.puzzle, self.deadline, reasons=True), replaced)
        return trimmer

    def _parts(self, board: Puzzle) -> dict[Reason, Part]:
        parts = kept_model(board, self.deadline, reasons=True).parts
        return {part.reason: part for part in parts if part.reason}

    def trimmed(self, number: int) -> list[Addition]:
        """Clues that are enough, none of which can go; each number drops them in another order."""
        kept = self._trimmer.minimal(Random(number))
        assert kept is not None
        return [self.enough[one] for one in kept]

    def proposals(self) -> Iterator[list[Addition]]:
        """Sets of clues that are enough, of which the last may be the smallest."""
        smallest = len(self.enough)
        for number in range(_ORDERS):
            trimmed = self.trimmed(number)
            smallest = min(smallest, len(trimmed))
            yield trimmed
        if 1 < smallest <= _FEW and (fewer := self._fewest(smallest - 1)):
            yield fewer

    def _fewest(self, most: int) -> list[Addition] | None:
        """The fewest clues that are enough; None if there are more than that, or it takes long."""
        solver, variables = Solver(self.deadline.check), Variables(len(self.possible))
        numbers = range(1, len(self.possible) + 1)
        clauses, levels = counted(variables, [list(numbers)], min(most + 1, len(numbers)))
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
            others = self._others(added, _OTHERS)
            if not others:
                return added
            solver.add([self._against(other) for other in others])
        return None

    def _against(self, other: Position) -> list[int]:
        """The numbers of the clues that rule out another solution.

        Where cells have no choice, that bears no other clues than those that are listed.
        """
        borne = set(self._additions(self.puzzle, other))
        against = [number for number, one in enumerate(self.possible, 1) if one not in borne]
        if not self._has_choice:
            return against
        boards = (
            (number, with_clues(self.puzzle, [self.possible[number - 1]])) for number in against
        )
        return [number for number, board in boards if self.kind.violations(board, other)]
