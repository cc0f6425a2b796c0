"""New Hitori boards: black cells, numbers that do not repeat for the white ones, and for each black
cell a number that a white cell of its row or column has too.

Boards up to hard are made by `wanted_level`; harder ones, and those that people compose, from what
is here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random

from masume.core.puzzle.grid import Cell, cells, mask
from masume.core.puzzle.maker import Addition, BoardRequest, Maker
from masume.families.shading.position import Shading, blackener
from masume.puzzles.hitori.numbers import Numbering
from masume.puzzles.hitori.puzzle import Hitori
from masume.puzzles.hitori.wanted_level import black_cells, is_hard, of_level


def propose(rng: Random, request: BoardRequest) -> Hitori:
    """Numbers around a random solution; often it is not the only one yet."""
    return draw(rng, request)[0]


def draw(rng: Random, request: BoardRequest) -> tuple[Hitori, Shading]:
    """The same with that solution."""
    answer = Shading(frozenset(cells(black_cells(rng, request))))
    return around(rng, request, answer), answer


def around(rng: Random, request: BoardRequest, answer: Shading) -> Hitori:
    """Numbers around a solution."""
    rows, cols = request.rows, request.cols
    numbering = Numbering(rng, rows, cols, mask(answer.black))
    numbers = numbering.drawn(request.check_cancel, is_hard=is_hard(request))
    return Hitori(rows, cols, tuple(numbers))


def _line(rows: int, cols: int, cell: Cell, black: set[Cell] | frozenset[Cell]) -> list[Cell]:
    """The white cells in the row and the column of a cell; itself if there is none."""
    row, col = divmod(cell, cols)
    line = [*range(row * cols, row * cols + cols), *range(col, rows * cols, cols)]
    return [other for other in line if other not in black] or [cell]


def mend(
    rng: Random, request: BoardRequest, puzzle: Hitori, answer: Shading, other: Shading
) -> Hitori | None:
    """Give a cell that only the first solution blackens a number that the second cannot bear.

    A symmetric one is to stay, if one is.
    """
    if _is_symmetric(puzzle, other):
        answer, other = other, answer
    only = sorted(answer.black - other.black)
    rng.shuffle(only)
    for cell in only:
        line = _line(puzzle.rows, puzzle.cols, cell, answer.black)
        twins = [
            one
            for one in line
            if one != cell and one not in other.black and puzzle.clues[one] != puzzle.clues[cell]
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
    """Other numbers for a few black cells, there or anywhere."""
    numbering = Numbering(rng, puzzle.rows, puzzle.cols, mask(answer.black))
    clues = numbering.changed(puzzle.clues, mask(where))
    return Hitori(puzzle.rows, puzzle.cols, tuple(clues)), answer


def additions(puzzle: Hitori, answer: Shading) -> list[Addition]:
    """Numbers for cells without one: for a black cell any that its line has, and for a white one
    any that no white cell of its line has.

    A black cell with a number that its line has not says nothing.
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
        possible += [Addition((cell,), one) for one in numbers if (one in taken) == is_black]
    return possible


def held(puzzle: Hitori, answer: Shading) -> Shading:
    """The same with as many black cells as the rules allow, or there would be another one."""
    g = puzzle.grid
    may_blacken, black = blackener(g), mask(answer.black)
    for cell in range(g.size):
        if not black >> cell & 1 and may_blacken(black, cell):
            black |= 1 << cell
    return Shading(frozenset(cells(black)))


def drops(puzzle: Hitori) -> list[tuple[Sequence[Cell], Hitori]]:
    """The board without each of its numbers."""
    return [
        ((cell,), replace(puzzle, clues=(*puzzle.clues[:cell], None, *puzzle.clues[cell + 1 :])))
        for cell, clue in enumerate(puzzle.clues)
        if isinstance(clue, int)
    ]


def _refuse(request: BoardRequest) -> str | None:
    if request.rows * request.cols == 2:
        return "two cells beside each other have two solutions, or none to find"
    if min(request.rows, request.cols) == 1 and request.level not in (None, "easy", "medium"):
        return "a single line of cells is never harder than medium"
    return None


def maker() -> Maker[Hitori, Shading]:
    """How boards are made."""
    return Maker(
        propose,
        refuse=_refuse,
        mend=mend,
        draw=draw,
        redraw=redraw,
        of_level=of_level,
        clues_are_names=True,
        symmetry="which cells of the solution are black",
        suits=lambda puzzle, answer, request: not request.symmetry or _is_symmetric(puzzle, answer),
        additions=additions,
        held=held,
        drops=drops,
        around=around,
    )
