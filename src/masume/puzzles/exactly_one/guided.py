"""Shapes for a large maze, laid one after the other so that its path can always be found out.

Shapes at random leave a small board with one solution now and then, and a large one hardly ever.
So here each shape is laid where the path is not known yet to one who has all shapes so far, and
shapes that tell nothing new are not laid if any others can be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Cell, Grid, Mask, cells, mask
from masume.puzzles.exactly_one.board import MazeBoard, shape_of
from masume.puzzles.exactly_one.deduction import MazePropagation
from masume.puzzles.exactly_one.puzzle import ExactlyOne

_TRIED = 6  # shapes that are tried until one tells something
_FAR = 3  # links that a shape must tell so that no other is tried
_TELLING = 0.8  # how often a shape grows where the path's next step is not known
_NEAR = 5  # steps between the known pieces of the path and a new shape
_STUCK = 20  # times that no shape tells anything, until it is given up
_MORE = 5  # shapes for one time more
_BACK = 0.5  # how often some shapes are taken back then
_FEW = 8  # shapes that are taken back at most


class Laying:
    """A path, the shapes that were laid along it, and what follows from them."""

    def __init__(
        self, g: Grid, path: Sequence[Cell], most: int, *, far: bool, check_cancel: CancelCheck
    ) -> None:
        self.grid = g
        self.path: Mask = mask(path)
        self.most = most  # cells of a shape
        self.board = MazeBoard(ExactlyOne(g.rows, g.cols, (None,) * g.size))
        self.board.check_cancel = check_cancel
        self._deduction = MazePropagation(self.board, far=far)
        self.shapes: list[list[Cell]] = []
        self._inner: Mask = g.full & ~mask((path[0], path[-1]))
        self.free = self._inner  # cells that may get a label
        self.on = self.off = 0
        self._settle()

    @property
    def done(self) -> bool:
        """Whether the whole path can be found out."""
        return self.on | self.off == self.board.net.all

    @property
    def loose(self) -> Mask:
        """The ends of the pieces of the path that are known."""
        has_one, has_two, _ = self.board.net.at_least(self.on)
        ends = self.path & ~self._inner
        return has_one & ~has_two & self._inner | ~has_one & ends

    def _settle(self) -> None:
        settled = self._deduction.settle(self.on, self.off)
        assert settled is not None  # the path obeys all shapes
        self.on, self.off = settled

    def lay(self, number: int, more: Sequence[Cell]) -> None:
        """Give a shape some more cells; a number beyond the last one begins a new shape.

        What was known stays so if the shape is new, or if its cell on the path is known.
        """
        if number == len(self.shapes):
            self.shapes.append([])
            self.board.shapes.append((0, 0))
        self.shapes[number] = shape = sorted([*self.shapes[number], *more])
        self.board.shapes[number] = shape_of(shape)
        self.free &= ~mask(more)
        self.off |= self.board.net.within(mask(shape))
        self._settle()

    def saved(self) -> tuple[list[list[Cell]], Mask, int, int]:
        """All that `lay` changes."""
        return self.shapes[:], self.free, self.on, self.off

    def restore(self, saved: tuple[list[list[Cell]], Mask, int, int]) -> None:
        """Take back what was laid since then."""
        shapes, self.free, self.on, self.off = saved
        self.shapes = shapes[:]
        self.board.shapes = [shape_of(shape) for shape in shapes]


def guided(
    rng: Random, g: Grid, path: Sequence[Cell], most: int, *, far: bool, check_cancel: CancelCheck
) -> list[list[Cell]] | None:
    """Shapes with which the path can be found out; None if there is no room for that.

    Not `far`, it can be found out by looking at one cell, one shape or one piece at a time.
    """
    laying = Laying(g, path, most, far=far, check_cancel=check_cancel)
    history = [laying.saved()]
    stuck = farthest = 0
    while stuck <= _STUCK + farthest // _MORE:  # it should not take long to begin with
        while _tell(rng, laying, list(_sure(laying))) or _tell(rng, laying, list(_new(laying))):
            history.append(laying.saved())
        if laying.done:
            return laying.shapes
        stuck, farthest = stuck + 1, max(farthest, len(history))
        if rng.random() < _BACK or not _blind(rng, laying):
            del history[max(1, len(history) - rng.randint(1, _FEW)) :]
            laying.restore(history[-1])
        else:
            history.append(laying.saved())
    return None


def _blind(rng: Random, laying: Laying) -> bool:
    """Lay a shape that tells nothing by itself; False if there is no room."""
    seeds = [seed for _, (seed,) in _new(laying)]
    rng.shuffle(seeds)
    shape = next(filter(None, (_grown(rng, laying, [seed]) for seed in seeds)), None)
    if shape is not None:
        laying.lay(len(laying.shapes), shape)
    return shape is not None


def _sure(laying: Laying) -> Iterator[tuple[int, list[Cell]]]:
    """Shapes to go on with whose cell on the path is known, so that all others are not on it."""
    net = laying.board.net
    visited = net.touched(laying.on)
    wanted = laying.grid.spread(_wanted(laying))
    for number, shape in enumerate(laying.shapes):
        here = mask(shape)
        if len(shape) < laying.most and here & visited & laying.path and here & wanted:
            yield number, []
    for seed in cells(visited & laying.path & laying.free & wanted):
        yield len(laying.shapes), [seed]


def _new(laying: Laying) -> Iterator[tuple[int, list[Cell]]]:
    """Seeds of new shapes on the path, where it is not known; near what is known, if possible."""
    seeds = laying.path & laying.free & laying.grid.spread(_wanted(laying))
    near = laying.loose
    for _ in range(_NEAR):
        near = laying.grid.spread(near)
    for seed in cells(seeds & near or seeds):
        yield len(laying.shapes), [seed]


def _wanted(laying: Laying) -> Mask:
    """Cells beside the path that have no label, and of which it is not known that they are."""
    net = laying.board.net
    open_links = net.all & ~laying.on & ~laying.off
    return net.touched(open_links) & laying.free & ~laying.path


def _tell(rng: Random, laying: Laying, begun: list[tuple[int, list[Cell]]]) -> bool:
    """Lay the most telling of a few shapes; False if none tells more than itself."""
    before, known = laying.saved(), laying.on.bit_count()
    best: tuple[int, int, list[Cell]] | None = None
    for number, seed in rng.sample(begun, min(len(begun), _TRIED)):
        shape = _grown(rng, laying, seed, number)
        if not shape:
            continue
        laying.lay(number, shape)
        gain = laying.on.bit_count() - known
        if gain >= _FAR:
            return True
        laying.restore(before)
        if gain and (best is None or gain > best[0]):
            best = gain, number, shape
    if best is not None:
        laying.lay(*best[1:])
    return best is not None


def _grown(rng: Random, laying: Laying, seed: list[Cell], number: int | None = None) -> list[Cell]:
    """Cells for a shape: the seed and free cells off the path; none if there is no room."""
    g = laying.grid
    old = laying.shapes[number] if number is not None and number < len(laying.shapes) else []
    room = laying.free & ~laying.path
    ends = g.spread(laying.loose)
    most = max(2, laying.most - (rng.random() < 0.3))
    shape, new = [*old, *seed], list(seed)
    while len(shape) < most:
        around = [c for cell in shape for c in g.neighbours[cell] if room >> c & 1]
        if not around:
            break
        telling = [cell for cell in around if ends >> cell & 1]
        cell = rng.choice(telling if telling and rng.random() < _TELLING else around)
        room &= ~(1 << cell)
        shape.append(cell)
        new.append(cell)
    return new if len(new) > len(seed) else []
