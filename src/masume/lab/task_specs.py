"""Resolve the search of a task in the process that runs it, and fingerprint its sources."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from masume.api.programs import program_fingerprint
from masume.api.searches import SearchSpec, adopt_all, resolve_search
from masume.core.plugins.registry import kind_named
from masume.core.plugins.user_code import edition, is_user_code
from masume.core.search.spec import parse_spec
from masume.lab.sources import Sources, package
from masume.lab.study import EXACT
from masume.lab.tasks import PlannedRun


def spec_of(task: PlannedRun) -> SearchSpec:
    """Return the search of a task, which must not be one of the exact engine."""
    return _resolve(task.board.kind, task.algorithm, task.space, task.heuristic, task.folder)


def _resolve(kind: str, algorithm: str, space: str, heuristic: str, folder: str) -> SearchSpec:
    names = algorithm, space, heuristic
    if not any(map(is_user_code, names)):
        return _resolve_registered(kind, *names)
    adopt_all(*names, folder=Path(folder))  # again: the file may have been edited
    return resolve_search(kind_named(kind), algorithm, space=space, heuristic=heuristic or None)


@lru_cache(maxsize=1024)
def _resolve_registered(kind: str, algorithm: str, space: str, heuristic: str) -> SearchSpec:
    return resolve_search(kind_named(kind), algorithm, space=space, heuristic=heuristic or None)


def sources_here(task: PlannedRun) -> str:
    """Return the fingerprint of a task's sources in this process; other checkouts may differ."""
    if task.method is not None:
        return program_fingerprint(task.method, Path(task.folder))
    names = task.algorithm, task.space, task.heuristic
    if package() == task.package and not any(map(is_user_code, names)):
        return task.sources
    return sources_now(task.board.kind, *names, task.folder)


def sources_now(kind: str, algorithm: str, space: str, heuristic: str, folder: str) -> str:
    """Return the fingerprint of a search's sources.

    masume's own sources are read once, since later edits do not take effect in this process. User
    code is adopted again after every edit.
    """
    names = [parse_spec(name).name for name in (algorithm, space, heuristic)]
    adopt_all(*names, folder=Path(folder))
    own = tuple(edition(name) for name in names if is_user_code(name))
    return _identity(kind, algorithm, space, heuristic, folder, own)


@lru_cache(maxsize=1024)
def _identity(
    kind: str, algorithm: str, space: str, heuristic: str, folder: str, _own: tuple[str, ...]
) -> str:
    spec = None if algorithm == EXACT else _resolve(kind, algorithm, space, heuristic, folder)
    return Sources().fingerprint(kind_named(kind), spec)
