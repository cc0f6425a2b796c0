"""The public functions: load a board, search it, check an answer.

Everything the command line does goes through here, so that a notebook can do the same.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from masume.core.algorithm import Algorithm, ensure_applicable, why_not
from masume.core.kind import Kind, Violation
from masume.core.registry import (
    algorithm_named,
    default_heuristic,
    heuristic_named,
    kind_named,
    kind_of,
    space_named,
)
from masume.core.run import Limit, Metrics, Run, SearchResult
from masume.core.space import Guarded, Heuristic, SpaceType, StateSpace
from masume.core.spec import check_options, parse_spec, write_spec
from masume.core.steps import Status
from masume.errors import NotApplicable, ParseError, UnknownName, shorten
from masume.formats.plain import Board, read_answer, read_boards

MOST_SEARCHED = 40_000  # cells; the tables of a larger board would not fit into memory
_GUARDED_CELLS = 150  # from here on an expansion is long enough to look at the clock inside it


# Boards


@cache
def examples(kind: str) -> tuple[Board, ...]:
    """The named boards that come with a puzzle.

    >>> examples("hitori")[0].name
    'hitori/jain-sample1'
    """
    chosen = kind_named(kind)
    folder = Path(__file__).parent / "puzzles" / chosen.name
    boards = []
    for board in read_boards(_file_text(folder / "examples.txt"), chosen):
        if isinstance(board, ParseError):
            raise board
        boards.append(replace(board, name=f"{chosen.name}/{board.name}"))
    return tuple(boards)


def load_all(source: str | Path, *, kind: str | None = None) -> Iterator[Board | ParseError]:
    """Every board of a source: an example's name, a file, or the text itself.

    A board that cannot be read comes as the ParseError that says why, among the others.
    """
    chosen = kind_named(kind) if kind else None
    if isinstance(source, Path):
        yield from read_boards(_file_text(source), chosen)
    elif "\n" not in source and (board := _example(source)) is not None:
        yield board
    elif (path := _as_path(source)) is not None:
        yield from read_boards(_file_text(path), chosen)
    else:
        yield from read_boards(source, chosen)


def load(source: str | Path, *, kind: str | None = None) -> Any:
    """The one puzzle of a source: an example's name, a file, or the text itself.

    >>> load("kuromasu/br-3x3-0")
    Kuromasu(rows=3, cols=3, clues=(None, 3, None, 3, None, 2, None, 2, None))
    """
    boards = list(load_all(source, kind=kind))
    if len(boards) != 1:
        raise ParseError(f"{len(boards)} boards here, expected one; load_all reads several")
    if isinstance(boards[0], ParseError):
        raise boards[0]
    return boards[0].puzzle


def _example(name: str) -> Board | None:
    """The example of that name; None if this cannot be meant as one."""
    folder, slash, rest = name.strip().partition("/")
    try:
        kind = kind_named(folder) if slash and rest else None
    except UnknownName:
        return None
    if kind is None:
        return None
    wanted = f"{kind.name}/{rest.strip().lower()}"
    known = {board.name: board for board in examples(kind.name)}
    if wanted not in known:
        raise UnknownName("example", name, known)
    return known[wanted]


def _as_path(source: str) -> Path | None:
    """The file that is meant, if a file is; a text that only could be one must exist."""
    text = source.strip()
    if not text or "\n" in text or len(text) > 1000:
        return None
    path = Path(text).expanduser()
    try:
        if path.exists():
            return path
    except (OSError, ValueError):  # not a name that a file could have
        return None
    if len(text.split()) == 1 and ("/" in text or "." in text.strip(".0123456789?,")):
        raise ParseError(f"there is no file and no example called {shorten(text, 80)!r}")
    return None


def _file_text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as fault:
        reason = (fault.strerror or "it cannot be opened").lower()
        raise ParseError(f"cannot read {shorten(str(path), 80)}: {reason}") from None
    return decode_text(data, str(path))


def decode_text(data: bytes, name: str) -> str:
    """Bytes as text, or a ParseError that says that they are none."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise ParseError(f"{shorten(name, 80)} is not text in UTF-8", line=line) from None
    return text


# Answers


def check(puzzle: Any, answer: Any) -> list[Violation]:
    """What is wrong with an answer: a Position, its text, or its JSON. Empty: it is right.

    >>> board = load("hitori\\n1 1\\n1 2")
    >>> [fault.text for fault in check(board, ". .\\n. .")]
    ['1 stands 2 times in row 1', '1 stands 2 times in column 1']
    >>> check(board, {"black": [[0, 0]]})
    []
    """
    kind = kind_of(puzzle)
    if isinstance(answer, dict):
        answer = kind.from_json(puzzle, answer)
    elif isinstance(answer, str):
        answer = parse_answer(puzzle, answer)
    return kind.violations(puzzle, answer)


