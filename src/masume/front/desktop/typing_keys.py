"""Translate digit keys to gestures that enter symbols."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import pygame

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import Puzzle

_SAME_NUMBER = 1.5  # seconds from digit to digit
_DIGITS = {
    **{pygame.K_0 + digit: str(digit) for digit in range(10)},
    **{getattr(pygame, f"K_KP{digit}"): str(digit) for digit in range(10)},
}


class Typing:
    """The digits typed so far; one soon after another continues a number, if there is such one."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._symbols = frozenset(kind_of(puzzle).symbols(puzzle))
        self._text, self._when = "", 0.0
        self._place: tuple[Cell, bool] | None = None

    def handles(self, key: int) -> bool:
        """Return whether a key enters a symbol or clears a cell of this board."""
        return bool(self._symbols) and (key in _DIGITS or key == pygame.K_DELETE)

    def gestures(self, key: int, mod: int, cell: Cell) -> Iterator[tuple[Gesture, bool]]:
        """Yield the gesture of a key, if any, and whether it is undone with the one before."""
        if key == pygame.K_DELETE:
            yield Gesture(cell, symbol=""), False
            return
        place, now = (cell, bool(mod & pygame.KMOD_SHIFT)), monotonic()
        longer = self._text + _DIGITS[key]
        is_same = self._place == place and now - self._when < _SAME_NUMBER
        joins = is_same and longer in self._symbols
        if joins and place[1]:  # take back the pencil mark of the shorter number
            yield Gesture(cell, second=True, symbol=self._text), True
        self._text = longer if joins else _DIGITS[key]
        self._place, self._when = place, now
        if self._text in self._symbols:
            yield Gesture(cell, second=place[1], symbol=self._text), joins
        elif self._text == "0":
            yield Gesture(cell, symbol=""), False
