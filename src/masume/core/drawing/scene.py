"""Scene: a drawing of a board as a list of items, without colours or pixels.

The unit is one cell and the origin is the board's upper left corner, so cell `c` is the unit square
at (c % width, c // width). Items are drawn in order. Each has a role, declared by its puzzle, which
names a style; every theme defines all styles. The cells of an item let a front end map a click back
to the board.
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
    # the board and the labels beside it
    "board", "grid", "border", "coordinate",
    # cells: filled, tinted, or in distinct tones
    "solid", "tint", "shade", "tone-1", "tone-2", "tone-3", "tone-4", "tone-5", "tone-6", "edge",
    # text: plain, on a filled cell, readable on any background, entered, small
    "text", "text-on-solid", "label", "value", "note",
    # discs
    "speck", "dot", "ring", "disc", "disc-full", "end", "target",
    # lines and signs
    "line", "stroke", "stroke-thin", "stroke-gap", "bar", "tick", "cross", "cross-out",
    # highlights
    "fault", "fault-sign", "fault-text", "ground", "marked",
    # marks of nested trials
    "trial-1", "trial-2", "trial-3",
]
# fmt: on
STYLES: tuple[StyleName, ...] = get_args(StyleName)
"""All styles; every theme defines each of them."""


@dataclass(frozen=True)
class Role:
    """The meaning of an item in its puzzle, and the style in which it is drawn.

    The name is the class of its items in SVG. Each puzzle declares its own roles.
    """

    name: str
    style: StyleName
    is_handle: bool = False  # a touch on its cells drags; elsewhere it scrolls
    is_mark: bool = False  # a player's mark, which a drag from its cell repeats
    is_new: bool = False  # the conclusion of a step, drawn fainter

    def __post_init__(self) -> None:
        if not _ROLE_NAME.fullmatch(self.name):
            raise BadOption(
                f"{self.name!r} is not a role name; use lower-case letters, digits and hyphens"
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
    """A rectangle, given by its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    role: Role
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Area:
    """A region of whole cells, given by its outlines, including those of holes."""

    outlines: tuple[tuple[Point, ...], ...]
    role: Role
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Line:
    """A polyline; if `closed`, it returns to its first point."""

    points: tuple[Point, ...]
    role: Role
    cells: tuple[Cell, ...] = ()
    closed: bool = False


@dataclass(frozen=True)
class Disc:
    """A disc, given by its centre."""

    x: float
    y: float
    radius: float
    role: Role
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Label:
    """A text centred in a box and as large as fits."""

    x: float  # the centre of the box
    y: float
    width: float
    height: float
    text: str
    role: Role
    cells: tuple[Cell, ...] = ()

    @property
    def size(self) -> float:
        """The font size at which the text fits the box."""
        return min(self.height, self.width / (_LETTER * max(1, len(self.text))))


Item: TypeAlias = Rect | Area | Line | Disc | Label

MARGIN = 0.3  # cells
_MOST_LISTED = 10  # violations in a description
_LETTER = 0.64  # the width of a digit in a wide font, relative to the font size


@dataclass(frozen=True)
class Scene:
    """A drawing of a board: its size in cells, and its items from back to front.

    The title and the description are the text alternative for people who cannot see it.
    """

    width: int
    height: int
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""
    margin: float = MARGIN  # the empty space around the board, in cells


# Items shared by most puzzles


def middle(cell: Cell, cols: int) -> Point:
    """Return the centre of a cell."""
    return cell % cols + 0.5, cell // cols + 0.5


def square(cell: Cell, cols: int, role: Role) -> Rect:
    """Return a rectangle that covers a cell."""
    return Rect(cell % cols, cell // cols, 1, 1, role, (cell,))


def grid_lines(rows: int, cols: int) -> list[Item]:
    """Return the thin lines between the cells."""
    down = [Line(((x, 0), (x, rows)), GRID) for x in range(1, cols)]
    across = [Line(((0, y), (cols, y)), GRID) for y in range(1, rows)]
    return [*down, *across]


def border(rows: int, cols: int) -> Line:
    """Return the thick line around the board."""
    return Line(((0, 0), (cols, 0), (cols, rows), (0, rows)), BORDER, closed=True)


def cross(x: float, y: float, reach: float, role: Role, cells: tuple[Cell, ...]) -> list[Item]:
    """Return the two strokes of a cross."""
    return [
        Line(((x - reach, y - reach), (x + reach, y + reach)), role, cells),
        Line(((x - reach, y + reach), (x + reach, y - reach)), role, cells),
    ]


def highlights(cols: int, faults: Iterable[Violation], marked: tuple[Cell, ...]) -> list[Item]:
    """Return the highlights drawn over a board: outlines of marked cells and of violations.

    Violations have a sign and another line style, so that they differ without colour.
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


def with_coordinates(scene: Scene) -> Scene:
    """Return the scene with row and column numbers beside the board."""
    rows, cols = range(1, scene.height + 1), range(1, scene.width + 1)
    labels = [Label(-0.45, row - 0.5, 0.7, 0.36, str(row), COORDINATE) for row in rows]
    labels += [Label(col - 0.5, -0.45, 0.9, 0.36, str(col), COORDINATE) for col in cols]
    return replace(scene, items=(*scene.items, *labels), margin=0.9)


def handles(scene: Scene) -> list[Cell]:
    """Return the cells from which a touch can drag."""
    return sorted({cell for item in scene.items if item.role.is_handle for cell in item.cells})


def marks(scene: Scene) -> list[Cell]:
    """Return the cells with a mark that a drag repeats."""
    return sorted({cell for item in scene.items if item.role.is_mark for cell in item.cells})


def describe(parts: Iterable[str], faults: Iterable[Violation]) -> str:
    """Return a scene's description: the parts, joined by commas, and the violations."""
    facts = ", ".join(part for part in parts if part)
    wrong = list(dict.fromkeys(fault.text for fault in faults))
    more = f" and {len(wrong) - _MOST_LISTED} more" if len(wrong) > _MOST_LISTED else ""
    return f"{facts}." + (f" Wrong: {'; '.join(wrong[:_MOST_LISTED])}{more}." if wrong else "")


def outlines(cells: Iterable[Cell], cols: int, inset: float = 0) -> list[tuple[Point, ...]]:
    """Return the outlines of a set of cells as closed loops with the cells on their right.

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
    """Follow one loop of sides, and remove its sides from `onward`."""
    first = at = next(iter(onward))
    before: Point | None = None
    loop = []
    while True:
        ends = onward[at]
        # Where two cells touch at a corner, turn right to stay with the same cell.
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
    """Return the corners of a loop moved inward; drop points on straight sides."""
    corners = []
    for number, (x, y) in enumerate(loop):
        (x0, y0), (x1, y1) = loop[number - 1], loop[(number + 1) % len(loop)]
        into, out = (x - x0, y - y0), (x1 - x, y1 - y)
        if into != out:
            corners.append((x + inset * (-into[1] - out[1]), y + inset * (into[0] + out[0])))
    return tuple(corners)
