"""Read a study from its TOML file; unknown keys and bad values are rejected.

title = "Which search copes with Hitori?"

[[boards]]                       # one or more tables
examples = ["hitori/*"]          # or files = [...], or texts = [...], or generate = "hitori"

[[searches]]                     # all combinations of the lists, times seeds
algorithms = ["astar", "greedy", "exact"]
heuristics = ["all"]

[limits]                         # of each run
seconds = 10
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path

from masume.api.programs import Program
from masume.core.plugins.registry import algorithms
from masume.core.puzzle.technique import LEVELS
from masume.core.search.spec import expand_alternatives, format_spec, parse_spec
from masume.core.system.limits import Limit
from masume.core.text.toml_table import (
    Reader,
    Values,
    read_count,
    read_dict,
    read_flag,
    read_integer,
    read_positive,
    read_table,
    read_text_value,
    read_texts,
    readers_of,
)
from masume.errors import BadOption, ParseError, UnknownName, sanitise, shorten
from masume.formats.format import format_named

EXACT = "exact"  # the exact engine, which has no space and no heuristic
ALL = ("all",)
# The features of boards that the effort can be plotted against; see `features.Features`.
AXES = {
    "cells": "cells of the board",
    "clues": "cells with a clue (such as islands)",
    "marks": "black cells, bridges or steps of the answer",
    "grade": "difficulty for people, from 0",
    "steps": "logical steps to the answer",
    "variables": "variables of the exact model",
    "constraints": "clauses and other constraints of the exact model",
    "reach": "share of the answer that unit propagation decides",
}
_SIZE = re.compile(r"([1-9]\d{0,3})\s*[x×]\s*([1-9]\d{0,3})")
_CLAIM = re.compile(r"(.+) (expands fewer nodes|is faster) than (.+)")
_MOST_BYTES = 1 << 20
_DEFAULT_LIMITS: Values = {"seconds": 10.0, "megabytes": 1000}


@dataclass(frozen=True)
class Boards:
    """A source of boards: exactly one of the first four fields is set."""

    examples: tuple[str, ...] = ()  # names; * is a wildcard
    files: tuple[str, ...] = ()  # paths relative to the study; * is a wildcard
    texts: tuple[str, ...] = ()  # boards or addresses
    generate: str = ""  # a puzzle, optionally with options
    puzzle: str = ""  # of untitled boards in files and texts
    sizes: tuple[str, ...] = ("6x6",)
    difficulty: str = ""
    symmetry: bool = False
    count: int = 10  # of each size
    seed: int = 0
    seconds: float = 60.0  # to generate one board


@dataclass(frozen=True)
class Searches:
    """Searches of the boards: every valid combination of the lists."""

    algorithms: tuple[str, ...] = ALL
    spaces: tuple[str, ...] = ALL
    heuristics: tuple[str, ...] = ()  # empty: the default of each space
    puzzles: tuple[str, ...] = ALL
    repetitions: int = 1
    seeds: tuple[int, ...] = (0,)  # of randomised algorithms


@dataclass(frozen=True)
class Method(Program):
    """A program of a study."""

    puzzles: tuple[str, ...] = ALL
    repetitions: int = 1
    seeds: tuple[int, ...] = (0,)


@dataclass(frozen=True)
class PlannedClaim:
    """A hypothesis that a study declares before it is run."""

    claim: str = ""  # such as "astar expands fewer nodes than depth_first"
    puzzles: tuple[str, ...] = ("all",)

    @property
    def better(self) -> str:
        """The name of the search that is claimed to be better."""
        return self._parts[1].strip()

    @property
    def other(self) -> str:
        """The name of the search that it is compared with."""
        return self._parts[3].strip()

    @property
    def measure(self) -> str:
        """What is compared: expanded or seconds."""
        return "expanded" if self._parts[2].startswith("expands") else "seconds"

    @property
    def _parts(self) -> re.Match[str]:
        match = _CLAIM.fullmatch(self.claim)
        if match is None:
            raise BadOption(
                f"the claim {shorten(self.claim)!r} is unclear; write “A expands fewer nodes than "
                "B” or “A is faster than B”"
            )
        return match


@dataclass(frozen=True)
class Study:
    """A declared experiment."""

    title: str
    boards: tuple[Boards, ...]
    searches: tuple[Searches, ...]
    limits: Limit = field(default_factory=lambda: Limit(seconds=10.0, megabytes=1000))
    about: str = ""
    seed: int = 0  # determines the random order of the runs, which spreads drift over all searches
    traces: bool = True  # record h and the frontier size of each search's first run on a board
    give_up: bool = False  # skip larger boards once a search settled no board of a size
    tune: Mapping[str, object] = field(default_factory=dict)  # the table [tune]; see tune.py
    folder: Path = Path()  # base of relative paths
    methods: tuple[Method, ...] = ()  # other programs
    claims: tuple[PlannedClaim, ...] = ()
    axes: tuple[str, ...] = ("cells",)  # features that the report plots the effort against
    text: str = ""  # the file's contents


def read_study(path: Path) -> Study:
    """Read a study from a file; raise ParseError if it is invalid."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise ParseError(f"cannot be read: {fault.strerror}", source=str(path)) from fault
    if len(data) > _MOST_BYTES:
        raise ParseError(f"the file is larger than {_MOST_BYTES:,} bytes", source=str(path))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ParseError("the file is not UTF-8 text", source=str(path)) from None
    return parse_study(text, source=str(path), folder=path.parent)


