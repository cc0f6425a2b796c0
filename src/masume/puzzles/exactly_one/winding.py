"""Random winding paths for new mazes, which nowhere touch themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, each, mask
from masume.puzzles.exactly_one.links import Net

_NEAR = 2  # steps from the path within which cells count as used
_ENOUGH = 0.85  # least share of the requested length
_FORWARD = 0.3  # probability of a step towards the goal


def unused(g: Grid, path: Sequence[Cell]) -> int:
    """Return the number of cells far from a path."""
    near = mask(path)
    for _ in range(_NEAR):
        near = g.spread(near)
    return (g.full & ~near).bit_count()


def winding_path(rng: Random, g: Grid, wanted: int, check_cancel: CancelCheck) -> list[Cell] | None:
    """Return a path from corner to corner of about `wanted` cells that nowhere touches itself.

    A path that touches itself has a shortcut, which shapes would have to forbid. A loop-erased
    random walk is extended by detours; None if it stays too short.
    """
    walk = _walk(rng, g, check_cancel)
    on, length = mask(walk), len(walk)
    while length + 1 < wanted:
        check_cancel()
        detours = [(cell, aside) for straight, aside in _detours(g, on) for cell in each(straight)]
        if not detours:
            break
        cell, aside = rng.choice(detours)
        along = 1 if abs(aside) == g.cols else g.cols
        on ^= mask([cell, *(cell + aside + step for step in (-along, 0, along))])
        length += 2
    if length < _ENOUGH * wanted:
        return None
    net = Net(g)
    return net.trace(net.within(on), walk[0])


def _walk(rng: Random, g: Grid, check_cancel: CancelCheck) -> list[Cell]:
    """Return a random walk from the lower left to the upper right that never touches itself.

    Whenever it would, it is cut back to the first cell that it touches. Some steps are biased
    towards the goal, as the walk would take too long on large boards.
    """
    goal = g.cols - 1
    path = [g.size - g.cols]
    place = {path[0]: 0}  # index of each cell of the path
    while path[-1] != goal:
        check_cancel()
        neighbours = g.neighbours[path[-1]]
        cell = rng.choice(neighbours)
        if rng.random() < _FORWARD:
            distance = {c: c // g.cols + abs(c % g.cols - goal) for c in neighbours}
            least = min(distance.values())
            cell = rng.choice([c for c in neighbours if distance[c] == least])
        touched = [place[near] for near in g.neighbours[cell] if near in place]
        keep = place[cell] + 1 if cell in place else min(touched) + 1
        for removed in path[keep:]:
            del place[removed]
        del path[keep:]
        if cell not in place:
            place[cell] = len(path)
            path.append(cell)
    return path


def _detours(g: Grid, on: Mask) -> Iterator[tuple[Mask, int]]:
    """Yield the straight cells of a path that can be replaced by a detour, by side of the detour.

    A detour uses the three cells on that side; no other cell of the path may be next to them, up
    to two cells along and one further aside.
    """
    cols, first, last = g.cols, g.col_masks[0], g.col_masks[-1]

    def horizontal(cells: Mask) -> Mask:
        return (cells & ~last) << 1 | (cells & ~first) >> 1

    def vertical(cells: Mask) -> Mask:
        return cells << cols | cells >> cols

    near = on | horizontal(on)
    wide = near | horizontal(near)
    straight = on & (on & ~last) << 1 & (on & ~first) >> 1
    yield straight & ~(wide << cols | near << 2 * cols | g.row_masks[0]), -cols
    yield straight & ~(wide >> cols | near >> 2 * cols | g.row_masks[-1]), cols
    near = on | vertical(on)
    wide = near | vertical(near)
    straight = on & on << cols & on >> cols
    left, right = (near & ~last) << 1, (near & ~first) >> 1
    blocked = (wide & ~last) << 1 | (left & ~last) << 1 | first
    yield straight & ~blocked, -1
    blocked = (wide & ~first) >> 1 | (right & ~first) >> 1 | last
    yield straight & ~blocked, 1
