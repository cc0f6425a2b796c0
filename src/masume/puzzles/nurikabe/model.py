"""Nurikabe as a model, on sites, and made from random seas."""

from __future__ import annotations

from itertools import combinations
from random import Random

from masume.constraints.connected import Connected
from masume.constraints.owners import add_owners
from masume.constraints.regions import OneSeed, Seeded, Sized
from masume.core.model.model import CancelCheck, Model, never_cancel
from masume.core.puzzle.clue import UNKNOWN
from masume.core.puzzle.grid import Cell, Grid, Mask, cells, grid, mask
from masume.core.puzzle.maker import BoardRequest, BoardSource, Option
from masume.core.text.codec import Code, DrawingCode, FileCode
from masume.families.cell_groups import squares
from masume.families.shading.codes import SHADING, shading_marks
from masume.families.shading.model import CellsBetweenWalls, cell_model_builder
from masume.families.shading.position import Shading
from masume.families.site_codes import NUMBER16
from masume.puzzles.nurikabe.puzzle import Nurikabe

CODECS: dict[str, Code[Nurikabe, Shading]] = {
    "puzz.link": Code(("nurikabe",), NUMBER16),
    "pzprv3": FileCode(("nurikabe",), marks=SHADING, one_table=True),
    "penpa": DrawingCode(("nurikabe",), marks=SHADING),
    "janko": Code(("nurikabe",), marks=shading_marks("x", "-", "-")),
}


_POOL = "four black cells would form a square"
_JOINED = "two numbers would be on one island"
_BARE = "an island would have no number"
_CUT = "some black cells would be cut off"


def model(
    puzzle: Nurikabe, *, reasons: bool = False, check_cancel: CancelCheck = never_cancel
) -> Model:
    """Return the board as a model; each number is a part of its own."""
    builder, g = cell_model_builder(puzzle, CellsBetweenWalls(puzzle)), puzzle.grid
    white = range(-1, -g.size - 1, -1)
    clues = enumerate(puzzle.clues)
    numbers = {cell: clue if isinstance(clue, int) else None for cell, clue in clues if clue}
    fixed = builder.part("black-number", (), "numbers are white")
    fixed.clauses += [[-cell - 1] for cell in numbers]
    pool = builder.part("pool", (), "no square of 2×2 cells is all black", otherwise=_POOL)
    pool.clauses += [[-cell - 1 for cell in square] for square in squares(puzzle)]
    apart = builder.part("numbers", (), "no two numbers are on one island", otherwise=_JOINED)
    for cell in range(g.size):
        near = [other + 1 for other in g.neighbours[cell] if other in numbers]
        if cell in numbers:
            apart.clauses += [[cell + 1, other] for other in near if other > cell]
        else:
            apart.clauses += [[cell + 1, a, b] for a, b in combinations(near, 2)]
    apart.constraints.append(OneSeed(g, white, numbers))
    for cell, size in numbers.items():
        check_cancel()
        if size is not None:
            law = "{clue} is an island by itself" if size == 1 else ""
            otherwise = "" if law else f"the island of {{clue}} would not have {size} cells"
            part = builder.clue(cell, size, otherwise=otherwise, law=law)
            around = g.neighbours[cell]
            one = [[cell + 1, other + 1] for other in around]
            more = [[cell + 1, *(-other - 1 for other in around)]]
            part.clauses += one if size == 1 else more
            part.constraints.append(Sized(g, white, {cell: size}))
    numbered = builder.part("no-number", (), "each island has a number", otherwise=_BARE)
    numbered.constraints.append(Seeded(g, white, numbers))
    sea = builder.part("sea", (), "all black cells are connected", otherwise=_CUT)
    sea.constraints.append(Connected(g, range(1, g.size + 1)))
    if not reasons:
        add_owners(builder, g, white, numbers, check_cancel)
    return builder.model()


def blank(rng: Random, request: BoardRequest) -> Nurikabe | None:
    """Return the islands of a random sea, each with a number somewhere."""
    g = grid(request.rows, request.cols)
    islands = g.components(g.full & ~_sea(rng, g, request))
    if not islands or max(part.bit_count() for part in islands) > request.options["largest"]:
        return None
    sizes = {rng.choice(cells(part)): part.bit_count() for part in islands}
    return Nurikabe.with_clues(g, sizes)


def _sea(rng: Random, g: Grid, request: BoardRequest) -> Mask:
    """Return random connected black cells without a square, until no more fit."""
    pools = [mask(square) for square in squares(g)]
    black, rejected = 1 << rng.randrange(g.size), 0
    while edge := g.spread(black) & ~black & ~rejected:
        request.check_cancel()
        cell = 1 << rng.choice(cells(edge))
        fills = any((black | cell) & pool == pool for pool in pools if pool & cell)
        if fills or rng.random() < request.options["land"] / 100:
            rejected |= cell
        else:
            black |= cell
    return black


def repair(
    rng: Random, request: BoardRequest, puzzle: Nurikabe, answer: Shading, other: Shading
) -> Nurikabe | None:
    """Move a number of the answer to a cell that is black in the other one; None if impossible."""
    g, black = puzzle.grid, mask(other.black)
    islands = [part for part in g.components(g.full & ~mask(answer.black)) if part & black]
    if not islands:
        return None
    part = rng.choice(islands)
    (number,) = [cell for cell in cells(part) if puzzle.clues[cell] is not None]
    return puzzle.exchanged(number, rng.choice(cells(part & black)))


def clue(puzzle: Nurikabe, answer: Shading, cell: Cell) -> int | None:
    """Return the size of an island for its number, which may be unknown."""
    if puzzle.clues[cell] is None:
        return None
    g = puzzle.grid
    return g.flood(1 << cell, g.full & ~mask(answer.black)).bit_count()


def source() -> BoardSource[Nurikabe, Shading]:
    """Return how boards come from solutions."""
    options = {
        "largest": Option(9, "greatest number of cells of an island", 1, 100),
        "land": Option(15, "probability in percent that the sea leaves out a cell", 0, 90),
    }
    return BoardSource(
        blank,
        clue,
        options,
        reject=lambda request: (
            "a board needs two cells" * (request.rows * request.cols < 2) or None
        ),
        empty=lambda puzzle, cell: None if puzzle.clues[cell] is None else UNKNOWN,
        symmetry="",
        repair=repair,
    )
