"""Placement of shapes along a path, one after the other, so that they determine the path.

Random shapes sometimes leave a small board with one solution, a large one hardly ever. So each
shape is placed where the previous shapes do not determine the path yet, and shapes without new
information are only placed if there are no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, cells, mask
from masume.puzzles.exactly_one.board import Shape, shape_of
from masume.puzzles.exactly_one.links import Links, Net
from masume.puzzles.exactly_one.propagate import Propagator
from masume.puzzles.exactly_one.techniques import EASY, QUICK, settle

_CANDIDATES = 6  # shapes that are compared at each placement
_ENOUGH_GAIN = 3  # links that a shape must determine to be placed without comparison
_TOWARDS_END = 0.8  # probability that a shape grows towards the end of a known piece
_NEAR = 5  # greatest distance between the known pieces and a new shape, if possible
_MAX_STUCK = 20  # times that no shape adds information before giving up
_SHAPES_PER_RETRY = 5  # one more time is allowed for each so many shapes
_BACKTRACK = 0.5  # probability of removing some shapes when stuck
_MAX_REMOVED = 8  # shapes removed at most

_Placed: TypeAlias = tuple[list[list[Cell]], dict[str, Shape], Mask, Links, Links]


class Placement:
    """A path, the shapes placed along it, and the links that these determine."""

    def __init__(
        self, g: Grid, path: Sequence[Cell], most: int, *, far: bool, check_cancel: CancelCheck
    ) -> None:
        self.grid = g
        self.path: Mask = mask(path)
        self.most = most  # cells of a shape
        self.net = Net(g)
        self._rules = tuple(rule for rule in (QUICK if far else EASY) if not rule.once)
        self.shapes: list[list[Cell]] = []
        self._board = Propagator(g, {})  # has the same shapes
        self._board.check_cancel = check_cancel
        self._inner: Mask = g.full & ~mask((path[0], path[-1]))
        self.free = self._inner  # cells that may get a label
        self.on = self.off = 0
        self._propagate()

    @property
    def is_complete(self) -> bool:
        """Whether the shapes determine the whole path."""
        return self.on | self.off == self.net.all

    @property
    def loose_ends(self) -> Mask:
        """The ends of the known pieces of the path."""
        has_one, has_two, _ = self.net.at_least(self.on)
        ends = self.path & ~self._inner
        return has_one & ~has_two & self._inner | ~has_one & ends

    def _propagate(self) -> None:
        board = self._board.with_links(self.on, self.off)
        settle(board, self._rules)
        assert not board.clash  # the path satisfies all shapes
        self.on, self.off = board.marks[:2]

    def place(self, number: int, more: Sequence[Cell]) -> None:
        """Add cells to a shape, or begin a new shape if the number is beyond the last one.

        Known links must stay valid: the shape is new, or its cell on the path is known.
        """
        if number == len(self.shapes):
            self.shapes.append([])
        self.shapes[number] = shape = sorted([*self.shapes[number], *more])
        self._board.shapes[str(number)] = shape_of(shape)
        self.free &= ~mask(more)
        self.off |= self.net.within(mask(shape))
        self._propagate()

    def snapshot(self) -> _Placed:
        """Return everything that `place` changes."""
        return self.shapes[:], dict(self._board.shapes), self.free, self.on, self.off

    def restore(self, snapshot: _Placed) -> None:
        """Undo all placements since a snapshot."""
        shapes, masks, self.free, self.on, self.off = snapshot
        self.shapes, self._board.shapes = shapes[:], dict(masks)


def place_shapes(
    rng: Random, g: Grid, path: Sequence[Cell], most: int, *, far: bool, check_cancel: CancelCheck
) -> list[list[Cell]] | None:
    """Return shapes of at most `most` cells that determine a path; None if the search fails.

    Without `far`, local rules suffice: about one cell, one shape or one piece at a time.
    """
    placement = Placement(g, path, most, far=far, check_cancel=check_cancel)
    history = [placement.snapshot()]
    stuck = farthest = 0
    while stuck <= _MAX_STUCK + farthest // _SHAPES_PER_RETRY:  # give up early with few shapes
        while _place_best(rng, placement, list(_extensions(placement))) or _place_best(
            rng, placement, list(_new_seeds(placement))
        ):
            history.append(placement.snapshot())
        if placement.is_complete:
            return placement.shapes
        stuck, farthest = stuck + 1, max(farthest, len(history))
        if rng.random() < _BACKTRACK or not _place_any(rng, placement):
            del history[max(1, len(history) - rng.randint(1, _MAX_REMOVED)) :]
            placement.restore(history[-1])
        else:
            history.append(placement.snapshot())
    return None


def _place_any(rng: Random, placement: Placement) -> bool:
    """Place a random shape without regard to its information; False if there is no room."""
    seeds = [seed for _, (seed,) in _new_seeds(placement)]
    rng.shuffle(seeds)
    shape = next(filter(None, (_grow_shape(rng, placement, [seed]) for seed in seeds)), None)
    if shape is not None:
        placement.place(len(placement.shapes), shape)
    return shape is not None


def _extensions(placement: Placement) -> Iterator[tuple[int, list[Cell]]]:
    """Yield the shapes that can grow, and new seeds, whose cell on the path is known.

    All other cells of such a shape are known to be off the path.
    """
    net = placement.net
    visited = net.touched(placement.on)
    targets = placement.grid.spread(_undetermined_cells(placement))
    for number, shape in enumerate(placement.shapes):
        cells_of_shape = mask(shape)
        is_known = cells_of_shape & visited & placement.path
        if len(shape) < placement.most and is_known and cells_of_shape & targets:
            yield number, []
    for seed in cells(visited & placement.path & placement.free & targets):
        yield len(placement.shapes), [seed]


def _new_seeds(placement: Placement) -> Iterator[tuple[int, list[Cell]]]:
    """Yield seeds of new shapes where the path is not determined; near known pieces if possible."""
    seeds = placement.path & placement.free & placement.grid.spread(_undetermined_cells(placement))
    near = placement.loose_ends
    for _ in range(_NEAR):
        near = placement.grid.spread(near)
    for seed in cells(seeds & near or seeds):
        yield len(placement.shapes), [seed]


def _undetermined_cells(placement: Placement) -> Mask:
    """Return the free cells off the path that are not known to be off it."""
    net = placement.net
    open_links = net.all & ~placement.on & ~placement.off
    return net.touched(open_links) & placement.free & ~placement.path


def _place_best(
    rng: Random, placement: Placement, candidates: list[tuple[int, list[Cell]]]
) -> bool:
    """Place the most informative of a few shapes; False if none puts new links on the path."""
    before, known = placement.snapshot(), placement.on.bit_count()
    best: tuple[int, int, list[Cell]] | None = None
    for number, seed in rng.sample(candidates, min(len(candidates), _CANDIDATES)):
        shape = _grow_shape(rng, placement, seed, number)
        if not shape:
            continue
        placement.place(number, shape)
        gain = placement.on.bit_count() - known
        if gain >= _ENOUGH_GAIN:
            return True
        placement.restore(before)
        if gain and (best is None or gain > best[0]):
            best = gain, number, shape
    if best is not None:
        placement.place(*best[1:])
    return best is not None


def _grow_shape(
    rng: Random, placement: Placement, seed: list[Cell], number: int | None = None
) -> list[Cell]:
    """Return new cells for a shape: the seed and free cells off the path; empty without room."""
    g, shapes = placement.grid, placement.shapes
    old = shapes[number] if number is not None and number < len(shapes) else []
    room = placement.free & ~placement.path
    ends = g.spread(placement.loose_ends)
    most = max(2, placement.most - (rng.random() < 0.3))
    shape, new = [*old, *seed], list(seed)
    while len(shape) < most:
        around = [c for cell in shape for c in g.neighbours[cell] if room >> c & 1]
        if not around:
            break
        at_ends = [cell for cell in around if ends >> cell & 1]
        cell = rng.choice(at_ends if at_ends and rng.random() < _TOWARDS_END else around)
        room &= ~(1 << cell)
        shape.append(cell)
        new.append(cell)
    return new if len(new) > len(seed) else []
