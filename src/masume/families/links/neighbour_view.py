"""Draw boards whose lines join neighbouring cells, or run along their sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from masume.core.drawing.scene import (
    BOARD,
    Disc,
    Item,
    Label,
    Line,
    Point,
    Rect,
    Role,
    Scene,
    border,
    cross,
    describe,
    grid_lines,
    highlights,
    middle,
    square,
)
from masume.core.puzzle.clue import write_clue
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.links.neighbours import NeighbourBoard, SideBoard, neighbour_links
from masume.families.links.picture import SIGNS, line_picture, sides_of
from masume.families.links.position import Lines
from masume.families.links.shaded import ShadedLines

LINE = Role("drawn-line", "stroke", is_handle=True)
BARRED = Role("barred", "cross")
CORNER = Role("point-dot", "note")
CLUE = Role("clue", "text")
END = Role("line-end", "disc", is_handle=True)
SHADED = Role("shaded", "solid")
UNSHADED = Role("unshaded", "dot")

ClueItems = Callable[[NeighbourBoard, Cell], list[Item]]


def number_items(puzzle: NeighbourBoard, cell: Cell) -> list[Item]:
    """Return the clue of a cell as a label; empty without one."""
    clue = puzzle.clues[cell]
    if clue is None:
        return []
    x, y = middle(cell, puzzle.cols)
    return [Label(x, y, 0.7, 0.5, puzzle.write_clue(clue), CLUE, (cell,))]


def end_items(puzzle: NeighbourBoard, cell: Cell) -> list[Item]:
    """Return the clue of a cell in a disc, which covers the end of a line; empty without one."""
    disc = Disc(*middle(cell, puzzle.cols), 0.36, END, (cell,))
    return [disc, *items] if (items := number_items(puzzle, cell)) else []


def scene(
    puzzle: NeighbourBoard,
    position: Lines,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
    *,
    items_of: ClueItems = number_items,
) -> Scene:
    """Return the scene of a board with its lines; `items_of` draws the clue of a cell."""
    rows, cols, faults = puzzle.rows, puzzle.cols, tuple(faults)
    items: list[Item] = [Rect(0, 0, cols, rows, BOARD)]
    shaded = position if isinstance(position, ShadedLines) else ShadedLines()
    items += [square(cell, cols, SHADED) for cell in sorted(shaded.black)]
    items += [Disc(*middle(cell, cols), 0.065, UNSHADED, (cell,)) for cell in sorted(shaded.white)]
    if puzzle.has_grid:
        items += grid_lines(rows, cols)
    number_of = puzzle.number_of
    for a, b, _ in sorted(position.joined):
        items.append(Line((_at(puzzle, a), _at(puzzle, b)), LINE, _cells(puzzle, number_of, a, b)))
    for a, b in sorted(position.barred):
        (x, y), (x1, y1) = _at(puzzle, a), _at(puzzle, b)
        cells = _cells(puzzle, number_of, a, b)
        items += cross((x + x1) / 2, (y + y1) / 2, 0.09, BARRED, cells)
    if not puzzle.has_grid:
        size = puzzle.points.size
        items += [Disc(*_at(puzzle, point), 0.045, CORNER) for point in range(size)]
    for cell in range(puzzle.grid.size):
        items += items_of(puzzle, cell)
    items += [border(rows, cols)] if puzzle.has_grid else []
    items += highlights(cols, faults, tuple(marked))
    words = [pluralise(sum(clue is not None for clue in puzzle.clues), "clue")]
    words += [pluralise(len(position.joined), "line")]
    words += [f"{pluralise(len(position.barred), 'line')} ruled out"] if position.barred else []
    words += [pluralise(len(shaded.black), "shaded cell")] if shaded.black else []
    return Scene(cols, rows, tuple(items), description=describe(words, faults))


def _at(puzzle: NeighbourBoard, point: Cell) -> Point:
    """Return where a point is drawn."""
    if isinstance(puzzle, SideBoard):
        return point % (puzzle.cols + 1), point // (puzzle.cols + 1)
    return middle(point, puzzle.cols)


def _cells(
    puzzle: NeighbourBoard, number_of: dict[tuple[Cell, Cell], int], a: Cell, b: Cell
) -> tuple[Cell, ...]:
    """Return the cells of a line; those that exist if no link allows it."""
    number = number_of.get((a, b))
    if number is None:
        return ()
    return puzzle.cells_of(puzzle.links[number])


def picture(puzzle: NeighbourBoard, position: Lines) -> list[str]:
    """Return the board as lines of text, with the lines drawn after the clues of the cells."""
    pairs = [(a, b) for a, b, _ in position.joined]
    sides = sides_of(pairs, puzzle.cols)
    labels = [None if clue is None else puzzle.write_clue(clue) for clue in puzzle.clues]
    signs = [SIGNS[sides[cell]] if cell in sides else " " for cell in range(puzzle.grid.size)]
    if isinstance(position, ShadedLines):
        for cell in position.black | position.white:
            labels[cell] = "#" if cell in position.black else labels[cell]
            signs[cell] = "+" if cell in position.white and cell not in sides else signs[cell]
    return line_picture(labels, sides, signs, puzzle.cols)


def side_picture(puzzle: SideBoard, position: Lines) -> list[str]:
    """Return the board as lines of text: lines between the corners, which are `+`; × for none."""
    drawn = {(a, b) for a, b, _ in position.joined}
    sides = neighbour_links(puzzle.rows + 1, puzzle.cols + 1)  # those without a variable are drawn
    drawn |= {(side.a, side.b) for side in sides} - puzzle.number_of.keys()
    width = max((len(write_clue(clue)) for clue in puzzle.clues if clue is not None), default=1)

    def sign(pair: tuple[Cell, Cell], line: str) -> str:
        return line if pair in drawn else "×" if pair in position.barred else " "

    texts: list[str] = []
    wide = puzzle.cols + 1
    for row in range(puzzle.rows + 1):
        first = row * wide
        ends = (sign((p, p + 1), "─").center(width, _fill(p, drawn)) for p in _line(first, wide))
        texts.append("+" + "+".join(ends) + "+")
        if row < puzzle.rows:
            text = ""
            for col in range(wide):
                point = first + col
                text += sign((point, point + wide), "│")
                if col < puzzle.cols:
                    clue = puzzle.clues[row * puzzle.cols + col]
                    text += (" " if clue is None else write_clue(clue)).rjust(width)
            texts.append(text.rstrip())
    return texts


def _line(first: int, wide: int) -> Sequence[int]:
    return range(first, first + wide - 1)


def _fill(point: Cell, drawn: set[tuple[Cell, Cell]]) -> str:
    return "─" if (point, point + 1) in drawn else " "
