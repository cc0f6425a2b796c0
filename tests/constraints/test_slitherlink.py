"""Slitherlink as a test of Loop: one loop along the sides of cells; numbers count sides."""

from __future__ import annotations

from collections import Counter
from itertools import compress, product
from random import Random

import pytest
from whole_puzzles import Printed, agree

from masume.constraints.loop import Loop
from masume.core.model.builder import ModelBuilder
from masume.core.model.model import Sum, Vocabulary
from masume.core.model.statement import Joins
from masume.core.model.wording import literal_sentence
from masume.core.puzzle.grid import grid


class Edges(Vocabulary):
    """The vocabulary: a variable per edge, a pair of points; answers are sets of edges."""

    def __init__(self, puzzle):
        self.grid = grid(puzzle.rows + 1, puzzle.cols + 1)  # of points
        near = self.grid.neighbours
        self.edges = [(a, b) for a in range(self.grid.size) for b in near[a] if a < b]
        self.shown = len(self.edges)

    def answer(self, literals):
        return frozenset(self.edges[literal - 1] for literal in literals if literal > 0)

    noted = answer

    def literals(self, position):
        return [number for number, edge in enumerate(self.edges, 1) if edge in position]

    def cells(self, variable):
        return self.edges[variable - 1]

    def statement(self, literal):
        return Joins(*self.edges[abs(literal) - 1], "the loop", literal > 0)


def around(puzzle, cell):
    """Return the four edges of a cell."""
    row, col = divmod(cell, puzzle.cols)
    wide = puzzle.cols + 1
    a = row * wide + col
    return [(a, a + 1), (a + wide, a + wide + 1), (a, a + wide), (a + 1, a + wide + 1)]


# The referee


def violations(puzzle, edges):
    result = []
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None and len(edges.intersection(around(puzzle, cell))) != clue:
            result.append(("count", (cell,)))
    ends = Counter(point for edge in edges for point in edge)
    part = {point: point for point in ends}
    for a, b in edges:
        part = {point: part[a] if name == part[b] else name for point, name in part.items()}
    if len(set(part.values())) != 1 or set(ends.values()) != {2}:
        result.append(("loop", ()))
    return result


# The model


def model(puzzle, *, reasons=False):
    words = Edges(puzzle)
    draft = ModelBuilder(words)
    loop = Loop(words.grid.size, words.edges, range(1, words.shown + 1))
    part = draft.part("loop", (), "the line is one loop")
    part.clauses += loop.clauses
    part.constraints.append(loop)
    number_of = {edge: number for number, edge in enumerate(words.edges, 1)}
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            part = draft.part("count", (cell,), f"the {clue} at {puzzle.grid.name(cell)}", clues=1)
            part.sums.append(Sum([[number_of[edge]] for edge in around(puzzle, cell)], clue))
    return draft.model()


def borders(puzzle):
    """Yield the borders of all sets of cells: each loop is the border of the cells inside it."""
    result = []
    for inside in product((False, True), repeat=puzzle.grid.size):
        cells = compress(range(puzzle.grid.size), inside)
        sides = Counter(edge for cell in cells for edge in around(puzzle, cell))
        result.append(frozenset(edge for edge, times in sides.items() if times == 1))
    return result


@pytest.mark.long
def test_slitherlink():
    rng = Random("slitherlink")
    counts = []
    for rows, cols in [(1, 4), (2, 3), (3, 3)] * 6 + [(3, 4)]:
        bare = Printed(rows, cols, (None,) * (rows * cols))
        every = borders(bare)
        loop = rng.choice([candidate for candidate in every if not violations(bare, candidate)])
        clues = [
            len(loop.intersection(around(bare, cell))) if rng.random() < 0.5 else None
            for cell in range(rows * cols)
        ]
        if rng.random() < 0.3:
            clues[rng.randrange(rows * cols)] = rng.randint(0, 3)
        board = Printed(rows, cols, tuple(clues))
        counts.append(agree(board, model, violations, every))
    assert 0 in counts and 1 in counts and max(counts) > 10


def test_statements_of_marks():
    assert (
        literal_sentence(Edges(Printed(1, 1, (None,))), -1)
        == "the loop does not join r1c1 and r2c1"
    )
