"""Heyawake as a test of Connected: white cells are connected, rooms count black cells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise, product
from random import Random

import pytest
from whole_puzzles import Printed, agree, shadings

from masume.core.model.model import Sum
from masume.families.shading.model import shading_model_builder


@dataclass(frozen=True)
class Heyawake(Printed):
    """A board: `rooms` has the room of each cell, a clue the number of black cells of its room."""

    rooms: tuple[int, ...]


def rooms(puzzle):
    """The cells of each room."""
    result = {}
    for cell, room in enumerate(puzzle.rooms):
        result.setdefault(room, []).append(cell)
    return list(result.values())


def lines(puzzle):
    size = puzzle.rows * puzzle.cols
    rows = [range(first, first + puzzle.cols) for first in range(0, size, puzzle.cols)]
    return [*rows, *(range(first, size, puzzle.cols) for first in range(puzzle.cols))]


# The referee


def violations(puzzle, position):
    near, black = puzzle.grid.neighbours, position.black
    white = [cell for cell in range(puzzle.grid.size) if cell not in black]
    result = []
    if any(other in black for cell in black for other in near[cell]):
        result.append(("adjacent", ()))
    reached = white[:1]
    for cell in reached:
        reached += [other for other in near[cell] if other in white and other not in reached]
    if len(reached) < len(white):
        result.append(("divided", ()))
    for cells in rooms(puzzle):
        for clue in (puzzle.clues[cell] for cell in cells if puzzle.clues[cell] is not None):
            if clue != len(black.intersection(cells)):
                result.append(("count", tuple(cells)))
    for line in lines(puzzle):
        for first, last in combinations(range(len(line)), 2):
            run = line[first : last + 1]
            if len({puzzle.rooms[cell] for cell in run}) > 2 and black.isdisjoint(run):
                result.append(("three-rooms", ()))
    return result


# The model


def model(puzzle, *, reasons=False):
    draft = shading_model_builder(puzzle, None if reasons else b"")
    across = draft.part("three-rooms", (), "no white line runs through three rooms")
    for line in lines(puzzle):
        here = [puzzle.rooms[cell] for cell in line]
        doors = [n for n in range(1, len(line)) if here[n - 1] != here[n]]
        for door, other in pairwise(doors):
            run = line[door - 1 : other + 1]
            if len({puzzle.rooms[cell] for cell in run}) > 2:
                across.clauses.append([cell + 1 for cell in run])
    for cells in rooms(puzzle):
        for clue in (puzzle.clues[cell] for cell in cells if puzzle.clues[cell] is not None):
            part = draft.part("count", tuple(cells), f"the {clue}", clues=1)
            part.sums.append(Sum([[cell + 1] for cell in cells], clue))
    return draft.model()


def random_board(rng, rows, cols):
    """Return a random board with rectangular rooms, some of which have a number."""
    result = [0] * (rows * cols)
    for room in range(1, rng.randint(2, 6)):
        top, left = rng.randrange(rows), rng.randrange(cols)
        for row, col in product(range(top, rows), range(left, cols)):
            result[row * cols + col] = room
    board = Heyawake(rows, cols, (None,) * (rows * cols), tuple(result))
    clues = dict.fromkeys(range(rows * cols))
    for cells in rooms(board):
        clues[cells[0]] = rng.choice((None, None, 0, 1, 1, 2, 3))
    return Heyawake(rows, cols, tuple(clues.values()), tuple(result))


@pytest.mark.long
def test_heyawake():
    rng = Random("heyawake")
    counts = []
    for rows, cols in [(1, 6), (2, 4), (4, 2), (3, 3)] * 4 + [(3, 4)]:
        board = random_board(rng, rows, cols)
        counts.append(agree(board, model, violations, shadings(rows * cols)))
    assert 0 in counts and 1 in counts and max(counts) > 4
