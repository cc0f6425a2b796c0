"""New Nurikabe boards: a sea that grows at random, and a number on each island that it leaves."""

from __future__ import annotations

from random import Random

from masume.core.puzzle.grid import Mask, cells, grid, mask
from masume.core.puzzle.maker import BoardRequest, Maker, Option
from masume.families.shading.position import Shading
from nurikabe.puzzle import Nurikabe, pools


def propose(rng: Random, request: BoardRequest) -> Nurikabe | None:
    """A board with some solution; None if an island has grown too large."""
    blank = Nurikabe(request.rows, request.cols, (None,) * (request.rows * request.cols))
    g = grid(request.rows, request.cols)
    islands = g.components(g.full & ~_sea(rng, blank, request))
    if not islands or max(part.bit_count() for part in islands) > request.options["largest"]:
        return None
    clues: list[int | None] = [None] * g.size
    for part in islands:
        clues[rng.choice(cells(part))] = part.bit_count()
    return Nurikabe(request.rows, request.cols, tuple(clues))


def _sea(rng: Random, blank: Nurikabe, request: BoardRequest) -> Mask:
    """Black cells that are connected and form no square, as many as fit."""
    g = blank.grid
    squares = [mask(pool) for pool in pools(blank)]
    black = 1 << rng.randrange(g.size)
    barred = 0  # it would make a square, or is land
    while edge := g.spread(black) & ~black & ~barred:
        request.check_cancel()
        cell = 1 << rng.choice(cells(edge))
        fills = any((black | cell) & square == square for square in squares if square & cell)
        if fills or rng.random() < request.options["land"] / 100:
            barred |= cell
        else:
            black |= cell
    return black


def mend(
    rng: Random, request: BoardRequest, puzzle: Nurikabe, answer: Shading, other: Shading
) -> Nurikabe | None:
    """The same islands with a number moved to a cell that the other answer has black."""
    g = puzzle.grid
    black = mask(other.black)
    islands = [part for part in g.components(g.full & ~mask(answer.black)) if part & black]
    if not islands:
        return None
    part = rng.choice(islands)
    clues = list(puzzle.clues)
    (number,) = [cell for cell in cells(part) if clues[cell] is not None]
    clues[rng.choice(cells(part & black))], clues[number] = clues[number], None
    return Nurikabe(puzzle.rows, puzzle.cols, tuple(clues))


def refuse(request: BoardRequest) -> str | None:
    """A board of one cell has nothing to find."""
    return "a board of one cell has nothing to find" if request.rows * request.cols == 1 else None


def maker() -> Maker[Nurikabe, Shading]:
    """How boards are made."""
    options = {
        "largest": Option(9, "most cells of an island", 1, 100),
        "land": Option(15, "how many of 100 cells the sea leaves out on its way", 0, 90),
    }
    return Maker(propose, options, refuse=refuse, mend=mend)
