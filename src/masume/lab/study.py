"""What a study is: a small TOML file, read strictly.

title = "Which search copes with Hitori?"

[[boards]]                       # as many of these as you like
examples = ["hitori/*"]          # or files = [...], or texts = [...], or generate = "hitori"

[[searches]]                     # each: all its algorithms × spaces × heuristics × seeds
algorithms = ["astar", "greedy", "exact"]
heuristics = ["all"]

[limits]                         # of each run
seconds = 10
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from masume.core.puzzle.technique import LEVELS
from masume.core.search.spec import format_spec, parse_spec, expand_alternatives
from masume.core.system.limits import Limit
from masume.errors import BadOption, ParseError, UnknownName, sanitise

EXACT = "exact"  # among algorithms: the exact engine, which has no space and no heuristic
ALL = ("all",)
_SIZE = re.compile(r"([1-9]\d{0,3})\s*[x×]\s*([1-9]\d{0,3})")
_MOST_BYTES = 1 << 20
_LARGEST = (1 << 63) - 1  # that the results can hold
T = TypeVar("T")
_MANY = 100_000  # seeds, repetitions or boards of a size


@dataclass(frozen=True)
class Boards:
    """Where boards come from: one of the first four, the others say more about it."""

    examples: tuple[str, ...] = ()  # names, with * for any
    files: tuple[str, ...] = ()  # beside the study's file, with * for any
    texts: tuple[str, ...] = ()  # boards or addresses as they are pasted
    generate: str = ""  # a puzzle, perhaps with options
    puzzle: str = ""  # of files and texts that do not say it
    sizes: tuple[str, ...] = ("6x6",)
    difficulty: str = ""
    symmetry: bool = False
    count: int = 10  # of each size
    seed: int = 0
    seconds: float = 60.0  # to make one


@dataclass(frozen=True)
class Searches:
    """What is tried on the boards: every combination that makes sense."""

    algorithms: tuple[str, ...] = ALL
    spaces: tuple[str, ...] = ALL
    heuristics: tuple[str, ...] = ()  # none: the space's own
    puzzles: tuple[str, ...] = ALL
    repetitions: int = 1
    seeds: tuple[int, ...] = (0,)  # of the algorithms that are random


@dataclass(frozen=True)
class Study:
    """A declared experiment."""

    title: str
    boards: tuple[Boards, ...]
    searches: tuple[Searches, ...]
    limits: Limit = field(default_factory=lambda: Limit(seconds=10.0, megabytes=1000))
    about: str = ""
    seed: int = 0  # the runs come in an order drawn by this, so that no drift favours anyone
    traces: bool = True  # keep h and the frontier over time of the first run of each board
    give_up: bool = False  # who solves no board of a size is not tried on larger ones
    tune: Mapping[str, object] = field(default_factory=dict)  # as it stands there; see tune.py
    folder: Path = Path()  # what the names of files start from
    text: str = ""  # the file as it was read


def read_study(path: Path) -> Study:
    """The study of a file."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise ParseError(f"cannot be read: {fault.strerror}", source=str(path)) from fault
    if len(data) > _MOST_BYTES:
        raise ParseError("this is too long for a study", source=str(path))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ParseError("this is not a text in UTF-8", source=str(path)) from None
    return parse_study(text, source=str(path), folder=path.parent)


def parse_study(text: str, *, source: str = "study", folder: Path = Path()) -> Study:
    """The study of a text.

    >>> parse_study('[[boards]]\\nexamples = ["hitori/first"]\\n[[searches]]').title
    'study'
    """
    import tomllib  # workers come to this module too, and read no such text

    try:
        data = tomllib.loads(text)
    except ValueError as fault:  # what tomllib raises, and int over thousands of digits
        raise ParseError(f"not valid TOML: {fault}", source=source) from None
    except RecursionError:
        raise ParseError("nested too deeply", source=source) from None
    try:
        return _study(data, Path(source).stem, folder, text)
    except (BadOption, UnknownName) as fault:
        raise ParseError(str(fault), source=source) from fault


def _study(data: Mapping[str, object], name: str, folder: Path, text: str) -> Study:
    given = dict(data)
    boards = _tables(given, "boards")
    searches = _tables(given, "searches")
    limits = given.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadOption("limits is a table: [limits], then lines like seconds = 10")
    values = checked_table("the study", given, _STUDY)
    return Study(
        title=sanitise(values.pop("title", name)),
        boards=tuple(_boards(one, f"[[boards]] {n}") for n, one in enumerate(boards, 1)),
        searches=tuple(_searches(one, f"[[searches]] {n}") for n, one in enumerate(searches, 1)),
        # There is always a limit in seconds, or a run might last for ever.
        limits=Limit(
            **{"seconds": 10.0, "megabytes": 1000} | checked_table("[limits]", limits, _LIMITS)
        ),
        folder=folder,
        text=text,
        **values,
    )


def _tables(data: dict[str, object], name: str) -> list[dict[str, object]]:
    given = data.pop(name, None)
    tables = [given] if isinstance(given, dict) else given
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise BadOption(f"there is no [[{name}]]; a study has at least one")
    return tables


def _boards(data: Mapping[str, object], where: str) -> Boards:
    values = checked_table(where, data, _BOARDS)
    boards = Boards(**values)
    sources = [name for name in ("examples", "files", "texts", "generate") if name in values]
    if len(sources) != 1:
        named = " and ".join(sources) or "none"
        raise BadOption(f"{where}: one of examples, files, texts or generate, not {named}")
    making = {"sizes", "difficulty", "symmetry", "count", "seed", "seconds"} & set(values)
    if making and not boards.generate:
        raise BadOption(f"{where}: {min(making)} is for boards to generate")
    if boards.difficulty and boards.difficulty not in LEVELS:
        raise UnknownName("difficulty", boards.difficulty, LEVELS)
    for size in boards.sizes:
        size_of(size, where)
    return boards


