"""Maker: the part of board generation that depends on the puzzle; the loop is in `masume.make`.

A maker proposes boards that have at least one solution. If a board has a second solution, the maker
may repair the board to exclude it. If its boards have clues that can be removed one by one, the
loop removes as many as it can. Otherwise the maker may draw boards together with their answers, and
redraw the part in which a person would be stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NamedTuple, Protocol

from masume.core.model.model import CancelCheck, Clause, never_cancel
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import P, Position, Puzzle, Q
from masume.core.puzzle.technique import Key
from masume.core.search.spec import OptionValue

CLUES = ("few", "many", "minimal")  # the values of `BoardRequest.clues`


@dataclass(frozen=True)
class Option:
    """An option of a maker: its default, its help text and its bounds."""

    default: OptionValue
    help: str
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class BoardRequest:
    """The properties requested of a new board."""

    rows: int
    cols: int
    level: str | None = None  # one of technique.LEVELS; ensured by the loop, a hint for proposals
    symmetry: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)  # typed by the maker's `options`
    clues: str | None = None  # one of CLUES; ensured by the loop
    check_cancel: CancelCheck = never_cancel  # called while a large board is proposed


class Clues(NamedTuple):
    """Clues that are kept or removed together: their cells, and their keys in the model."""

    cells: tuple[Cell, ...]
    keys: tuple[Key, ...]


class Addition(NamedTuple):
    """A clue that could be added to a board."""

    cells: tuple[Cell, ...]  # a single cell, except for shapes
    clue: object  # the clue printed in each of them


@dataclass(frozen=True)
class BoardSource(Generic[P, Q]):
    """How boards come from solutions, for puzzles without a maker of their own.

    A maker is derived from it (`masume/make/derived.py`): it draws a board without clues and a
    random solution of its model, adds every clue and removes those that are not needed.
    """

    # A board without clues, as its walls; with `clue` None one that has a solution
    blank: Callable[[Random, BoardRequest], P | None]
    # The clue that a solution allows in a cell, or None. None: no clue is added or removed
    clue: Callable[[P, Q, Cell], object] | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    reject: Callable[[BoardRequest], str | None] = lambda request: None
    empty: Callable[[P, Cell], object] = lambda puzzle, cell: None  # a cell without its clue
    density: float = 0.5  # the share of variables that are true in random solutions, if possible
    sides: Sequence[int] = ()  # see Maker
    symmetry: str = "the positions of the clues"
    why_no_symmetry: str = ""  # instead of `symmetry`
    # (…, puzzle, answer, other): a similar board that `other` does not solve, or None
    repair: Callable[[Random, BoardRequest, P, Q, Q], P | None] | None = None


class Patience(NamedTuple):
    """How often a candidate is redrawn in vain."""

    restarts: int  # redraws of a board that is too easy
    failures: int  # successive redraws that do not improve a board
    too_easy: int = 1  # failures that count for a redraw that makes the board too easy


class Candidate(Protocol):
    """A board with a known answer, judged by the techniques up to the requested levels.

    If they finish the board, its answer is unique. The loop in `masume/make/aim.py` redraws it.
    """

    @property
    def patience(self) -> Patience:
        """How often it is redrawn in vain."""

    @property
    def is_too_easy(self) -> bool:
        """Whether techniques below the lowest requested level finish the board."""

    @property
    def unknown(self) -> int:
        """How many literals or links the techniques up to the highest level leave unknown."""

    @property
    def level(self) -> int | None:
        """The level of a finished board, an index of LEVELS; None if only a walk can tell."""

    def survey(self) -> tuple[int, Mapping[str, int]] | None:
        """Return how much medium techniques leave, and the uses of hard ones in one order of steps.

        Return None if the board is harder.
        """

    def redrawn_anywhere(self) -> Candidate | None:
        """Return a variant of a board that is too easy; None to start from another proposal."""

    def redrawn(self) -> Candidate | None:
        """Return a variant with other clues where something is unknown; None if this failed."""

    def redrawn_a_little(self) -> Candidate | None:
        """Return a variant with a few other clues anywhere; None if there is none."""

    def board(self) -> tuple[Puzzle, Position]:
        """Return the board and its answer."""


@dataclass(frozen=True)
class Maker(Generic[P, Q]):
    """A puzzle's functions for generating and composing boards; all randomness is passed in."""

    propose: Callable[[Random, BoardRequest], P | None]  # None if this attempt failed
    options: Mapping[str, Option] = field(default_factory=dict)
    sides: Sequence[int] = ()  # the sides of usual boards, all square; empty: any
    # The reason why no board fits the request, or None
    reject: Callable[[BoardRequest], str | None] = lambda request: None
    # (…, puzzle, answer, other): a similar board that `other` does not solve, or None
    repair: Callable[[Random, BoardRequest, P, Q, Q], P | None] | None = None
    # A proposal with its answer; and (…, puzzle, answer, cells): a variant with clues redrawn at
    # these cells, or anywhere if there are none
    draw: Callable[[Random, BoardRequest], tuple[P, Q] | None] | None = None
    redraw: Callable[[Random, P, Q, Collection[Cell]], tuple[P, Q] | None] | None = None
    # (…, least, most): a candidate whose judgement is faster than a walk, for levels up to hard;
    # None if the board has no room for one. None: candidates come from `draw` and `redraw`
    candidate: Callable[[Random, BoardRequest, int, int], Candidate | None] | None = None
    # Boards harder than hard with an answer, near a candidate of a level up to hard; they may have
    # several solutions
    make_beyond_hard: Callable[[Candidate, CancelCheck], Iterator[tuple[P, Q]]] | None = None
    clues: Callable[[P, BoardRequest], Sequence[Clues]] | None = None  # the removable clues
    keep_clues: Callable[[P, Collection[Cell]], P] | None = None  # remove all clues but these
    # (…, puzzle, clues, least, most, …): indices of clues from which the board can be solved with
    # techniques up to level `most` (without looking ahead), and the level needed, at least `least`
    # if possible; None if all clues together do not suffice. None: the loop selects the clues
    sufficient_clues: (
        Callable[[Random, P, Sequence[Clues], int, int, CancelCheck], tuple[list[int], int] | None]
        | None
    ) = None
    clues_are_names: bool = False  # clues are labels: only their equality matters
    symmetry: str = ""  # what a 180° rotation preserves on symmetric boards; empty: unsupported
    why_no_symmetry: str = ""  # the reason given if symmetry is unsupported
    # (puzzle, answer, request): whether a board with a unique solution fits the request
    accepts: Callable[[P, Q, BoardRequest], bool] = lambda puzzle, answer, request: True

    # For boards composed by hand
    additions: Callable[[P, Q], Sequence[Addition]] | None = None  # clues consistent with an answer
    lists_all_additions: bool = True  # whether `additions` returns every clue the answer allows
    # A similar answer that can be a board's only solution
    normalise: Callable[[P, Q], Q] = lambda puzzle, answer: answer
    # Necessary conditions, as clauses of the model, for an answer to be a board's only solution
    uniqueness_clauses: Callable[[P], Sequence[Clause]] = lambda puzzle: ()
    # For each clue its cells and the board without it
    removals: Callable[[P], Sequence[tuple[Sequence[Cell], P]]] | None = None
    # (before, after): `after` with the first free names for added clues, if clues are names
    rename_clues: Callable[[P, P], P] = lambda before, after: after
    # A board solved by this answer, for puzzles whose clues cannot be added one by one
    build_around: Callable[[Random, BoardRequest, Q], P] | None = None

    @property
    def symmetric(self) -> bool:
        """Whether the maker supports symmetric boards."""
        return bool(self.symmetry)
