"""Masyu: draw one loop through all pearls; black ones are turns, white ones are not."""

from __future__ import annotations

from masume.core.puzzle.kind import lazy_function, members_of
from masume.families.links.kind import neighbour_kind
from masume.puzzles.masyu import puzzle

KIND = neighbour_kind(
    title="Masyu",
    aliases=("mashu", "pearl", "pearls"),
    rules="""\
Draw a single loop from cell to cell, across or down, through all pearls.
- The loop neither branches nor crosses itself. It may leave out cells without a pearl.
- On a black pearl (b) the loop turns, and it runs straight through the cells before and after it.
- On a white pearl (w) the loop does not turn, but it turns in the cell before or after it, or both.
- A ? is a pearl of unknown colour.""",
    puzzle=puzzle.Masyu,
    **members_of(puzzle),
    items_of=lazy_function("masume.puzzles.masyu.model", "pearl"),
    palette=lambda puzzle: [*puzzle.letters],
)
