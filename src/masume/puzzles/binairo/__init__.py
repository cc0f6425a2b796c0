"""Binairo: as many cells with 0 as with 1 in each line, and never three in a row."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_imports
from masume.families.values.kind import value_kind
from masume.families.values.position import mark_bit
from masume.puzzles.binairo import puzzle

with lazy_imports(__name__):
    from masume.families.values.model import CellBits
    from masume.puzzles.binairo import model

    KIND = value_kind(
        name="binairo",
        title="Binairo",
        aliases=("takuzu", "unruly", "binary_puzzle"),
        rules="""\
Write 0 or 1 into every empty cell.
- Every row and every column has as many cells with 0 as with 1.
- Nowhere are three equal numbers next to each other in a row or column.
- No two rows are equal, and no two columns, unless a board says `distinct: no`.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Binairo,
        read=puzzle.read,
        write=puzzle.write,
        options={"distinct": "whether rows, and columns, must differ from each other: yes or no"},
        violations=puzzle.violations,
        obstacles=puzzle.obstacles,
        vocabulary=CellBits,
        mark=mark_bit,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
    )
