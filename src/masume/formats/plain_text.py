"""Plain text as one of the formats; how it is read and written is `plain`'s."""

from __future__ import annotations

from masume.formats.format import Format
from masume.formats.plain import read_boards, write_board

# Nothing is recognised as plain: it is what remains when no other format is meant.
FORMAT = Format(
    "plain",
    "plain text",
    lambda text: False,
    read_boards,
    write_board,
    holds_answers=True,
    ends_itself=False,
)
