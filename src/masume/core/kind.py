"""Kind: the one record that a puzzle folder exports, and all that generic code may ask of it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from masume.core.codec import Code
from masume.core.gesture import Gesture
from masume.core.grid import Cell
from masume.core.maker import Maker
from masume.core.model import Model, Vocabulary
from masume.core.puzzle import Position, Puzzle
from masume.core.space import SpaceType
from masume.core.technique import Logic
from masume.core.text import Block

if TYPE_CHECKING:  # a scene shows violations, which are defined here
    from masume.core.scene import Scene


@dataclass(frozen=True)
class Violation:
    """A broken rule: its code, which never changes, the cells concerned, and a line for people."""

    rule: str
    cells: tuple[Cell, ...]
    text: str


@dataclass(frozen=True, eq=False)  # there is one of each, which its name stands for
class Kind:
    """A kind of puzzle. Functions that take a position take the puzzle first."""

    name: str
    title: str
    rules: str  # for `masume rules`
    codes: Mapping[str, str]  # the referee's codes, each with its rule in a few words
    puzzle: type  # the frozen class of its puzzles

    # Text. A board is read from the lines of a Block and written as the same lines.
    read: Callable[[Block], Puzzle]
    write: Callable[[Any], list[str]]
    read_answer: Callable[[Any, Block], Position]
    write_answer: Callable[[Any, Any], list[str]]
    to_json: Callable[[Any, Any], dict[str, Any]]
    from_json: Callable[[Any, dict[str, Any]], Position]
    picture: Callable[[Any, Any], list[str]]  # the board as lines of text, with what is on it
    scene: Callable[..., Scene]  # (puzzle, position, faults, marked), for all other pictures

    # Play
    start: Callable[[Any], Position]  # the untouched Position
    parse_move: Callable[[Any, str], Any]
    write_move: Callable[[Any, Any], str]
    play: Callable[[Any, Any, Any], Position]  # (puzzle, position, move) -> position
    touch: Callable[[Any, Any, Gesture], list[Any]]  # the moves that a gesture stands for
    broken: Callable[[Any, Any], list[Violation]]  # what is wrong whatever is played next

    # Rules. The referee shares no line with the spaces it judges.
    violations: Callable[[Any, Any], list[Violation]]
    obstacles: Callable[[Any], list[Violation]]  # why the bare board is hopeless, seen at a glance

    spaces: tuple[SpaceType, ...]  # the ways to search it; the first is the papers' own
    cells: Callable[[Any], Sequence[Any]] = attrgetter("clues")  # what is printed in each cell
    codecs: Mapping[str, Code] = field(default_factory=dict)  # how sites write it, by their names
    vocabulary: Callable[[Any], Vocabulary] | None = None  # what the literals of its model mean
    model: Callable[..., Model] | None = None  # (puzzle, *, reasons, pulse), for the exact engine
    logic: Callable[[], Logic] | None = None  # how people solve it
    maker: Callable[[], Maker] | None = None  # how new boards are made
    drag: Literal["paint", "path", "span"] = "paint"  # what a drag does: see core/gesture.py
    aliases: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)  # `key: value` lines a board may have

    def __reduce__(self) -> tuple[Callable[[str], Kind], tuple[str]]:
        """Pickled by its name: functions could not be, and there shall be one of each."""
        from masume.core.registry import kind_named

        return kind_named, (self.name,)


def imported(module: str, name: str) -> Callable[..., Any]:
    """A function that is imported when it is first called: most commands draw nothing."""

    def call(*args: Any, **options: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*args, **options)

    return call
