"""New Kuromasu boards: random black cells, and first of all a number in every white cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from random import Random

from masume.core.puzzle.grid import Cell, Grid, by_size, grid
from masume.core.puzzle.maker import Addition, BoardRequest, Clues, Maker, Option
from masume.families.shading.make import random_black
from masume.families.shading.position import Shading
from masume.puzzles.kuromasu.choice import enough
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from


def propose(rng: Random, request: BoardRequest) -> Kuromasu:
    """All clues of a random solution, or those that have one opposite."""
    return draw(rng, request)[0]


def draw(rng: Random, request: BoardRequest) -> tuple[Kuromasu, Shading]:
    """The same with that solution."""
    g = grid(request.rows, request.cols)
    share = request.options["black"] / 100
    wanted = round(g.size * share * rng.uniform(0.85, 1.15))
    black = random_black(rng, g, wanted)
    bare = black | {g.size - 1 - cell for cell in black} if request.symmetry else black
    seen = _seen(g, black)
    clues = tuple([None if cell in bare else seen[cell] for cell in range(g.size)])
    return Kuromasu(request.rows, request.cols, clues), Shading(frozenset(black))


def _seen(g: Grid, black: Collection[Cell]) -> list[int]:
    """How many white cells each white cell sees: those of a line between black ones see the same.

    The cell itself counts once.
    """
    seen = [-1] * g.size
    rows = [range(start, start + g.cols) for start in range(0, g.size, g.cols)]
    for line in (*rows, *(range(col, g.size, g.cols) for col in range(g.cols))):
        stretch: list[Cell] = []
        for cell in line:
            if cell not in black:
                stretch.append(cell)
                continue
            for one in stretch:
                seen[one] += len(stretch)
            stretch.clear()
        for one in stretch:
            seen[one] += len(stretch)
    return seen


def clues(puzzle: Kuromasu, request: BoardRequest) -> Sequence[Clues]:
    """Each number by itself, or with the one opposite."""
    numbers = [cell for cell, clue in enumerate(puzzle.clues) if clue is not None]
    if not request.symmetry:
        alone = _alone(puzzle.rows, puzzle.cols)
        return [alone[cell] for cell in numbers]
    pairs: dict[Cell, list[Cell]] = {}
    for cell in numbers:
        pairs.setdefault(min(cell, len(puzzle.clues) - 1 - cell), []).append(cell)
    return [Clues(tuple(cells), tuple(("clue", (c,)) for c in cells)) for cells in pairs.values()]


@by_size
def _alone(rows: int, cols: int) -> list[Clues]:
    """Of each cell its number by itself."""
    return [Clues((cell,), (("clue", (cell,)),)) for cell in range(rows * cols)]


def only(puzzle: Kuromasu, cells: Collection[Cell]) -> Kuromasu:
    """The board with these numbers left."""
    kept = [clue if cell in cells else None for cell, clue in enumerate(puzzle.clues)]
    return Kuromasu(puzzle.rows, puzzle.cols, tuple(kept))


def additions(puzzle: Kuromasu, answer: Shading) -> list[Addition]:
    """What each white cell without a number sees."""
    return [
        Addition((cell,), seen_from(puzzle, answer, cell))
        for cell, clue in enumerate(puzzle.clues)
        if not isinstance(clue, int) and cell not in answer.black
    ]


def drops(puzzle: Kuromasu) -> list[tuple[Sequence[Cell], Kuromasu]]:
    """The board without each of its clues."""
    clued = {cell for cell, clue in enumerate(puzzle.clues) if clue is not None}
    return [((cell,), only(puzzle, clued - {cell})) for cell in sorted(clued)]


@cache
def maker() -> Maker[Kuromasu, Shading]:
    """How boards are made."""
    black = Option(24, "how many of 100 cells are black, about", 0, 28)
    return Maker(
        propose,
        {"black": black},
        draw=draw,
        clues=clues,
        only=only,
        enough=enough,
        symmetry="where the numbers are",
        additions=additions,
        drops=drops,
    )
