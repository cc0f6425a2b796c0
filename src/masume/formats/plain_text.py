"""Plain text as one of the formats; how it is read and written is `plain`'s."""

from __future__ import annotations

from collections.abc import Iterator

from masume.core.kind import Kind
from masume.errors import ParseError
from masume.formats.format import Format
from masume.formats.plain import Board, read_boards, write_board


def read(text: str, kind: Kind | None) -> Iterator[Board]:
    """The boards of a text."""
    for board in read_boards(text, kind):
        if isinstance(board, ParseError):
            raise board
        yield board


# Nothing is recognised as plain: it is what remains when no other format is meant.
FORMAT = Format("plain", "plain text", lambda text: False, read, write_board, holds_answers=True)
