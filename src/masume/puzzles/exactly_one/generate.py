"""New Exactly One Mazes: a winding path, and shapes that each hold one of its cells."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count, islice
from random import Random
from string import ascii_uppercase

from masume.core.grid import Cell, Grid, grid, mask
from masume.core.maker import Addition, BoardRequest, Clues, Maker, Option
from masume.core.model import CancelCheck, Clause
from masume.puzzles.exactly_one.guided import guided
from masume.puzzles.exactly_one.model import LinksAndCells
from masume.puzzles.exactly_one.puzzle import ExactlyOne, Trail

_CELLS, _CELLS_EASY = 4, 6  # of a shape; the path never stays in one, so large ones tell more
_LARGE, _LARGE_EASY = 120, 64  # cells; above, shapes at random seldom leave one solution or ease
_CELLS_LARGE = 5  # of a shape there
_LABELLED = 0.8  # of all cells there, if all shapes were as large as they may be
_WALKS = 10  # paths that are tried until one is long enough
_COMPARED = 8  # paths of a large board, of which the one that uses most of it is taken
_NEAR = 2  # steps from the path to cells that are not far from it
_ENOUGH = 0.85  # of the length wanted
_FORWARD = 0.3  # how often a step leads nearer to the goal
_TRIED = 60  # places for a detour that are looked at first
_LARGEST = 7  # cells of a shape that has grown
_GROW = 0.9  # how often a shape grows rather than shrinks, if both would do


def propose(rng: Random, request: BoardRequest) -> ExactlyOne | None:
    """Shapes around a random path."""
    g = grid(request.rows, request.cols)
    wanted_length = round(g.size * request.options["length"] / 100)
    check_cancel = request.check_cancel
    walks = filter(None, (_path(rng, g, wanted_length, check_cancel) for _ in range(_WALKS)))
    labels: list[int | None] | None
    large = g.size > (_LARGE_EASY if request.level == "easy" else _LARGE)
    if large:
        path = min(islice(walks, _COMPARED), key=partial(_unused, g), default=None)
        labels = None if path is None else _laid(rng, g, path, request)
    else:
        path, labels = next(walks, None), [None] * g.size
    if path is None or labels is None:
        return None
    if request.options["shapes"] or not large:
        labels = _at_random(rng, g, path, request, labels)
    return None if labels is None else _named(request.rows, request.cols, labels)


def _laid(rng: Random, g: Grid, path: list[Cell], request: BoardRequest) -> list[int | None] | None:
    """Shapes from which the path follows; None if there is no room."""
    easy = request.level == "easy"
    most = _LARGEST if easy else _CELLS_LARGE
    if wanted := request.options["shapes"]:
        most = min(max(round(_LABELLED * g.size / wanted), _CELLS), _LARGEST)
    most = request.options["cells"] or most
    return guided(rng, g, path, most, far=not easy, check_cancel=request.check_cancel)


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


def _unused(g: Grid, path: Sequence[Cell]) -> int:
    """How many cells lie far from a path, where nothing happens on the board."""
    near = mask(path)
    for _ in range(_NEAR):
        near = g.spread(near)
    return (g.full & ~near).bit_count()


def _path(rng: Random, g: Grid, wanted: int, check_cancel: CancelCheck) -> list[Cell] | None:
    """A path from corner to corner of about that many cells, which nowhere touches itself.

    Where it did, it could be cut short, and shapes would have to forbid that again and again. A
    random walk whose loops are cut off is made longer by detours. None if it stays too short.
    """
    path = _walk(rng, g, check_cancel)
    place = set(path)
    while len(path) + 1 < wanted:
        check_cancel()
        some = rng.sample(range(1, len(path) - 1), min(len(path) - 2, _TRIED))
        ways = [(number, way) for number in some for way in _detours(g, path, number, place)]
        if not ways:
            every = range(1, len(path) - 1)
            ways = [(number, way) for number in every for way in _detours(g, path, number, place)]
        if not ways:
            break
        number, way = rng.choice(ways)
        place.discard(path[number])
        path[number : number + 1] = way
        place.update(way)
    return path if len(path) >= _ENOUGH * wanted else None


def _walk(rng: Random, g: Grid, check_cancel: CancelCheck) -> list[Cell]:
    """From the lower left to the upper right, going back to the first cell that is touched.

    Some steps are led nearer to the goal, or long boards would take for ever.
    """
    goal = g.cols - 1
    path = [g.size - g.cols]
    place = {path[0]: 0}
    while path[-1] != goal:
        check_cancel()
        beside = g.neighbours[path[-1]]
        cell = rng.choice(beside)
        if rng.random() < _FORWARD:
            far = {c: c // g.cols + abs(c % g.cols - goal) for c in beside}
            cell = rng.choice([c for c in beside if far[c] == min(far.values())])
        known = [place[near] for near in g.neighbours[cell] if near in place]
        keep = place[cell] + 1 if cell in place else min(known) + 1
        for gone in path[keep:]:
            del place[gone]
        del path[keep:]
        if cell not in place:
            place[cell] = len(path)
            path.append(cell)
    return path


def _detours(g: Grid, path: list[Cell], number: int, place: set[Cell]) -> Iterator[list[Cell]]:
    """Ways around a cell that the path goes straight through, on either side of it."""
    before, here, after = path[number - 1 : number + 2]
    if before + after != 2 * here:
        return
    for aside in g.neighbours[here]:
        step = aside - here
        if aside in (before, after):
            continue
        way = [before + step, aside, after + step]
        around = {near for cell in way for near in g.neighbours[cell]}
        if not any(near in place for near in (around | set(way)) - {before, here, after}):
            yield way


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
    found = []
    for label in labels:
        if label is not None:
            names.setdefault(label, str(len(names) + 1))
        found.append(None if label is None else names[label])
    return ExactlyOne(rows, cols, tuple(found))


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
    letters = ascii_uppercase if any(map(str.isalpha, puzzle.shapes)) else ""
    names = chain(letters, map(str, count(1)))  # as the board has them already
    free = (name for name in names if name not in puzzle.shapes)
    on = set(answer.path)
    found = []
    for cell in answer.path:
        if puzzle.labels[cell] is None:
            name = next(free)
            around = puzzle.grid.neighbours[cell]
            off = [one for one in around if one not in on and puzzle.labels[one] is None]
            pairs = [(cell, one) for one in off]
            whole = [(cell, *off)] if len(off) > 1 else []  # where the path has room to wander
            found += [Addition(cells, name) for cells in ((cell,), *pairs, *whole)]
    return found


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
        clues=clues,
        only=only,
        clues_are_names=True,
        additions=additions,
        sole=sole,
        drops=drops,
    )
