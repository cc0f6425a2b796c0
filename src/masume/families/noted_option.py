"""Options of boards that a line of their text states, such as `stars: 2`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic

from masume.core.puzzle.puzzle import P
from masume.core.text.blocks import Block
from masume.errors import ParseError, shorten


@dataclass(frozen=True)
class NotedOption(Generic[P]):
    """A field of a board that a line of its text states unless it has its default."""

    field: str
    key: str  # of the line
    help: str
    parse: Callable[[P, str], object]  # raises ValueError or LookupError, as may the board
    word: Callable[[P], str]  # the text of a board's value; empty for the default

    def fields(
        self, read: Callable[[Block], P], write: Callable[[P], list[str]]
    ) -> dict[str, object]:
        """Return the fields of a Kind for boards with this option, from those without it."""

        def read_both(block: Block) -> P:
            board, text = read(block), block.note(self.key).lower().replace("×", "x")
            if self.key not in block.notes:
                return board
            try:
                text.encode("ascii")
                changed = {self.field: self.parse(board, text)}
                return replace(board, **changed)  # type: ignore[type-var]
            except (ValueError, LookupError):
                fault = f"{self.key}: {shorten(text)} is not valid; write {self.help}"
                raise ParseError(fault, line=block.notes[self.key].number) from None

        def write_both(board: P) -> list[str]:
            word = self.word(board)
            return [f"{self.key}: {word}", *write(board)] if word else write(board)

        return {"read": read_both, "write": write_both, "options": {self.key: self.help}}
