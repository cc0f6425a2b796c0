"""Winding paths for new mazes: they nowhere touch themselves, and use the board as far as asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, each, mask
from masume.puzzles.exactly_one.links import Net

_NEAR = 2  # steps from the path to cells that are not far from it
_ENOUGH = 0.85  # of the length wanted
_FORWARD = 0.3  # how often a step leads nearer to the goal


def unused(g: Grid, path: Sequence[Cell]) -> int:
    """How many cells lie far from a path, where nothing happens on the board."""
    near = mask(path)
    for _ in range(_NEAR):
        near = g.spread(near)
    return (g.full & ~near).bit_count()


def winding_path(rng: Random, g: Grid, wanted: int, check_cancel: CancelCheck) -> list[Cell] | None:
    """A path from corner to corner of about that many cells, which nowhere touches itself.

    Where it did, it could be cut short, and shapes would have to forbid that again and again. A
    random walk whose loops are cut off is made longer by detours. None if it stays too short.
    """
    walk = _walk(rng, g, check_cancel)
    on, length = mask(walk), len(walk)
    while length + 1 < wanted:
        check_cancel()
        ways = [(cell, aside) for straight, aside in _detours(g, on) for cell in each(straight)]
        if not ways:
            break
        cell, aside = rng.choice(ways)
        along = 1 if abs(aside) == g.cols else g.cols
        on ^= mask([cell, *(cell + aside + step for step in (-along, 0, along))])
        length += 2
    if length < _ENOUGH * wanted:
        return None
    net = Net(g)
    return net.trace(net.within(on), walk[0])


def _walk(rng: Random, g: Grid, check_cancel: CancelCheck) -> list[Cell]:
    """From the lower left to the upper right, going back to the first cell that is touched.

    Some steps are led nearer to the goal, or long boards would take for ever.
    """
    goal = g.cols - 1
    path = [g.size - g.cols]
    place = {path[0]: 0}
    while path[-1] != goal:
        check_cancel()
        beside = g.neighbours[path[-1]]
        cell = rng.choice(beside)
        if rng.random() < _FORWARD:
            far = {c: c // g.cols + abs(c % g.cols - goal) for c in beside}
            cell = rng.choice([c for c in beside if far[c] == min(far.values())])
        known = [place[near] for near in g.neighbours[cell] if near in place]
        keep = place[cell] + 1 if cell in place else min(known) + 1
        for gone in path[keep:]:
            del place[gone]
        del path[keep:]
        if cell not in place:
            place[cell] = len(path)
            path.append(cell)
    return path


def _detours(g: Grid, on: Mask) -> Iterator[tuple[Mask, int]]:
    """Cells that a path goes straight through and could go round on some side, and that side.

    A detour takes the cell at that side and both beside it; next to those there must be no other
    cell of the path, up to two cells along and one further aside.
    """
    cols, first, last = g.cols, g.col_masks[0], g.col_masks[-1]

    def level(cells: Mask) -> Mask:
        return (cells & ~last) << 1 | (cells & ~first) >> 1

    def upright(cells: Mask) -> Mask:
        return cells << cols | cells >> cols

    near = on | level(on)
    wide = near | level(near)
    straight = on & (on & ~last) << 1 & (on & ~first) >> 1
    yield straight & ~(wide << cols | near << 2 * cols | g.row_masks[0]), -cols
    yield straight & ~(wide >> cols | near >> 2 * cols | g.row_masks[-1]), cols
    near = on | upright(on)
    wide = near | upright(near)
    straight = on & on << cols & on >> cols
    left, right = (near & ~last) << 1, (near & ~first) >> 1
    blocked = (wide & ~last) << 1 | (left & ~last) << 1 | first
    yield straight & ~blocked, -1
    blocked = (wide & ~first) >> 1 | (right & ~first) >> 1 | last
    yield straight & ~blocked, 1
