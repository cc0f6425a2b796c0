"""Test material for Kuromasu and Hitori: legal shadings, answers, marks and reasons."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from hypothesis import strategies as st
from material import Truth, some_of

import masume
from masume.families.shading.position import Shading
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from


def is_legal(puzzle, position):
    return not masume.kind_of(puzzle).violations(puzzle, position)


@lru_cache
def legal_shadings(rows, cols):
    """Return all shadings that the referee accepts on a board without clues."""
    blank, shadings, pending = Kuromasu(rows, cols, (None,) * (rows * cols)), [], [()]
    while pending:
        black = pending.pop()
        if is_legal(blank, Shading(frozenset(black))):
            shadings.append(Shading(frozenset(black)))
        for cell in range(black[-1] + 1 if black else 0, rows * cols):
            has_left_neighbour = cell - 1 in black and cell % cols
            if not has_left_neighbour and cell - cols not in black:
                pending.append((*black, cell))
    return shadings


def shading_answers(puzzle):
    return {
        shading for shading in legal_shadings(puzzle.rows, puzzle.cols) if is_legal(puzzle, shading)
    }


def shading_agrees(puzzle, answer, marks):
    return marks.black <= answer.black and not marks.white & answer.black


def shading_shared(puzzle, answers):
    cells = range(puzzle.rows * puzzle.cols)
    black = frozenset(c for c in cells if all(c in answer.black for answer in answers))
    white = frozenset(c for c in cells if not any(c in answer.black for answer in answers))
    return Shading(black, white), len(black) + len(white), len(cells)


def shading_differs(puzzle, first, second):
    return set(first.black ^ second.black)


def shading_marks(rng, puzzle, answer):
    """Return random marks that agree with an answer."""
    black = frozenset(c for c in sorted(answer.black) if rng.random() < 0.3)
    cells = range(puzzle.rows * puzzle.cols)
    white = frozenset(c for c in cells if c not in answer.black and rng.random() < 0.2)
    return Shading(black, white)


TRUTH = Truth(
    shading_answers,
    shading_agrees,
    shading_shared,
    shading_differs,
    shading_marks,
    lambda rng, puzzle: rng.choice(legal_shadings(puzzle.rows, puzzle.cols)),
    lambda puzzle, answer: len(answer.black),
)


# The meaning of each reason for an assignment, independent of the other rules


def assignments(puzzle):
    """Return all sets of black cells, legal or not."""
    cells = range(puzzle.rows * puzzle.cols)
    every = product((False, True), repeat=len(cells))
    return [frozenset(c for c in cells if flags[c]) for flags in every]


def is_connected(cells, pairs):
    """Return whether the cells are connected by the pairs (union–find)."""
    part = {cell: cell for cell in cells}
    for a, b in pairs:
        old, new = part[b], part[a]
        part = {cell: new if root == old else root for cell, root in part.items()}
    return len(set(part.values())) < 2


def reason_holds(puzzle, reason, black):
    """Return whether an assignment satisfies the constraint that a reason names."""
    near = puzzle.grid.neighbours
    white = [cell for cell in range(puzzle.grid.size) if cell not in black]
    if reason.rule == "adjacent":
        return not any(other in black for cell in black for other in near[cell])
    if reason.rule == "divided":
        return is_connected(white, [(a, b) for a in white for b in near[a] if b in white])
    if reason.rule == "duplicate":
        (number,) = {puzzle.clues[cell] for cell in reason.cells}
        assert isinstance(number, int)
        return sum(cell in white for cell in reason.cells) < 2
    assert reason.rule == "clue"
    (cell,) = reason.cells
    clue = puzzle.clues[cell]
    sees = seen_from(puzzle, Shading(black), cell)
    return cell in white and (not isinstance(clue, int) or sees == clue)


def mark_holds(puzzle, marks, reason, black):
    (cell,) = reason.cells
    assert cell in marks.black | marks.white
    return (cell in black) is (cell in marks.black)


@st.composite
def positions(draw, puzzle):
    """Draw an arbitrary position: possibly unfinished, possibly wrong."""
    everywhere = range(puzzle.rows * puzzle.cols)
    black = draw(some_of(everywhere))
    return Shading(black, draw(some_of(everywhere)) - black)
