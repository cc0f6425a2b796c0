"""Statements: the meaning of a literal on a board, as data.

Puzzles express the meaning of their literals in these few forms. Code uses the fields;
`core/model/wording.py` turns them into English for people.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from masume.core.puzzle.grid import Cell


class CellIs(NamedTuple):
    """The statement that a cell has a property or lacks it: "r3c4 is black"."""

    cell: Cell
    what: str
    holds: bool = True

    @property
    def words(self) -> str:
        """The property, negated if the cell lacks it."""
        return self.what if self.holds else f"not {self.what}"


class Between(NamedTuple):
    """The statement that there are at least, or at most, `number` bridges between two cells."""

    a: Cell
    b: Cell
    thing: str
    number: int
    at_least: bool  # otherwise at most


class Joins(NamedTuple):
    """The statement that a line joins two neighbours, or does not: "the path joins r1c1 and …"."""

    a: Cell
    b: Cell
    line: str
    holds: bool


class LinkIs(NamedTuple):
    """The statement that the link of two neighbours has a property: "r1c1-r1c2 is on the loop".

    With `side` it is about that side of cell `a` instead: "the top side of r1c1 is on the loop".
    """

    a: Cell
    b: Cell
    what: str
    holds: bool = True
    side: str = ""

    @property
    def words(self) -> str:
        """The property, negated if the link lacks it."""
        return self.what if self.holds else f"not {self.what}"


Statement: TypeAlias = CellIs | Between | Joins | LinkIs
