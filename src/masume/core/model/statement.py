"""Statements: what a literal says of a board, as data.

Puzzles say what their literals mean in these few forms. Who needs to know what is stated looks at
the fields; `core/model/wording.py` makes English of them for people, and nobody reads that back.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from masume.core.puzzle.grid import Cell


class CellIs(NamedTuple):
    """A cell is something, or it is not: r3c4 is black, r3c4 is not on the path."""

    cell: Cell
    what: str
    holds: bool = True

    @property
    def words(self) -> str:
        """What it is, or is not."""
        return self.what if self.holds else f"not {self.what}"


class Between(NamedTuple):
    """How many things there are between two cells: at least, or at most, so many bridges."""

    a: Cell
    b: Cell
    thing: str
    number: int
    at_least: bool  # or at most


class Joins(NamedTuple):
    """A line joins two neighbours, or it does not: the path joins r1c1 and r1c2."""

    a: Cell
    b: Cell
    line: str
    holds: bool


Statement: TypeAlias = CellIs | Between | Joins
