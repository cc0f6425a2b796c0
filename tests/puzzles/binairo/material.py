"""Binairo for the tests: small boards with few open cells, with and without the last rule."""

from __future__ import annotations

from itertools import product

from puzzles.values import mark_holds, positions

import masume
from masume.core.puzzle.maker import BoardRequest
from masume.families.values.position import Values

__all__ = ["assignments", "candidates", "mark_holds", "positions", "random_board", "reason_holds"]

SMALL = {"most": 8}


def random_board(rng, most=16):
    """Return some givens of a random solution, of which one may be changed."""
    kind = masume.kinds()["binairo"]
    sizes = [(2, 2), (2, 4), (4, 2), (2, 6), (4, 4), (4, 4)]
    rows, cols = rng.choice([(rows, cols) for rows, cols in sizes if rows * cols <= most])
    if rows * cols < 16:  # one line is the opposite of the other
        line = rng.choice([[0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 1]])[: max(rows, cols)]
        pairs = [(number, 1 - number) for number in line]
        clues = [pair[n] for n in range(2) for pair in pairs] if rows == 2 else sum(pairs, ())
    else:
        clues = kind.maker().propose(rng, BoardRequest(rows, cols)).clues
    clues = list(clues)
    for cell in rng.sample(range(rows * cols), min(rng.randint(3, 14), rows * cols - 1)):
        clues[cell] = None
    if rng.random() < 0.3:
        cell = rng.choice([cell for cell, clue in enumerate(clues) if clue is not None])
        clues[cell] = 1 - clues[cell]
    return kind.new(rows, cols, tuple(clues), distinct=rng.random() < 0.7)


def candidates(puzzle):
    """Yield every filling with as many 0 as 1 in each row and column."""
    half, cols = puzzle.cols // 2, puzzle.cols
    lines = [line for line in product(range(2), repeat=cols) if sum(line) == half]
    rows = [puzzle.clues[n : n + cols] for n in range(0, puzzle.rows * cols, cols)]
    fitting = [
        [line for line in lines if all(c in (None, n) for c, n in zip(row, line, strict=True))]
        for row in rows
    ]

    def fillings(chosen, ones):
        if len(chosen) == puzzle.rows:
            yield [number for line in chosen for number in line]
            return
        for line in fitting[len(chosen)]:
            sums = [count + number for count, number in zip(ones, line, strict=True)]
            zeros = len(chosen) + 1 - min(sums)
            if max(sums) * 2 <= puzzle.rows and zeros * 2 <= puzzle.rows:
                yield from fillings([*chosen, line], sums)

    for filling in fillings([], [0] * cols):
        yield Values(frozenset(enumerate(filling)))


def assignments(puzzle):
    """Yield all literals of each way to give every cell a number, whatever is given."""
    cells = range(1, puzzle.rows * puzzle.cols + 1)
    for signs in product((1, -1), repeat=len(cells)):
        yield tuple(sign * cell for sign, cell in zip(signs, cells, strict=True))


def reason_holds(puzzle, reason, literals):
    numbers = [int(literal > 0) for literal in literals]
    rows = [numbers[n * puzzle.cols : (n + 1) * puzzle.cols] for n in range(puzzle.rows)]
    columns = [numbers[n :: puzzle.cols] for n in range(puzzle.cols)]
    if reason.rule == "clue":
        (cell,) = reason.cells
        return numbers[cell] == puzzle.clues[cell]
    if reason.rule == "count":
        return sum(numbers[cell] for cell in reason.cells) * 2 == len(reason.cells)
    if reason.rule == "three":
        texts = ["".join(map(str, line)) for line in (*rows, *columns)]
        return not any(three in text for text in texts for three in ("000", "111"))
    lines = {"rows": rows, "columns": columns}[reason.rule]
    return len(set(map(tuple, lines))) == len(lines)
