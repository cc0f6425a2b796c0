"""The past of a game: its moves as texts, and the position after each of them.

Some positions are kept and the others are made again when they are asked for, so that a game takes
no more room after 20,000 moves than after a few hundred.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.errors import ParseError, shorten
from masume.logic.auto import with_auto_marks

TAKEN = "take:"  # begins the text of a move that puts a whole position on the board
AUTO = "+"  # ends the text of a move after which what is obvious is marked too
_KEPT = 128  # positions of a game
_LAST = 32  # of them those before the last move, which are the first to be gone back to


class Past:
    """Moves, and the positions to which they have led."""

    def __init__(self, puzzle: Puzzle, moves: Iterable[str] = ()) -> None:
        self.puzzle, self.kind = puzzle, kind_of(puzzle)
        self.moves = list(moves)
        self._kept: dict[int, Position] = {0: self.kind.start(puzzle)}  # by the number of moves

    def copy(self) -> Past:
        """A copy, which later moves in this one do not change."""
        twin = Past(self.puzzle, self.moves)
        twin._kept.update(self._kept)
        return twin

    @property
    def kept(self) -> Iterable[Position]:
        """The positions that take room."""
        return self._kept.values()

    def add(self, after: int, move: str, position: Position) -> None:
        """A move after so many, and where it leads; what came after them is forgotten."""
        del self.moves[after:]
        for number in [number for number in self._kept if number > after]:
            del self._kept[number]
        self.moves.append(move)
        self._keep(after + 1, position)

    def after(self, moves: int) -> Position:
        """The position after so many moves."""
        if moves not in self._kept:
            begin = max(number for number in self._kept if number < moves)
            position = self._kept[begin]
            for move in self.moves[begin:moves]:
                position = self.moved(position, move)
            self._keep(moves, position)
        return self._kept[moves]

    def moved(self, position: Position, text: object) -> Position:
        """The position after one more move, given as its text."""
        if not isinstance(text, str) or not text.split():
            raise ParseError(f"{shorten(str(text))!r} is no move of a saved game")
        if text.startswith(TAKEN):
            return self._taken(text)
        words = text.split()
        for word in words:
            if word != AUTO:
                move = self.kind.parse_move(self.puzzle, word)
                position = self.kind.play(self.puzzle, position, move)
        return with_auto_marks(self.puzzle, position) if words[-1] == AUTO else position

    def _taken(self, text: str) -> Position:
        try:
            data = json.loads(text.removeprefix(TAKEN))
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise ParseError(f"{shorten(text)!r} is no move of a saved game")
        return self.kind.from_json(self.puzzle, data)

    def _keep(self, moves: int, position: Position) -> None:
        self._kept[moves] = position
        if len(self._kept) <= _KEPT:
            return
        old = sorted(number for number in self._kept if not moves - _LAST <= number <= moves)
        for number in old[1::2]:  # the first one stays
            del self._kept[number]