def parse_answer(puzzle: Any, text: str) -> Any:
    """A Position from any text that can be an answer: the plain form, moves, or JSON."""
    kind = kind_of(puzzle)
    if text.lstrip().startswith("{"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise ParseError("this begins like JSON, but is not") from None
        inner = data.get("answer", data)
        if not isinstance(inner, dict):
            raise ParseError("this JSON holds no answer")
        return kind.from_json(puzzle, inner)
    return read_answer(Board(kind, puzzle), text)


def answer_text(source: str) -> str:
    """The text of an answer that is given as itself or as the name of a file."""
    path = _as_path(source)
    return _file_text(path) if path is not None else source


# Searching


@dataclass(frozen=True)
class Plan:
    """A search that is known to make sense: everything chosen, nothing begun."""

    kind: Kind
    algorithm: Algorithm
    algorithm_spec: str
    options: tuple[tuple[str, Any], ...]
    space_type: SpaceType
    space_spec: str
    space_options: tuple[tuple[str, Any], ...]
    heuristic: Heuristic | None

    @property
    def heuristic_name(self) -> str | None:
        """The heuristic's name, if there is one."""
        return self.heuristic.name if self.heuristic else None

    def start(self, puzzle: Any, *, limit: Limit | None = None, seed: int = 0) -> Run:
        """Begin the search of a puzzle; a limit in seconds counts from its first step."""
        if puzzle.rows * puzzle.cols > MOST_SEARCHED:
            size = f"{puzzle.rows}×{puzzle.cols}"
            raise NotApplicable(
                f"{size} cells are too many to search, {MOST_SEARCHED:,} are the most"
            )
        space: StateSpace = self.space_type(puzzle, **dict(self.space_options))
        h = self.heuristic.build(space) if self.heuristic else None
        if puzzle.rows * puzzle.cols >= _GUARDED_CELLS:
            space = Guarded(space)
        search = self.algorithm.start(space, h, Random(seed), dict(self.options))
        return Run(space, search, limit)


def plan(
    kind: Kind,
    algorithm: str | None = None,
    *,
    space: str | None = None,
    heuristic: str | None = None,
) -> Plan:
    """Choose what to search with; raises before anything runs if it cannot work.

    Algorithm and space may carry options: `astar:weight=2`, `shade:canonical,prune`. With nothing
    said it is backtracking as people mean it: depth first, in a space that draws conclusions.
    """
    if algorithm is None:
        algorithm = "depth_first"
        if space is None and heuristic is None:
            space = next((s.name for s in kind.spaces if s.infers), None)
    spec = parse_spec(algorithm)
    chosen = algorithm_named(spec.name)
    options = check_options(chosen.name, dict(spec.options), chosen.options)
    wished = heuristic_named(kind, heuristic) if heuristic else None
    if space is None:
        space_type, space_given = _home(kind, chosen, wished), {}
    else:
        space_spec = parse_spec(space)
        space_type, space_given = space_named(kind, space_spec.name), dict(space_spec.options)
    space_defaults = space_options(space_type)
    space_values = check_options(f"{kind.name}/{space_type.name}", space_given, space_defaults)
    if wished is None and chosen.takes_h:
        wished = default_heuristic(kind, space_type)
    ensure_applicable(chosen, space_type, wished)
    return Plan(
        kind=kind,
        algorithm=chosen,
        algorithm_spec=write_spec(chosen.name, options, chosen.options),
        options=tuple(options.items()),
        space_type=space_type,
        space_spec=write_spec(space_type.name, space_values, space_defaults),
        space_options=tuple(space_values.items()),
        heuristic=wished,
    )


def _home(kind: Kind, algorithm: Algorithm, heuristic: Heuristic | None) -> SpaceType:
    """The space an algorithm is used in if none is named: the first in which it works."""
    for space in kind.spaces:
        h = heuristic or (default_heuristic(kind, space) if algorithm.takes_h else None)
        if why_not(algorithm, space, h) is None:
            return space
    return kind.spaces[0]


def space_options(space: SpaceType) -> dict[str, Any]:
    """The options of a space and their defaults, read off its constructor."""
    parameters = inspect.signature(space).parameters.values()
    return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}


def search(
    puzzle: Any,
    algorithm: str | None = None,
    *,
    space: str | None = None,
    heuristic: str | None = None,
    limit: Limit | None = None,
    seed: int = 0,
) -> SearchResult:
    """Search a puzzle with a classical algorithm.

    >>> result = search(load("kuromasu/br-5x5-2"), "astar", heuristic="black_needed")
    >>> result.status.value, result.cost
    ('solved', 4)
    """
    kind = kind_of(puzzle)
    return (
        hopeless(puzzle)
        or plan(kind, algorithm, space=space, heuristic=heuristic)
        .start(puzzle, limit=limit, seed=seed)
        .finish()
    )


def hopeless(puzzle: Any) -> SearchResult | None:
    """The verdict on a board that anyone can see has no solution; None if it takes a search."""
    found = kind_of(puzzle).obstacles(puzzle)
    if not found:
        return None
    return SearchResult(Status.EXHAUSTED, None, None, None, None, Metrics(), found[0].text)
