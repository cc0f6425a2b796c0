"""Binairo: fill in 0 and 1, never three equal in a row, as many of each, all lines different."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, lazy_imports
from masume.families.shading.kind import shading_kind
from masume.puzzles.binairo import puzzle

with lazy_imports(__name__):
    from masume.puzzles.binairo import model

    KIND = shading_kind(
        name="binairo",
        title="Binairo",
        aliases=("takuzu", "unruly", "binary_puzzle"),
        rules="""\
Write 0 or 1 in each cell.
- No three cells in a row, side by side or one below the other, are equal.
- Each row and each column has as many cells with 0 as with 1; one more or less if its length is
  odd.
- No two rows are equal, and no two columns.
In texts and moves a black cell is a 1, and a white or empty one a 0.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Binairo,
        violations=puzzle.violations,
        start=puzzle.start,
        vocabulary=model.Digits,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
        touch=lazy_function("masume.families.shading.touch", "touch_free"),
        look={"symbols": ("0", "1"), "noun": "one"},
        palette=lambda puzzle: ["0", "1"],
    )
