"""The maze generator: draw a winding path, then shapes that each contain one of its cells."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, islice
from random import Random
from string import ascii_uppercase

from masume.core.model.model import Clause
from masume.core.puzzle.grid import Cell, Grid, each, grid, mask
from masume.core.puzzle.maker import Addition, BoardRequest, Clues, Maker, Option
from masume.core.puzzle.technique import LEVELS
from masume.puzzles.exactly_one.model import LinksAndCells
from masume.puzzles.exactly_one.placement import place_shapes
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail
from masume.puzzles.exactly_one.target_level import Shapes, raise_level, sufficient_clues
from masume.puzzles.exactly_one.winding import unused, winding_path

_CELLS, _CELLS_EASY = 4, 6  # of a random shape; larger ones exclude more cells
_LARGE = 120  # cells; above, random shapes seldom leave one solution
_HUGE = 625  # cells; above, hard boards take too long unless requested
_RAISED = ("medium", "hard")  # levels that shapes are shrunk for
_DEFAULT_LEVELS = ("easy", *_RAISED)  # if no level is requested
_PLACED_LEVELS = (None, *_DEFAULT_LEVELS)  # levels of boards with placed shapes
_CELLS_PLACED = 5  # of a placed shape
_LABELLED = 0.8  # share of labelled cells if a number of shapes is requested
_WALKS = 10  # paths tried until one is long enough
_COMPARED = 8  # paths of a large board, of which the one that uses most of it is chosen
_LARGEST = 7  # cells of an easy or extended shape
_GROW = 0.9  # probability that a shape grows rather than shrinks, if both are possible


def propose(rng: Random, request: BoardRequest) -> ExactlyOne | None:
    """Return a board with shapes around a random path; None if this attempt failed."""
    drawn = draw(rng, request)
    return None if drawn is None else drawn[0]


def draw(rng: Random, request: BoardRequest) -> tuple[ExactlyOne, Trail] | None:
    """Return a proposal with its path; None if this attempt failed."""
    g = grid(request.rows, request.cols)
    wanted_length = round(g.size * request.options["length"] / 100)
    check_cancel = request.check_cancel
    walks = filter(None, (winding_path(rng, g, wanted_length, check_cancel) for _ in range(_WALKS)))
    labels: list[int | None] | None
    is_placed = g.size > _LARGE or (
        request.level in _PLACED_LEVELS and not request.options["shapes"]
    )
    if is_placed:
        compared = _COMPARED if g.size > _LARGE else 1
        path = min(islice(walks, compared), key=partial(unused, g), default=None)
        labels = None if path is None else _place_labels(rng, g, path, request)
    else:
        path, labels = next(walks, None), [None] * g.size
    if path is None or labels is None:
        return None
    if request.options["shapes"] or not is_placed or request.clues == "many":
        labels = _add_random_shapes(rng, g, path, request, labels)
    if labels is None:
        return None
    return _number_shapes(request.rows, request.cols, labels), Trail(tuple(path))


def _place_labels(
    rng: Random, g: Grid, path: list[Cell], request: BoardRequest
) -> list[int | None] | None:
    """Place shapes that determine the path, of the requested level; None if that fails."""
    usual = _DEFAULT_LEVELS if g.size <= _HUGE else _DEFAULT_LEVELS[:-1]
    level = request.level or rng.choice(usual)
    easy = level == "easy"
    most = _LARGEST if easy else _CELLS_PLACED
    if wanted := request.options["shapes"]:
        most = min(max(round(_LABELLED * g.size / wanted), _CELLS), _LARGEST)
    most = request.options["cells"] or most
    placed = place_shapes(rng, g, path, most, far=not easy, check_cancel=request.check_cancel)
    if placed is None:
        return None
    shapes: Shapes = [mask(shape) for shape in placed]
    if level in _RAISED and not wanted:
        harder = raise_level(rng, g, shapes, path, LEVELS.index(level), request.check_cancel)
        if harder is None and request.level is None:
            return None  # otherwise most boards would be easy
        shapes = harder or shapes
    labels: list[int | None] = [None] * g.size
    for number, cells in enumerate(shapes, start=1):
        for cell in each(cells):
            labels[cell] = number
    return labels


def _add_random_shapes(
    rng: Random, g: Grid, path: list[Cell], request: BoardRequest, labels: list[int | None]
) -> list[int | None] | None:
    """Add as many random shapes as requested, or as fit; None if the requested ones do not fit."""
    on = set(path)
    wanted: int = request.options["shapes"]
    seeds = path[1:-1]
    rng.shuffle(seeds)
    number = max(filter(None, labels), default=0)
    for seed in seeds:
        if wanted and number >= wanted:
            break
        if labels[seed] is None and (cells := _random_shape(rng, g, seed, on, labels, request)):
            number += 1
            for cell in cells:
                labels[cell] = number
    return labels if number == wanted or not wanted else None


def _random_shape(
    rng: Random,
    g: Grid,
    seed: Cell,
    on: set[Cell],
    labels: Sequence[int | None],
    request: BoardRequest,
) -> list[Cell] | None:
    """Return a connected shape with this one cell of the path; None if there is no room."""
    most = request.options["cells"] or (_CELLS_EASY if request.level == "easy" else _CELLS)
    wanted = max(2, most - (rng.random() < 0.3))
    cells = [seed]
    corners = {g.size - g.cols, g.cols - 1}
    while len(cells) < wanted:
        around = [
            other
            for cell in cells
            for other in g.neighbours[cell]
            if other not in on and labels[other] is None and other not in cells
        ]
        around = [cell for cell in around if cell not in corners]
        if not around:
            break
        cells.append(rng.choice(around))
    return cells if len(cells) > 1 else None


def _number_shapes(rows: int, cols: int, labels: Sequence[int | None]) -> ExactlyOne:
    """Return the board with its shapes numbered in row-major order of their first cells."""
    names: dict[int, str] = {}
    labelled = []
    for label in labels:
        if label is not None:
            names.setdefault(label, str(len(names) + 1))
        labelled.append(None if label is None else names[label])
    return ExactlyOne(rows, cols, tuple(labelled))


def repair(
    rng: Random, request: BoardRequest, puzzle: ExactlyOne, answer: Trail, other: Trail
) -> ExactlyOne | None:
    """Change a shape so that only the first of two paths is a solution; None if none is possible.

    A shape gains an adjacent free cell of the second path, which then visits it twice; or it loses
    the cell in which only the second path visits it, which then misses it.
    """
    g = puzzle.grid
    only_other = sorted(set(other.path) - set(answer.path))
    labels: list[str | None] = list(puzzle.labels)
    grown = [
        (cell, label)
        for cell in only_other
        if labels[cell] is None
        for label in sorted(filter(None, {labels[near] for near in g.neighbours[cell]}))
        if labels.count(label) < (request.options["cells"] or _LARGEST)
    ]
    shrunk = [
        (cell, None)
        for cell in only_other
        if (label := labels[cell]) is not None and labels.count(label) > 2
    ]
    changes = grown if grown and (not shrunk or rng.random() < _GROW) else shrunk
    if not changes:
        return None if request.options["shapes"] else _new_shape(rng, puzzle, answer, other)
    cell, name = rng.choice(changes)
    labels[cell] = name
    return ExactlyOne(puzzle.rows, puzzle.cols, tuple(labels))


def _new_shape(rng: Random, puzzle: ExactlyOne, answer: Trail, other: Trail) -> ExactlyOne | None:
    """Add a shape that the first path visits and the second does not; None without room."""
    g, labels = puzzle.grid, list(puzzle.labels)
    taken = {*answer.path, *other.path}
    seeds = [cell for cell in answer.path if cell not in other.path and labels[cell] is None]
    pairs = [
        (seed, cell)
        for seed in seeds
        for cell in g.neighbours[seed]
        if cell not in taken and labels[cell] is None
    ]
    if not pairs:
        return None
    name = str(1 + max((int(label) for label in labels if label), default=0))
    for cell in rng.choice(pairs):
        labels[cell] = name
    return ExactlyOne(puzzle.rows, puzzle.cols, tuple(labels))


def clues(puzzle: ExactlyOne, request: BoardRequest) -> Sequence[Clues]:
    """Return each shape as a clue that can be dropped; none if their number was requested."""
    if request.options["shapes"]:
        return ()
    rules = ("shape-missed", "shape-twice")
    shapes = puzzle.shapes.values()
    return [Clues(cells, tuple((rule, cells) for rule in rules)) for cells in shapes]


def keep_clues(puzzle: ExactlyOne, cells: Collection[Cell]) -> ExactlyOne:
    """Return the board with only the shapes that contain these cells."""
    numbers = [
        int(label) if label is not None and cell in cells else None
        for cell, label in enumerate(puzzle.labels)
    ]
    return _number_shapes(puzzle.rows, puzzle.cols, numbers)


def additions(puzzle: ExactlyOne, answer: Trail) -> list[Addition]:
    """Return shapes for each path cell without a label: alone, or with free neighbours."""
    free = _unused_labels(puzzle)
    on = set(answer.path)
    shapes = []
    for cell in answer.path:
        if puzzle.labels[cell] is None:
            name = next(free)
            neighbours = puzzle.grid.neighbours[cell]
            free_cells = [
                neighbour
                for neighbour in neighbours
                if neighbour not in on and puzzle.labels[neighbour] is None
            ]
            pairs = [(cell, neighbour) for neighbour in free_cells]
            # A larger shape forbids more detours where the path has room for them.
            whole = [(cell, *free_cells)] if len(free_cells) > 1 else []
            shapes += [Addition(cells, name) for cells in ((cell,), *pairs, *whole)]
    return shapes


def _unused_labels(puzzle: ExactlyOne) -> Iterator[str]:
    """Yield unused labels: letters if the board uses any, then numbers."""
    letters = ascii_uppercase if any(map(str.isalpha, puzzle.shapes)) else ""
    names = chain(letters, map(str, count(1)))
    return (name for name in names if name not in puzzle.shapes)


def rename_clues(before: ExactlyOne, after: ExactlyOne) -> ExactlyOne:
    """Return the board with new shapes renamed to the first free labels, in row-major order."""
    free = _unused_labels(before)
    names = {label: label if label in before.shapes else next(free) for label in after.shapes}
    return replace(after, labels=tuple(label and names[label] for label in after.labels))


def uniqueness_clauses(puzzle: ExactlyOne) -> list[Clause]:
    """Return clauses of a unique path: neighbours on it are joined, else there is a shortcut."""
    board = LinksAndCells(puzzle)
    numbered_links = enumerate(board.links, start=1)
    return [[-board.on(a), -board.on(b), link] for link, (a, b) in numbered_links]


def removals(puzzle: ExactlyOne) -> list[tuple[Sequence[Cell], ExactlyOne]]:
    """Return for each shape the board without it."""
    labels = puzzle.labels
    return [
        (cells, replace(puzzle, labels=tuple(None if label == name else label for label in labels)))
        for name, cells in puzzle.shapes.items()
    ]


def _reject(request: BoardRequest) -> str | None:
    """Return why no such board can be generated, or None."""
    least = request.rows + request.cols - 1
    cells = request.rows * request.cols
    if min(request.rows, request.cols) < 2:
        return "a path needs at least two rows and two columns"
    if request.options["shapes"] > max(0, cells - least):
        return f"{request.options['shapes']} shapes do not fit on {request.rows}x{request.cols}"
    if request.options["shapes"] and request.clues:
        return f"a number of shapes cannot be combined with {request.clues} clues; omit one of them"
    return None


def maker() -> Maker[ExactlyOne, Trail]:
    """Return the generator's options and functions."""
    options = {
        "shapes": Option(0, "number of shapes; 0: as many as needed", 0, 1000),
        "cells": Option(0, "greatest number of cells of a shape; 0: depends on the level", 0, 8),
        "length": Option(40, "path cells per 100 cells, about", 1, 60),
    }
    return Maker(
        propose,
        options,
        reject=_reject,
        repair=repair,
        draw=draw,
        clues=clues,
        keep_clues=keep_clues,
        clues_are_names=True,
        sufficient_clues=sufficient_clues,
        why_no_symmetry="the path would be symmetric, so half of it would determine the rest",
        additions=additions,
        lists_all_additions=False,  # of a shape with several free cells it lists some
        uniqueness_clauses=uniqueness_clauses,
        removals=removals,
        rename_clues=rename_clues,
    )
