"""New Exactly One Mazes: a winding path, and shapes that each hold one of its cells."""

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
from masume.puzzles.exactly_one.following import Shapes
from masume.puzzles.exactly_one.guided import guided
from masume.puzzles.exactly_one.harden import enough, hardened
from masume.puzzles.exactly_one.model import LinksAndCells
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail
from masume.puzzles.exactly_one.winding import unused, winding_path

_CELLS, _CELLS_EASY = 4, 6  # of a shape; the path never stays in one, so large ones tell more
_LARGE = 120  # cells; above, shapes at random seldom leave one solution
_HUGE = 625  # cells; above, hard boards take too long unless they are asked for
_HARDENED = ("medium", "hard")
_USUAL = ("easy", *_HARDENED)  # levels of boards of no wanted one
_PLAIN = (None, *_USUAL)  # of those whose shapes are laid
_CELLS_LARGE = 5  # of a shape there
_LABELLED = 0.8  # of all cells there, if all shapes were as large as they may be
_WALKS = 10  # paths that are tried until one is long enough
_COMPARED = 8  # paths of a large board, of which the one that uses most of it is taken
_LARGEST = 7  # cells of a shape that has grown
_GROW = 0.9  # how often a shape grows rather than shrinks, if both would do


def propose(rng: Random, request: BoardRequest) -> ExactlyOne | None:
    """Shapes around a random path."""
    drawn = draw(rng, request)
    return None if drawn is None else drawn[0]


def draw(rng: Random, request: BoardRequest) -> tuple[ExactlyOne, Trail] | None:
    """The same with the path."""
    g = grid(request.rows, request.cols)
    wanted_length = round(g.size * request.options["length"] / 100)
    check_cancel = request.check_cancel
    walks = filter(None, (winding_path(rng, g, wanted_length, check_cancel) for _ in range(_WALKS)))
    labels: list[int | None] | None
    is_laid = g.size > _LARGE or (request.level in _PLAIN and not request.options["shapes"])
    if is_laid:
        compared = _COMPARED if g.size > _LARGE else 1
        path = min(islice(walks, compared), key=partial(unused, g), default=None)
        labels = None if path is None else _laid(rng, g, path, request)
    else:
        path, labels = next(walks, None), [None] * g.size
    if path is None or labels is None:
        return None
    if request.options["shapes"] or not is_laid or request.clues == "many":
        labels = _at_random(rng, g, path, request, labels)
    if labels is None:
        return None
    return _named(request.rows, request.cols, labels), Trail(tuple(path))


def _laid(rng: Random, g: Grid, path: list[Cell], request: BoardRequest) -> list[int | None] | None:
    """Shapes from which the path follows, as hard as is wanted; None if it comes to nothing."""
    level = request.level or rng.choice(_USUAL if g.size <= _HUGE else _USUAL[:-1])
    easy = level == "easy"
    most = _LARGEST if easy else _CELLS_LARGE
    if wanted := request.options["shapes"]:
        most = min(max(round(_LABELLED * g.size / wanted), _CELLS), _LARGEST)
    most = request.options["cells"] or most
    laid = guided(rng, g, path, most, far=not easy, check_cancel=request.check_cancel)
    if laid is None:
        return None
    shapes: Shapes = [mask(shape) for shape in laid]
    if level in _HARDENED and not wanted:
        harder = hardened(rng, g, shapes, path, LEVELS.index(level), request.check_cancel)
        if harder is None and request.level is None:
            return None  # or most would be easy
        shapes = harder or shapes
    labels: list[int | None] = [None] * g.size
    for number, cells in enumerate(shapes, start=1):
        for cell in each(cells):
            labels[cell] = number
    return labels


def _at_random(
    rng: Random, g: Grid, path: list[Cell], request: BoardRequest, labels: list[int | None]
) -> list[int | None] | None:
    """More shapes, as many as are wanted or as there is room for; None if those do not fit."""
    on = set(path)
    wanted: int = request.options["shapes"]
    seeds = path[1:-1]
    rng.shuffle(seeds)
    made = max(filter(None, labels), default=0)
    for seed in seeds:
        if wanted and made >= wanted:
            break
        if labels[seed] is None and (cells := _shape(rng, g, seed, on, labels, request)):
            made += 1
            for cell in cells:
                labels[cell] = made
    return labels if made == wanted or not wanted else None


def _shape(
    rng: Random,
    g: Grid,
    seed: Cell,
    on: set[Cell],
    labels: Sequence[int | None],
    request: BoardRequest,
) -> list[Cell] | None:
    """A connected shape with this one cell of the path; None if there is no room."""
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


def _named(rows: int, cols: int, labels: Sequence[int | None]) -> ExactlyOne:
    """Shapes numbered as they are met, row by row."""
    names: dict[int, str] = {}
    labelled = []
    for label in labels:
        if label is not None:
            names.setdefault(label, str(len(names) + 1))
        labelled.append(None if label is None else names[label])
    return ExactlyOne(rows, cols, tuple(labelled))


