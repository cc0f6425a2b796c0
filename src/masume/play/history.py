"""The history of a game: its moves as texts, and the position after each of them.

Only some positions are cached and the others are replayed on demand, so that a game of 20,000 moves
needs no more memory than one of a few hundred.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.errors import ParseError, shorten
from masume.logic.auto import with_auto_marks

TAKEN = "take:"  # prefix of a move that replaces the whole position
AUTO = "+"  # suffix of a move after which automatic marks are made
_MAX_CACHED = 128  # positions
_LAST = 32  # latest positions that stay cached, for undo


class History:
    """The moves of a game, and a cache of the positions after them."""

    def __init__(self, puzzle: Puzzle, moves: Iterable[str] = ()) -> None:
        self.puzzle, self.kind = puzzle, kind_of(puzzle)
        self.moves = list(moves)
        self._cached: dict[int, Position] = {0: self.kind.start(puzzle)}  # by the number of moves

    def copy(self) -> History:
        """Return an independent copy."""
        twin = History(self.puzzle, self.moves)
        twin._cached.update(self._cached)
        return twin

    @property
    def cached(self) -> Iterable[Position]:
        """The cached positions."""
        return self._cached.values()

    def add(self, after: int, move: str, position: Position) -> None:
        """Add a move after `after` moves, with its position; discard all later moves."""
        del self.moves[after:]
        for number in [number for number in self._cached if number > after]:
            del self._cached[number]
        self.moves.append(move)
        self._keep(after + 1, position)

    def position_after(self, moves: int) -> Position:
        """Return the position after a number of moves."""
        if moves not in self._cached:
            begin = max(number for number in self._cached if number < moves)
            position = self._cached[begin]
            for move in self.moves[begin:moves]:
                position = self.apply(position, move)
            self._keep(moves, position)
        return self._cached[moves]

    def apply(self, position: Position, text: object) -> Position:
        """Return the position after a move given as text; raise ParseError if it is not one."""
        if not isinstance(text, str) or not text.split():
            raise ParseError(f"{shorten(str(text))!r} is not a move of a saved game")
        if text.startswith(TAKEN):
            return self._parse_position(text)
        words = text.split()
        for word in words:
            if word != AUTO:
                move = self.kind.parse_move(self.puzzle, word)
                position = self.kind.play(self.puzzle, position, move)
        return with_auto_marks(self.puzzle, position) if words[-1] == AUTO else position

    def _parse_position(self, text: str) -> Position:
        try:
            data = json.loads(text.removeprefix(TAKEN))
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise ParseError(f"{shorten(text)!r} is not a move of a saved game")
        return self.kind.from_json(self.puzzle, data)

    def _keep(self, moves: int, position: Position) -> None:
        self._cached[moves] = position
        if len(self._cached) <= _MAX_CACHED:
            return
        old = sorted(number for number in self._cached if not moves - _LAST <= number <= moves)
        for number in old[1::2]:  # the first one stays
            del self._cached[number]
