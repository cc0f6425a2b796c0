"""The meaning of a model's literals for puzzles of links: "at least n lines between a and b"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import chain
from operator import mul

from masume.core.model.model import Literal, Vocabulary
from masume.core.model.statement import Between, CellIs, Joins, LinkIs
from masume.core.puzzle.grid import Cell
from masume.families.links.graph import Counts
from masume.families.links.position import Lines, LinkBoard, counts_of, lines_of, no_link


@cache
def _signs(most: int) -> dict[tuple[int, int], list[int]]:
    """Return for two bounds of a link whether each level holds: 1, -1, or 0 if it is open."""
    return {
        (least, greatest): [1] * least + [0] * (greatest - least) + [-1] * (most - greatest)
        for greatest in range(most + 1)
        for least in range(greatest + 1)
    }


class LinkLevels(Vocabulary[Lines]):
    """A vocabulary with one variable per possible line of a link: "at least 1", "at least 2" …"""

    def __init__(self, puzzle: LinkBoard) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.most = puzzle.most
        self.shown = puzzle.most * len(puzzle.links)

    @cached_property
    def levels(self) -> list[range]:
        """The variables of each link."""
        most, last = self.most, self.most * len(self.puzzle.links)
        return [range(first, first + most) for first in range(1, last + 1, most)]

    def bound_literals(self, lo: Counts, hi: Counts) -> list[Literal]:
        """Return the literals that bounds on the links fix: levels that hold, or do not."""
        signs = _signs(self.most)
        flat = chain.from_iterable(map(signs.__getitem__, zip(lo, hi, strict=True)))
        return list(filter(None, map(mul, range(1, self.most * len(lo) + 1), flat)))

    def answer(self, literals: Sequence[Literal]) -> Lines:
        """Return the position in which each link has as many lines as levels hold."""
        most = self.most
        counts = [0] * len(self.puzzle.links)
        for literal in literals:
            if 0 < literal <= most * len(counts):
                counts[(literal - 1) // most] += 1
        return lines_of(self.puzzle, counts)

    def position_of(self, literals: Iterable[Literal]) -> Lines:
        """Return the position of the known lines and of the links known to have none."""
        known = set(literals)
        counts = [
            max((n for n, level in enumerate(numbers, start=1) if level in known), default=0)
            for numbers in self.levels
        ]
        barred = frozenset(
            (link.a, link.b)
            for link, numbers in zip(self.puzzle.links, self.levels, strict=True)
            if -numbers[0] in known
        )
        return Lines(lines_of(self.puzzle, counts).joined, barred)

    def literals(self, position: Lines) -> list[Literal]:
        """Return the literals of a position: at least the drawn lines, none where barred."""
        literals: list[Literal] = []
        most = self.most
        for number, count in enumerate(counts_of(self.puzzle, position)):
            if count > most:
                literals += [(number + 1) * most, -(number + 1) * most]  # too wide: contradictory
            elif count:
                literals.append(number * most + count)
        if not position.barred:
            return literals
        barred = set(position.barred)
        for link, numbers in zip(self.puzzle.links, self.levels, strict=True):
            if (link.a, link.b) in barred:
                literals.append(-numbers[0])
                barred.remove((link.a, link.b))
        if barred:
            raise no_link(self.puzzle, *min(barred))
        return literals

    def implied_literals(self, literal: Literal) -> Sequence[Literal]:
        """Return the literals that `literal` implies: at least two lines are at least one."""
        most = self.most
        first = (abs(literal) - 1) // most * most + 1
        return range(first, literal) if literal > 0 else range(literal - 1, -first - most, -1)

    def statement(self, literal: Literal) -> Between | Joins | CellIs | LinkIs:
        """Return "at least n lines" for a positive literal, "at most n - 1" for a negative."""
        number, level = divmod(abs(literal) - 1, self.most)
        link, holds = self.puzzle.links[number], literal > 0
        return Between(link.a, link.b, self.puzzle.line, level + holds, at_least=holds)

    def cells(self, variable: int) -> Sequence[Cell]:
        """Return both points of a variable's link and the cells between them."""
        link = self.puzzle.links[(variable - 1) // self.most]
        return (link.a, *link.between, link.b)
