"""Draw shading puzzles as scenes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin

from masume.core.drawing.scene import (
    BOARD,
    Area,
    Disc,
    Item,
    Label,
    Line,
    Rect,
    Role,
    Scene,
    border,
    describe,
    grid_lines,
    highlights,
    middle,
    square,
)
from masume.core.puzzle.clue import UNKNOWN, ClueBoard, write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.rooms import RoomBoard
from masume.families.shading.position import Shading

BLACK = Role("black", "solid", is_mark=True)
SYMBOL = Role("symbol", "text", is_mark=True)
DISC = Role("black-disc", "disc-full", is_mark=True)
STAR = Role("black-star", "solid", is_mark=True)
WALL = Role("wall-cell", "solid")
ROOM = Role("room-border", "border")
NOTED = Role("noted", "tint", is_mark=True)
NOTED_DOT = Role("noted-dot", "dot")
CLUE = Role("clue", "text")
CLUE_RING = Role("clue-ring", "ring")
CLUE_ON_BLACK = Role("clue-on-black", "text-on-solid")
_INSET = 0.08  # the margin of a black cell in a room


def scene(
    puzzle: ClueBoard | RoomBoard,
    position: Shading,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
    *,
    ringed: bool = False,
    walls: bool = False,
    discs: bool = False,
    stars: bool = False,
    symbols: tuple[str, str] | None = None,
    noun: str = "black cell",
) -> Scene:
    """Return the scene of a board with its marks.

    With `ringed`, clues are drawn in rings; with `walls`, on dark cells, without the sign `?`. With
    `discs` or `stars`, a black cell is drawn as a disc or star. With `symbols`, white and black
    cells have these.
    """
    rows, cols, faults = puzzle.rows, puzzle.cols, tuple(faults)
    items: list[Item] = [Rect(0, 0, cols, rows, BOARD)]
    white, black = sorted(position.white), sorted(position.black)
    if symbols:
        free = [cell for cell in (*white, *black) if puzzle.clues[cell] is None]
        items += [square(cell, cols, NOTED) for cell in free]
        items += grid_lines(rows, cols)
        for cell in free:
            x, y = middle(cell, cols)
            symbol = symbols[cell in position.black]
            items.append(Label(x, y, 0.6, 0.5, symbol, SYMBOL, (cell,)))
        white, black = [], []
    else:
        items += [square(cell, cols, NOTED) for cell in white]
        items += grid_lines(rows, cols)
    if discs:
        items += [Disc(*middle(cell, cols), 0.3, DISC, (cell,)) for cell in black]
    elif stars:
        items += [_star(cell, cols) for cell in black]
    elif isinstance(puzzle, RoomBoard):  # borders stay visible between black cells
        corners = ((cell, cell % cols + _INSET, cell // cols + _INSET) for cell in black)
        side = 1 - 2 * _INSET
        items += [Rect(x, y, side, side, BLACK, (cell,)) for cell, x, y in corners]
    else:
        items += [square(cell, cols, BLACK) for cell in black]
    clues = puzzle.numbers if isinstance(puzzle, RoomBoard) else puzzle.clues
    for cell, clue in enumerate(clues):
        if clue is not None and walls:
            items += _wall(cell, cols, "" if clue is UNKNOWN else write_clue(clue))
        elif clue is not None:
            on_black = cell in position.black and not discs and not symbols
            items += _clue(cell, cols, write_clue(clue), on_black, ringed)
    items += _room_borders(puzzle) if isinstance(puzzle, RoomBoard) else []
    for cell in white:
        x, y = middle(cell, cols)
        aside = 0 if clues[cell] is None else 0.32  # beside the clue
        items.append(Disc(x - aside, y - aside, 0.065, NOTED_DOT, (cell,)))
    items.append(border(rows, cols))
    items += highlights(cols, faults, tuple(marked))
    words = [pluralise(sum(clue is not None for clue in clues), "clue")]
    if isinstance(puzzle, RoomBoard):
        words = [pluralise(len(puzzle.cells_of_rooms), "room")]
    words += [pluralise(len(position.black), noun)]
    words += [f"{pluralise(len(position.white), 'cell')} noted as white"] if position.white else []
    return Scene(cols, rows, tuple(items), description=describe(words, faults))


def _room_borders(puzzle: RoomBoard) -> list[Item]:
    """Return thick lines between cells of different rooms."""
    cols, rooms = puzzle.cols, puzzle.rooms
    lines: list[Item] = []
    for cell, room in enumerate(rooms):
        x, y = cell % cols, cell // cols
        if x and rooms[cell - 1] != room:
            lines.append(Line(((x, y), (x, y + 1)), ROOM))
        if y and rooms[cell - cols] != room:
            lines.append(Line(((x, y), (x + 1, y)), ROOM))
    return lines


@lru_cache(1024)
def _star(cell: Cell, cols: int) -> Area:
    """Return a five-pointed star in the middle of a cell."""
    x, y = middle(cell, cols)
    reach = (0.38, 0.16)  # of the points, and of the notches between them
    turns = [(pi * n / 5, reach[n % 2]) for n in range(10)]
    points = tuple((x + r * sin(turn), y - r * cos(turn)) for turn, r in turns)
    return Area((points,), STAR, (cell,))


@lru_cache(1024)
def _wall(cell: Cell, cols: int, text: str) -> tuple[Item, ...]:
    wall, (x, y) = square(cell, cols, WALL), middle(cell, cols)
    return (wall, Label(x, y, 0.7, 0.5, text, CLUE_ON_BLACK, (cell,))) if text else (wall,)


@lru_cache(8192)  # successive scenes share nearly all clues
def _clue(cell: Cell, cols: int, text: str, is_black: bool, ringed: bool) -> tuple[Item, ...]:
    """Return the items of a clue, readable on black cells too."""
    x, y = middle(cell, cols)
    if is_black:
        return (Label(x, y, 0.7, 0.5, text, CLUE_ON_BLACK, (cell,)),)
    if ringed:
        ring = Disc(x, y, 0.37, CLUE_RING, (cell,))
        return ring, Label(x, y, 0.65, 0.5, text, CLUE, (cell,))
    return (Label(x, y, 0.76, 0.54, text, CLUE, (cell,)),)
