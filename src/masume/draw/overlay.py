"""Overlays on a scene: new marks, outlines of cells, walls, numbers, trials.

Each function returns a scene with additional items.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist
from operator import itemgetter
from statistics import fmean

from masume.core.drawing.scene import (
    Area,
    Disc,
    Item,
    Label,
    Line,
    Point,
    Rect,
    Role,
    Scene,
    middle,
    outlines,
)
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.words import CountedLine
from masume.play.trials import TrialMark

PART = Role("part", "cross")
BARRIER = Role("barrier", "stroke-thin")  # a wall of an argument; puzzles may have walls too
ORDER = Role("order", "ring")
ORDER_NUMBER = Role("order-number", "text")
ARM = Role("arm", "ground")
ARM_COUNT = Role("arm-count", "label")
TRIALS = (Role("trial-1", "trial-1"), Role("trial-2", "trial-2"), Role("trial-3", "trial-3"))
_CELL_FRAME = 0.33  # half the side of a frame around a mark on a cell
_ARM_START = 0.42  # from the middle of a number to the line of its sight
_CHIP = 0.17  # the radius of a circled number
_CHIP_DIGITS = (0.26, 0.2)  # the size of a single digit and of two
_SIGN_FRAME = 0.2  # half the side of a frame around a sign between two cells


def outline_cells(scene: Scene, cells: Iterable[Cell], role: Role) -> Scene:
    """Outline cells, below discs, lines and text."""
    cells = tuple(cells)
    loops = outlines(cells, scene.width, inset=0.05)
    return _above_fills(scene, tuple(Line(loop, role, cells, closed=True) for loop in loops))


def mark_new(before: Scene, after: Scene) -> Scene:
    """Return the later scene with the items that the earlier one lacks drawn as new.

    Discs and text that only change their style keep the old one, so that they stay readable.
    """
    old = set(before.items)
    kept = {_place(item): item for item in before.items if isinstance(item, Disc | Label)}
    items = [kept.get(_place(item), item) if item not in old else item for item in after.items]
    new = (
        item if item in old else replace(item, role=replace(item.role, is_new=True))
        for item in items
    )
    return replace(after, items=tuple(new))


def _place(item: Item) -> tuple[type, float, float, str] | None:
    """Return an identifying key of a disc or label; None for other items."""
    if isinstance(item, Label):
        return Label, item.x, item.y, item.text
    return (Disc, item.x, item.y, "") if isinstance(item, Disc) else None


def shade_cells(scene: Scene, cells: Iterable[Cell]) -> Scene:
    """Shade cells with diagonal strokes, below everything on them."""
    ends = [((0.0, n / 3), (n / 3, 0.0)) for n in (1, 2, 3)]
    ends += [((n / 3, 1.0), (1.0, n / 3)) for n in (1, 2)]
    strokes = tuple(
        Line(tuple((cell % scene.width + x, cell // scene.width + y) for x, y in line), PART)
        for cell in sorted(set(cells))
        for line in ends
    )
    above = (n for n, item in enumerate(scene.items) if not isinstance(item, Rect | Area))
    place = next(above, len(scene.items))
    return replace(scene, items=(*scene.items[:place], *strokes, *scene.items[place:]))


def draw_walls(scene: Scene, walls: Iterable[Sequence[Cell]]) -> Scene:
    """Draw lines through cells that touch each other: walls and rings.

    Where consecutive cells do not touch, the wall continues along the border.
    """
    return _above_fills(scene, tuple(line for wall in walls for line in _wall_lines(scene, wall)))


def _wall_lines(scene: Scene, wall: Sequence[Cell]) -> Iterator[Line]:
    """Yield a closed line for a cyclic wall, else a line per connected piece, up to the border."""
    at = [(cell % scene.width, cell // scene.width) for cell in wall]
    joined = [max(abs(x - x0), abs(y - y0)) == 1 for (x0, y0), (x, y) in pairwise([at[-1], *at])]
    if all(joined) and len(wall) > 2:
        yield Line(tuple((x + 0.5, y + 0.5) for x, y in at), BARRIER, closed=True)
        return
    first = joined.index(False) if not all(joined) else 0
    pieces: list[list[tuple[int, int]]] = []
    for number in range(first, first + len(wall)):
        if number == first or not joined[number % len(wall)]:
            pieces.append([])
        pieces[-1].append(at[number % len(wall)])
    for piece in pieces:
        begin = _border_point(scene, *piece[0])
        end = _border_point(scene, *piece[-1], other_than=begin)
        middles = ((x + 0.5, y + 0.5) for x, y in piece)
        yield Line((*filter(None, [begin]), *middles, *filter(None, [end])), BARRIER)


def _border_point(scene: Scene, x: int, y: int, other_than: Point | None = None) -> Point | None:
    """Return the middle of a cell's side on the border, if it has one other than `other_than`."""
    sides = [
        (x == 0, (0.0, y + 0.5)),
        (x == scene.width - 1, (float(scene.width), y + 0.5)),
        (y == 0, (x + 0.5, 0.0)),
        (y == scene.height - 1, (x + 0.5, float(scene.height))),
    ]
    return next((point for lies, point in sides if lies and point != other_than), None)


