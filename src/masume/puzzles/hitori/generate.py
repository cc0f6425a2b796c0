"""New Hitori boards: black cells, numbers that do not repeat for the white ones, and for each black
cell a number that a white cell of its row or column has too.

As many cells are black as the rules allow. Otherwise another could be blackened, whatever the
numbers are, and there would be a second solution.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random

from masume.core.grid import Cell, Grid, cells, grid, mask
from masume.core.maker import Addition, BoardRequest, Maker
from masume.core.model import CancelCheck
from masume.core.technique import LEVELS
from masume.families.shading.make import random_black, scattered_black
from masume.families.shading.position import Shading, blackener
from masume.puzzles.hitori.puzzle import Hitori

_HARD = LEVELS[LEVELS.index("hard") :]
_NEAR = 2  # cells


def propose(rng: Random, request: BoardRequest) -> Hitori:
    """Numbers around a random solution; often it is not the only one yet."""
    return draw(rng, request)[0]


def draw(rng: Random, request: BoardRequest) -> tuple[Hitori, Shading]:
    """The same with that solution."""
    g = grid(request.rows, request.cols)
    if request.level == "easy" and not request.symmetry:
        # Of a white cell with no black one beside it no easy step ever tells the colour.
        black = scattered_black(rng, g, request.check_cancel)
    else:
        black = random_black(rng, g, g.size, symmetric=request.symmetry)
    answer = Shading(frozenset(black))
    return around(rng, request, answer), answer


def around(rng: Random, request: BoardRequest, answer: Shading) -> Hitori:
    """Numbers around a solution."""
    rows, cols, black = request.rows, request.cols, answer.black
    numbers = _latin(rng, rows, cols, request.check_cancel)
    is_hard = request.level in _HARD
    beside = _black_beside(grid(rows, cols), black) if is_hard else []
    for cell in sorted(black):
        twins = _line(rows, cols, cell, black)
        if is_hard:
            twins = _unsupported(cols, cell, twins, beside)
        numbers[cell] = numbers[rng.choice(twins)]
    return Hitori(rows, cols, tuple(numbers))


def _black_beside(g: Grid, black: frozenset[Cell]) -> list[int]:
    """How many black cells are beside each cell."""
    beside = [0] * g.size
    for cell in black:
        for other in g.neighbours[cell]:
            beside[other] += 1
    return beside


def _unsupported(cols: int, cell: Cell, twins: list[Cell], beside: list[int]) -> list[Cell]:
    """Of the cells whose number a black one may have, those that are hard to be found out.

    They are neither near, where people see at once what equal numbers say, nor beside many black
    cells, each of which would tell their colour.
    """
    near = {cell + way * by for way in range(-_NEAR, _NEAR + 1) for by in (1, cols)}
    far = [one for one in twins if one not in near] or twins
    fewest = min(beside[one] for one in far)
    return [one for one in far if beside[one] == fewest]


def _line(rows: int, cols: int, cell: Cell, black: set[Cell] | frozenset[Cell]) -> list[Cell]:
    """The white cells in the row and the column of a cell; itself if there is none."""
    row, col = divmod(cell, cols)
    line = [*range(row * cols, row * cols + cols), *range(col, rows * cols, cols)]
    return [other for other in line if other not in black] or [cell]


def _latin(rng: Random, rows: int, cols: int, check_cancel: CancelCheck) -> list[int]:
    """Random numbers from 1 to the longer side that repeat in no row and no column.

    Row by row, each column gets a number that is not above it. That is always possible if each row
    has all numbers, so a high board is made lying; where a column finds nothing left, others make
    room for it.
    """
    if rows > cols:
        lying = _latin(rng, cols, rows, check_cancel)
        return [lying[col * rows + row] for row in range(rows) for col in range(cols)]
    most = cols
    unused = [set(range(1, most + 1)) for _ in range(cols)]
    found: list[int] = []
    for _ in range(rows):
        owner: dict[int, int] = {}  # number -> column
        order = list(range(cols))
        rng.shuffle(order)
        for col in order:
            check_cancel()
            _place(rng, col, unused, owner, set())
        row = sorted((col, number) for number, col in owner.items())
        for col, number in row:
            unused[col].discard(number)
            found.append(number)
    return found


def _place(
    rng: Random, col: int, unused: list[set[int]], owner: dict[int, int], seen: set[int]
) -> bool:
    """Find a number for a column; whoever has it already looks for another one."""
    numbers = sorted(unused[col])
    rng.shuffle(numbers)
    numbers.sort(key=lambda number: number in owner)  # free ones first
    for number in numbers:
        if number not in seen:
            seen.add(number)
            if number not in owner or _place(rng, owner[number], unused, owner, seen):
                owner[number] = col
                return True
    return False


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
    """Other numbers for a few black cells, rather those of white cells that are elsewhere.

    If these can be found out, so can the black ones.
    """
    clues = list(puzzle.clues)
    black = sorted(answer.black.intersection(where) or answer.black)
    for cell in rng.sample(black, min(len(black), rng.randint(1, 3))):
        line = _line(puzzle.rows, puzzle.cols, cell, answer.black)
        known = [one for one in line if one not in where]
        clues[cell] = clues[rng.choice(known if known and rng.random() < 0.5 else line)]
    return Hitori(puzzle.rows, puzzle.cols, tuple(clues)), answer


def additions(puzzle: Hitori, answer: Shading) -> list[Addition]:
    """Numbers for cells without one: any that a black cell may have, and no white one twice."""
    found = []
    for cell, clue in enumerate(puzzle.clues):
        if isinstance(clue, int):
            continue
        line = _line(puzzle.rows, puzzle.cols, cell, answer.black)
        taken = {puzzle.clues[other] for other in line}
        for number in range(1, max(puzzle.rows, puzzle.cols) + 1):
            if (number in taken) == (cell in answer.black):  # a black one without a twin says less
                found.append(Addition((cell,), number))
    return found


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
        clues_are_names=True,
        symmetry="which cells of the solution are black",
        suits=lambda puzzle, answer, request: not request.symmetry or _is_symmetric(puzzle, answer),
        additions=additions,
        held=held,
        drops=drops,
        around=around,
    )
