"""What follows from some shapes, without a word about it: for the maker of mazes.

Most of it is found out by sets of links (`MazePropagation`), which is much faster than techniques;
these are asked only where that comes to an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from masume.core.model.model import CancelCheck
from masume.core.puzzle.grid import Grid, Mask, each
from masume.core.puzzle.technique import LEVELS, Technique
from masume.puzzles.exactly_one.board import MazeBoard
from masume.puzzles.exactly_one.deduction import MazePropagation
from masume.puzzles.exactly_one.links import Links
from masume.puzzles.exactly_one.puzzle import ExactlyOne
from masume.puzzles.exactly_one.techniques import TECHNIQUES
from masume.puzzles.exactly_one.techniques_notes import PathNotes

Shapes: TypeAlias = Sequence[Mask]
EASY, MEDIUM, HARD = map(LEVELS.index, ("easy", "medium", "hard"))


class MazeFollowing:
    """What one knows who is given some shapes; all of them hold, so nothing clashes."""

    def __init__(self, g: Grid, check_cancel: CancelCheck) -> None:
        self.grid = g
        self._board = MazeBoard(ExactlyOne(g.rows, g.cols, (None,) * g.size))
        self._board.check_cancel = check_cancel
        self._near = MazePropagation(self._board, far=False)
        self._far = MazePropagation(self._board)

    def settled(self, shapes: Shapes, level: int) -> tuple[Links, Links]:
        """The links that are known to be on the path, and off it, as far as sets tell."""
        firsts = [(cells & -cells).bit_length() - 1 for cells in shapes]
        self._board.shapes = [
            (first, cells >> first) for first, cells in zip(firsts, shapes, strict=True)
        ]
        rules = self._near if level == EASY else self._far
        links = rules.settle(0, self._board.net.within(*shapes))
        assert links is not None  # the path obeys all shapes
        return links

    def unknown(self, shapes: Shapes, level: int) -> Links:
        """The links of which sets do not tell whether the path takes them."""
        on, off = self.settled(shapes, level)
        return self._board.net.all & ~on & ~off

    def level(self, shapes: Shapes, most: int) -> int:
        """The level of the hardest step to the end; above the most allowed, if there is no end."""
        on, off = self.settled(shapes, min(most, MEDIUM))
        if not self._board.net.all & ~on & ~off:
            return MEDIUM if most and self.unknown(shapes, EASY) else EASY
        return EASY + 1 if most == EASY else self._walked(shapes, on, off, most)

    def _walked(self, shapes: Shapes, on: Links, off: Links, most: int) -> int:
        """The same by techniques, from what is known already."""
        notes = self._notes(shapes, on, off)
        fits = [one for one in TECHNIQUES if one.level <= most]
        level = MEDIUM
        while (used := next((one for one in fits if _takes(one, notes)), None)) is not None:
            level = max(level, used.level)
            if notes.taken | notes.shut == notes.net.all:
                return level
        return most + 1

    def _notes(self, shapes: Shapes, on: Links, off: Links) -> PathNotes:
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


def _takes(technique: Technique, notes: PathNotes) -> bool:
    """Whether a technique fits; all steps by it are taken, harder ones when all are seen."""
    notes.check_cancel()
    changes = notes.changes
    deductions = technique.find(notes)
    for deduction in list(deductions) if technique.level else deductions:
        notes.learn(deduction.literals)
    return notes.changes > changes
