"""How to solve a board by hand: gestures that lead to the answer, for tests of front ends."""

from __future__ import annotations

import masume
from masume.core.puzzle.gesture import Gesture


def winning_gestures(puzzle):
    """Clicks, and drags to neighbours, each of which brings the board nearer to its solution."""
    kind = masume.kind_of(puzzle)
    vocabulary = kind.vocabulary(puzzle)
    answer = masume.solve(puzzle).answer
    goal = set(vocabulary.marks(answer))
    size = puzzle.rows * puzzle.cols
    clicks = [Gesture(cell) for cell in range(size)]
    drags = [Gesture(cell, to) for cell in range(size) for to in puzzle.grid.neighbours[cell]]
    position, found = kind.start(puzzle), []

    def distance(place):
        return len(goal ^ set(vocabulary.marks(place)))

    def after(gesture):
        place = position
        for move in kind.touch(puzzle, position, gesture):
            place = kind.play(puzzle, place, move)
        return place

    while kind.violations(puzzle, position):
        away = distance(position)
        gesture = next(one for one in [*drags, *clicks] if distance(after(one)) < away)
        found.append(gesture)
        position = after(gesture)
        assert len(found) < 1000
    return found
