"""Describe the machine that runs are measured on, and the version of masume."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import TypedDict

from masume import __version__


class Machine(TypedDict):
    """The machine of a run; the id is a fingerprint of the other fields."""

    id: str
    host: str
    system: str
    processor: str
    cores: int
    python: str
    masume: str
    sat: str
    commit: str


@cache
def machine() -> Machine:
    """Describe this machine."""
    from importlib.metadata import version

    values: Machine = {
        "id": "",
        "host": platform.node(),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "masume": __version__,
        "sat": version("python-sat"),
        "commit": _commit(),
    }
    described = sorted((key, str(value)) for key, value in values.items() if key != "id")
    values["id"] = blake2b(json.dumps(described).encode(), digest_size=4).hexdigest()
    return values


def _processor() -> str:
    """Return the name of the processor: from /proc on Linux, from the platform elsewhere."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()


def _commit() -> str:
    """Return the Git commit of this package, with `+` and a digest if files were changed.

    Return "" outside a checkout.
    """
    folder = Path(__file__).parent
    run = partial(subprocess.run, cwd=folder, capture_output=True, text=True, timeout=5)
    try:
        described = run(["git", "describe", "--always", "--abbrev=12", "--exclude=*"])
        # Unlike describe --dirty, this writes nothing into the checkout.
        changed = run(["git", "--no-optional-locks", "status", "--porcelain", "-uno"])
        tracked = run(["git", "ls-files", "--error-unmatch", "machine.py"])
    except (OSError, subprocess.TimeoutExpired):
        return ""  # Git is not installed
    if described.returncode or tracked.returncode:
        return ""
    commit = described.stdout.strip()
    if not changed.stdout:
        return commit
    changes = blake2b(digest_size=4)  # tells apart different changes of one commit
    for path in sorted(folder.parent.rglob("*.py")):
        changes.update(path.read_bytes())
    return f"{commit}+{changes.hexdigest()}"
