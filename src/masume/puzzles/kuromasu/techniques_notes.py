"""The notes of the Kuromasu techniques: the numbers, and how far each can see.

A number has four arms: up, down, left and right. Findings about them are cached until a cell in
sight of the number is coloured, so that techniques only examine what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar, TypeVarTuple, cast

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask
from masume.core.puzzle.technique import Key, is_or_are, join_words
from masume.families.shading.logic import Colours
from masume.families.shading.model import BLACK, WHITE
from masume.puzzles.kuromasu.lines import SeenRay, SightLines, arms, is_satisfiable, line_table
from masume.puzzles.kuromasu.pair import Pair, pairs
from masume.puzzles.kuromasu.puzzle import Kuromasu
from masume.puzzles.kuromasu.sight import Number, numbers

Finding = TypeVar("Finding")
About = TypeVarTuple("About")

SIDES = ("above", "below", "to the left", "to the right")


class Sight:
    """The current arms of a number, and a cache of findings about them."""

    __slots__ = ("_findings", "arms", "least", "most", "number", "reach")

    def __init__(self, number: Number, seen: list[SeenRay]) -> None:
        self.number = number
        self.arms = seen
        self.least = sum(arm.least for arm in seen)
        self.most = sum(arm.most for arm in seen)
        self.reach: Mask = 0  # computed lazily
        self._findings: dict[Hashable, object] = {}

    def cached(self, key: Hashable, find: Callable[[*About], Finding], *about: *About) -> Finding:
        """Return the cached result for a key; compute it with `find(*about)` the first time."""
        if key not in self._findings:
            self._findings[key] = find(*about)
        return cast("Finding", self._findings[key])


class KuromasuNotes(Colours):
    """The colours of the cells, and the numbers with what they see."""

    def __init__(self, puzzle: Kuromasu) -> None:
        super().__init__(puzzle)
        self.numbers = {number.cell: number for number in numbers(puzzle)}
        self.lines = SightLines(line_table(puzzle.rows, puzzle.cols))
        self.marked = [0] * len(self.lines.white)  # per line: the cells with numbers
        for cell in self.numbers:
            for line, _, bit, _ in self.lines.table.ahead[cell]:
                self.marked[line] |= bit
        self._pairs: list[Pair] | None = None
        self._sights: dict[Cell, Sight] = {}
        self._open_sights: dict[Cell, Sight] = {}
        self._changed: list[Cell] | None = None  # cells coloured since the last refresh; None: all

    def copy(self) -> KuromasuNotes:
        """Return an independent copy, caches included."""
        other = cast("KuromasuNotes", super().copy())
        other.lines = self.lines.copy()
        other._sights, other._open_sights = dict(self._sights), dict(self._open_sights)
        other._changed = self._changed and list(self._changed)
        return other

    def set_colour(self, literal: Literal, before: int) -> None:
        """Update the lines, and note the cell for the next refresh."""
        super().set_colour(literal, before)
        cell = abs(literal) - 1
        if before:
            self.lines.remove(cell)
            self._changed = None  # a colour was replaced: everything may have changed
        elif self._changed is not None:
            self._changed.append(cell)
        self.lines.add(literal)

    def _refresh(self) -> None:
        """Recompute the arms of the numbers in sight of changed cells."""
        if self._changed is None:
            affected: Iterable[Cell] = self.numbers
            self._open_sights = {}
        else:
            seen = (self.lines.marked_in_sight(cell, self.marked) for cell in self._changed)
            affected = dict.fromkeys(number for visible in seen for number, _ in visible)
        for cell in affected:
            number = self.numbers[cell]
            sight = self._sights[cell] = Sight(number, arms(self.lines, number))
            if sight.least < sight.most:
                self._open_sights[cell] = sight
            else:
                self._open_sights.pop(cell, None)
        self._changed = []

    def sight(self, number: Number) -> Sight:
        """Return the current arms of a number."""
        if self._changed is None or self._changed:
            self._refresh()
        return self._sights[number.cell]

    def label(self, number: Number) -> str:
        """Return a number with its cell, such as "5 at r1c2"."""
        return f"{number.total + 1} at {self.grid.name(number.cell)}"

    def open_sights(self) -> Iterator[Sight]:
        """Yield the numbers with open arms, skipping those irrelevant to the wanted literals."""
        if self._changed is None or self._changed:
            self._refresh()
        revision = self.revision
        for sight in list(self._open_sights.values()):
            if self.wanted and not self.is_relevant(sight.number):
                continue
            if self.revision != revision:  # something was learned since
                sight = self.sight(sight.number)
                if sight.least == sight.most:
                    continue
            yield sight

    def pairs(self) -> list[Pair]:
        """Return the pairs of numbers in a line with no other number between them."""
        if self._pairs is None:
            self._pairs = pairs(self.grid, self.numbers)
        return self._pairs

    def is_relevant(self, number: Number) -> bool:
        """Return whether the row or column of a number has a wanted literal, or none is wanted."""
        cols = self.grid.cols
        row, col = divmod(number.cell, cols)
        wanted = [divmod(abs(literal) - 1, cols) for literal in self.wanted]
        return not wanted or any(row == r or col == c for r, c in wanted)

    def reach(self, number: Number) -> Mask:
        """Return the cells on whose colours the arms of a number depend.

        They extend on each side up to the first black cell, at most as far as the number.
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


