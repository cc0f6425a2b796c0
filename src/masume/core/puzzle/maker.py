"""Maker: what a puzzle knows about making new boards. The loop around it is in `masume.make`.

A puzzle proposes boards that have some solution. If that is not the only one, it may mend the board
so that the second one is no solution any more. If its boards have clues that can be dropped one by
one, it says which, and the loop drops as many as it can; if not, it may draw boards with their
answers, and draw them anew where a person would be stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NamedTuple

from masume.core.model.model import CancelCheck, Clause, never_cancel
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import P, Q
from masume.core.puzzle.technique import Key
from masume.core.search.spec import OptionValue

CLUES = ("few", "many", "minimal")  # what can be asked of clues that may be dropped


@dataclass(frozen=True)
class Option:
    """Something that can be asked for: its default, its limits and what it means."""

    default: OptionValue
    help: str
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class BoardRequest:
    """The board that is wanted."""

    rows: int
    cols: int
    level: str | None = None  # one of technique.LEVELS; the loop sees to it, proposals may help
    symmetry: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)  # their types are the maker's own
    clues: str | None = None  # one of CLUES, which the loop sees to
    check_cancel: CancelCheck = never_cancel  # for proposals of large boards


class Clues(NamedTuple):
    """Clues that are kept or dropped together: their cells, and their keys in the model."""

    cells: tuple[Cell, ...]
    keys: tuple[Key, ...]


class Addition(NamedTuple):
    """A clue that a board could have besides its own."""

    cells: tuple[Cell, ...]  # one, but for shapes
    clue: object  # as it is printed in each of them


@dataclass(frozen=True)
class Maker(Generic[P, Q]):
    """How boards of a puzzle are made. Everything random comes from the Random that is given."""

    propose: Callable[[Random, BoardRequest], P | None]  # None if this attempt has failed
    options: Mapping[str, Option] = field(default_factory=dict)
    refuse: Callable[[BoardRequest], str | None] = lambda request: None  # why there is none
    # (…, puzzle, answer, other): a board that the other answer does not solve, or None
    mend: Callable[[Random, BoardRequest, P, Q, Q], P | None] | None = None
    # A proposal with its answer; and (…, puzzle, answer, cells): the same with some clues drawn
    # anew there, or anywhere if no cells are named
    draw: Callable[[Random, BoardRequest], tuple[P, Q] | None] | None = None
    redraw: Callable[[Random, P, Q, Collection[Cell]], tuple[P, Q] | None] | None = None
    # Instead of the loop, (…, least, most): a board of one of these levels, up to hard, with its
    # answer and its level; or one that is easier, or harder and perhaps with other answers; None
    # if there was no room. And boards that are harder than hard, perhaps with other answers, one
    # after the other as long as there is hope
    of_level: Callable[[Random, BoardRequest, int, int], tuple[P, Q, int] | None] | None = None
    beyond_hard: Callable[[Random, BoardRequest], Iterator[tuple[P, Q]]] | None = None
    clues: Callable[[P, BoardRequest], Sequence[Clues]] | None = None  # those that can be dropped
    only: Callable[[P, Collection[Cell]], P] | None = None  # with these clues left
    # (…, puzzle, clues, least, most, …): numbers of clues from which all follows by techniques
    # up to the most, but for looks ahead, and the level that it takes, which is rather no lower
    # than the least; None if not even all clues are enough. Without it the loop finds them.
    enough: (
        Callable[[Random, P, Sequence[Clues], int, int, CancelCheck], tuple[list[int], int] | None]
        | None
    ) = None
    clues_are_names: bool = False  # only which are equal matters: others would do as well
    symmetry: str = ""  # what half a turn leaves as it is on symmetric boards, if it can make them
    no_symmetry: str = ""  # why it makes none, where there is a reason to tell
    # (puzzle, answer, request): whether a board with one solution is as requested
    suits: Callable[[P, Q, BoardRequest], bool] = lambda puzzle, answer, request: True

    # For those who compose a board by hand
    additions: Callable[[P, Q], Sequence[Addition]] | None = None  # that this answer bears
    held: Callable[[P, Q], Q] = lambda puzzle, answer: answer  # one like it that can be the only
    # Clauses of its model that an answer keeps if it can be the only one, as far as they tell it
    sole: Callable[[P], Sequence[Clause]] = lambda puzzle: ()
    drops: Callable[[P], Sequence[tuple[Sequence[Cell], P]]] | None = None  # each clue, without it
    # (before, after): with the first free names for clues that are names and have come in between
    renamed: Callable[[P, P], P] = lambda before, after: after
    # A board that this answer solves, where clues cannot be added to an empty one one by one
    around: Callable[[Random, BoardRequest, Q], P] | None = None

    @property
    def symmetric(self) -> bool:
        """Whether it can make symmetric boards."""
        return bool(self.symmetry)
