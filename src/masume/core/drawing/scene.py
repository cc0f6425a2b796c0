"""Scene: everything a board can be drawn with, and nothing about how it will look.

A scene is measured in cells. The board begins in its upper left corner, so cell `c` is the unit
square at (c % width, c // width). Items are drawn in their order. Each has a role, declared by its
puzzle, which names one of the styles that every theme has; so a scene holds no colour. The cells
that an item belongs to are for whoever must find it again, such as a page that is clicked on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import BadOption, UnknownName

Point: TypeAlias = tuple[float, float]

# fmt: off
StyleName: TypeAlias = Literal[
    # the board, and what stands beside it
    "board", "grid", "border", "coordinate",
    # cells: filled, tinted, or told apart by their tones
    "solid", "tint", "tone-1", "tone-2", "tone-3", "tone-4", "tone-5", "tone-6", "edge",
    # letters: plain ones, those on a filled cell, and such as can be read on anything
    "text", "text-on-solid", "label",
    # discs
    "speck", "dot", "ring", "disc", "disc-full", "end", "target",
    # lines and signs
    "line", "stroke", "stroke-thin", "stroke-gap", "bar", "tick", "cross", "cross-out",
    # what someone should look at
    "fault", "fault-sign", "fault-text", "ground", "marked",
    # marks of trials, one inside the other
    "trial-1", "trial-2", "trial-3",
]
# fmt: on
STYLES: tuple[StyleName, ...] = get_args(StyleName)
"""All styles there are; every theme has each of them."""


@dataclass(frozen=True)
class Role:
    """What an item is to its puzzle, and which of the styles it is drawn in.

    The name is the class of its items in an SVG. A puzzle declares its own roles beside its scene.
    """

    name: str
    style: StyleName
    is_handle: bool = False  # a finger that is put on its cells drags; elsewhere it scrolls
    is_mark: bool = False  # a player's mark on a cell, with which a drag from there goes on
    is_new: bool = False  # what a step has just found, and is drawn fainter

    def __post_init__(self) -> None:
        if not _ROLE_NAME.fullmatch(self.name):
            raise BadOption(
                f"a role cannot be called {self.name!r}: use small letters, digits and hyphens"
            )
        if self.style not in STYLES:
            raise UnknownName(f"style (for the role {self.name})", self.style, STYLES)


_ROLE_NAME = re.compile("[a-z][a-z0-9-]*")
BOARD = Role("board", "board")
GRID = Role("grid", "grid")
BORDER = Role("border", "border")
COORDINATE = Role("coordinate", "coordinate")
FAULT = Role("fault", "fault")
FAULT_SIGN = Role("fault-sign", "fault-sign")
FAULT_TEXT = Role("fault-text", "fault-text")
GROUND = Role("ground", "ground")
MARKED = Role("marked", "marked")


@dataclass(frozen=True)
class Rect:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    role: Role
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Area:
    """A region of whole cells, as its outlines: holes have outlines too."""

    outlines: tuple[tuple[Point, ...], ...]
    role: Role
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line from point to point; a closed one comes back to its beginning."""

    points: tuple[Point, ...]
    role: Role
    cells: tuple[Cell, ...] = ()
    closed: bool = False


@dataclass(frozen=True)
class Disc:
    """A disc by its middle."""

    x: float
    y: float
    radius: float
    role: Role
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Label:
    """A text in the middle of a box, as large as fits."""

    x: float  # the middle of the box
    y: float
    width: float
    height: float
    text: str
    role: Role
    cells: tuple[Cell, ...] = ()

    @property
    def size(self) -> float:
        """The size of its letters that makes it fit."""
        return min(self.height, self.width / (_LETTER * max(1, len(self.text))))


Item: TypeAlias = Rect | Area | Line | Disc | Label

MARGIN = 0.3  # cells of paper around a board
_MOST_TOLD = 10  # faults in a description
_LETTER = 0.64  # the width of a digit, as a part of the size of its font; wide fonts have this


@dataclass(frozen=True)
class Scene:
    """A drawn board: its size in cells, its items from back to front, and what it shows in words.

    The title and the description are for those who cannot see it.
    """

    width: int
    height: int
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""
    margin: float = MARGIN  # cells of paper around the board


# What most boards need


def middle(cell: Cell, cols: int) -> Point:
    """The middle of a cell."""
    return cell % cols + 0.5, cell // cols + 0.5


