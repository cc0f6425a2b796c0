"""Numberlink: join equal numbers by lines that neither cross nor branch."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, members_of
from masume.families.links.kind import neighbour_kind
from masume.puzzles.numberlink import puzzle

KIND = neighbour_kind(
    title="Numberlink",
    aliases=("numlin", "arukone", "nanbarinku"),
    rules="""\
Join every number to an equal one by a line from cell to cell.
- Lines run across or down; they neither branch nor cross.
- Every cell with a number is the end of one line, and a line passes through no other number.
- Cells may stay empty.
- A ? is an unknown number.""",
    puzzle=puzzle.Numberlink,
    **members_of(puzzle),
    items_of=lazy_function("masume.families.links.neighbour_view", "end_items"),
)