def violation_test(number: Number) -> Callable[[SightLines], bool]:
    """Return a test whether a number can no longer be satisfied."""
    return lambda board: not is_satisfiable(board, number)


def known_in_sight(colours: Sequence[int], number: Number) -> list[Literal]:
    """Return the known colours in sight of a number, including arm ends, nearest first."""
    by_distance = []
    for ray in number.rays:
        for length, cell in enumerate(ray):
            if colours[cell] == BLACK:
                by_distance.append((length, cell + 1))
                break
            if colours[cell] == WHITE:
                by_distance.append((length, -cell - 1))
    return [literal for _, literal in sorted(by_distance, key=lambda pair: pair[0])]


def minimal_premises(
    notes: KuromasuNotes,
    is_hopeless: Callable[[SightLines], bool],
    literals: Sequence[Literal],
    known: Sequence[Literal],
) -> list[Literal]:
    """Return a minimal subset of the known literals that proves all the given literals.

    A literal is proved if a board with its opposite satisfies `is_hopeless`; without literals the
    subset itself must do so. Literals are removed greedily, the last ones first.
    """
    board = SightLines(notes.lines.table, known)
    premises = list(known)
    for premise in reversed(known):
        board.remove(abs(premise) - 1)
        if all(_refutes(board, is_hopeless, literal) for literal in literals or (0,)):
            premises.remove(premise)
        else:
            board.add(premise)
    return premises


def _refutes(
    board: SightLines, is_hopeless: Callable[[SightLines], bool], literal: Literal
) -> bool:
    """Return whether the board is hopeless with the opposite of a literal; 0 means no literal."""
    if not literal:
        return is_hopeless(board)
    board.add(-literal)
    hopeless = is_hopeless(board)
    board.remove(abs(literal) - 1)
    return hopeless


def describe(notes: Colours, literals: Iterable[Literal], *, made: bool = False) -> str:
    """Return literals as text, white cells first: "r1c1 is white", or "r1c1 white" with `made`."""
    literals = list(literals)
    white = notes.names([-literal - 1 for literal in literals if literal < 0])
    black = notes.names([literal - 1 for literal in literals if literal > 0])
    parts = [
        f"{join_words(names)} {colour}" if made else is_or_are(names, colour)
        for names, colour in ((white, "white"), (black, "black"))
        if names
    ]
    return (", and " if len(literals) > 2 and not made else " and ").join(parts)


def without_clues(given: Iterable[Literal], because: Iterable[Key]) -> tuple[Literal, ...]:
    """Return the distinct literals except those of named clues, which are white anyway."""
    clues = {-cell - 1 for _, cells in because for cell in cells}
    return tuple(literal for literal in dict.fromkeys(given) if literal not in clues)


def list_sides(words: Sequence[str], but: int = -1) -> str:
    """Return the words of all sides but one as a list, without the empty ones."""
    return join_words(
        [
            f"{word} {side}"
            for index, (word, side) in enumerate(zip(words, SIDES, strict=True))
            if index != but and word
        ]
    )