def mend(
    rng: Random, request: BoardRequest, puzzle: ExactlyOne, answer: Trail, other: Trail
) -> ExactlyOne | None:
    """Change a shape so that the second path fails and the first does not.

    A shape may gain a free cell of the second path beside it, which then visits it twice; or lose
    the cell in which only the second path visits it, which then misses it.
    """
    g = puzzle.grid
    only = sorted(set(other.path) - set(answer.path))
    labels: list[str | None] = list(puzzle.labels)
    grown = [
        (cell, label)
        for cell in only
        if labels[cell] is None
        for label in sorted(filter(None, {labels[near] for near in g.neighbours[cell]}))
        if labels.count(label) < (request.options["cells"] or _LARGEST)
    ]
    shrunk = [
        (cell, None)
        for cell in only
        if (label := labels[cell]) is not None and labels.count(label) > 2
    ]
    changes = grown if grown and (not shrunk or rng.random() < _GROW) else shrunk
    if not changes:
        return None if request.options["shapes"] else _new_shape(rng, puzzle, answer, other)
    cell, name = rng.choice(changes)
    labels[cell] = name
    return ExactlyOne(puzzle.rows, puzzle.cols, tuple(labels))


def _new_shape(rng: Random, puzzle: ExactlyOne, answer: Trail, other: Trail) -> ExactlyOne | None:
    """One more shape, which the first path visits and the second does not."""
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
    """Each shape, unless their number was asked for."""
    if request.options["shapes"]:
        return ()
    rules = ("shape-missed", "shape-twice")
    shapes = puzzle.shapes.values()
    return [Clues(cells, tuple((rule, cells) for rule in rules)) for cells in shapes]


def only(puzzle: ExactlyOne, cells: Collection[Cell]) -> ExactlyOne:
    """The board with these shapes left."""
    numbers = [
        int(label) if label is not None and cell in cells else None
        for cell, label in enumerate(puzzle.labels)
    ]
    return _named(puzzle.rows, puzzle.cols, numbers)


def additions(puzzle: ExactlyOne, answer: Trail) -> list[Addition]:
    """A shape for each cell of the path that has none: the cell alone, or with a free neighbour."""
    free = _free_names(puzzle)
    on = set(answer.path)
    shapes = []
    for cell in answer.path:
        if puzzle.labels[cell] is None:
            name = next(free)
            around = puzzle.grid.neighbours[cell]
            off = [one for one in around if one not in on and puzzle.labels[one] is None]
            pairs = [(cell, one) for one in off]
            whole = [(cell, *off)] if len(off) > 1 else []  # where the path has room to wander
            shapes += [Addition(cells, name) for cells in ((cell,), *pairs, *whole)]
    return shapes


def _free_names(puzzle: ExactlyOne) -> Iterator[str]:
    """Names for further shapes, letters or numbers as the board has them already."""
    letters = ascii_uppercase if any(map(str.isalpha, puzzle.shapes)) else ""
    names = chain(letters, map(str, count(1)))
    return (name for name in names if name not in puzzle.shapes)


def renamed(before: ExactlyOne, after: ExactlyOne) -> ExactlyOne:
    """The board with the first free names for shapes that have come, from its top to its end."""
    free = _free_names(before)
    names = {one: one if one in before.shapes else next(free) for one in after.shapes}
    return replace(after, labels=tuple(one and names[one] for one in after.labels))


def sole(puzzle: ExactlyOne) -> list[Clause]:
    """A path that touches itself could be cut short: neighbours on it are joined."""
    board = LinksAndCells(puzzle)
    numbered = enumerate(board.links, start=1)
    return [[-board.on(a), -board.on(b), link] for link, (a, b) in numbered]


def drops(puzzle: ExactlyOne) -> list[tuple[Sequence[Cell], ExactlyOne]]:
    """The board without each of its shapes."""
    return [
        (
            cells,
            replace(puzzle, labels=tuple(None if one == name else one for one in puzzle.labels)),
        )
        for name, cells in puzzle.shapes.items()
    ]


def _refuse(request: BoardRequest) -> str | None:
    least = request.rows + request.cols - 1
    cells = request.rows * request.cols
    if min(request.rows, request.cols) < 2:
        return "a path needs two rows and two columns to have a choice"
    if request.options["shapes"] > max(0, cells - least):
        return f"{request.options['shapes']} shapes do not fit on {request.rows}x{request.cols}"
    if request.options["shapes"] and request.clues:
        return f"a number of shapes and a wish that they be {request.clues} exclude each other"
    return None


def maker() -> Maker[ExactlyOne, Trail]:
    """How boards are made."""
    options = {
        "shapes": Option(0, "how many shapes; 0 takes as many as it needs", 0, 1000),
        "cells": Option(0, "cells of a shape, at most; 0 chooses by the difficulty", 0, 8),
        "length": Option(40, "how many of 100 cells are on the path, about", 1, 60),
    }
    return Maker(
        propose,
        options,
        refuse=_refuse,
        mend=mend,
        draw=draw,
        clues=clues,
        only=only,
        clues_are_names=True,
        enough=enough,
        no_symmetry="their path would be symmetric, and half of it would tell the rest",
        additions=additions,
        sole=sole,
        drops=drops,
        renamed=renamed,
    )
