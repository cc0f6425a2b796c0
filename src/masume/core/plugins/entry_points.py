"""Load plug-ins of installed packages from their entry points.

The groups are `masume.puzzles`, `masume.algorithms`, `masume.heuristics`, `masume.formats` and
`masume.themes`. They are searched only for names that are not built in, or when all members are
listed: scanning all installed packages takes longer than most commands. Unusable plug-ins are
skipped and reported by `load_errors`, so that a broken package does not break anything else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from masume.errors import BrokenPackage, shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUPS = ("puzzles", "algorithms", "heuristics", "formats", "themes")
T = TypeVar("T")


@cache
def _named_groups() -> frozenset[str]:
    """Return the groups for which an installed package has entry points.

    Scanning the metadata files for the groups' headings takes a tenth of the time of
    `importlib.metadata`. All groups are returned if a zip file is on the path.
    """
    texts = []
    for folder in (entry or "." for entry in sys.path):
        if os.path.isfile(folder):
            return frozenset(GROUPS)
        names: list[str] = []
        with suppress(OSError):  # no folder, or one that must not be read
            names = os.listdir(folder)
        for name in names:
            if name.endswith(("-info", "-INFO")):  # .dist-info, .egg-info, EGG-INFO
                path = f"{folder}/{name}/entry_points.txt"
                with suppress(OSError), open(path, "rb") as file:
                    texts.append(file.read())
    return frozenset(g for g in GROUPS if any(f"[masume.{g}]".encode() in text for text in texts))


@cache
def available(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, without importing them."""
    if group not in _named_groups():
        return {}
    from importlib.metadata import entry_points

    points = sorted(entry_points(group=f"masume.{group}"), key=lambda point: point.name)
    return {point.name: point for point in points}


@cache
def _load(group: str, name: str) -> tuple[object, str] | str:
    """Load an entry point; return (member, module name), or a text that says what is wrong."""
    point = available(group)[name]
    try:
        member = point.load()
    except (Exception, SystemExit) as fault:  # the package's own code runs when it is imported
        return f"{type(fault).__name__}: {fault}"
    if getattr(member, "name", None) != name:
        return f"{point.value} is {shorten(repr(member))}, not a member named {name!r}"
    return member, point.module


def load_member(group: str, name: str, wanted: type[T]) -> tuple[T, str]:
    """Return a member and its module name; raise BrokenPackage if it cannot be used."""
    outcome = _load(group, name)
    if isinstance(outcome, str):
        raise _plugin_error(group, name, outcome)
    member, module = outcome
    if not isinstance(member, wanted):
        raise _plugin_error(group, name, f"it is not of type {wanted.__name__}")
    return member, module


def load_members(group: str, wanted: type[T], built_in: Container[str]) -> dict[str, T]:
    """Return all usable members of a group whose names are not built in; note the others."""
    usable = {}
    for name in available(group):
        try:
            if name in built_in:
                raise _plugin_error(group, name, "this name is built in")
            usable[name] = load_member(group, name, wanted)[0]
        except BrokenPackage as fault:
            _errors[group, name] = str(fault)
    return usable


_errors: dict[tuple[str, str], str] = {}


def load_errors() -> Iterator[str]:
    """Yield a message for each plug-in that could not be used so far."""
    yield from _errors.values()


def _plugin_error(group: str, name: str, why: str) -> BrokenPackage:
    """Return the error for an unusable plug-in."""
    point = available(group)[name]
    package = point.dist.name if point.dist is not None else point.module
    reason = shorten(" ".join(why.split()), 160)
    return BrokenPackage(
        f"{package} cannot be used for its {group.removesuffix('s')} {shorten(name)!r}: "
        f"{reason}; update or remove that package"
    )