def draw_trials(scene: Scene, trials: Iterable[Iterable[TrialMark]]) -> Scene:
    """Return the scene with the marks of trials, each trial in its own colour and dashes.

    A line from cell to cell is traced directly above the scene's own line, so that discs and
    letters at its ends stay readable. Every other mark gets a frame on top of the scene.
    """
    items: list[tuple[int, Item]] = list(enumerate(scene.items))
    lines = [(n, item) for n, item in items if isinstance(item, Line) and not item.closed]
    for level, marks in enumerate(trials):
        role = TRIALS[level % len(TRIALS)]
        for mark in marks:
            items += _trial_items(scene, lines, mark, role)
    items.sort(key=itemgetter(0))  # stable: an item follows the one it lies on
    return replace(scene, items=tuple(item for _, item in items))


def _trial_items(
    scene: Scene, lines: Iterable[tuple[int, Line]], mark: TrialMark, role: Role
) -> list[tuple[int, Item]]:
    """Return what shows a mark of a trial, each item with the number of the one it lies on.

    `lines` are the open lines of the scene, with their numbers.
    """
    top, ends = len(scene.items), [middle(cell, scene.width) for cell in mark.cells]
    if len(ends) == 1:
        return [(top, _frame(ends[0], _CELL_FRAME, role, mark.cells))]
    below = [(n, line) for n, line in lines if all(cell in line.cells for cell in mark.cells)]
    number = below[-1][0] if below else top
    own = [line for _, line in below if len(line.cells) == 2]
    if not own:  # a part of a longer line
        return [(number, Line(tuple(ends), role, mark.cells))]
    if any(dist(line.points[0], line.points[-1]) < dist(*ends) - 0.01 for line in own):
        points = [point for line in own for point in line.points]  # of a sign, such as a cross
        at = fmean(x for x, _ in points), fmean(y for _, y in points)
        return [(top, _frame(at, _SIGN_FRAME, role, mark.cells))]
    first, last = mark.lines.start, mark.lines.stop
    return [(number, replace(line, role=role)) for line in own[first:last]]


def _frame(at: Point, reach: float, role: Role, cells: tuple[Cell, ...]) -> Line:
    (x, y), r = at, reach
    return Line(((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)), role, cells, True)


def _above_fills(scene: Scene, items: tuple[Item, ...]) -> Scene:
    """Insert items above everything that fills cells."""
    filled = [n for n, item in enumerate(scene.items) if isinstance(item, Rect | Area)]
    place = filled[-1] + 1 if filled else 0
    return replace(scene, items=(*scene.items[:place], *items, *scene.items[place:]))


def draw_arms(scene: Scene, arms: Iterable[CountedLine]) -> Scene:
    """Draw lines of sight, each with its count in the upper right corner of its last cell."""
    lines: list[Item] = []
    counts: list[Item] = []
    for start, end, count in arms:
        (x0, y0), (x, y) = middle(start, scene.width), middle(end, scene.width)
        away = dist((x0, y0), (x, y))
        edge = (x0 + (x - x0) * _ARM_START / away, y0 + (y - y0) * _ARM_START / away)
        lines.append(Line((edge, (x, y)), ARM))
        counts.append(Label(x + 0.22, y - 0.28, 0.56, 0.3, count, ARM_COUNT))
    return replace(scene, items=(*scene.items, *lines, *counts))


def draw_order(scene: Scene, order: Iterable[tuple[int, Cell]]) -> Scene:
    """Draw circled numbers in a corner of cells, so that they differ from clues."""
    items: list[Item] = []
    for n, cell in order:
        x, y = cell % scene.width + 0.2, cell // scene.width + 0.8
        items.append(Disc(x, y, _CHIP, ORDER, (cell,)))
        items.append(Label(x, y, 2 * _CHIP, _CHIP_DIGITS[n > 9], str(n), ORDER_NUMBER))
    return replace(scene, items=(*scene.items, *items))
