"""Binairo: as many cells with 0 as with 1 in each line, and never three in a row."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, members_of
from masume.families.values.kind import value_kind
from masume.families.values.position import mark_bit
from masume.puzzles.binairo import puzzle

KIND = value_kind(
    title="Binairo",
    aliases=("takuzu", "unruly", "binary_puzzle"),
    rules="""\
Write 0 or 1 into every empty cell.
- Every row and every column has as many cells with 0 as with 1.
- Nowhere are three equal numbers next to each other in a row or column.
- No two rows are equal, and no two columns, unless a board says `distinct: no`.""",
    puzzle=puzzle.Binairo,
    **members_of(puzzle),
    option=puzzle.OPTION,
    vocabulary=lazy_function("masume.families.values.model", "CellBits"),
    mark=mark_bit,
)
