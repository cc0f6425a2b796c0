"""What the techniques for Kuromasu look at: the numbers, and how far each may see.

A number has four arms, up, down, left and right. What is found out about them is kept until a cell
is coloured that the number may see: so a technique looks again only where something has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar, TypeVarTuple, cast

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask
from masume.core.puzzle.technique import Key, are, listed
from masume.families.shading.logic import Colours
from masume.families.shading.model import BLACK, WHITE
from masume.puzzles.kuromasu.lines import SeenRay, SightLines, arms, is_possible, line_table
from masume.puzzles.kuromasu.pair import Pair, pairs
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import Number, numbers

Finding = TypeVar("Finding")
About = TypeVarTuple("About")

SIDES = ("above", "below", "to the left", "to the right")


class Sight:
    """The arms of a number as they are now, and what was found out about them."""

    __slots__ = ("_findings", "arms", "least", "most", "number", "reach")

    def __init__(self, number: Number, seen: list[SeenRay]) -> None:
        self.number = number
        self.arms = seen
        self.least = sum(arm.least for arm in seen)
        self.most = sum(arm.most for arm in seen)
        self.reach: Mask = 0  # until it is asked for
        self._findings: dict[Hashable, object] = {}

    def once(self, key: Hashable, find: Callable[[*About], Finding], *about: *About) -> Finding:
        """What `find` finds out, or has found out before."""
        if key not in self._findings:
            self._findings[key] = find(*about)
        return cast("Finding", self._findings[key])


class Sights(Colours):
    """The colours of the cells, and the numbers that look at them."""

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(puzzle)
        self.numbers = {number.cell: number for number in numbers(puzzle)}
        self.lines = SightLines(line_table(puzzle.rows, puzzle.cols))
        self.marked = [0] * len(self.lines.white)  # the numbers of each line
        for cell in self.numbers:
            for line, _, bit, _ in self.lines.table.ahead[cell]:
                self.marked[line] |= bit
        self._pairs: list[Pair] | None = None
        self._sights: dict[Cell, Sight] = {}
        self._growing: dict[Cell, Sight] = {}
        self._changed: list[Cell] | None = None  # since it was last looked; None: never

    def copy(self) -> Sights:
        """The same once more; what is remembered is remembered there too."""
        other = cast("Sights", super().copy())
        other.lines = self.lines.copy()
        other._sights, other._growing = dict(self._sights), dict(self._growing)
        other._changed = self._changed and list(self._changed)
        return other

    def coloured(self, literal: Literal, before: int) -> None:
        """Keep the lines right, and remember where something is new."""
        super().coloured(literal, before)
        cell = abs(literal) - 1
        if before:
            self.lines.remove(cell)
            self._changed = None  # it was known otherwise: nothing is sure any more
        elif self._changed is not None:
            self._changed.append(cell)
        self.lines.add(literal)

    def _look(self) -> None:
        """Look again at the numbers that see something new."""
        if self._changed is None:
            new: Iterable[Cell] = self.numbers
            self._growing = {}
        else:
            seen = (self.lines.in_sight(cell, self.marked) for cell in self._changed)
            new = dict.fromkeys(number for some in seen for number, _ in some)
        for cell in new:
            number = self.numbers[cell]
            sight = self._sights[cell] = Sight(number, arms(self.lines, number))
            if sight.least < sight.most:
                self._growing[cell] = sight
            else:
                self._growing.pop(cell, None)
        self._changed = []

    def sight(self, number: Number) -> Sight:
        """What a number sees so far."""
        if self._changed is None or self._changed:
            self._look()
        return self._sights[number.cell]

    def called(self, number: Number) -> str:
        """How a number is spoken of."""
        return f"{number.total + 1} at {self.grid.name(number.cell)}"

    def growing(self) -> Iterator[Sight]:
        """What the numbers see of which this is not all known yet."""
        if self._changed is None or self._changed:
            self._look()
        now = self.lessons
        for sight in list(self._growing.values()):
            if self.wanted and not self.matters(sight.number):
                continue
            if self.lessons != now:  # meanwhile
                sight = self.sight(sight.number)
                if sight.least == sight.most:
                    continue
            yield sight

    def pairs(self) -> list[Pair]:
        """Numbers in one line with no other between them."""
        if self._pairs is None:
            self._pairs = pairs(self.grid, self.numbers)
        return self._pairs

    def matters(self, number: Number) -> bool:
        """Whether what is wanted, if anything is, is in the row or column of a number."""
        cols = self.grid.cols
        row, col = divmod(number.cell, cols)
        about = [divmod(abs(one) - 1, cols) for one in self.wanted]
        return not about or any(row == r or col == c for r, c in about)

    def reach(self, number: Number) -> Mask:
        """The cells to all sides of a number, up to the first black ones and with these; but no
        farther than its arms may have to end.
        """
        sight = self.sight(number)
        if number.total < 0:
            return 1 << number.cell
        if not sight.reach:
            up, down, left, right = (
                ray[min(most, number.total, len(ray) - 1)] if ray else number.cell
                for ray, _, most in sight.arms
            )
            column = self.grid.col_masks[number.cell % self.grid.cols]
            sight.reach = (2 << down) - (1 << up) & column | (2 << right) - (1 << left)
        return sight.reach


def is_stuck(number: Number) -> Callable[[SightLines], bool]:
    """A test whether a number cannot be met any more."""
    return lambda board: not is_possible(board, number)


def in_sight(colours: Sequence[int], number: Number) -> list[Literal]:
    """What is known of the cells that a number may see or that end its view, nearest first."""
    by_distance = []
    for ray in number.rays:
        for length, cell in enumerate(ray):
            if colours[cell] == BLACK:
                by_distance.append((length, cell + 1))
                break
            if colours[cell] == WHITE:
                by_distance.append((length, -cell - 1))
    return [literal for _, literal in sorted(by_distance, key=lambda pair: pair[0])]


def grounds(
    notes: Sights,
    is_hopeless: Callable[[SightLines], bool],
    literals: Sequence[Literal],
    known: Sequence[Literal],
) -> list[Literal]:
    """Of what is known, as much as is needed to prove all these literals, and no more.

    A literal is proved if a board with its opposite is hopeless. Without literals it is what is
    known that is hopeless by itself. What comes last is left out first.
    """
    board = SightLines(notes.lines.table, known)
    kept = list(known)
    for one in reversed(known):
        board.remove(abs(one) - 1)
        if all(_refutes(board, is_hopeless, literal) for literal in literals or (0,)):
            kept.remove(one)
        else:
            board.add(one)
    return kept


def _refutes(
    board: SightLines, is_hopeless: Callable[[SightLines], bool], literal: Literal
) -> bool:
    if not literal:
        return is_hopeless(board)
    board.add(-literal)
    hopeless = is_hopeless(board)
    board.remove(abs(literal) - 1)
    return hopeless


def said(notes: Colours, literals: Iterable[Literal], *, made: bool = False) -> str:
    """What literals say, white cells first: "r1c1 is white", or "r1c1 white" if it is made so."""
    literals = list(literals)
    white = notes.names([-one - 1 for one in literals if one < 0])
    black = notes.names([one - 1 for one in literals if one > 0])
    parts = [
        f"{listed(names)} {colour}" if made else are(names, colour)
        for names, colour in ((white, "white"), (black, "black"))
        if names
    ]
    return (", and " if len(literals) > 2 and not made else " and ").join(parts)


def beyond(given: Iterable[Literal], because: Iterable[Key]) -> tuple[Literal, ...]:
    """What is given without the clues that are named anyway: that they are white is clear."""
    clues = {-cell - 1 for _, cells in because for cell in cells}
    return tuple(one for one in dict.fromkeys(given) if one not in clues)


def by_side(words: Sequence[str], but: int = -1) -> str:
    """What is said about each side, except one and those that have no cells."""
    return listed(
        [
            f"{word} {side}"
            for index, (word, side) in enumerate(zip(words, SIDES, strict=True))
            if index != but and word
        ]
    )