def square(cell: Cell, cols: int, role: Role) -> Rect:
    """A whole cell."""
    return Rect(cell % cols, cell // cols, 1, 1, role, (cell,))


def grid_lines(rows: int, cols: int) -> list[Item]:
    """The thin lines between the cells."""
    down = [Line(((x, 0), (x, rows)), GRID) for x in range(1, cols)]
    across = [Line(((0, y), (cols, y)), GRID) for y in range(1, rows)]
    return [*down, *across]


def border(rows: int, cols: int) -> Line:
    """The thick line around the board."""
    return Line(((0, 0), (cols, 0), (cols, rows), (0, rows)), BORDER, closed=True)


def cross(x: float, y: float, reach: float, role: Role, cells: tuple[Cell, ...]) -> list[Item]:
    """Two strokes that cross."""
    return [
        Line(((x - reach, y - reach), (x + reach, y + reach)), role, cells),
        Line(((x - reach, y + reach), (x + reach, y - reach)), role, cells),
    ]


def pointers(cols: int, faults: Iterable[Violation], marked: tuple[Cell, ...]) -> list[Item]:
    """What is drawn over a board: a line around marked cells, one with a sign around faults.

    The sign and the broken line tell the two apart without colour.
    """
    lines: list[Item] = []
    for loop in outlines(marked, cols, inset=0.04):
        lines.append(Line(loop, MARKED, marked, closed=True))
    signs: list[Item] = []
    for cells in dict.fromkeys(fault.cells for fault in faults):
        for loop in outlines(cells, cols, inset=0.04):
            lines.append(Line(loop, FAULT, cells, closed=True))
        if cells:
            x, y = cells[0] % cols + 0.84, cells[0] // cols + 0.16
            signs.append(Disc(x, y, 0.15, FAULT_SIGN, cells[:1]))
            signs.append(Label(x, y, 0.3, 0.26, "!", FAULT_TEXT, cells[:1]))
    return lines + signs


def numbered(scene: Scene) -> Scene:
    """The scene with the numbers of rows and columns beside it."""
    rows, cols = range(1, scene.height + 1), range(1, scene.width + 1)
    labels = [Label(-0.45, row - 0.5, 0.7, 0.36, str(row), COORDINATE) for row in rows]
    labels += [Label(col - 0.5, -0.45, 0.9, 0.36, str(col), COORDINATE) for col in cols]
    return replace(scene, items=(*scene.items, *labels), margin=0.9)


def handles(scene: Scene) -> list[Cell]:
    """The cells from which a finger can drag."""
    return sorted({cell for item in scene.items if item.role.is_handle for cell in item.cells})


def marks(scene: Scene) -> list[Cell]:
    """The cells that hold a mark with which a drag goes on."""
    return sorted({cell for item in scene.items if item.role.is_mark for cell in item.cells})


def in_words(parts: Iterable[str], faults: Iterable[Violation]) -> str:
    """A description from some facts, and what is wrong."""
    facts = ", ".join(part for part in parts if part)
    wrong = list(dict.fromkeys(fault.text for fault in faults))
    more = f" and {len(wrong) - _MOST_TOLD} more" if len(wrong) > _MOST_TOLD else ""
    return f"{facts}." + (f" Wrong: {'; '.join(wrong[:_MOST_TOLD])}{more}." if wrong else "")


def outlines(cells: Iterable[Cell], cols: int, inset: float = 0) -> list[tuple[Point, ...]]:
    """The lines around a set of cells, each once round with the cells to its right.

    >>> outlines([0, 1], cols=3)
    [((0, 0), (2, 0), (2, 1), (0, 1))]
    """
    onward: dict[Point, list[Point]] = {}
    inside = {(cell % cols, cell // cols) for cell in cells}
    for x, y in sorted(inside, key=lambda at: (at[1], at[0])):
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        beyond = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        for side in range(4):
            if beyond[side] not in inside:
                onward.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    loops = []
    while onward:
        loops.append(_inset(_loop(onward), inset))
    return loops


def _loop(onward: dict[Point, list[Point]]) -> list[Point]:
    """Follow the sides once round, and take them out."""
    first = at = next(iter(onward))
    before: Point | None = None
    loop = []
    while True:
        ends = onward[at]
        # Where two cells touch by a corner, turn right: that stays with the same cell.
        end = ends[0] if before is None or len(ends) == 1 else _right(before, at, ends)
        ends.remove(end)
        if not ends:
            del onward[at]
        loop.append(at)
        before, at = at, end
        if at == first:
            return loop


def _right(before: Point, at: Point, ends: Sequence[Point]) -> Point:
    turned = (at[0] - (at[1] - before[1]), at[1] + (at[0] - before[0]))
    return turned if turned in ends else ends[0]


def _inset(loop: list[Point], inset: float) -> tuple[Point, ...]:
    """The corners of a loop, each moved into the cells; points on straight sides are left out."""
    corners = []
    for number, (x, y) in enumerate(loop):
        (x0, y0), (x1, y1) = loop[number - 1], loop[(number + 1) % len(loop)]
        into, out = (x - x0, y - y0), (x1 - x, y1 - y)
        if into != out:
            corners.append((x + inset * (-into[1] - out[1]), y + inset * (into[0] + out[0])))
    return tuple(corners)
