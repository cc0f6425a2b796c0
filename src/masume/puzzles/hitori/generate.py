"""Generation of Hitori boards.

A board starts from black cells. White cells get numbers that do not repeat in a line, each black
cell gets the number of a white cell of its row or column.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random
from typing import ClassVar

from masume.core.puzzle.grid import Cell, Mask, cells, grid, mask
from masume.core.puzzle.maker import Addition, BoardRequest, Maker, Patience
from masume.core.puzzle.technique import LEVELS, count_steps, propagate
from masume.families.shading.make import random_black, scatter_black
from masume.families.shading.position import Shading, blackener
from masume.puzzles.hitori.numbers import Numbering
from masume.puzzles.hitori.propagate import Propagator
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.techniques import TECHNIQUES

HARD = LEVELS.index("hard")
_RULES = [tuple(rule for rule in TECHNIQUES if rule.level <= n) for n in range(len(LEVELS))]


def _black_cells(rng: Random, request: BoardRequest) -> Mask:
    """Return a random maximal set of black cells.

    If another cell could be blackened, any numbers would allow a second solution.
    """
    g = grid(request.rows, request.cols)
    if request.level == "easy" and not request.symmetry:
        # Easy steps hardly ever decide a white cell without a black neighbour.
        return mask(scatter_black(rng, g, request.check_cancel))
    return mask(random_black(rng, g, g.size, symmetric=request.symmetry))


def _is_hard(request: BoardRequest) -> bool:
    """Return whether the requested level is hard or above, so that equals should not be obvious."""
    return request.level in LEVELS[HARD:]


@dataclass
class Numbered:
    """A board with given black cells, judged by the rules up to a level; see `Candidate`."""

    patience: ClassVar = Patience(6, 12, too_easy=2)

    numbering: Numbering
    request: BoardRequest
    least: int
    most: int
    numbers: list[int]

    @cached_property
    def _reached(self) -> tuple[int, Mask]:
        """The level of the hardest rules that were needed, and the cells that are left unknown."""
        self.request.check_cancel()
        known = Propagator(self.request.rows, self.request.cols, self.numbers)
        level = -1
        while level < self.most and known.unknown:
            level += 1
            propagate(known, _RULES[level])
        return max(level, 0), known.unknown

    @property
    def level(self) -> int:
        """The level of a finished board."""
        return self._reached[0]

    @property
    def unknown(self) -> int:
        """The number of cells that the rules up to the highest level do not decide."""
        return self._reached[1].bit_count()

    @property
    def is_too_easy(self) -> bool:
        """Whether rules below the lowest requested level finish the board."""
        return self.level < self.least

    def survey(self) -> tuple[int, Mapping[str, int]] | None:
        """Return how many cells medium rules leave, and how often hard ones help in one order."""
        known = Propagator(self.request.rows, self.request.cols, self.numbers)
        propagate(known, _RULES[HARD - 1])
        left, rules = known.unknown.bit_count(), _RULES[HARD][len(_RULES[HARD - 1]) :]
        settle = partial(propagate, known, _RULES[HARD - 1])
        uses = count_steps(known, rules, settle, single=False)
        return None if known.unknown else (left, uses)

    def redrawn_anywhere(self) -> Numbered:
        """Return a variant in which all black cells have other numbers."""
        is_hard = _is_hard(self.request)
        return replace(self, numbers=self.numbering.draw_twins(self.numbers, is_hard=is_hard))

    def redrawn(self) -> Numbered:
        """Return a variant in which a few black cells have other numbers, unknown ones if any."""
        return replace(self, numbers=self.numbering.change_some(self.numbers, self._reached[1]))

    def redrawn_a_little(self) -> Numbered:
        """Return a variant in which a few black cells have other numbers."""
        return replace(self, numbers=self.numbering.change_some(self.numbers, 0))

    def board(self) -> tuple[Hitori, Shading]:
        """Return the board and its answer."""
        answer = Shading(frozenset(self.numbering.black))
        return Hitori(self.request.rows, self.request.cols, tuple(self.numbers)), answer


def candidate(rng: Random, request: BoardRequest, least: int, most: int) -> Numbered:
    """Return random numbers for random black cells."""
    numbering = Numbering(rng, request.rows, request.cols, _black_cells(rng, request))
    numbers = numbering.draw(request.check_cancel, is_hard=_is_hard(request))
    return Numbered(numbering, request, least, most, numbers)


def propose(rng: Random, request: BoardRequest) -> Hitori:
    """Return numbers for a random solution, which is often not the only one."""
    return draw(rng, request)[0]


def draw(rng: Random, request: BoardRequest) -> tuple[Hitori, Shading]:
    """Return a proposal and its solution."""
    answer = Shading(frozenset(cells(_black_cells(rng, request))))
    return build_around(rng, request, answer), answer


def build_around(rng: Random, request: BoardRequest, answer: Shading) -> Hitori:
    """Return random numbers that a solution satisfies."""
    rows, cols = request.rows, request.cols
    numbering = Numbering(rng, rows, cols, mask(answer.black))
    numbers = numbering.draw(request.check_cancel, is_hard=_is_hard(request))
    return Hitori(rows, cols, tuple(numbers))


def _line(rows: int, cols: int, cell: Cell, black: set[Cell] | frozenset[Cell]) -> list[Cell]:
    """Return the white cells in the row and column of a cell; the cell itself if there is none."""
    row, col = divmod(cell, cols)
    line = [*range(row * cols, row * cols + cols), *range(col, rows * cols, cols)]
    return [other for other in line if other not in black] or [cell]


def repair(
    rng: Random, request: BoardRequest, puzzle: Hitori, answer: Shading, other: Shading
) -> Hitori | None:
    """Return the board with one number changed so that only one of two solutions remains.

    A symmetric solution is kept if there is one. A cell that only this one blackens gets a number
    that the other has on a white cell of its line. Return None if there is no such cell.
    """
    if _is_symmetric(puzzle, other):
        answer, other = other, answer
    only = sorted(answer.black - other.black)
    rng.shuffle(only)
    for cell in only:
        line = _line(puzzle.rows, puzzle.cols, cell, answer.black)
        twins = [
            twin
            for twin in line
            if twin != cell and twin not in other.black and puzzle.clues[twin] != puzzle.clues[cell]
        ]
        if twins:
            clues = list(puzzle.clues)
            clues[cell] = clues[rng.choice(twins)]
            return Hitori(puzzle.rows, puzzle.cols, tuple(clues))
    return None


def _is_symmetric(puzzle: Hitori, answer: Shading) -> bool:
    last = len(puzzle.clues) - 1
    return all(last - cell in answer.black for cell in answer.black)


def redraw(
    rng: Random, puzzle: Hitori, answer: Shading, where: Collection[Cell]
) -> tuple[Hitori, Shading]:
    """Return the board with new numbers for a few black cells, in `where` if it has any."""
    numbering = Numbering(rng, puzzle.rows, puzzle.cols, mask(answer.black))
    clues = numbering.change_some(puzzle.clues, mask(where))
    return Hitori(puzzle.rows, puzzle.cols, tuple(clues)), answer


def additions(puzzle: Hitori, answer: Shading) -> list[Addition]:
    """Return the numbers that cells without one could have.

    A black cell can have any number of its line (others would carry no information), a white cell
    any that no other white cell of its line has.
    """
    in_use = {clue for clue in puzzle.clues if isinstance(clue, int)}
    numbers = sorted(in_use.union(range(1, max(puzzle.rows, puzzle.cols) + 1)))
    possible = []
    for cell, clue in enumerate(puzzle.clues):
        if isinstance(clue, int):
            continue
        is_black = cell in answer.black
        line = _line(puzzle.rows, puzzle.cols, cell, frozenset() if is_black else answer.black)
        taken = {puzzle.clues[other] for other in line}
        possible += [Addition((cell,), n) for n in numbers if (n in taken) == is_black]
    return possible


def normalise(puzzle: Hitori, answer: Shading) -> Shading:
    """Return the answer with further black cells until no more fit, or it cannot be unique."""
    g = puzzle.grid
    may_blacken, black = blackener(g), mask(answer.black)
    for cell in range(g.size):
        if not black >> cell & 1 and may_blacken(black, cell):
            black |= 1 << cell
    return Shading(frozenset(cells(black)))


def removals(puzzle: Hitori) -> list[tuple[Sequence[Cell], Hitori]]:
    """Return, for each number, its cell and the board without it."""
    return [
        ((cell,), replace(puzzle, clues=(*puzzle.clues[:cell], None, *puzzle.clues[cell + 1 :])))
        for cell, clue in enumerate(puzzle.clues)
        if isinstance(clue, int)
    ]


def _reject(request: BoardRequest) -> str | None:
    if request.rows * request.cols == 2:
        return "a board of two cells never has exactly one solution"
    if min(request.rows, request.cols) == 1 and request.level not in (None, "easy", "medium"):
        return "a single line of cells is never harder than medium"
    return None


def _is_accepted(puzzle: Hitori, answer: Shading, request: BoardRequest) -> bool:
    return not request.symmetry or _is_symmetric(puzzle, answer)


def maker() -> Maker[Hitori, Shading]:
    """Return the maker of Hitori boards."""
    return Maker(
        propose,
        reject=_reject,
        repair=repair,
        draw=draw,
        redraw=redraw,
        candidate=candidate,
        clues_are_names=True,
        symmetry="the black cells of the solution",
        accepts=_is_accepted,
        additions=additions,
        normalise=normalise,
        removals=removals,
        build_around=build_around,
    )
