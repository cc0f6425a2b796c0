"""What Kuromasu and Hitori share: all shadings that keep the common rules, and what they say."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from hypothesis import strategies as st
from material import Truth, some_of

import masume
from masume.families.shading.position import Shading
from masume.puzzles.kuromasu.puzzle import Kuromasu, seen_from


def right(puzzle, position):
    return not masume.kind_of(puzzle).violations(puzzle, position)


@lru_cache
def legal_shadings(rows, cols):
    """All shadings that keep the two common rules, by the referee of a board without clues."""
    blank, found, waiting = Kuromasu(rows, cols, (None,) * (rows * cols)), [], [()]
    while waiting:
        black = waiting.pop()
        if right(blank, Shading(frozenset(black))):
            found.append(Shading(frozenset(black)))
        for cell in range(black[-1] + 1 if black else 0, rows * cols):
            beside = cell - 1 in black and cell % cols
            if not beside and cell - cols not in black:
                waiting.append((*black, cell))
    return found


def shading_answers(puzzle):
    return {one for one in legal_shadings(puzzle.rows, puzzle.cols) if right(puzzle, one)}


def shading_agrees(puzzle, answer, marks):
    return marks.black <= answer.black and not marks.white & answer.black


def shading_shared(puzzle, answers):
    cells = range(puzzle.rows * puzzle.cols)
    black = frozenset(c for c in cells if all(c in one.black for one in answers))
    white = frozenset(c for c in cells if not any(c in one.black for one in answers))
    return Shading(black, white), len(black) + len(white), len(cells)


def shading_differs(puzzle, one, other):
    return set(one.black ^ other.black)


def shading_marks(rng, puzzle, answer):
    """Some of what an answer says, as marks."""
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


# What each reason says about an assignment, whatever the other rules say


def assignments(puzzle):
    """Every set of black cells, right or wrong."""
    cells = range(puzzle.rows * puzzle.cols)
    every = product((False, True), repeat=len(cells))
    return [frozenset(c for c in cells if flags[c]) for flags in every]


def connected(cells, pairs):
    """Whether some things are connected by these pairs."""
    part = {cell: cell for cell in cells}
    for a, b in pairs:
        old, new = part[b], part[a]
        part = {cell: new if one == old else one for cell, one in part.items()}
    return len(set(part.values())) < 2


def reason_holds(puzzle, reason, black):
    near = puzzle.grid.neighbours
    white = [cell for cell in range(puzzle.grid.size) if cell not in black]
    if reason.rule == "adjacent":
        return not any(other in black for cell in black for other in near[cell])
    if reason.rule == "divided":
        return connected(white, [(a, b) for a in white for b in near[a] if b in white])
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
    """What a player may have put on it; half-finished and wrong as it may be."""
    everywhere = range(puzzle.rows * puzzle.cols)
    black = draw(some_of(everywhere))
    return Shading(black, draw(some_of(everywhere)) - black)
