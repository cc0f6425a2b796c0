"""Discover puzzles, algorithms and heuristics by scanning packages; there is no central list.

A folder in `masume/puzzles` that exports `KIND` is a puzzle, a file in `masume/search` with an
`Algorithm` of the same name is an algorithm, a `Heuristic` in a puzzle's `heuristics.py` is a
heuristic. A file that does not match its declaration raises an error instead of being skipped.

Installed packages register theirs by entry points (`core/plugins/entry_points.py`), user files by
`adopt` (`core/plugins/user_code.py`). A name typed by a user never imports code that was not
adopted before, because the browser app accepts names from anyone.
"""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from masume.core.plugins.entry_points import loaded, members, offered
from masume.core.puzzle.kind import Kind
from masume.errors import UnknownName, UserCodeError, shorten

if TYPE_CHECKING:  # imported where used: most commands search nothing
    from masume.core.search.algorithm import Algorithm
    from masume.core.search.space import Heuristic, SpaceType


def canonical(name: str) -> str:
    """`_`, `-` and a blank are the same in names, and so are capitals and small letters."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


@cache
def _names(package: str) -> tuple[str, ...]:
    """The modules of a package, without importing them."""
    import pkgutil

    parent = importlib.import_module(package)
    return tuple(sorted(m.name for m in pkgutil.iter_modules(parent.__path__) if m.name[0] != "_"))


def _modules(package: str) -> list[ModuleType]:
    return [importlib.import_module(f"{package}.{name}") for name in _names(package)]


# Puzzles


@cache
def _kind_in(folder: str) -> Kind:
    module = importlib.import_module(f"masume.puzzles.{folder}")
    kind = getattr(module, "KIND", None)
    if not isinstance(kind, Kind) or kind.name != folder:
        raise TypeError(f"{module.__name__} must export KIND, a Kind called {folder!r}")
    return kind


@cache
def built_in_kinds() -> dict[str, Kind]:
    """The puzzles of this package by their names."""
    return {folder: _kind_in(folder) for folder in _names("masume.puzzles")}


@cache
def kinds() -> dict[str, Kind]:
    """Every puzzle by its name, those of other packages last."""
    return built_in_kinds() | members("puzzles", Kind, built_in_kinds())


def kind_named(name: str) -> Kind:
    """The puzzle of this name or alias."""
    if (kind := _find_kind(name)) is None:
        raise UnknownName("puzzle", name, kinds())
    return kind


def _find_kind(name: str) -> Kind | None:
    wanted = canonical(name)
    if wanted in _names("masume.puzzles"):  # the others need not even be imported
        return _kind_in(wanted)
    if (kind := _known_as(wanted, built_in_kinds())) is not None:
        return kind
    if wanted in offered("puzzles"):
        return loaded("puzzles", wanted, Kind)[0]
    return _known_as(wanted, kinds())


def _known_as(wanted: str, known: dict[str, Kind]) -> Kind | None:
    for kind in known.values():
        if wanted in (kind.name, canonical(kind.title), *kind.aliases):
            return kind
    return None


def is_kind_name(name: str) -> bool:
    """Whether a puzzle goes by this name."""
    if not name[:1].isalpha() or set(name) & set(":/?=&.,#"):  # an address, say: seen at once
        return False
    return _find_kind(name) is not None


def kind_of(puzzle: object) -> Kind:
    """The kind that a puzzle belongs to."""
    package, _, rest = type(puzzle).__module__.partition(".puzzles.")
    folder = rest.partition(".")[0]
    if package == "masume" and isinstance(puzzle, _kind_in(folder).puzzle):
        return _kind_in(folder)
    for known in (built_in_kinds, kinds):  # other packages are not looked for without need
        for kind in known().values():
            if isinstance(puzzle, kind.puzzle):
                return kind
    raise TypeError(f"{type(puzzle).__name__} is not a puzzle of any kind")


def package_of(kind: Kind) -> str:
    """The package that holds a puzzle's files."""
    if kind.name in _names("masume.puzzles"):
        return f"masume.puzzles.{kind.name}"
    return loaded("puzzles", kind.name, Kind)[1]


# Algorithms


@cache
def _built_in_algorithms() -> dict[str, Algorithm]:
    from masume.core.search.algorithm import Algorithm

    algorithms: dict[str, Algorithm] = {}
    for module in _modules("masume.search"):
        stem = module.__name__.rsplit(".", 1)[-1]
        member = getattr(module, stem, None)
        if not isinstance(member, Algorithm):
            raise TypeError(f"{module.__name__} must hold an @algorithm function {stem}()")
        algorithms[stem] = member
    return algorithms