def parse_study(text: str, *, source: str = "study", folder: Path = Path()) -> Study:
    """Parse a study; raise ParseError if it is invalid.

    >>> parse_study('[[boards]]\\nexamples = ["hitori/first"]\\n[[searches]]').title
    'study'
    """
    import tomllib  # not at the top: workers import this module and parse no TOML

    try:
        data = tomllib.loads(text)
    except ValueError as fault:  # of tomllib, or of int() for thousands of digits
        raise ParseError(f"not valid TOML: {fault}", source=source) from None
    except RecursionError:
        raise ParseError("nested too deeply", source=source) from None
    try:
        return _study(data, Path(source).stem, folder, text)
    except (BadOption, UnknownName) as fault:
        raise ParseError(str(fault), source=source) from fault


def _study(data: Mapping[str, object], name: str, folder: Path, text: str) -> Study:
    """Build a study from its parsed TOML."""
    given = dict(data)
    boards = _tables(given, "boards")
    methods = _tables(given, "methods", optional=True)
    claims = _tables(given, "claims", optional=True)
    searches = _tables(given, "searches", optional=bool(methods))
    limits = given.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadOption("limits must be a table: [limits], then lines like seconds = 10")
    values = read_table("the study", given, _STUDY)
    return Study(
        title=sanitise(values.pop("title", name)),
        boards=tuple(_boards(table, f"[[boards]] {n}") for n, table in enumerate(boards, 1)),
        searches=tuple(
            _searches(table, f"[[searches]] {n}") for n, table in enumerate(searches, 1)
        ),
        methods=tuple(_methods(methods)),
        claims=tuple(_claims(claims)),
        # The default limit in seconds keeps a run from lasting for ever.
        limits=Limit(**_DEFAULT_LIMITS | read_table("[limits]", limits, _LIMITS)),
        folder=folder,
        text=text,
        **values,
    )


def _tables(
    data: dict[str, object], name: str, *, optional: bool = False
) -> list[dict[str, object]]:
    given = data.pop(name, None)
    if given is None and optional:
        return []
    tables = [given] if isinstance(given, dict) else given
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise BadOption(f"no [[{name}]] table; add at least one")
    return tables


def _boards(data: Mapping[str, object], where: str) -> Boards:
    """Read a table of boards; raise BadOption if it is inconsistent."""
    values = read_table(where, data, _BOARDS)
    boards = Boards(**values)
    sources = [name for name in ("examples", "files", "texts", "generate") if name in values]
    if len(sources) != 1:
        named = " and ".join(sources) or "none"
        raise BadOption(f"{where}: has {named}; give one of examples, files, texts or generate")
    making = {"sizes", "difficulty", "symmetry", "count", "seed", "seconds"} & set(values)
    if making and not boards.generate:
        raise BadOption(
            f"{where}: {min(making)} is only for generated boards; remove it or use generate"
        )
    if boards.difficulty and boards.difficulty not in LEVELS:
        raise UnknownName("difficulty", boards.difficulty, LEVELS)
    for size in boards.sizes:
        parse_size(size, where)
    return boards


def _searches(data: Mapping[str, object], where: str) -> Searches:
    """Read a table of searches; expand alternatives (`astar:weight=1|2`) and the grid."""
    values = read_table(where, data, _SEARCHES)
    grid: dict[str, tuple[str, ...]] = values.pop("grid", {})
    names: tuple[str, ...] = values.get("algorithms", ALL)
    if grid and (names == ALL or EXACT in names):
        raise BadOption(f"{where}: a grid cannot be used with all or exact; name the algorithms")
    crossed = [_apply_grid(name, grid) for name in names]
    values["algorithms"] = tuple(
        dict.fromkeys(name for text in crossed for name in expand_alternatives(text))
    )
    if "spaces" in values:
        values["spaces"] = tuple(
            space for name in values["spaces"] for space in expand_alternatives(name)
        )
    return Searches(**values)


