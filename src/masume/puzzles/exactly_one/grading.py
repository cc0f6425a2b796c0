"""Grading of shapes for the maze generator: the links they imply, and the level they need.

Most of the work is done by propagation on sets of links (`Propagator`), which is much faster than
the techniques; these only run where propagation is stuck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Grid, Mask, each
from masume.core.puzzle.technique import LEVELS, Rule
from masume.puzzles.exactly_one.board import MazeBoard
from masume.puzzles.exactly_one.links import Links
from masume.puzzles.exactly_one.propagate import Propagator
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.techniques import TECHNIQUES
from masume.puzzles.exactly_one.techniques_notes import Found, PathNotes

Shapes: TypeAlias = Sequence[Mask]
EASY, MEDIUM, HARD = map(LEVELS.index, ("easy", "medium", "hard"))


class ShapeGrader:
    """Deduction from shapes along an actual path, so that no contradiction occurs."""

    def __init__(self, g: Grid, check_cancel: CancelCheck) -> None:
        self.grid = g
        self._board = MazeBoard(ExactlyOne(g.rows, g.cols, (None,) * g.size))
        self._board.check_cancel = check_cancel
        self._local = Propagator(self._board, far=False)
        self._global = Propagator(self._board)

    def propagate(self, shapes: Shapes, level: int) -> tuple[Links, Links]:
        """Return the links that propagation at a level puts on the path, and off it."""
        firsts = [(cells & -cells).bit_length() - 1 for cells in shapes]
        self._board.shapes = [
            (first, cells >> first) for first, cells in zip(firsts, shapes, strict=True)
        ]
        propagator = self._local if level == EASY else self._global
        links = propagator.propagate(0, self._board.net.within(*shapes))
        assert links is not None  # the path satisfies all shapes
        return links

    def open_links(self, shapes: Shapes, level: int) -> Links:
        """Return the links that propagation at a level does not determine."""
        on, off = self.propagate(shapes, level)
        return self._board.net.all & ~on & ~off

    def level(self, shapes: Shapes, most: int) -> int:
        """Return the level of the hardest step needed; above `most` if that does not suffice."""
        on, off = self.propagate(shapes, min(most, MEDIUM))
        if not self._board.net.all & ~on & ~off:
            return MEDIUM if most and self.open_links(shapes, EASY) else EASY
        return EASY + 1 if most == EASY else self._level_by_techniques(shapes, on, off, most)

    def _level_by_techniques(self, shapes: Shapes, on: Links, off: Links, most: int) -> int:
        """Return the level by walking with techniques from these known links."""
        notes = self._notes(shapes, on, off)
        allowed = [technique for technique in TECHNIQUES if technique.level <= most]
        level = MEDIUM
        while used := next((technique for technique in allowed if _apply(technique, notes)), None):
            level = max(level, used.level)
            if notes.taken | notes.shut == notes.net.all:
                return level
        return most + 1

    def _notes(self, shapes: Shapes, on: Links, off: Links) -> PathNotes:
        """Return the notes of a maze with these shapes and known links."""
        labels: list[str | None] = [None] * self.grid.size
        for number, cells in enumerate(shapes, start=1):
            for cell in each(cells):
                labels[cell] = str(number)
        notes = PathNotes(ExactlyOne(self.grid.rows, self.grid.cols, tuple(labels)))
        notes.check_cancel = self._board.check_cancel
        net, links = notes.net, range(1, len(notes.links) + 1)
        empty = self.grid.full & ~net.touched(net.all & ~off)
        notes.learn(link for link in links if notes.bit(link) & on)
        notes.learn(-link for link in links if notes.bit(link) & off)
        notes.learn(notes.on(cell) for cell in each(net.touched(on)))
        notes.learn(-notes.on(cell) for cell in each(empty))
        return notes


def _apply(technique: Rule[PathNotes], notes: PathNotes) -> bool:
    """Learn all that a rule concludes; return whether there was anything."""
    notes.check_cancel()
    new = cast("list[Found]", technique.find(notes))
    notes.add(new)
    return bool(new)
