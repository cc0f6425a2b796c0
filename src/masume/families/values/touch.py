"""Translate gestures into moves of puzzles of numbers.

A typed number is entered, the same number again is removed. With the second button it is a pencil
mark: the first one leaves no other number for its cell, further ones are added or removed. A click
changes the number of a cell to the next one, the second button to the previous one. A drag copies
the number of its first cell, or that there is none.
"""

from __future__ import annotations

from masume.core.puzzle.gesture import Gesture
from masume.families.values.position import Put, ValueBoard, Values


def touch(puzzle: ValueBoard, position: Values, gesture: Gesture) -> list[Put]:
    """Return the moves of a gesture; none if it changes nothing."""
    cell = gesture.cell
    if gesture.to is not None and gesture.is_drag:
        return _changes(puzzle, position, gesture.to, _entered(position, cell))
    if gesture.symbol is None:
        return _changes(puzzle, position, cell, _next(puzzle, position, gesture))
    if not gesture.symbol:
        is_free = puzzle.given(cell) is None
        return [Put(cell)] if is_free and cell in position.cells else []
    if not gesture.symbol.isdigit() or int(gesture.symbol) not in puzzle.numbers:
        return []
    number = int(gesture.symbol)
    if gesture.second:
        return _pencil(puzzle, position, cell, number)
    return _changes(puzzle, position, cell, None if _entered(position, cell) == number else number)


def _entered(position: Values, cell: int) -> int | None:
    return next((number for at, number in position.entered if at == cell), None)


def _changes(puzzle: ValueBoard, position: Values, cell: int, number: int | None) -> list[Put]:
    """Return the move that enters a number, or clears the cell; none for a given."""
    if puzzle.given(cell) is not None or _entered(position, cell) == number:
        return []
    return [Put(cell)] if number is None else [Put(cell, number, True)]


def _next(puzzle: ValueBoard, position: Values, gesture: Gesture) -> int | None:
    """Return the number after that of a cell, or before it; None at the end."""
    order: list[int | None] = [None, *puzzle.numbers]
    step = -1 if gesture.second else 1
    place = order.index(_entered(position, gesture.cell)) + step
    return order[place % len(order)]


def _pencil(puzzle: ValueBoard, position: Values, cell: int, number: int) -> list[Put]:
    """Return the moves that add or remove a pencil mark."""
    if puzzle.given(cell) is not None or _entered(position, cell) is not None:
        return []
    excluded = {n for at, n in position.excluded if at == cell}
    if not excluded:
        return [Put(cell, other, False) for other in puzzle.numbers if other != number]
    if number in excluded:
        return [Put(cell, number, None)]
    if len(excluded) == len(puzzle.numbers) - 1:  # the last one
        return [Put(cell)]
    return [Put(cell, number, False)]
