"""Algorithms, spaces and heuristics of one's own: they go by names with dots."""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from masume.core.registry import adopt
from masume.errors import MasumeError, UnknownName, shorten


class NotFound(MasumeError):
    """Somebody's own algorithm, space or heuristic that cannot be imported."""


def own(name: str) -> str:
    """A name with dots is of somebody's own module."""
    if "." not in name:
        return name
    try:
        return adopt(name)
    except UnknownName as unknown:
        why = " ".join(str(unknown.__cause__).split())
        told = f"{shorten(name)} cannot be imported: {shorten(why, 160)}; "
        raise NotFound(f"{told}its module must lie beside the study, or be installed") from unknown
    except (Exception, SystemExit) as fault:  # its own code runs when it is imported
        why = " ".join(f"{type(fault).__name__}: {fault}".split())
        told = f"{shorten(name)} cannot be imported: {shorten(why, 160)}"
        raise NotFound(f"{told}; mend its module") from fault


def source_of(name: str) -> str:
    """A fingerprint of the file that something of one's own comes from; ours has a version."""
    if "." not in name or name.startswith("masume."):
        return ""
    place = getattr(sys.modules.get(name.rpartition(".")[0]), "__file__", None)
    if place is None:
        return ""
    path = Path(place)
    return _digest_of(path, path.stat().st_mtime_ns) if path.is_file() else ""


@lru_cache(maxsize=256)
def _digest_of(path: Path, _changed: int) -> str:
    return blake2b(path.read_bytes(), digest_size=10).hexdigest()
