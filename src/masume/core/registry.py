"""Finds what there is: puzzle folders, algorithm files, decorated functions. No central list.

A folder in `masume/puzzles` with a `KIND` is a puzzle, a file in `masume/search` with an
`Algorithm` of the same name is an algorithm, a `Heuristic` in a puzzle's `heuristics.py` is a
heuristic. Whatever is there but does not fit is an error at once, not a silent gap.

What lives elsewhere, such as a researcher's own algorithm, can be adopted: it then goes by its full
dotted name. Nothing is imported by a name that somebody types until it has been adopted.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any

from masume.core.algorithm import Algorithm
from masume.core.kind import Kind
from masume.core.space import Heuristic, SpaceType
from masume.errors import UnknownName

_adopted: dict[str, Any] = {}


def adopt(dotted: str) -> str:
    """Import an algorithm, a space or a heuristic by `package.module.name`; it goes by that name.

    >>> adopt("masume.search.astar.astar")
    'masume.search.astar.astar'
    """
    module, _, name = dotted.rpartition(".")
    try:
        _adopted[dotted] = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as fault:
        raise UnknownName("importable thing", dotted, ()) from fault
    return dotted


def canonical(name: str) -> str:
    """`_`, `-` and a blank are the same in names, and so are capitals and small letters."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


@cache
def _names(package: str) -> tuple[str, ...]:
    """The modules of a package, without importing them."""
    parent = importlib.import_module(package)
    return tuple(sorted(m.name for m in pkgutil.iter_modules(parent.__path__) if m.name[0] != "_"))


def _modules(package: str) -> list[ModuleType]:
    return [importlib.import_module(f"{package}.{name}") for name in _names(package)]


@cache
def _kind_in(folder: str) -> Kind:
    module = importlib.import_module(f"masume.puzzles.{folder}")
    kind = getattr(module, "KIND", None)
    if not isinstance(kind, Kind) or kind.name != folder:
        raise TypeError(f"{module.__name__} must export KIND, a Kind called {folder!r}")
    return kind


@cache
def kinds() -> dict[str, Kind]:
    """Every puzzle by its name."""
    return {folder: _kind_in(folder) for folder in _names("masume.puzzles")}


def kind_named(name: str) -> Kind:
    """The puzzle of this name or alias."""
    wanted = canonical(name)
    if wanted in _names("masume.puzzles"):  # the others need not even be imported
        return _kind_in(wanted)
    for kind in kinds().values():
        if wanted in (kind.name, canonical(kind.title), *kind.aliases):
            return kind
    raise UnknownName("puzzle", name, kinds())


def is_kind_name(name: str) -> bool:
    """Whether a puzzle goes by this name."""
    if not name[:1].isalpha():
        return False
    try:
        return kind_named(name) is not None
    except UnknownName:
        return False


def kind_of(puzzle: object) -> Kind:
    """The kind that a puzzle belongs to."""
    package, _, rest = type(puzzle).__module__.partition(".puzzles.")
    folder = rest.partition(".")[0]
    if package == "masume" and isinstance(puzzle, _kind_in(folder).puzzle):
        return _kind_in(folder)
    for kind in kinds().values():
        if isinstance(puzzle, kind.puzzle):
            return kind
    raise TypeError(f"{type(puzzle).__name__} is not a puzzle of any kind")


@cache
def algorithms() -> dict[str, Algorithm]:
    """Every algorithm by its name."""
    found: dict[str, Algorithm] = {}
    for module in _modules("masume.search"):
        stem = module.__name__.rsplit(".", 1)[-1]
        member = getattr(module, stem, None)
        if not isinstance(member, Algorithm):
            raise TypeError(f"{module.__name__} must hold an @algorithm function {stem}()")
        found[stem] = member
    return found


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of this name or alias."""
    if isinstance(own := _adopted.get(name), Algorithm):
        return own
    wanted = canonical(name)
    for algorithm in algorithms().values():
        if wanted == algorithm.name or wanted in algorithm.aliases:
            return algorithm
    raise UnknownName("algorithm", name, algorithms())


@cache
def heuristics(kind_name: str) -> dict[str, Heuristic]:
    """Every heuristic of a puzzle by its name, in the order of its file."""
    module = importlib.import_module(f"masume.puzzles.{kind_name}.heuristics")
    return {m.name: m for m in vars(module).values() if isinstance(m, Heuristic)}


def heuristic_named(kind: Kind, name: str) -> Heuristic:
    """A puzzle's heuristic of this name."""
    if isinstance(own := _adopted.get(name), Heuristic):
        return own
    found = heuristics(kind.name).get(canonical(name))
    if found is None:
        raise UnknownName(f"{kind.name} heuristic", name, heuristics(kind.name))
    return found


def default_heuristic(kind: Kind, space: SpaceType) -> Heuristic | None:
    """The heuristic used for a space where none is named: the one declared so, else the first."""
    speaking = [h for h in heuristics(kind.name).values() if h.speaks_of(space)]
    return next((h for h in speaking if h.default), speaking[0] if speaking else None)


def space_named(kind: Kind, name: str) -> SpaceType:
    """A puzzle's space of this name."""
    if isinstance(own := _adopted.get(name), type):
        return own
    wanted = canonical(name)
    known = {space.name: space for space in kind.spaces}
    if wanted not in known:
        raise UnknownName(f"{kind.name} space", name, known)
    return known[wanted]
