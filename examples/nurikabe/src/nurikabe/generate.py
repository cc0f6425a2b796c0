"""The Nurikabe generator: grow a random sea, then put a number on each remaining island."""

from __future__ import annotations

from random import Random

from masume.core.puzzle.grid import Mask, cells, grid, mask
from masume.core.puzzle.maker import BoardRequest, Maker, Option
from masume.families.shading.position import Shading
from nurikabe.puzzle import Nurikabe, pools


def propose(rng: Random, request: BoardRequest) -> Nurikabe | None:
    """Return a board with at least one solution; None if an island is too large."""
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
    """Return random connected black cells without a square, until no more fit."""
    g = blank.grid
    squares = [mask(pool) for pool in pools(blank)]
    black = 1 << rng.randrange(g.size)
    rejected = 0  # cells that would complete a square, or are land
    while edge := g.spread(black) & ~black & ~rejected:
        request.check_cancel()
        cell = 1 << rng.choice(cells(edge))
        fills = any((black | cell) & square == square for square in squares if square & cell)
        if fills or rng.random() < request.options["land"] / 100:
            rejected |= cell
        else:
            black |= cell
    return black


def repair(
    rng: Random, request: BoardRequest, puzzle: Nurikabe, answer: Shading, other: Shading
) -> Nurikabe | None:
    """Move a number of the answer to a cell that is black in the other one; None if impossible."""
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


def reject(request: BoardRequest) -> str | None:
    """Return why no board of this size exists, or None."""
    return "a board needs at least two cells" if request.rows * request.cols == 1 else None


def maker() -> Maker[Nurikabe, Shading]:
    """Return the generator's options and functions."""
    options = {
        "largest": Option(9, "greatest number of cells of an island", 1, 100),
        "land": Option(15, "probability in percent that the sea leaves out a cell", 0, 90),
    }
    return Maker(propose, options, reject=reject, repair=repair)
