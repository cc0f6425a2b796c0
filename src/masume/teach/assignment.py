"""Read an assignment from its TOML file; unknown keys and bad values are rejected.

title = "Informed search"
file = "solution.py"             # what students hand in

[limits]                         # of each run
seconds = 5

[[tasks]]                        # what students write: a member of the file
name = "my_heuristic"
role = "heuristic"               # or "algorithm", "problem", "switches" or "order"
algorithm = "astar"              # the other parts of the search
space = "shade"

[[boards]]                       # groups of boards
group = "small"
examples = ["hitori/first"]      # or files, texts, generate = "hitori", walk = "n_puzzle/easy",
                                 # or problem = "puzzle.py:Puzzle"

[[criteria]]
name = "Solves small boards"
points = 4
check = "solves"
task = "my_heuristic"
boards = "small"
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from masume.core.system.limits import Limit
from masume.core.text.toml_table import (
    Values,
    read_count,
    read_integer,
    read_positive,
    read_table,
    read_text_value,
    read_texts,
    readers_of,
)
from masume.errors import BadOption, MasumeError, ParseError, UnknownName, sanitise
from masume.lab.study import Boards, parse_size

FILE = "assignment.toml"
HEURISTIC, ALGORITHM, PROBLEM = "heuristic", "algorithm", "problem"
SWITCHES, ORDER = "switches", "order"  # of the space `decide`: a text of options, or a function
ROLES = (HEURISTIC, ALGORITHM, PROBLEM, SWITCHES, ORDER)
CHECKS = {
    "solves": "The search solves the board, and the referee accepts the answer.",
    "optimal": "The solution costs no more than the cheapest one.",
    "admissible": "The estimate never exceeds the true remaining cost, in any state.",
    "consistent": "No move lowers the estimate by more than the move costs.",
    "states": "The space has as many states as the reference.",
}
_USUAL = Limit(nodes=50_000, seconds=5.0, megabytes=500)
_GRAPH_CHECKS = ("admissible", "consistent")
_MOST_BYTES = 1 << 20
T = TypeVar("T")


@dataclass(frozen=True)
class StudentTask:
    """One thing that students write, or choose: see `ROLES`."""

    name: str  # the member of the student's file
    role: str
    algorithm: str = ""  # the other parts of the search; empty: masume's default
    heuristic: str = ""
    space: str = ""


@dataclass(frozen=True)
class Group:
    """A group of boards with a name; exactly one of its sources is set."""

    group: str
    examples: tuple[str, ...] = ()  # names; * is a wildcard
    files: tuple[str, ...] = ()  # relative to the assignment
    texts: tuple[str, ...] = ()
    generate: str = ""  # a puzzle
    walk: str = ""  # an instance of a classic problem, from which random moves are made
    problem: str = ""  # a problem in a file of the assignment
    sizes: tuple[str, ...] = ("5x5",)
    difficulty: str = ""
    count: int = 3  # of generated boards of each size, or of walks
    steps: int = 20  # of a walk
    seed: int = 0  # of public boards; hidden ones depend on the secret seed
    hidden: bool = False  # not part of what students get
    per_student: bool = False  # every student gets boards of their own


@dataclass(frozen=True)
class Criterion:
    """One line of the grade: a check, the boards it is applied to, and its points.

    Each board that passes earns an equal share of the points.
    """

    name: str
    points: float
    check: str
    task: str
    boards: str  # the name of a group
    expansions: int | None = None  # more are not accepted
    reference: str = ""  # a search like "astar + manhattan"; its expansions are the measure …
    factor: float = 1.0  # … times this
    least: float | None = None  # of the mean of estimate / true cost; for heuristics
    seeds: int = 1  # runs of each board, for randomised algorithms


@dataclass(frozen=True)
class Assignment:
    """A declared assignment."""

    title: str
    tasks: tuple[StudentTask, ...]
    groups: tuple[Group, ...]
    criteria: tuple[Criterion, ...]
    about: str = ""
    file: str = "solution.py"
    support: tuple[str, ...] = ()  # files beside it that students get and must not change
    limits: Limit = field(default_factory=lambda: _USUAL)
    secret: int | None = None  # the seed of hidden boards; students do not get it
    folder: Path = Path()

    def task(self, name: str) -> StudentTask:
        """Return a task by its name."""
        return next(task for task in self.tasks if task.name == name)

    def group(self, name: str) -> Group:
        """Return a group of boards by its name."""
        return next(group for group in self.groups if group.group == name)

    def is_hidden(self, criterion: Criterion) -> bool:
        """Return whether a criterion uses boards that students do not get."""
        return self.group(criterion.boards).hidden

    @property
    def points(self) -> float:
        """The sum of all points."""
        return sum(criterion.points for criterion in self.criteria)

    def runs_of(self, criterion: Criterion) -> int:
        """Return the number of runs that a criterion takes for one submission, at most."""
        group = self.group(criterion.boards)
        if group.generate or group.walk:
            boards = group.count * (len(group.sizes) if group.generate else 1)
        else:
            from masume.teach.boards import given_boards

            boards = len(given_boards(self, group))
        return boards * criterion.seeds


def read_assignment(path: Path) -> Assignment:
    """Read an assignment from its folder or file; raise ParseError if it is invalid."""
    file = path / FILE if path.is_dir() else path
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        remedy = "create one with masume assignment new, or name its folder"
        raise ParseError(f"there is no assignment here; {remedy}", source=str(file)) from None
    except OSError as fault:
        raise ParseError(f"cannot be read: {fault.strerror}", source=str(file)) from fault
    if len(data) > _MOST_BYTES:
        raise ParseError(f"the file is larger than {_MOST_BYTES:,} bytes", source=str(file))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ParseError("the file is not UTF-8 text", source=str(file)) from None
    return parse_assignment(text, source=str(file), folder=file.parent.resolve())


def parse_assignment(text: str, *, source: str = FILE, folder: Path = Path()) -> Assignment:
    """Parse an assignment; raise ParseError if it is invalid."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise ParseError(f"not valid TOML: {fault}", source=source) from None
    try:
        return _assignment(data, folder)
    except MasumeError as fault:
        raise ParseError(str(fault), source=source) from fault


