"""Generation of Kuromasu boards: random black cells with a number in every white cell.

`clue_selection` chooses the numbers that a board keeps.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from random import Random

from masume.core.puzzle.grid import Cell, Grid, by_size, grid
from masume.core.puzzle.maker import Addition, BoardRequest, Clues, Maker, Option
from masume.families.shading.make import random_black
from masume.families.shading.position import Shading
from masume.puzzles.kuromasu.clue_selection import sufficient_clues
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from


def propose(rng: Random, request: BoardRequest) -> Kuromasu:
    """Return all clues of a random solution; for symmetric boards only those with an opposite."""
    return draw(rng, request)[0]


def draw(rng: Random, request: BoardRequest) -> tuple[Kuromasu, Shading]:
    """Return a proposal and its solution."""
    g = grid(request.rows, request.cols)
    share = request.options["black"] / 100
    black_count = round(g.size * share * rng.uniform(0.85, 1.15))
    black = random_black(rng, g, black_count)
    bare = black | {g.size - 1 - cell for cell in black} if request.symmetry else black
    seen = _seen(g, black)
    clues = tuple([None if cell in bare else seen[cell] for cell in range(g.size)])
    return Kuromasu(request.rows, request.cols, clues), Shading(frozenset(black))


def _seen(g: Grid, black: Collection[Cell]) -> list[int]:
    """Return how many white cells each white cell sees, itself included.

    All cells of a line between two black ones see the same stretch.
    """
    seen = [-1] * g.size
    rows = [range(start, start + g.cols) for start in range(0, g.size, g.cols)]
    for line in (*rows, *(range(col, g.size, g.cols) for col in range(g.cols))):
        stretch: list[Cell] = []
        for cell in line:
            if cell not in black:
                stretch.append(cell)
                continue
            for white in stretch:
                seen[white] += len(stretch)
            stretch.clear()
        for white in stretch:
            seen[white] += len(stretch)
    return seen


def clues(puzzle: Kuromasu, request: BoardRequest) -> Sequence[Clues]:
    """Return each number as a removable clue; for symmetric boards together with its opposite."""
    numbers = [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]
    if not request.symmetry:
        single = _single_clues(puzzle.rows, puzzle.cols)
        return [single[cell] for cell in numbers]
    pairs: dict[Cell, list[Cell]] = {}
    for cell in numbers:
        pairs.setdefault(min(cell, len(puzzle.clues) - 1 - cell), []).append(cell)
    return [Clues(tuple(cells), tuple(("clue", (c,)) for c in cells)) for cells in pairs.values()]


@by_size
def _single_clues(rows: int, cols: int) -> list[Clues]:
    """Return one removable clue per cell."""
    return [Clues((cell,), (("clue", (cell,)),)) for cell in range(rows * cols)]


def keep_clues(puzzle: Kuromasu, cells: Collection[Cell]) -> Kuromasu:
    """Return the board with only these numbers."""
    clues_left = [clue if cell in cells else None for cell, clue in enumerate(puzzle.clues)]
    return Kuromasu(puzzle.rows, puzzle.cols, tuple(clues_left))


def additions(puzzle: Kuromasu, answer: Shading) -> list[Addition]:
    """Return, for each white cell without a number, the number that it would have."""
    return [
        Addition((cell,), seen_from(puzzle, answer, cell))
        for cell, clue in enumerate(puzzle.clues)
        if not isinstance(clue, int) and cell not in answer.black
    ]


def removals(puzzle: Kuromasu) -> list[tuple[Sequence[Cell], Kuromasu]]:
    """Return, for each clue, its cell and the board without it."""
    clued = {cell for cell, clue in enumerate(puzzle.clues) if clue is not None}
    return [((cell,), keep_clues(puzzle, clued - {cell})) for cell in sorted(clued)]


@cache
def maker() -> Maker[Kuromasu, Shading]:
    """Return the maker of Kuromasu boards."""
    black = Option(24, "approximate percentage of black cells", 0, 28)
    return Maker(
        propose,
        {"black": black},
        draw=draw,
        clues=clues,
        keep_clues=keep_clues,
        sufficient_clues=sufficient_clues,
        symmetry="the positions of the numbers",
        additions=additions,
        removals=removals,
    )