def _searches(data: Mapping[str, object], where: str) -> Searches:
    """What is tried; alternatives (`astar:weight=1|2`) and a grid become so many algorithms."""
    values = checked_table(where, data, _SEARCHES)
    grid: dict[str, tuple[str, ...]] = values.pop("grid", {})
    names: tuple[str, ...] = values.get("algorithms", ALL)
    if grid and (names == ALL or EXACT in names):
        raise BadOption(f"{where}: a grid is for algorithms that are named, not for all or exact")
    crossed = [_with(name, grid) for name in names]
    values["algorithms"] = tuple(dict.fromkeys(one for text in crossed for one in expand_alternatives(text)))
    if "spaces" in values:
        values["spaces"] = tuple(one for name in values["spaces"] for one in expand_alternatives(name))
    return Searches(**values)


def _with(name: str, grid: Mapping[str, tuple[str, ...]]) -> str:
    """The options of a grid as alternatives, beside those that a name has already."""
    spec = parse_spec(name)
    axes = [(key, "|".join(several)) for key, several in grid.items()]
    return format_spec(spec.name, [*spec.options, *axes]) if grid else name


def size_of(text: str, where: str = "") -> tuple[int, int]:
    """Rows and columns."""
    match = _SIZE.fullmatch(text.strip().lower())
    if match is None:
        raise BadOption(f"{where}: size {text[:20]!r} does not fit, it is like 6x6")
    return int(match[1]), int(match[2])


# How the values of keys are read


def _only(type_: type[T], name: str) -> Callable[[object], T]:
    """Values of this type, and nothing else."""

    def read(value: object) -> T:
        if not isinstance(value, type_):
            raise ValueError(name)
        return value

    return read


a_text = _only(str, "a text")
_flag = _only(bool, "true or false")
_table = _only(dict, "a table")


def a_whole(value: object, least: int = 0, most: int = _LARGEST) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"a whole number from {least} to {most:,}")
    return value


def _positive(value: object) -> int:
    return a_whole(value, 1)


def how_many(value: object) -> int:
    """A count that is not absurd."""
    return a_whole(value, 1, _MANY)


def _megabytes(value: object) -> int:
    return a_whole(value, 64, 1_000_000_000)  # Python needs some for what it imports on the way


def a_number(value: object) -> float:
    """A number above 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e9:
        raise ValueError("a number above 0")
    return float(value)


def _texts(value: object) -> tuple[str, ...]:
    several = [value] if isinstance(value, str) else value
    if not isinstance(several, list) or not several:
        raise ValueError('a text or a list of texts like ["one", "two"]')
    return tuple(a_text(one) for one in several)


def _seeds(value: object) -> tuple[int, ...]:
    """A list of seeds, or how many."""
    if isinstance(value, list) and value:
        seeds = tuple(a_whole(one) for one in value)
        if len(set(seeds)) != len(seeds):
            raise ValueError("a list in which no seed comes twice")
        return seeds
    return tuple(range(how_many(value)))


def _grid(value: object) -> dict[str, tuple[str, ...]]:
    """Options with the values that each of them takes in turn."""
    if not isinstance(value, dict) or not value:
        raise ValueError("a table of options with lists of values, like {hot = [0.5, 1, 2]}")
    grid = {}
    for key, several in value.items():
        values = several if isinstance(several, list) else [several]
        if not values or not all(isinstance(one, bool | int | float | str) for one in values):
            raise ValueError("a table of options with lists of numbers or words")
        grid[key] = tuple(
            ("yes" if one else "no") if isinstance(one, bool) else str(one) for one in values
        )
    return grid


_Reader = Callable[[object], object]
_BY_TYPE: dict[object, _Reader] = {"str": a_text, "bool": _flag, "tuple[str, ...]": _texts}


def readers_of(table: Iterable[Field[object]], **others: _Reader) -> dict[str, _Reader]:
    """How the keys of a table are read: texts and flags by their types, others as it is said."""
    return {one.name: others.get(one.name) or _BY_TYPE[one.type] for one in table}


_STUDY: dict[str, _Reader] = {
    "title": a_text,
    "about": a_text,
    "seed": a_whole,
    "traces": _flag,
    "give_up": _flag,
    "tune": _table,
}
_BOARDS = readers_of(fields(Boards), count=how_many, seed=a_whole, seconds=a_number)
_SEARCHES = readers_of(fields(Searches), repetitions=how_many, seeds=_seeds)
_SEARCHES["grid"] = _grid  # becomes algorithms
_LIMITS: dict[str, _Reader] = {
    "nodes": _positive,
    "seconds": a_number,
    "states": _positive,
    "megabytes": _megabytes,
}


def checked_table(
    where: str, data: Mapping[str, object], readers: Mapping[str, _Reader]
) -> dict[str, Any]:
    """The values of a table; every key must be known and every value fit."""
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key not in readers:
            raise UnknownName(f"key of {where}", key, readers)
        try:
            values[key] = readers[key](value)
        except ValueError as fault:
            raise BadOption(f"{where}: {key} is {fault}, not {_quoted(value)}") from None
    return values


def _quoted(value: object) -> str:
    try:
        return repr(str(value)[:40])
    except ValueError:  # Python writes no numbers of thousands of digits
        return "a number so long"