def _assignment(data: Mapping[str, object], folder: Path) -> Assignment:
    """Build an assignment from its parsed TOML, and check that its parts fit together."""
    given = dict(data)
    tables = {name: _tables(given, name) for name in ("tasks", "boards", "criteria")}
    limits = given.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadOption("limits must be a table: [limits], then lines like seconds = 5")
    values = read_table("the assignment", given, _ASSIGNMENT)
    if "title" not in values:
        raise BadOption('there is no title; add a line like title = "Informed search"')
    usual = asdict(_USUAL)
    values["title"] = sanitise(values["title"])
    found = Assignment(
        tasks=tuple(_read(StudentTask, "tasks", n, t) for n, t in enumerate(tables["tasks"], 1)),
        groups=tuple(_read(Group, "boards", n, t) for n, t in enumerate(tables["boards"], 1)),
        criteria=tuple(
            _read(Criterion, "criteria", n, t) for n, t in enumerate(tables["criteria"], 1)
        ),
        limits=Limit(**usual | _renamed(read_table("[limits]", limits, _LIMITS))),
        folder=folder,
        **values,
    )
    _check_tasks(found.tasks)
    for number, group in enumerate(found.groups, 1):
        _check_group(group, f"[[boards]] {number}")
    _check_unique("[[boards]]", "group", [group.group for group in found.groups])
    for number, criterion in enumerate(found.criteria, 1):
        _check_criterion(found, criterion, f"[[criteria]] {number}")
    _check_unique("[[criteria]]", "name", [criterion.name for criterion in found.criteria])
    for name in (found.file, *found.support):
        if Path(name).name != name or not name.endswith(".py"):
            raise BadOption(f"file {name!r} is invalid; use a name like solution.py")
    return found


def _tables(data: dict[str, object], name: str) -> list[dict[str, object]]:
    tables = data.pop(name, None)
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise BadOption(f"no [[{name}]] table; add at least one")
    return tables


def _read(cls: type[T], table: str, number: int, data: Mapping[str, object]) -> T:
    """Read one table into its class; raise BadOption for a missing key."""
    where = f"[[{table}]] {number}"
    values = read_table(where, data, _READERS[cls])
    for entry in fields(cls):  # type: ignore[arg-type]
        if entry.default is MISSING and entry.name not in values:
            raise BadOption(f"{where}: {entry.name} is missing; add a line {entry.name} = …")
    return cls(**values)


def _renamed(limits: Values) -> Values:
    """Return the limits with the field names of `Limit`: its nodes are called expansions here."""
    return {"nodes" if key == "expansions" else key: value for key, value in limits.items()}


def _check_tasks(tasks: Sequence[StudentTask]) -> None:
    """Raise MasumeError for a task with an unknown role, an unusable or repeated name."""
    for number, task in enumerate(tasks, 1):
        if task.role not in ROLES:
            raise UnknownName(f"role of [[tasks]] {number}", task.role, ROLES)
        if task.role in (SWITCHES, ORDER) and not task.space:
            remedy = 'add a line like space = "decide:propagate=forward"'
            raise BadOption(f"[[tasks]] {number}: role {task.role} needs a space; {remedy}")
        if not task.name.isidentifier():
            raise BadOption(f"[[tasks]] {number}: name {task.name!r} is not a Python name")
        if getattr(task, task.role, ""):
            raise BadOption(
                f"[[tasks]] {number}: the {task.role} is what students write; remove this line"
            )
    _check_unique("[[tasks]]", "name", [task.name for task in tasks])


