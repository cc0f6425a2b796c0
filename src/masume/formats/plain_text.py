"""Plain text as a `Format`; parsing and writing are in `plain`."""

from __future__ import annotations

from masume.formats.format import Format
from masume.formats.plain import read_boards, write_board

# Plain text recognises nothing: it is the fallback if no other format matches.
FORMAT = Format(
    "plain",
    "plain text",
    lambda text: False,
    read_boards,
    write_board,
    holds_answers=True,
    self_delimiting=False,
)
