"""What all spaces derived from a puzzle's model share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from masume.core.model.model import Literal, Model
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.search.space import Cancellable

Move: TypeAlias = object


class ModelSpace(Cancellable):
    """What the spaces of a model share: the board, its model and its moves."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.prepare()
        self.shown = self.model.shown

    def prepare(self) -> None:
        """Set the model, its vocabulary, and the moves that set each variable."""
        puzzle = self.puzzle
        self.kind = kind_of(puzzle)
        assert self.kind.model is not None and self.kind.mark is not None
        # With reasons: the rules as they are, not what the puzzle has derived from them
        self.model: Model = self.kind.model(puzzle, reasons=True)
        self.words = self.model.vocabulary
        mark, variables = self.kind.mark, range(1, self.model.shown + 1)
        self._true = [None, *(mark(puzzle, variable, True) for variable in variables)]
        self._false = [None, *(mark(puzzle, variable, False) for variable in variables)]
        self._open = [None, *(mark(puzzle, variable, None) for variable in variables)]

    def is_solved(self, position: Position) -> bool:
        """Return whether the referee accepts a position."""
        return not self.kind.violations(self.puzzle, position)

    @cached_property
    def clauses(self) -> list[Masks]:
        """The clauses about shown variables only, as masks."""
        clauses = [clause for part in self.model.parts for clause in part.clauses]
        clauses += [[literal] for literal in self.model.known]
        return [masks_of(clause) for clause in clauses if is_shown(clause, self.shown)]

    @cached_property
    def sums(self) -> list[tuple[Masks, int]]:
        """The sums about shown variables only: the masks of their literals and their totals.

        The levels of a number imply each other, so a number is the count of its true levels.
        """
        sums = [item for part in self.model.parts for item in part.sums]
        flat = [(list(chain(*item.numbers)), item.total) for item in sums]
        return [
            (masks_of(literals), total)
            for literals, total in flat
            if is_shown(literals, self.shown)
        ]

    def answer(self, true: int) -> Position:
        """Return the answer in which exactly the variables of a mask are true."""
        position: Position = self.words.answer(signed(true, self.shown))
        return position

    def mask(self, position: Position | None) -> int:
        """Return the mask of the variables that a position makes true."""
        literals = self.words.literals(position) if position is not None else ()
        true = {literal for literal in (*self.words.printed(), *literals) if literal > 0}
        return sum(1 << literal - 1 for literal in true)


Masks: TypeAlias = tuple[int, int]
"""The variables of positive and of negative literals, as sets; variable 1 is bit 0."""


def masks_of(literals: Sequence[Literal]) -> Masks:
    """Return the variables of the positive and of the negative literals."""
    return (
        sum(1 << literal - 1 for literal in set(literals) if literal > 0),
        sum(1 << -literal - 1 for literal in set(literals) if literal < 0),
    )


def is_shown(literals: Sequence[Literal], shown: int) -> bool:
    """Return whether no literal is a helper's."""
    return all(abs(literal) <= shown for literal in literals)


def signed(true: int, shown: int) -> list[Literal]:
    """Return the true literal of each shown variable, given the true variables."""
    return [v if true >> v - 1 & 1 else -v for v in range(1, shown + 1)]
