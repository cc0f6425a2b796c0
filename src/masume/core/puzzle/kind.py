"""Kind: the record that a puzzle folder exports; generic code uses nothing else of a puzzle.

Most commands need only a part of a kind, so `lazy_imports` lets a folder refer to its modules
without importing them.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.puzzle import P, Q
from masume.core.puzzle.type_vars import TypeVar

if TYPE_CHECKING:  # most commands need few of these modules
    from typing import Concatenate

    from masume.core.drawing.scene import Scene, StyleName
    from masume.core.model.model import Model, Vocabulary
    from masume.core.puzzle.gesture import Gesture
    from masume.core.puzzle.maker import BoardSource, Maker
    from masume.core.puzzle.technique import Logic
    from masume.core.search.space import SpaceType
    from masume.core.text.blocks import Block
    from masume.core.text.codec import Code

M = TypeVar("M", default=object)


class Violation(NamedTuple):
    """A broken rule: its stable code, the cells concerned, and a one-line message."""

    rule: str
    cells: tuple[Cell, ...]
    text: str


def lazy_function(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports the one of this name when it is first called."""

    def call(*args: object, **options: object) -> object:
        return getattr(importlib.import_module(module), name)(*args, **options)

    call.__module__, call.__qualname__ = module, name
    return call


_DERIVED_VIOLATIONS = lazy_function("masume.core.model.visible", "derived_violations")


@dataclass(frozen=True, eq=False)  # one instance per name, so identity is equality
class Kind(Generic[P, Q, M]):
    """A type of puzzle, such as Hitori: its classes, texts, rules, spaces and techniques.

    Type parameters: P is the class of its puzzles, Q of its positions, M of its moves. Functions
    that take a position take its puzzle first. Optional fields that are None disable the features
    that need them: without `model` there is no exact solver, and `logic` and `spaces` are not
    derived either.
    """

    name: str  # the folder's name, used on the command line and in files
    title: str  # the name for people
    rules: str  # the text of `masume rules`
    codes: Mapping[str, str]  # the referee's rule codes, each with its rule in a few words
    puzzle: type[P]  # the frozen class of its bare boards

    # Text: a board is parsed from the lines of a Block and written as the same lines
    read: Callable[[Block], P]
    write: Callable[[P], list[str]]
    read_answer: Callable[[P, Block], Q]
    write_answer: Callable[[P, Q], list[str]]
    to_json: Callable[[P, Q], dict[str, object]]
    from_json: Callable[[P, Mapping[str, object]], Q]
    picture: Callable[[P, Q], list[str]]  # the board and the position as lines of text
    scene: Callable[Concatenate[P, Q, ...], Scene]  # (…, faults, marked); for graphical output

    # Play
    start: Callable[[P], Q]  # the initial position, without marks
    parse_move: Callable[[P, str], M]
    write_move: Callable[[P, M], str]
    play: Callable[[P, Q, M], Q]  # the position after a move
    touch: Callable[[P, Q, Gesture], list[M]]  # translate a gesture into moves

    # Rules: the referee shares no code with the spaces, the model and the techniques
    violations: Callable[[P, Q], list[Violation]]  # the referee: empty if the puzzle is solved
    # Those that no further mark can repair; the default is derived from the model
    visible_violations: Callable[[P, Q], list[Violation]] = _DERIVED_VIOLATIONS
    # Cheap proofs that the bare board has no answer
    obstacles: Callable[[P], list[Violation]] = lambda puzzle: []

    # Its state spaces; the first is the one of the papers. Without any, they are derived from
    # `model` and `mark` (core/spaces)
    spaces: Sequence[SpaceType[P]] = ()
    cells: Callable[[P], Sequence[object]] = attrgetter("clues")  # the clue printed in each cell
    codecs: Mapping[str, Code[P, Q]] = field(default_factory=dict)  # site formats, by site
    vocabulary: Callable[[P], Vocabulary[Q]] | None = None  # the meaning of its model's literals
    model: Callable[Concatenate[P, ...], Model[Q]] | None = None  # (…, *, reasons, check_cancel)
    # (…, variable, value): the move that makes a shown variable true, false or open again (None)
    mark: Callable[[P, int, bool | None], M] | None = None
    logic: Callable[[], Logic[P]] | None = None  # its human solving techniques
    maker: Callable[[], Maker[P, Q]] | None = None  # its board generator
    source: Callable[[], BoardSource[P, Q]] | None = None  # or what it can be derived from
    landmarks: Callable[[P], Mapping[Cell, str]] = lambda puzzle: {}  # cells with a spoken name
    # The tokens offered for a cell when a draft is composed; None: the numbers that it parses
    palette: Callable[[P], Sequence[str]] | None = None
    # For each cell the literal of the model that makes it dark in a picture of a solution; None:
    # solutions are not pictures
    dark_literals: Callable[[P], Sequence[int]] | None = None
    # The effect of a drag, see gesture.py
    drag: Literal["paint", "path", "span", "side", "select"] = "paint"
    # The symbols that can be typed into a cell
    symbols: Callable[[P], Sequence[str]] = lambda puzzle: ()
    # The end of the player's path: an arrow key pressed there extends the path instead of moving
    # the cursor. None: arrow keys only move the cursor
    path_end: Callable[[P, Q], Cell] | None = None
    # The styles of the marks that the first and the second button make, so that a page can
    # preview a mark before the server has answered
    mark_styles: tuple[StyleName, StyleName] | None = None
    # Cells where the first button acts as the second, such as clues that are never black
    second_only: Callable[[P], Sequence[Cell]] = lambda puzzle: ()
    has_size: bool = True  # False for search problems, whose answer is a path of moves
    notation: str = ""  # how an answer is written, in one or two sentences, for prompts
    aliases: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)  # allowed `key: value` lines

    def __post_init__(self) -> None:
        """Derive from the model what the kind does not declare."""
        if self.model is None:
            return
        declared = isinstance(self.spaces, _LazyTable) or self.spaces  # asking a table imports it
        if not declared and self.mark is not None:
            spaces = _LazyTable("masume.core.spaces", "SPACES")
            object.__setattr__(self, "spaces", spaces)
        if self.logic is None:
            logic = partial(lazy_function("masume.logic.derived", "derived_logic"), self.name)
            object.__setattr__(self, "logic", logic)
        if self.maker is None and self.source is not None:
            maker = partial(lazy_function("masume.make.derived", "derived_maker"), self.name)
            object.__setattr__(self, "maker", maker)

    def new(self, rows: int, cols: int, cells: tuple[object, ...], **options: object) -> P:
        """Return a puzzle with these clues in its cells, in row-major order."""
        make: Callable[..., P] = self.puzzle
        return make(rows, cols, cells, **options)

    def __repr__(self) -> str:
        return f"<Kind: {self.name}, {self.title}>"

    def _repr_html_(self) -> str:
        from masume.core.drawing.show import html_text

        return f"<h4>{html_text(self.title)}</h4><pre>{html_text(self.rules)}</pre>"

    def __reduce__(self) -> tuple[Callable[[str], Kind], tuple[str]]:
        """Pickle by name: functions cannot be pickled, and there is one instance per kind."""
        from masume.core.plugins.registry import kind_named, problem_examples
        from masume.errors import NotApplicable

        if not self.has_size and problem_examples(self.name) is None:
            raise NotApplicable(f"{self.name} is user code; run it in one process, without --jobs")
        return kind_named, (self.name,)


