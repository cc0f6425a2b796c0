"""Positions, moves and texts of puzzles with lines between neighbours and shaded cells.

A position has the lines and marks of `Lines`, the shaded cells, and those noted as not shaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.text.blocks import Block, read_words
from masume.families.links import position as links
from masume.families.links.neighbours import NeighbourBoard
from masume.families.links.play import touch_neighbours
from masume.families.links.position import Lines, Span
from masume.families.shading import position as shading
from masume.families.shading.position import COLOURS, Mark, Shading
from masume.families.shading.touch import touch as touch_cell

Move: TypeAlias = Span | Mark


@dataclass(frozen=True)
class ShadedLines(Lines):
    """A position: lines and marks of "no line", shaded cells and cells noted as not shaded."""

    black: frozenset[Cell] = frozenset()
    white: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> set[Cell]:
        """The cells with a line or a mark."""
        return super().cells | self.black | self.white

    @property
    def shading(self) -> Shading:
        """The marks on cells."""
        return Shading(self.black, self.white)

    def with_shading(self, marks: Shading) -> ShadedLines:
        """Return the position with other marks on cells."""
        return replace(self, black=marks.black, white=marks.white)


def start(puzzle: NeighbourBoard) -> ShadedLines:
    """Return the position without lines and marks."""
    return ShadedLines()


def play(puzzle: NeighbourBoard, position: ShadedLines, move: Move) -> ShadedLines:
    """Return the position after a move."""
    if isinstance(move, Mark):
        return position.with_shading(shading.play(puzzle, position.shading, move))
    after = links.play(puzzle, position, move)
    return replace(position, joined=after.joined, barred=after.barred)


def mark(puzzle: NeighbourBoard, variable: int, value: bool | None) -> Move:
    """Return the move that makes a variable true or false, or clears it: links, then cells."""
    number = len(puzzle.links)
    if variable <= number:
        return links.mark(puzzle, variable, value)
    return shading.mark(puzzle, variable - number, value)


def parse_move(puzzle: NeighbourBoard, text: str) -> Move:
    """Parse `r1c1-r1c2=1`, with x for "no line", or `r1c1=black`, `=white` or `=open`."""
    if text.strip().partition("=")[2] in COLOURS:
        return shading.parse_move(puzzle, text)
    return links.parse_move(puzzle, text)


def write_move(puzzle: NeighbourBoard, move: Move) -> str:
    """Write a move, the inverse of `parse_move`."""
    if isinstance(move, Mark):
        return shading.write_move(puzzle, move)
    return links.write_move(puzzle, move)


def read_answer(puzzle: NeighbourBoard, block: Block) -> ShadedLines:
    """Read an answer from moves; of several about one link or cell the last one counts."""
    position = ShadedLines()
    for move in read_words(block.answer or [], lambda word: parse_move(puzzle, word)):
        position = play(puzzle, position, move)
    return position


def write_answer(puzzle: NeighbourBoard, position: ShadedLines) -> list[str]:
    """Write an answer as moves, the inverse of `read_answer`; without any, as an open cell."""
    colours = [(cell, "black") for cell in position.black]
    colours += [(cell, "white") for cell in position.white]
    marks = [f"{puzzle.grid.name(cell)}={colour}" for cell, colour in sorted(colours)]
    spans = position.joined or position.barred
    own = [*(links.write_answer(puzzle, position) if spans else ()), *marks]
    return own or [f"{puzzle.grid.name(0)}=open"]


def to_json(puzzle: NeighbourBoard, position: ShadedLines) -> dict[str, object]:
    """Return the lines and the cells, both counted from 0."""
    return {**links.to_json(puzzle, position), **shading.to_json(puzzle, position.shading)}


def from_json(puzzle: NeighbourBoard, data: Mapping[str, object]) -> ShadedLines:
    """Parse a JSON answer, the inverse of `to_json`."""
    lines, cells = links.from_json(puzzle, data), shading.from_json(puzzle, data)
    return ShadedLines(lines.joined, lines.barred, cells.black, cells.white)


def touch(puzzle: NeighbourBoard, position: ShadedLines, gesture: Gesture) -> list[Move]:
    """Return the moves of a gesture: a drag is about a line, a click about the cell."""
    if gesture.is_drag:
        return list(touch_neighbours(puzzle, position, gesture))
    if puzzle.clues[gesture.cell] is not None:
        return []
    return list(touch_cell(puzzle, position.shading, gesture))
