"""Hitori: shade cells so that no number stands twice in a row or column."""

from __future__ import annotations

from masume.core import shading
from masume.core.kind import Kind
from masume.puzzles.hitori import puzzle, spaces

KIND = Kind(
    name="hitori",
    title="Hitori",
    aliases=("singles",),
    rules="""\
Shade some cells black.
- Among the white cells of a row or column no number stands twice.
- Black cells never share a side.
- All white cells are connected by their sides.
- A cell without a number, or with a ?, may be black or white; the first rule passes it by.""",
    codes=puzzle.CODES,
    puzzle=puzzle.Hitori,
    read=puzzle.read,
    write=puzzle.write,
    read_answer=shading.read_answer,
    write_answer=shading.write_answer,
    to_json=shading.to_json,
    from_json=shading.from_json,
    picture=shading.picture,
    start=shading.start,
    parse_move=shading.parse_move,
    write_move=shading.write_move,
    play=shading.play,
    violations=puzzle.violations,
    obstacles=puzzle.obstacles,
    spaces=(spaces.Shade, spaces.Decide, spaces.Repair),
)
