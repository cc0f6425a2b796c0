"""New Kuromasu boards: random black cells, and first of all a number in every white cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from random import Random

from masume.core.grid import Cell, grid
from masume.core.maker import Addition, BoardRequest, Clues, Maker, Option
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
    clues = []
    for cell in range(g.size):
        seen = 1
        for ray in g.rays(cell):
            for other in ray:
                if other in black:
                    break
                seen += 1
        bare = cell in black or (request.symmetry and g.size - 1 - cell in black)
        clues.append(None if bare else seen)
    return Kuromasu(request.rows, request.cols, tuple(clues)), Shading(frozenset(black))


def clues(puzzle: Kuromasu, request: BoardRequest) -> Sequence[Clues]:
    """Each number by itself, or with the one opposite."""
    found: dict[Cell, list[Cell]] = {}
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            opposite = len(puzzle.clues) - 1 - cell
            found.setdefault(min(cell, opposite) if request.symmetry else cell, []).append(cell)
    return [Clues(tuple(cells), tuple(("clue", (c,)) for c in cells)) for cells in found.values()]


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