def _check_unique(where: str, key: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise BadOption(f"{where}: {key} {name!r} is used twice; choose different names")
        seen.add(name)


def _check_group(group: Group, where: str) -> None:
    """Raise BadOption if a group has not exactly one source, or a size is malformed."""
    sources = ("examples", "files", "texts", "generate", "walk", "problem")
    given = [name for name in sources if getattr(group, name)]
    if len(given) != 1:
        named = " and ".join(given) or "no source"
        raise BadOption(f"{where}: has {named}; give one of {', '.join(sources)}")
    if group.per_student and not (group.generate or group.walk):
        raise BadOption(f"{where}: per_student needs random boards; use generate or walk")
    if group.per_student and not group.hidden:
        raise BadOption(f"{where}: boards per student are hidden; add hidden = true")
    for size in group.sizes:
        parse_size(size, where)


def _check_criterion(assignment: Assignment, criterion: Criterion, where: str) -> None:
    """Raise BadOption or UnknownName if a criterion refers to parts that do not fit."""
    if criterion.check not in CHECKS:
        raise UnknownName(f"check of {where}", criterion.check, CHECKS)
    if criterion.task not in [task.name for task in assignment.tasks]:
        raise UnknownName(f"task of {where}", criterion.task, [t.name for t in assignment.tasks])
    if criterion.boards not in [group.group for group in assignment.groups]:
        raise UnknownName(
            f"group of boards of {where}", criterion.boards, [g.group for g in assignment.groups]
        )
    role = assignment.task(criterion.task).role
    if criterion.check in _GRAPH_CHECKS and role != HEURISTIC:
        text = f"{criterion.check} is for heuristics; the role of {criterion.task} is {role}"
        raise BadOption(f"{where}: {text}")
    if criterion.check == "states" and role != PROBLEM:
        raise BadOption(f"{where}: states is for problems; the role of {criterion.task} is {role}")
    if criterion.least is not None and criterion.check not in _GRAPH_CHECKS:
        raise BadOption(f"{where}: least belongs to admissible or consistent; remove it")


_READERS = {
    StudentTask: readers_of(fields(StudentTask)),
    Group: readers_of(
        fields(Group),
        count=read_count,
        seed=read_integer,
        steps=partial(read_integer, least=1, most=100_000),
    ),
    Criterion: readers_of(
        fields(Criterion),
        points=read_positive,
        factor=read_positive,
        least=read_positive,
        seeds=partial(read_integer, least=1, most=100),
        expansions=partial(read_integer, least=1),
    ),
}
_ASSIGNMENT: dict[str, Callable[[object], object]] = {
    "title": read_text_value,
    "about": read_text_value,
    "file": read_text_value,
    "support": read_texts,
    "secret": read_integer,
}
_LIMITS: dict[str, Callable[[object], object]] = {
    "expansions": partial(read_integer, least=1),
    "seconds": read_positive,
    "megabytes": partial(read_integer, least=64, most=1_000_000),
}


def as_lab_boards(group: Group) -> Boards:
    """Return a group's given boards as a study declares them."""
    return Boards(examples=group.examples, files=group.files, texts=group.texts)


# Writing


def public_part(assignment: Assignment) -> Assignment:
    """Return what students get: without the secret seed and without hidden boards' sources.

    Hidden groups keep their name only, so that students see which points they are about.
    """
    groups = tuple(
        Group(group.group, hidden=True, texts=("hidden",)) if group.hidden else group
        for group in assignment.groups
    )
    return replace(assignment, groups=groups, secret=None)


def write_assignment(assignment: Assignment) -> str:
    """Return the TOML text that `parse_assignment` reads as this assignment."""
    lines = [f"{key} = {_toml(getattr(assignment, key))}" for key in ("title", "about", "file")]
    if assignment.support:
        lines.append(f"support = {_toml(assignment.support)}")
    if assignment.secret is not None:
        lines.append(f"secret = {assignment.secret}")
    lines += ["", "[limits]"]
    named = zip(_LIMITS, (assignment.limits.nodes, assignment.limits.seconds,
                          assignment.limits.megabytes), strict=True)  # fmt: skip
    lines += [f"{key} = {value}" for key, value in named if value is not None]
    parts = (("tasks", assignment.tasks), ("boards", assignment.groups),
             ("criteria", assignment.criteria))  # fmt: skip
    for name, items in parts:
        for item in items:
            lines += ["", f"[[{name}]]"]
            lines += [
                f"{entry.name} = {_toml(value)}"
                for entry in fields(item)
                if (value := getattr(item, entry.name)) != entry.default
            ]
    return "\n".join([*lines, ""])


def _toml(value: object) -> str:
    """Return a value as TOML; its texts, numbers and lists are written like those of JSON."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
