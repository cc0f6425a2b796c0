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
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from masume.core.plugins.entry_points import available, load_member, load_members
from masume.core.puzzle.kind import Kind
from masume.errors import UnknownName, UserCodeError, shorten

if TYPE_CHECKING:  # imported where used: most commands search nothing
    from masume.core.search.algorithm import Algorithm
    from masume.core.search.space import Heuristic, SpaceType


def canonical(name: str) -> str:
    """Normalise a name: ignore case, and treat hyphens and blanks as underscores."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


@cache
def _names(package: str) -> tuple[str, ...]:
    """Return the public module names of a package, without importing the modules."""
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
    """Return the kinds of this package by name."""
    return {folder: _kind_in(folder) for folder in _names("masume.puzzles")}


def built_in_kinds_by(word: str, file: str) -> Iterator[Kind]:
    """Yield the built-in kinds, first those whose `file` contains `word` in quotes.

    A search for `word` then rarely has to import the other kinds.
    """
    quoted = f'"{word}"'.encode(errors="replace")
    folder, *_ = importlib.import_module("masume.puzzles").__path__
    others = []
    for name in _names("masume.puzzles"):
        try:
            with open(f"{folder}/{name}/{file}", "rb") as source:
                is_likely = quoted in source.read()
        except OSError:
            is_likely = False
        if is_likely:
            yield _kind_in(name)
        else:
            others.append(name)
    yield from map(_kind_in, others)


@cache
def kinds() -> dict[str, Kind]:
    """Return all kinds by name, those of other packages last."""
    return built_in_kinds() | load_members("puzzles", Kind, built_in_kinds())


def kind_named(name: str) -> Kind:
    """Return the kind with this name, title or alias; raise UnknownName if there is none."""
    if (kind := _find_kind(name)) is None:
        raise UnknownName("puzzle", name, kinds())
    return kind


def _find_kind(name: str) -> Kind | None:
    """Return the kind with this name, title or alias, importing as few kinds as possible."""
    wanted = canonical(name)
    if wanted in _names("masume.puzzles"):  # do not import the other kinds
        return _kind_in(wanted)
    if name in _problem_kinds:
        return _problem_kinds[name]
    if (instances := problem_examples(wanted)) is not None:
        from masume.core.search.problem import board_of

        return board_of(next(iter(instances.values()))).own_kind
    # The title or an alias of a built-in kind, which its folder's file usually contains
    likely_first = built_in_kinds_by(wanted, "__init__.py")
    if (kind := _match_title_or_alias(wanted, likely_first)) is not None:
        return kind
    if wanted in available("puzzles"):  # import only the package that declares this name
        return load_member("puzzles", wanted, Kind)[0]
    return _match_title_or_alias(wanted, kinds().values())  # imports all other packages


def _match_title_or_alias(wanted: str, candidates: Iterable[Kind]) -> Kind | None:
    """Return the first kind whose name, title or alias is `wanted`, or None."""
    for kind in candidates:
        if wanted in (kind.name, canonical(kind.title), *kind.aliases):
            return kind
    return None


def is_kind_name(name: str) -> bool:
    """Return whether there is a kind with this name, title or alias."""
    if not name[:1].isalpha() or set(name) & set(":/?=&.,#"):  # reject URLs without a search
        return False
    return _find_kind(name) is not None


def kind_of(puzzle: object) -> Kind:
    """Return the kind of a puzzle; raise TypeError if the object is not a puzzle."""
    if isinstance(kind := getattr(puzzle, "own_kind", None), Kind):  # a problem
        return kind
    package, _, module = type(puzzle).__module__.partition(".puzzles.")
    folder = module.partition(".")[0]
    if package == "masume" and isinstance(puzzle, _kind_in(folder).puzzle):
        return _kind_in(folder)
    for list_kinds in (built_in_kinds, kinds):  # search other packages only if needed
        for kind in list_kinds().values():
            if isinstance(puzzle, kind.puzzle):
                return kind
    raise TypeError(f"{type(puzzle).__name__} is not a puzzle of any kind")


# Problems

_problem_kinds: dict[str, Kind] = {}


def add_problem_kind(kind: Kind) -> None:
    """Let a kind derived from a class of problems be found by its name; the last one wins."""
    _problem_kinds[kind.name] = kind


@cache
def problems() -> dict[str, dict[str, object]]:
    """Return the instances of the classic problems, by the names of problem and instance."""
    return {m.__name__.rpartition(".")[2]: m.EXAMPLES for m in _modules("masume.problems")}


def summaries(package: str) -> dict[str, str]:
    """Return the first line of each module or package, by name, without importing any."""
    import os

    (folder,) = importlib.import_module(package).__path__
    summaries = {}
    for name in _names(package):
        file_name = f"{name}/__init__.py" if os.path.isdir(f"{folder}/{name}") else f"{name}.py"
        with open(f"{folder}/{file_name}", encoding="utf-8") as file:
            summaries[name] = file.readline().strip().strip('"')
    return summaries


def problem_examples(name: str) -> dict[str, object] | None:
    """Return the instances of a classic problem by their names; None if there is no such file."""
    wanted = canonical(name)
    if wanted not in _names("masume.problems"):
        return None
    examples: dict[str, object] = importlib.import_module(f"masume.problems.{wanted}").EXAMPLES
    return examples


def package_of(kind: Kind) -> str:
    """Return the name of the package that contains a kind's modules."""
    if kind.name in _names("masume.puzzles"):
        return f"masume.puzzles.{kind.name}"
    return load_member("puzzles", kind.name, Kind)[1]


