"""The scene of a maze: shapes as outlined, labelled regions, and the path over them.

Shapes that touch have different tones. Each connected part of a shape has its label, so that
separate parts of a shape can be recognised.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from masume.constraints.connected import groups
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
    StyleName,
    border,
    cross,
    describe,
    grid_lines,
    highlights,
    middle,
    outlines,
)
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.errors import pluralise
from masume.families.links.view import bar, stroke, strokes
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail

TONES: tuple[StyleName, ...] = ("tone-1", "tone-2", "tone-3", "tone-4", "tone-5", "tone-6")
SHAPES = tuple(Role(f"shape-{number}", tone) for number, tone in enumerate(TONES, start=1))
EDGE = Role("shape-edge", "edge")
LABEL = Role("shape-label", "label")
PATH = Role("path", "stroke")
GAP = Role("path-gap", "stroke-gap")
START = Role("path-start", "end")
LONE_START = Role("path-start", "end", is_handle=True)  # the start of an empty path
END = Role("path-end", "end", is_handle=True)
GOAL = Role("goal", "target")
PIECE = Role("piece", "stroke-thin")
WALL = Role("wall", "bar")
TICKED = Role("ticked", "tick")
CROSSED = Role("crossed", "cross-out")
_LARGE = 20  # rows or columns from which on labels take more of their cells, to be readable


def scene(
    puzzle: ExactlyOne,
    position: Trail,
    faults: Iterable[Violation] = (),
    marked: Iterable[Cell] = (),
) -> Scene:
    """Return the scene of the shapes, the path with its ends, and the player's notes."""
    rows, cols, faults = puzzle.rows, puzzle.cols, tuple(faults)
    items: list[Item] = [Rect(0, 0, cols, rows, BOARD)]
    regions, labels = _regions(puzzle)
    items += regions
    items.append(border(rows, cols))
    for cell in sorted(position.crossed):
        items += cross(*middle(cell, cols), 0.13, CROSSED, (cell,))
    for cell in sorted(position.ticked):
        x, y = middle(cell, cols)
        tick = ((x - 0.15, y + 0.02), (x - 0.04, y + 0.14), (x + 0.18, y - 0.14))
        items.append(Line(tick, TICKED, (cell,)))
    items += [bar(a, b, cols, WALL) for a, b in sorted(position.walls)]
    items += [*strokes(position.pieces, cols, PIECE), *_path(puzzle, position), *labels]
    items += highlights(cols, faults, tuple(marked))
    steps = pluralise(len(position.path) - 1, "step")
    words = [pluralise(len(puzzle.shapes), "shape"), f"a path of {steps}"]
    for notes, noun, state in (
        (position.pieces, "link", "noted beyond it"),
        (position.ticked, "cell", "ticked"),
        (position.crossed, "cell", "crossed out"),
        (position.walls, "link", "walled off"),
    ):
        words += [f"{pluralise(len(notes), noun)} {state}"] if notes else []
    return Scene(cols, rows, tuple(items), description=describe(words, faults))


def _regions(puzzle: ExactlyOne) -> tuple[list[Item], list[Item]]:
    """Return the areas, grid lines and edges of the shapes in drawing order, and their labels."""
    cols, tones = puzzle.cols, _tones(puzzle)
    areas: list[Item] = []
    edges: list[Item] = []
    labels: list[Item] = []
    for label, shape in puzzle.shapes.items():
        for part in map(sorted, groups(puzzle.grid, shape)):
            loops = outlines(part, cols)
            areas.append(Area(tuple(loops), SHAPES[tones[label]], tuple(part)))
            edges += [Line(loop, EDGE, tuple(part), closed=True) for loop in loops]
            # Away from the middle, where the path will run; only a long label reaches it.
            width = 0.32 if len(label) < 3 else min(0.13 * len(label), 0.86)
            high = 0.32
            if max(puzzle.rows, cols) > _LARGE:
                width, high = min(0.32 * len(label), 0.93), 0.5
            x, y = part[0] % cols + 0.07 + width / 2, part[0] // cols + 0.05 + high / 2
            labels.append(Label(x, y, width, high, label, LABEL, (part[0],)))
    return [*areas, *grid_lines(puzzle.rows, cols), *edges], labels


def _tones(puzzle: ExactlyOne) -> dict[str, int]:
    """Return the index of each shape's tone; shapes that touch get different ones if possible."""
    tones: dict[str, int] = {}
    grid = puzzle.grid
    for number, (label, shape) in enumerate(puzzle.shapes.items()):
        near = [puzzle.labels[c] for cell in shape for c in grid.neighbours[cell]]
        near += [puzzle.labels[c] for cell in shape for c in grid.corners[cell]]
        taken = [tones[other] for other in near if other in tones and other != label]
        choice = [(number + step) % len(SHAPES) for step in range(len(SHAPES))]
        tones[label] = min(choice, key=taken.count)
    return tones


def _path(puzzle: ExactlyOne, position: Trail) -> list[Item]:
    """Return the strokes of the path, split at jumps, with its ends and the goal."""
    path, cols = position.path, puzzle.cols
    items: list[Item] = []
    if puzzle.goal_cell not in (path[0], path[-1]):
        items.append(Disc(*middle(puzzle.goal_cell, cols), 0.26, GOAL, (puzzle.goal_cell,)))
    strokes, gaps = [[path[0]]], list[Item]()
    for a, b in pairwise(path):
        if b not in puzzle.grid.neighbours[a]:
            gaps.append(stroke((a, b), cols, GAP))
            strokes.append([])
        strokes[-1].append(b)
    items += [stroke(cells, cols, PATH) for cells in strokes if len(cells) > 1]
    items += gaps
    role = START if len(path) > 1 else LONE_START
    items.append(Disc(*middle(path[0], cols), 0.26, role, path[:1]))
    if len(path) > 1:
        radius = 0.26 if path[-1] == puzzle.goal_cell else 0.17
        items.append(Disc(*middle(path[-1], cols), radius, END, path[-1:]))
    return items