def _methods(tables: Iterable[Mapping[str, object]]) -> Iterator[Method]:
    """Read the tables of other programs."""
    taken = {EXACT, *algorithms()}
    for number, data in enumerate(tables, 1):
        where = f"[[methods]] {number}"
        method = Method(**read_table(where, data, _METHODS))
        _check_method(method, where, taken)
        format_named(method.board)
        taken.add(method.name)
        yield method


def _claims(tables: Iterable[Mapping[str, object]]) -> Iterator[PlannedClaim]:
    """Read the tables of planned claims."""
    for number, data in enumerate(tables, 1):
        claim = PlannedClaim(**read_table(f"[[claims]] {number}", data, _CLAIMS))
        if claim.better == claim.other:
            raise BadOption(f"[[claims]] {number}: a search cannot be better than itself")
        yield claim


def _check_method(method: Method, where: str, taken: set[str]) -> None:
    """Raise BadOption if a method lacks something or has the name of another search."""
    if not method.name or not method.command:
        raise BadOption(f'{where}: give a name and a command, such as ["./solver", "{{file}}"]')
    if method.name in taken or not method.name.isprintable() or "," in method.name:
        raise BadOption(f"{where}: the name {shorten(method.name)!r} is taken or invalid")
    if "/" in method.reply or method.reply.startswith("."):
        raise BadOption(f"{where}: reply must be the name of a file, without a folder")


def _apply_grid(name: str, grid: Mapping[str, tuple[str, ...]]) -> str:
    """Add the options of a grid to an algorithm name, as alternatives."""
    spec = parse_spec(name)
    axes = [(key, "|".join(values)) for key, values in grid.items()]
    return format_spec(spec.name, [*spec.options, *axes]) if grid else name


def parse_size(text: str, where: str = "") -> tuple[int, int]:
    """Parse a size such as 6x6 into rows and columns; raise BadOption if it is malformed."""
    match = _SIZE.fullmatch(text.strip().lower())
    if match is None:
        raise BadOption(f"{where}: invalid size {text[:20]!r}; write it as 6x6")
    return int(match[1]), int(match[2])


def _read_seeds(value: object) -> tuple[int, ...]:
    """Return the listed seeds, or the first n if the value is a number."""
    if isinstance(value, list) and value:
        seeds = tuple(map(read_integer, value))
        if len(set(seeds)) != len(seeds):
            raise ValueError("a list without duplicate seeds")
        return seeds
    return tuple(range(read_count(value)))


def _read_grid(value: object) -> dict[str, tuple[str, ...]]:
    """Return the values of each option of a grid as text."""
    if not isinstance(value, dict) or not value:
        raise ValueError("a table of options with lists of values, like {hot = [0.5, 1, 2]}")
    grid = {}
    for key, given in value.items():
        values = given if isinstance(given, list) else [given]
        if not values or not all(isinstance(item, bool | int | float | str) for item in values):
            raise ValueError("a table of options with lists of numbers or words")
        grid[key] = tuple(
            ("yes" if item else "no") if isinstance(item, bool) else str(item) for item in values
        )
    return grid


def check_axes(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of axes; raise UnknownName if one is none."""
    for name in names:
        if name not in AXES:
            raise UnknownName("feature of boards", name, AXES)
    return tuple(names)


_STUDY: dict[str, Reader] = {
    "title": read_text_value,
    "about": read_text_value,
    "seed": read_integer,
    "traces": read_flag,
    "give_up": read_flag,
    "tune": read_dict,
    "axes": lambda value: check_axes(read_texts(value)),
}
_BOARDS = readers_of(fields(Boards), count=read_count, seed=read_integer, seconds=read_positive)
_SEARCHES = readers_of(fields(Searches), repetitions=read_count, seeds=_read_seeds)
_METHODS = readers_of(fields(Method), repetitions=read_count, seeds=_read_seeds)
_CLAIMS = readers_of(fields(PlannedClaim))
_SEARCHES["grid"] = _read_grid  # becomes algorithms
_LIMITS: dict[str, Reader] = {
    "nodes": partial(read_integer, least=1),
    "seconds": read_positive,
    "states": partial(read_integer, least=1),
    # Less memory would not fit Python and its imports.
    "megabytes": partial(read_integer, least=64, most=1_000_000_000),
}
