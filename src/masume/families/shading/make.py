"""Generate random patterns of black cells that obey the common rules of shading puzzles."""

from __future__ import annotations

from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, cells, mask
from masume.core.puzzle.maker import BoardRequest
from masume.families.shading.walls import Walls, closes_wall


def random_black(rng: Random, g: Grid, wanted: int, *, symmetric: bool = False) -> set[Cell]:
    """Return up to `wanted` random black cells that obey the two rules.

    Black cells that touch at corners form walls together with the border; a cell that touches a
    wall twice would divide the white cells. With `symmetric` the pattern has 180° rotational
    symmetry.
    """
    order = list(range(g.size))
    rng.shuffle(order)
    walls = Walls(g)
    for cell in order:
        count = walls.count
        if count >= wanted:
            break
        other = g.size - 1 - cell
        for new in (cell, other) if symmetric and other != cell else (cell,):
            if not walls.may_add(new):
                walls.undo(count)
                break
            walls.add(new)
    return {cell for cell in order if cell in walls}


def random_cells(rng: Random, request: BoardRequest, share: float) -> set[Cell]:
    """Return a share of the cells, with a request for symmetry together with their opposites."""
    size = request.rows * request.cols
    chosen: set[Cell] = set()
    for cell in rng.sample(range(size), size):
        if len(chosen) < int(size * share):
            chosen |= {cell, size - 1 - cell} if request.symmetry else {cell}
    return chosen


def scatter_black(rng: Random, g: Grid, check_cancel: CancelCheck) -> set[Cell]:
    """Return a maximal set of black cells with few *bare* cells: white without a black neighbour.

    Local search: near a random bare cell remove one or two black cells, blacken it, and fill up.
    Bare cells that are also *lonely* (not the only way out of a neighbour) are removed first.
    """
    black = mask(random_black(rng, g, g.size))
    bare, lonely = _bare(g, black)
    for _ in range(g.size):
        if not bare:
            break
        check_cancel()
        waiting = cells(lonely or bare)
        changed = _rearrange(rng, g, black, waiting[int(rng.random() * len(waiting))])
        after = _bare(g, changed)
        if _counts(after) <= _counts((bare, lonely)):
            black, (bare, lonely) = changed, after
    return set(cells(black))


def _counts(cell_sets: tuple[Mask, Mask]) -> tuple[int, int]:
    bare, lonely = cell_sets
    return lonely.bit_count(), bare.bit_count()


def _rearrange(rng: Random, g: Grid, black: Mask, cell: Cell) -> Mask:
    """Remove one or two black cells near a cell, blacken it if possible, and fill up at random."""
    area: Mask = 0
    for neighbour in g.neighbours[cell]:
        area |= g.neighbour_mask[neighbour] | g.diagonal_mask[neighbour]
    near = cells(area & black)
    for removed in rng.sample(near, min(len(near), rng.randint(1, 2))):
        black ^= 1 << removed
    open_, _ = _bare(g, black)  # no other cell can be blackened
    fill = cells(open_ & ~(1 << cell))
    rng.shuffle(fill)
    for other in (cell, *fill):
        if open_ >> other & 1 and not closes_wall(g, black, other):
            black |= 1 << other
            open_ &= ~(g.neighbour_mask[other] | 1 << other)
    return black


def _bare(g: Grid, black: Mask) -> tuple[Mask, Mask]:
    """Return the bare cells (white without a black neighbour) and the lonely ones among them.

    A bare cell is lonely unless it is the only way out of a neighbour.
    """
    cols, right, left = g.cols, g.full & ~g.col_masks[0], g.full & ~g.col_masks[-1]
    white = g.full & ~black
    bare = g.full & ~g.spread(black)
    above, below = white << cols & g.full, white >> cols
    before, after = white << 1 & right, white >> 1 & left
    # Exactly one way out: an odd number, but not three.
    one_way = (above ^ below ^ before ^ after) & ~(above & below | before & after)
    one_way &= white & ~bare
    return bare, bare & ~g.spread(one_way)
