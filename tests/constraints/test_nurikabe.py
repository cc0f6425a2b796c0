"""Nurikabe as a test of regions: black cells are connected, white ones are regions with sizes."""

from __future__ import annotations

from random import Random

import pytest
from whole_puzzles import Printed, agree, shadings

from masume.constraints.connected import Connected
from masume.constraints.regions import OneSeed, Seeded, Sized
from masume.families.shading.model import cell_model_builder


def pools(puzzle):
    """Return all squares of 2×2 cells."""
    return [
        (cell, cell + 1, cell + puzzle.cols, cell + puzzle.cols + 1)
        for cell in range(puzzle.grid.size - puzzle.cols)
        if (cell + 1) % puzzle.cols
    ]


# The referee


def violations(puzzle, position):
    near, black = puzzle.grid.neighbours, position.black
    result = []

    def group(cell):
        result = [cell]
        for cell in result:
            result += [
                other
                for other in near[cell]
                if (other in black) == (cell in black) and other not in result
            ]
        return result

    if black and len(group(min(black))) < len(black):
        result.append(("sea", ()))
    if any(black.issuperset(pool) for pool in pools(puzzle)):
        result.append(("pool", ()))
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None and (cell in black or len(group(cell)) != clue):
            result.append(("clue", (cell,)))
    for cell in set(range(puzzle.grid.size)) - black:
        numbers = sum(puzzle.clues[member] is not None for member in group(cell))
        if numbers != 1:
            result.append(("numbers" if numbers else "no-number", ()))
    return result


# The model


def model(puzzle, *, reasons=False):
    draft = cell_model_builder(puzzle)
    variables = range(1, puzzle.grid.size + 1)
    sea = draft.part("sea", (), "all black cells are connected")
    sea.constraints.append(Connected(puzzle.grid, variables))
    pool = draft.part("pool", (), "no four black cells form a square")
    pool.clauses += [[-cell - 1 for cell in cells] for cells in pools(puzzle)]
    white = [-variable for variable in variables]
    seeds = {cell: clue for cell, clue in enumerate(puzzle.clues) if clue is not None}
    apart = draft.part("numbers", (), "no island has two numbers")
    apart.constraints.append(OneSeed(puzzle.grid, white, seeds))
    numbered = draft.part("no-number", (), "each island has a number")
    numbered.constraints.append(Seeded(puzzle.grid, white, seeds))
    for cell, clue in seeds.items():
        part = draft.part("clue", (cell,), f"the {clue} at {puzzle.grid.name(cell)}", clues=1)
        part.clauses.append([-cell - 1])
        part.constraints.append(Sized(puzzle.grid, white, {cell: clue}))
    return draft.model()


@pytest.mark.long
def test_nurikabe():
    rng = Random("nurikabe")
    counts = []
    for rows, cols in [(1, 6), (2, 4), (4, 2), (3, 3)] * 6 + [(3, 4)] * 2:
        clues = rng.choices((None, 1, 2, 3, 4), (16, 2, 1, 1, 1), k=rows * cols)
        board = Printed(rows, cols, tuple(clues))
        counts.append(agree(board, model, violations, shadings(rows * cols)))
    assert 0 in counts and 1 in counts and max(counts) > 1