# Algorithms


@cache
def _built_in_algorithms() -> dict[str, Algorithm]:
    """Return the algorithms of `masume.search` by name."""
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
def _algorithms_and_aliases() -> dict[str, Algorithm]:
    """Return the algorithms of `masume.search` by name and alias."""
    known = _built_in_algorithms().values()
    return {name: one for one in known for name in (one.name, *one.aliases)}


@cache
def algorithms() -> dict[str, Algorithm]:
    """Return all algorithms by name, those of other packages last."""
    from masume.core.search.algorithm import Algorithm

    return _built_in_algorithms() | load_members("algorithms", Algorithm, _built_in_algorithms())


def algorithm_named(name: str) -> Algorithm:
    """Return the algorithm with this name or alias; raise UnknownName if there is none."""
    from masume.core.plugins.user_code import adopted_member
    from masume.core.search.algorithm import Algorithm

    if (own := adopted_member(name)) is not None:
        return ensure_algorithm(own, name)
    wanted = canonical(name)
    if (known := _algorithms_and_aliases().get(wanted)) is not None:
        return known
    if wanted in available("algorithms"):
        return load_member("algorithms", wanted, Algorithm)[0]
    raise UnknownName("algorithm", name, algorithms())


# Heuristics and spaces


def _own_heuristics(kind_name: str) -> dict[str, Heuristic]:
    """Return the heuristics of a kind, or those written beside a problem, in their order."""
    if (kind := _problem_kinds.get(kind_name)) is None:
        return _puzzle_heuristics(kind_name)
    from masume.core.search.space import Heuristic

    module = sys.modules.get(kind.spaces[0].__module__)  # not cached: a notebook adds to its own
    members = list(vars(module).values()) if module else []
    problem = getattr(kind.spaces[0], "problem_class", object)
    members += getattr(problem, "problem_heuristics", ())
    beside = [m for m in members if isinstance(m, Heuristic) and m.supports(kind.spaces[0])]
    return {heuristic.name: heuristic for heuristic in beside}


@cache
def _puzzle_heuristics(kind_name: str) -> dict[str, Heuristic]:
    """Return the heuristics of a kind's own `heuristics.py`, in the order of the file.

    Heuristics of spaces that are derived from the model are in the module of those spaces.
    """
    from importlib.util import find_spec

    from masume.core.search.space import Heuristic

    kind = kind_named(kind_name)
    package = package_of(kind)
    place = f"{package}.heuristics"
    is_folder = hasattr(importlib.import_module(package), "__path__")  # a kind may be one file
    modules = [importlib.import_module(place)] if is_folder and find_spec(place) else []
    modules += {s.__module__: sys.modules[s.__module__] for s in kind.spaces}.values()
    members = [m for module in modules for m in vars(module).values() if isinstance(m, Heuristic)]
    return {m.name: m for m in members if any(map(m.supports, kind.spaces))}