class _LazyTable(Mapping[str, object]):
    """A mapping or tuple of a module that is imported on first access."""

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


class _LazyModule:
    """A module that is imported when one of its functions or tables is first used."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> object:
        return (
            _LazyTable(self._module, name) if name.isupper() else lazy_function(self._module, name)
        )


def members_of(puzzle: ModuleType) -> dict[str, Any]:
    """Return the fields of a Kind that the modules `puzzle` and `model` of a folder define.

    They are the folder's name and the functions that have the names of fields: the referee's and
    the text's in `puzzle`, and of `model`, which is imported when it is first used, `model`,
    `source` and `CODECS`.
    """
    package = puzzle.__name__.rpartition(".")[0]
    names = "violations", "obstacles"
    model = _LazyModule(f"{package}.model")
    return {
        "name": package.rpartition(".")[2],
        "codes": puzzle.CODES,
        **{name: own for name in names if (own := getattr(puzzle, name, None))},
        **{"model": model.model, "source": model.source, "codecs": model.CODECS},
    }


@contextmanager
def lazy_imports(package: str) -> Iterator[None]:
    """Import the modules of a package lazily, so that a Kind can refer to their members.

        with lazy_imports(__name__):
            from masume.puzzles.hitori import play, view

            KIND = Kind(…, touch=play.touch, scene=view.scene)

    Upper-case names become lazy tables, other names lazy functions. Type checkers see the real
    modules. After the block the names are removed from the package, so that
    `from … import play` imports the module.
    """

    def stand_in(name: str) -> _LazyModule:
        if name.startswith("_"):
            raise AttributeError(name)
        return _LazyModule(f"{package}.{name}")

    members = vars(sys.modules[package])
    members["__getattr__"] = stand_in
    try:
        yield
    finally:
        names = [name for name, member in members.items() if isinstance(member, _LazyModule)]
        for name in ("__getattr__", *names):
            del members[name]
