"""Gestures that solve a board, for tests of front ends."""

from __future__ import annotations

import masume
from masume.core.puzzle.gesture import Gesture


def winning_gestures(puzzle):
    """Return clicks and drags, each of which brings the board closer to its solution."""
    kind = masume.kind_of(puzzle)
    vocabulary = kind.vocabulary(puzzle)
    answer = masume.solve(puzzle).answer
    goal = set(vocabulary.marks(answer))
    size = puzzle.rows * puzzle.cols
    clicks = [Gesture(cell) for cell in range(size)]
    if kind.drag == "side":
        sides = ("up", "down", "left", "right")
        clicks += [Gesture(cell, None, False, side) for cell in range(size) for side in sides]
    drags = [Gesture(cell, to) for cell in range(size) for to in puzzle.grid.neighbours[cell]]
    if kind.drag == "select":  # a click selects a cell, and then its symbol is chosen
        symbols = kind.symbols(puzzle)
        clicks = [Gesture(cell, symbol=symbol) for cell in range(size) for symbol in symbols]
        drags = []
    position, found = kind.start(puzzle), []

    def distance(place):
        return len(goal ^ set(vocabulary.marks(place)))

    def is_progress(gesture, away):
        place = after(gesture)
        is_right = kind.drag != "select" or goal.issuperset(vocabulary.marks(place))
        return is_right and distance(place) < away  # a wrong number may still bring it closer

    def after(gesture):
        place = position
        for move in kind.touch(puzzle, position, gesture):
            place = kind.play(puzzle, place, move)
        return place

    while kind.violations(puzzle, position):
        away = distance(position)
        gesture = next(g for g in [*drags, *clicks] if is_progress(g, away))
        found.append(gesture)
        position = after(gesture)
        assert len(found) < 1000
    return found