@cache
def algorithms() -> dict[str, Algorithm]:
    """Every algorithm by its name, those of other packages last."""
    from masume.core.search.algorithm import Algorithm

    return _built_in_algorithms() | members("algorithms", Algorithm, _built_in_algorithms())


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of this name or alias."""
    from masume.core.plugins.user_code import adopted
    from masume.core.search.algorithm import Algorithm

    if (own := adopted(name)) is not None:
        return declared_algorithm(own, name)
    wanted = canonical(name)
    for algorithm in _built_in_algorithms().values():
        if wanted == algorithm.name or wanted in algorithm.aliases:
            return algorithm
    if wanted in offered("algorithms"):
        return loaded("algorithms", wanted, Algorithm)[0]
    raise UnknownName("algorithm", name, algorithms())


# Heuristics and spaces


@cache
def _own_heuristics(kind_name: str) -> dict[str, Heuristic]:
    """The heuristics of a puzzle's own folder, in the order of their file."""
    from importlib.util import find_spec

    from masume.core.search.space import Heuristic

    package = package_of(kind_named(kind_name))
    place = f"{package}.heuristics"
    is_folder = hasattr(importlib.import_module(package), "__path__")  # a puzzle may be one file
    if not is_folder or find_spec(place) is None:
        return {}
    module = importlib.import_module(place)
    return {m.name: m for m in vars(module).values() if isinstance(m, Heuristic)}


@cache
def heuristics(kind_name: str) -> dict[str, Heuristic]:
    """Every heuristic of a puzzle by its name, those of other packages last."""
    from masume.core.search.space import Heuristic

    own, spaces = _own_heuristics(kind_name), kind_named(kind_name).spaces
    others = members("heuristics", Heuristic, own)
    return own | {n: h for n, h in others.items() if any(map(h.speaks_of, spaces))}


def heuristic_named(kind: Kind, name: str) -> Heuristic:
    """A puzzle's heuristic of this name."""
    from masume.core.plugins.user_code import adopted

    if (own := adopted(name)) is not None:
        return declared_heuristic(own, name)
    wanted = canonical(name)
    named = _own_heuristics(kind.name).get(wanted) or heuristics(kind.name).get(wanted)
    if named is None:
        raise UnknownName(f"{kind.name} heuristic", name, heuristics(kind.name))
    return named


def default_heuristic(kind: Kind, space: SpaceType) -> Heuristic | None:
    """The heuristic used for a space where none is named: the one declared so, else the first."""
    speaking = [h for h in _own_heuristics(kind.name).values() if h.speaks_of(space)]
    return next((h for h in speaking if h.default), speaking[0] if speaking else None)


def space_named(kind: Kind, name: str) -> SpaceType:
    """A puzzle's space of this name."""
    from masume.core.plugins.user_code import adopted

    if (own := adopted(name)) is not None:
        return declared_space(own, name)
    wanted = canonical(name)
    known = {space.name: space for space in kind.spaces}
    if wanted not in known:
        raise UnknownName(f"{kind.name} space", name, known)
    return known[wanted]


# What somebody hands over, checked for being what it should be


def declared_algorithm(thing: object, name: str = "") -> Algorithm:
    """The same thing, if it is an algorithm."""
    from masume.core.search.algorithm import Algorithm

    if isinstance(thing, Algorithm):
        return thing
    remedy = "put @algorithm() above it (from masume.core.search.algorithm import algorithm)"
    raise _undeclared(thing, name, "an algorithm", remedy)


def declared_heuristic(thing: object, name: str = "") -> Heuristic:
    """The same thing, if it is a heuristic."""
    from masume.core.search.space import Heuristic

    if isinstance(thing, Heuristic):
        return thing
    remedy = "put @heuristic(SPACES) above it (from masume.core.search.space import heuristic)"
    raise _undeclared(thing, name, "a heuristic", remedy)


def declared_space(thing: object, name: str = "") -> SpaceType:
    """The same thing, if it is a class of spaces."""
    from masume.core.search.space import is_space_type

    if is_space_type(thing):
        return thing
    raise _undeclared(thing, name, "a space", "masume.core.search.space says what a space has")


def _undeclared(thing: object, name: str, wanted: str, remedy: str) -> UserCodeError:
    from inspect import isfunction

    kind = "function" if isfunction(thing) else type(thing).__name__
    called = name or getattr(thing, "__name__", None) or repr(thing)
    return UserCodeError(f"{shorten(called, 80)} is a plain {kind}, not {wanted}: {remedy}")
