"""Masyu: draw one loop through all pearls; black ones are turns, white ones are not."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_imports
from masume.families.links.kind import neighbour_kind
from masume.puzzles.masyu import puzzle

with lazy_imports(__name__):
    from masume.puzzles.masyu import model

    KIND = neighbour_kind(
        name="masyu",
        title="Masyu",
        aliases=("mashu", "pearl", "pearls"),
        rules="""\
Draw a single loop from cell to cell, across or down, through all pearls.
- The loop neither branches nor crosses itself. It may leave out cells without a pearl.
- On a black pearl (b) the loop turns, and it runs straight through the cells before and after it.
- On a white pearl (w) the loop does not turn, but it turns in the cell before or after it, or both.
- A ? is a pearl of unknown colour.""",
        codes=puzzle.CODES,
        puzzle=puzzle.Masyu,
        violations=puzzle.violations,
        items_of=model.pearl,
        model=model.model,
        source=model.source,
        codecs=model.CODECS,
        palette=lambda puzzle: [*puzzle.letters],
    )
