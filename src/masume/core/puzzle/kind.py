"""Kind: the one record that a puzzle folder exports, and all that generic code may ask of it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import P, Q
from masume.core.puzzle.type_vars import TypeVar

if TYPE_CHECKING:  # for the types alone: most commands need few of these
    from typing import Concatenate

    from masume.core.drawing.scene import Scene, StyleName
    from masume.core.model.model import Model, Vocabulary
    from masume.core.puzzle.gesture import Gesture
    from masume.core.puzzle.maker import Maker
    from masume.core.puzzle.technique import Logic
    from masume.core.search.space import SpaceType
    from masume.core.text.blocks import Block
    from masume.core.text.codec import Code

M = TypeVar("M", default=object)


class Violation(NamedTuple):
    """A broken rule: its code, which never changes, the cells concerned, and a line for people."""

    rule: str
    cells: tuple[Cell, ...]
    text: str


@dataclass(frozen=True, eq=False)  # there is one of each, which its name stands for
class Kind(Generic[P, Q, M]):
    """A kind of puzzle, with its class of boards, of positions and of moves.

    Functions that take a position take the puzzle first.
    """

    name: str
    title: str
    rules: str  # for `masume rules`
    codes: Mapping[str, str]  # the referee's codes, each with its rule in a few words
    puzzle: type[P]  # the frozen class of its puzzles

    # Text. A board is read from the lines of a Block and written as the same lines.
    read: Callable[[Block], P]
    write: Callable[[P], list[str]]
    read_answer: Callable[[P, Block], Q]
    write_answer: Callable[[P, Q], list[str]]
    to_json: Callable[[P, Q], dict[str, object]]
    from_json: Callable[[P, Mapping[str, object]], Q]
    picture: Callable[[P, Q], list[str]]  # the board as lines of text, with what is on it
    scene: Callable[Concatenate[P, Q, ...], Scene]  # (…, faults, marked), for all other pictures

    # Play
    start: Callable[[P], Q]  # the untouched Position
    parse_move: Callable[[P, str], M]
    write_move: Callable[[P, M], str]
    play: Callable[[P, Q, M], Q]  # the position after a move
    touch: Callable[[P, Q, Gesture], list[M]]  # the moves that a gesture stands for
    broken: Callable[[P, Q], list[Violation]]  # what is wrong whatever is played next

    # Rules. The referee shares no line with the spaces it judges.
    violations: Callable[[P, Q], list[Violation]]
    obstacles: Callable[[P], list[Violation]]  # why the bare board is hopeless, seen at a glance

    spaces: Sequence[SpaceType[P]]  # the ways to search it; the first is the papers' own
    cells: Callable[[P], Sequence[object]] = attrgetter("clues")  # what is printed in each cell
    codecs: Mapping[str, Code[P, Q]] = field(default_factory=dict)  # how sites write it
    vocabulary: Callable[[P], Vocabulary[Q]] | None = None  # what the literals of its model mean
    model: Callable[Concatenate[P, ...], Model[Q]] | None = None  # (…, *, reasons, check_cancel)
    logic: Callable[[], Logic[P]] | None = None  # how people solve it
    maker: Callable[[], Maker[P, Q]] | None = None  # how new boards are made
    landmarks: Callable[[P], Mapping[Cell, str]] = lambda puzzle: {}  # cells with a name to say
    # What those who compose a board choose from for a cell, as its text has it
    palette: Callable[[P], Sequence[str]] | None = None  # None: the numbers that it reads
    # The literal of its model that makes each cell dark in a picture of a solution, in order; None:
    # its solutions are no pictures
    dark: Callable[[P], Sequence[int]] | None = None
    drag: Literal["paint", "path", "span"] = "paint"  # what a drag does: see core/puzzle/gesture.py
    # The end of the path that the player draws: there an arrow key drags to the next cell instead
    # of moving the cursor. None: arrow keys only move the cursor
    tip: Callable[[P, Q], Cell] | None = None
    # How the first and the second button mark an open cell, or draw from cell to cell: styles of
    # scenes, so that a page can show it before it is told what has become of it
    looks: tuple[StyleName, StyleName] | None = None
    # Cells that the first button marks as the second does, such as clues that are never black
    second_only: Callable[[P], Sequence[Cell]] = lambda puzzle: ()
    aliases: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)  # `key: value` lines a board may have

    def new(self, rows: int, cols: int, cells: tuple[object, ...], **options: object) -> P:
        """A board with these things in its cells, as most sites tell it."""
        make: Callable[..., P] = self.puzzle
        return make(rows, cols, cells, **options)

    def __reduce__(self) -> tuple[Callable[[str], Kind], tuple[str]]:
        """Pickled by its name: functions could not be, and there shall be one of each."""
        from masume.core.plugins.registry import kind_named

        return kind_named, (self.name,)


def imported(module: str, name: str) -> Callable[..., Any]:
    """A function that is imported when it is first called: most commands draw nothing."""

    def call(*args: object, **options: object) -> object:
        return getattr(importlib.import_module(module), name)(*args, **options)

    call.__module__, call.__qualname__ = module, name  # what it stands for
    return call


class _LaterTable(Mapping[str, object]):
    """A table or a tuple of a module that is imported when it is first looked into."""

    def __init__(self, module: str, name: str) -> None:
        self._place = module, name

    @cached_property
    def _table(self) -> Mapping[str, object]:
        module, name = self._place
        table: Mapping[str, object] = getattr(importlib.import_module(module), name)
        return table

    def __getitem__(self, key: str) -> object:
        return self._table[key]

    def __contains__(self, item: object) -> bool:
        return item in self._table

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


class _Later:
    """A module that is imported when a function or a table of it is first used."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> object:
        return _LaterTable(self._module, name) if name.isupper() else imported(self._module, name)


@contextmanager
def later(package: str) -> Iterator[None]:
    """Modules of a package whose functions and tables a Kind names, imported when they are used.

        with later(__name__):
            from masume.puzzles.hitori import play, view

            KIND = Kind(…, touch=play.touch, scene=view.scene)

    Type checkers see the modules themselves, and so whether they belong to the same puzzle. Below
    it their names are free again, so that `from … import play` is the module.
    """

    def stand_in(name: str) -> _Later:
        if name.startswith("_"):
            raise AttributeError(name)
        return _Later(f"{package}.{name}")

    members = vars(sys.modules[package])
    members["__getattr__"] = stand_in
    try:
        yield
    finally:
        names = [name for name, member in members.items() if isinstance(member, _Later)]
        for name in ("__getattr__", *names):
            del members[name]