def heuristics(kind_name: str) -> dict[str, Heuristic]:
    """Return all heuristics of a kind by name, those of other packages last."""
    return _own_heuristics(kind_name) if kind_name in _problem_kinds else _heuristics(kind_name)


@cache
def _heuristics(kind_name: str) -> dict[str, Heuristic]:
    from masume.core.search.space import Heuristic

    own, spaces = _own_heuristics(kind_name), kind_named(kind_name).spaces
    others = load_members("heuristics", Heuristic, own)
    return own | {n: h for n, h in others.items() if any(map(h.supports, spaces))}


def heuristic_named(kind: Kind, name: str) -> Heuristic:
    """Return a kind's heuristic with this name; raise UnknownName if there is none."""
    from masume.core.plugins.user_code import adopted_member

    if (own := adopted_member(name)) is not None:
        return ensure_heuristic(own, name, kind)
    wanted = canonical(name)
    named = _own_heuristics(kind.name).get(wanted) or heuristics(kind.name).get(wanted)
    if named is None:  # of `decide` with switches, which no kind lists
        named = _model_heuristics().get(wanted)
    if named is None:
        raise UnknownName(f"{kind.name} heuristic", name, heuristics(kind.name))
    return named


@cache
def _model_heuristics() -> dict[str, Heuristic]:
    """Return the heuristics of the space `decide` that every model has."""
    from masume.core.search.space import Heuristic
    from masume.core.spaces import decide

    return {name: member for name, member in vars(decide).items() if isinstance(member, Heuristic)}


def default_heuristic(kind: Kind, space: SpaceType) -> Heuristic | None:
    """Return the default heuristic of a space: the one declared as default, else the first."""
    speaking = [h for h in _own_heuristics(kind.name).values() if h.supports(space)]
    if not speaking and hasattr(space, "attempt"):  # `decide` with switches
        speaking = [h for h in _model_heuristics().values() if h.supports(space)]
    return next((h for h in speaking if h.default), speaking[0] if speaking else None)


def space_named(kind: Kind, name: str) -> SpaceType:
    """Return a kind's space with this name; raise UnknownName if there is none."""
    from masume.core.plugins.user_code import adopted_member

    if (own := adopted_member(name)) is not None:
        return ensure_space(own, name)
    wanted = canonical(name)
    known = {space.name: space for space in kind.spaces}
    if wanted not in known:
        raise UnknownName(f"{kind.name} space", name, known)
    return known[wanted]


# Validation of objects passed by callers


def ensure_algorithm(thing: object, name: str = "") -> Algorithm:
    """Return the object if it is an algorithm; otherwise raise UserCodeError."""
    from masume.core.search.algorithm import Algorithm

    if isinstance(thing, Algorithm):
        return thing
    remedy = "put @algorithm() above it (from masume.core.search.algorithm import algorithm)"
    raise _wrong_type(thing, name, "an algorithm", remedy)


def ensure_heuristic(thing: object, name: str = "", kind: Kind | None = None) -> Heuristic:
    """Return the object if it is a heuristic; otherwise raise UserCodeError.

    With a kind, a plain function of a state becomes a heuristic for the spaces of that kind.
    """
    from inspect import isfunction, ismethod

    from masume.core.search.space import Heuristic

    if isinstance(thing, Heuristic):
        return thing
    if kind is not None and (isfunction(thing) or ismethod(thing)):
        from masume.core.search.problem import plain_heuristic

        return plain_heuristic(thing, kind)
    remedy = "put @heuristic(SPACES) above it (from masume.core.search.space import heuristic)"
    raise _wrong_type(thing, name, "a heuristic", remedy)


def ensure_space(thing: object, name: str = "") -> SpaceType:
    """Return the object if it is a class of spaces; otherwise raise UserCodeError."""
    from masume.core.search.space import is_space_type

    if is_space_type(thing):
        return thing
    raise _wrong_type(thing, name, "a space", "see StateSpace in masume.core.search.space")


def _wrong_type(thing: object, name: str, wanted: str, remedy: str) -> UserCodeError:
    from inspect import isfunction

    kind = "function" if isfunction(thing) else type(thing).__name__
    called = name or getattr(thing, "__name__", None) or repr(thing)
    return UserCodeError(f"{shorten(called, 80)}: a plain {kind}, not {wanted}; {remedy}")
