"""Kuromasu's propagator: the known colours, the lines that numbers see, and their arms.

Everything that draws conclusions about Kuromasu boards runs on it: the maker, the space `decide`,
the model before the engine, hints, walks, grades and suppositions. `propagate` applies the rules up
to a level to a fixpoint; everything since a checkpoint can be rolled back. `findings` tells apart
what each rule of a single number concludes next, for those who explain the rules one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, cast

from masume.core.model.model import Literal
from masume.core.puzzle.grid import Cell, Mask, each, mask
from masume.families.shading.propagate import (
    Marks,
    ShadingPropagator,
    last_way_out,
    literals_of,
    marks_of,
)
from masume.families.shading.walls import Walls
from masume.puzzles.kuromasu.arm_lengths import (
    EASY,
    ENDS,
    HARD,
    LEVEL_OF,
    SIGHTS,
    Arms,
    conclusions,
    fitting_lengths,
    narrow,
)
from masume.puzzles.kuromasu.lines import SightLines, line_table
from masume.puzzles.kuromasu.puzzle import Kuromasu

if TYPE_CHECKING:
    from masume.core.puzzle.technique import Deduction
    from masume.puzzles.kuromasu.pairs import PairFinding, Pairs

T = TypeVar("T")

_ANY: Arms = (-1, -1, -1, -1)
_MOST_CACHED = 5000  # cells; on larger boards caching takes more memory than it is worth


class Concluded(Protocol):
    """What a rule concludes, if it is no pair of masks."""

    @property
    def literals(self) -> Iterable[Literal]:
        """The conclusions."""

    @property
    def by_cause(self) -> Iterable[Sequence[Literal]]:
        """The conclusions of each cause."""


class Checkpoint(NamedTuple):
    """A state of a propagator to which it can be rolled back."""

    marks: Marks
    active: Mask
    pending: Mask
    joined: Mask
    narrowed: int
    summed: Mask
    clash: bool


class Narrowing:
    """What a rule makes of the arms of a number, and the deductions once they are explained."""

    __slots__ = ("arms", "cell", "deductions", "narrowed")

    def __init__(self, cell: Cell, arms: Arms, narrowed: Arms) -> None:
        self.cell, self.arms, self.narrowed = cell, arms, narrowed
        self.deductions: list[Deduction] | None = None


class Propagator(ShadingPropagator):
    """The known colours of a Kuromasu board.

    `active` contains the numbers that count and have open arms; without it, all of the board.
    """

    def __init__(self, puzzle: Kuromasu, level: int = HARD, active: Mask | None = None) -> None:
        super().__init__(puzzle.grid, puzzle.clues)
        g = self.grid
        self.puzzle = puzzle
        self.level = level
        self._walls = Walls(g)
        self.lines = SightLines(line_table(puzzle.rows, puzzle.cols))
        self.totals = [clue - 1 + ENDS if isinstance(clue, int) else 0 for clue in puzzle.clues]
        self.numbers = mask([cell for cell, total in enumerate(self.totals) if total])
        # Per line: the numbers in it. Only one direction of each is used.
        self._seen_by = [row & self.numbers for row in g.row_masks] * 2
        self._seen_by += [col & self.numbers for col in g.col_masks]
        self.active = self.numbers if active is None else active
        self.pending = self.active  # the numbers whose lines have changed
        self.arms_of = [_ANY] * g.size  # the lengths that fit each number
        self._narrowed: list[tuple[Cell, Arms]] = []  # former arms, in the order of changes
        self._summed: Mask = 0  # numbers to whose arms sums were applied
        self.pairs: Pairs | None = None  # the pairs of numbers, when a rule has looked for them
        self.pair_findings: tuple[dict[int, PairFinding], ...] = ({}, {})  # by index of the pair
        # Per level (see `changed`): the numbers that were not returned since they changed
        self._stale = [0] * (SIGHTS + 1)
        self.arms_seen: dict[Cell, Arms] = {}  # the lengths of the arms of numbers by colours alone
        self._findings: list[dict[Cell, Narrowing]] = [{} for _ in LEVEL_OF]
        self.sights: dict[Cell, tuple[Arms, Mask]] = {}  # per number: its arms, and its reach
        self._cache: dict[Hashable, tuple[object, Mask]] = {}

    @cached_property
    def clue_cells(self) -> Mask:
        """The cells with a number or a ?."""
        return mask([cell for cell, clue in enumerate(self.clues) if clue is not None])

    def add(self, new: Marks | Concluded) -> None:
        """Add new marks; a cell with both colours is a contradiction."""
        if not isinstance(new, tuple):
            self.learn(new.literals)
            return
        bits, seen_by = self.lines.table.bits, self._seen_by
        black, white = new[0] & ~self.black, new[1] & ~self.white
        self.black |= black
        self.white |= white
        if self.black & self.white:
            self.clash = True
        pending = 0
        for cells, lines in ((black, self.lines.black), (white, self.lines.not_white)):
            while cells:
                low = cells & -cells
                cells ^= low
                a, i, b, j, c, k, d, n = bits[low.bit_length() - 1]
                lines[a] ^= i
                lines[b] ^= j
                lines[c] ^= k
                lines[d] ^= n
                pending |= seen_by[b] | seen_by[d]
        self.pending |= pending

    def split(self, new: Marks | Concluded) -> Iterator[Marks]:
        """Yield the conclusions of each number, pair or supposition."""
        if isinstance(new, tuple):
            yield from super().split(new)
            return
        for literals in new.by_cause:
            if literals:
                yield marks_of(literals)

    def copy(self) -> Propagator:
        """Return an independent copy, which cannot be rolled back behind this moment."""
        other = super().copy()
        other.lines, other.arms_of = self.lines.copy(), self.arms_of[:]
        other._narrowed, other._stale = [], self._stale[:]
        other._findings = [dict(found) for found in self._findings]
        other.pair_findings = tuple(dict(found) for found in self.pair_findings)
        other.arms_seen, other.sights = dict(self.arms_seen), dict(self.sights)
        other._cache = dict(self._cache)
        return other

    def checkpoint(self) -> Checkpoint:
        """Return the current state for `rollback`."""
        return Checkpoint(
            (self.black, self.white),
            self.active,
            self.pending,
            self._joined,
            len(self._narrowed),
            self._summed,
            self.clash,
        )

    def rollback(self, checkpoint: Checkpoint) -> None:
        """Undo everything since a checkpoint."""
        marks, self.active, self.pending, joined, narrowed, summed, clash = checkpoint
        self._walls.undo(self._walls.count - (self._joined ^ joined).bit_count())
        for literal in literals_of(self.black & ~marks[0], self.white & ~marks[1]):
            self.lines.add(literal)  # which removes it
        (self.black, self.white), self._joined, self._summed = marks, joined, summed
        self.clash = clash
        for cell, arms in reversed(self._narrowed[narrowed:]):
            self.arms_of[cell] = arms
        del self._narrowed[narrowed:]

    def add_numbers(self, cells: Iterable[Cell]) -> None:
        """Add the numbers of some cells, which are white."""
        new = mask(cells)
        self.active |= new
        self.pending |= new
        self.add((0, new))

    def propagate(self) -> bool:
        """Apply the rules up to the level to a fixpoint; return whether there is no contradiction.

        The rule about walls implies the one about last ways out, which is used below its level.
        """
        grid = self.grid
        self.add((0, grid.beside(self.black)))  # those of new black cells are added with them
        while not self.clash:
            if self.pending & self.active:
                self._apply_bounds()
                continue
            if not self.unknown:  # much faster than the walls
                self.clash = not grid.is_connected(self.white)
                break
            marks = last_way_out(self)  # a quick part of the rule about walls
            if marks is None and self.level > EASY and (gaps := self.walls.gaps & self.unknown):
                marks = (0, gaps)
            if marks:
                self.add(marks)
            elif self.level < HARD or not self._apply_sums():
                break
        return not self.clash

    def _apply_bounds(self) -> None:
        """Apply the bounds of each number whose lines have changed."""
        lines, totals, level, arms_of = self.lines, self.totals, self.level, self.arms_of
        starts, black, not_white = lines.table.starts, lines.black, lines.not_white
        self.check_cancel()
        batch, history = self.pending & self.active, self._narrowed
        self.pending, self._summed = 0, self._summed & ~batch
        while batch:
            lowest = batch & -batch
            batch ^= lowest
            cell = lowest.bit_length() - 1
            a, i, b, j, c, k, d, n = starts[cell]
            up, down, left, right = before = arms_of[cell]
            # An arm of a single length is coloured, so the lines hold nothing new about it.
            if up & up - 1:
                ahead = black[a] >> i
                up &= not_white[a] >> i & (ahead ^ ahead - 1)
            if down & down - 1:
                ahead = black[b] >> j
                down &= not_white[b] >> j & (ahead ^ ahead - 1)
            if left & left - 1:
                ahead = black[c] >> k
                left &= not_white[c] >> k & (ahead ^ ahead - 1)
            if right & right - 1:
                ahead = black[d] >> n
                right &= not_white[d] >> n & (ahead ^ ahead - 1)
            arms = up, down, left, right
            if arms != before:
                narrowed = narrow(up, down, left, right, totals[cell], level)
                if narrowed is None:
                    self.clash = True
                    return
                history.append((cell, before))
                # Below hard, bounds that colour nothing are not used for further bounds.
                arms_of[cell] = narrowed if level == HARD else arms
                up, down, left, right = narrowed
                # Something follows if bounds have changed, or an arm has got a single length.
                if (
                    narrowed != arms
                    or (not up & up - 1 and before[0] & before[0] - 1)
                    or (not down & down - 1 and before[1] & before[1] - 1)
                    or (not left & left - 1 and before[2] & before[2] - 1)
                    or (not right & right - 1 and before[3] & before[3] - 1)
                ):
                    self._apply_arms(cell, before, narrowed)
                    self.pending &= ~batch  # those are still to come

    def _apply_sums(self) -> bool:
        """Apply the sums of the lengths of open numbers; return whether a colour follows."""
        before = self.black, self.white
        for cell in each(self.active & ~self._summed):
            self.check_cancel()
            arms = self.arms_of[cell]
            fitting = fitting_lengths(arms, self.totals[cell])
            if fitting is None:
                self.clash = True
                return True
            if fitting != arms:
                self._narrowed.append((cell, arms))
                self.arms_of[cell] = fitting
                self._apply_arms(cell, arms, fitting)
        self._summed |= self.active
        return (self.black, self.white) != before

    def _apply_arms(self, cell: Cell, before: Arms, narrowed: Arms) -> None:
        """Colour what the narrowed arms of a number take."""
        black_lines, not_white = self.lines.black, self.lines.not_white
        sides = self.lines.table.ahead[cell]
        white = black = open_arms = 0
        for side, new in enumerate(narrowed):
            low, old = new & -new, before[side]
            if new != low:
                open_arms = 1
                if low == old & -old:
                    continue  # only longer lengths are excluded
            if new != old:
                line, after, step = sides[side]
                open_cells = not_white[line] >> after & low - 1
                while open_cells:
                    bit = open_cells & -open_cells
                    open_cells ^= bit
                    white |= 1 << cell + step * bit.bit_length()
                if new == low and not black_lines[line] >> after & low:  # nor the border
                    black |= 1 << cell + step * low.bit_length()
        if not open_arms:
            self.active &= ~(1 << cell)
        if black:
            white |= self.grid.beside(black)
        if white & ~self.white or black:
            self.add((black, white))
            if self.level == HARD:
                self.pending &= ~(1 << cell)  # nothing more follows for this number

    # What the rules conclude next, one by one

    def literals(self, cell: Cell, side: int, old: int, new: int) -> tuple[Literal, ...]:
        """Return what it takes to narrow an arm: the white cells, then the black one."""
        line, after, step = self.lines.table.ahead[cell][side]
        low = new & -new
        white = tuple(-(cell + step * (n + 1)) - 1 for n in each(old & low - 1))
        if new != low or self.lines.black[line] >> after & low:
            return white
        return (*white, cell + step * low.bit_length() + 1)

    def changed(self, level: int) -> Mask:
        """Return the numbers whose arms have changed since the last call for a level."""
        if self.pending:
            arms_seen, changed = self.arms_seen, 0
            for cell in each(self.pending):
                arms = self.lines.arms(cell)
                if arms_seen.get(cell) != arms:
                    arms_seen[cell] = arms
                    changed |= 1 << cell
            self._stale = [stale | changed for stale in self._stale]
            self.pending = 0
        changed, self._stale[level] = self._stale[level], 0
        return changed

    def findings(self, rule: int) -> list[Narrowing]:
        """Return what a rule of a single number concludes; see `arm_lengths.conclusions`."""
        level = LEVEL_OF[rule]
        for cell in each(self.changed(level)):
            arms = self.arms_seen[cell]
            for other, found in enumerate(self._findings):
                if LEVEL_OF[other] == level:
                    found.pop(cell, None)
            concluded = conclusions(arms, self.totals[cell], level)
            if concluded is None:
                self.clash = True
            for other, narrowed in concluded or ():
                self._findings[other][cell] = Narrowing(cell, arms, narrowed)
        found = self._findings[rule]
        return [found[cell] for cell in sorted(found)] if found else []

    # What suppositions need

    def sight(self, cell: Cell) -> Arms:
        """Return the possible lengths of the arms of a number, at most its total."""
        a, b, c, d = self.lines.arms(cell)
        within = (2 << self.totals[cell] - ENDS) - 1
        return a & within, b & within, c & within, d & within

    def refresh_sights(self) -> None:
        """Compute the sights of the numbers whose lines have changed."""
        for cell in each(self.changed(SIGHTS)):
            arms = self.sight(cell)
            self.sights[cell] = arms, self._reach(cell, arms)

    def _reach(self, cell: Cell, arms: Arms) -> Mask:
        """Return the cells on whose colours the arms of a number depend."""
        up, down, left, right = (
            ray[min(bits.bit_length(), len(ray)) - 1] if ray else cell
            for ray, bits in zip(self.grid.rays(cell), arms, strict=True)
        )
        column = self.grid.col_masks[cell % self.grid.cols]
        return (2 << down) - (1 << up) & column | (2 << right) - (1 << left)

    def join(self, cell: Cell) -> Mask:
        """Add a known black cell to the walls, and return the gaps of its wall."""
        self._joined |= 1 << cell
        return self._walls.add(cell)

    def once(self, key: Hashable, find: Callable[[], tuple[T, Mask]]) -> T:
        """Return the cached value of `find`, computing it if a cell that it used is now known."""
        cached = self._cache.get(key)
        if cached is None or cached[1] & (self.black | self.white):
            value, used = find()
            cached = value, used & self.unknown
            if self.grid.size <= _MOST_CACHED:
                self._cache[key] = cached
        return cast("T", cached[0])


def conclude(board: Propagator, level: int) -> None:
    """Draw all conclusions of the rules up to a level that assume nothing."""
    quick = Propagator(board.puzzle, level)
    quick.check_cancel = board.check_cancel
    quick.add((board.black, board.white | quick.clue_cells))
    board.clash |= not quick.propagate()
    board.add((quick.black, quick.white))


def propagator(puzzle: Kuromasu) -> Propagator:
    """Return the propagator of a bare board."""
    return Propagator(puzzle)
