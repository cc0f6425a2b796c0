"""What other installed packages bring: their entry points in the groups `masume.puzzles`,
`masume.algorithms`, `masume.heuristics`, `masume.formats` and `masume.themes`.

They are looked up only where a name is not among the built-in ones, or where all are asked for:
a look through everything that is installed takes longer than most commands. What cannot be used
is left out and told in one line (`faults`), so that one bad package spoils nothing else.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from masume.errors import BrokenPackage, shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUPS = ("puzzles", "algorithms", "heuristics", "formats", "themes")
T = TypeVar("T")


@cache
def offered(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by their names; nothing is imported yet."""
    from importlib.metadata import entry_points

    points = sorted(entry_points(group=f"masume.{group}"), key=lambda point: point.name)
    return {point.name: point for point in points}


@cache
def _loaded(group: str, name: str) -> tuple[object, str] | str:
    """What an entry point stands for and the module that it is named in, or what is wrong."""
    point = offered(group)[name]
    try:
        member = point.load()
    except (Exception, SystemExit) as fault:  # the package's own code runs when it is imported
        return f"{type(fault).__name__}: {fault}"
    if getattr(member, "name", None) != name:
        return f"{point.value} is {shorten(repr(member))}, not something called {name!r}"
    return member, point.module


def loaded(group: str, name: str, wanted: type[T]) -> tuple[T, str]:
    """A member and its module; BrokenPackage if the package cannot be used."""
    outcome = _loaded(group, name)
    if isinstance(outcome, str):
        raise _broken(group, name, outcome)
    member, module = outcome
    if not isinstance(member, wanted):
        raise _broken(group, name, f"it is not of type {wanted.__name__}")
    return member, module


def members(group: str, wanted: type[T], built_in: Container[str]) -> dict[str, T]:
    """All members of a group that can be used and whose names masume does not have itself."""
    usable = {}
    for name in offered(group):
        try:
            if name in built_in:
                raise _broken(group, name, "masume has something of that name itself")
            usable[name] = loaded(group, name, wanted)[0]
        except BrokenPackage as fault:
            _faults[group, name] = str(fault)
    return usable


_faults: dict[tuple[str, str], str] = {}


def faults() -> Iterator[str]:
    """One line for each member that has been found unusable so far."""
    yield from _faults.values()


def _broken(group: str, name: str, why: str) -> BrokenPackage:
    point = offered(group)[name]
    package = point.dist.name if point.dist is not None else point.module
    reason = shorten(" ".join(why.split()), 160)
    return BrokenPackage(
        f"{package} cannot be used for its {group.removesuffix('s')} {shorten(name)!r}: "
        f"{reason}; update or remove that package"
    )
