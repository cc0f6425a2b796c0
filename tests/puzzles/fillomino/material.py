"""Fillomino for the tests: small boards, and all numbers that divisions of them give."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from material import _words, derived_mark_holds
from puzzles.values import filled_board, positions

import masume
from masume.families.values.position import Values

__all__ = [
    "SMALL",
    "assignments",
    "candidates",
    "mark_holds",
    "positions",
    "random_board",
    "reason_holds",
]

SMALL = {"sizes": [(1, 2), (1, 3), (2, 2), (3, 1)], "most_open": 3, "wrong": 0.5}
SIZES = [(1, 3), (2, 2), (1, 4), (4, 1), (1, 5), (2, 3), (3, 2), (2, 3), (3, 2), (2, 4), (3, 3)]
mark_holds = derived_mark_holds


def random_board(rng, **options):
    most_open = rng.choice([2, 3, 4, 6])
    usual = {"sizes": SIZES, "most_open": most_open, "wrong": 0.4}
    return filled_board("fillomino", rng, **{**usual, **options})


@lru_cache
def divisions(rows, cols):
    """Return the sizes of the parts of each division of a board, one size per cell."""
    pairs = [(c, c + 1) for c in range(rows * cols) if (c + 1) % cols]
    pairs += [(c, c + cols) for c in range((rows - 1) * cols)]
    found = set()
    for joined in product((False, True), repeat=len(pairs)):
        part = list(range(rows * cols))
        for (a, b), is_joined in zip(pairs, joined, strict=True):
            if is_joined:
                part = [part[a] if n == part[b] else n for n in part]
        found.add(tuple(part.count(number) for number in part))
    return sorted(found)


def candidates(puzzle):
    """Return every position that could be an answer: the sizes of all divisions."""
    every = divisions(puzzle.rows, puzzle.cols)
    return [Values(frozenset(enumerate(sizes))) for sizes in every if fits(puzzle, sizes)]


def fits(puzzle, sizes):
    clues = zip(puzzle.clues, sizes, strict=True)
    return all(clue in (None, size) for clue, size in clues) and max(sizes) in puzzle.numbers


@lru_cache(maxsize=64)
def assignments(puzzle):
    """Return the literals of each division, and of some with another cell changed."""
    words = _words(puzzle)
    every = [
        {words.variable(*entry) for entry in enumerate(sizes)}
        for sizes in divisions(puzzle.rows, puzzle.cols)[:3000]
        if max(sizes) in puzzle.numbers
    ]
    every += [true ^ {1 + number % words.shown} for number, true in enumerate(every[:500])]
    return [tuple(n if n in true else -n for n in range(1, words.shown + 1)) for true in every]


def reason_holds(puzzle, reason, literals):
    """Return whether the cells of a reason have its number, or all parts the right size."""
    entries = [_words(puzzle).entry(literal) for literal in literals if literal > 0]
    if reason.rule == "size":
        kind = masume.kind_of(puzzle)
        bare = kind.new(puzzle.rows, puzzle.cols, (None,) * len(puzzle.clues))
        faults = kind.violations(bare, Values(frozenset(entries)))
        return not any(fault.rule == "size" for fault in faults)
    own = [number for cell, number in entries if cell in reason.cells]
    return puzzle.clues[reason.cells[0]] in own if reason.rule == "clue" else len(own) == 1
