"""Extras: optional dependencies, and how to install a missing one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.util import find_spec

from masume.errors import MissingExtra, NotApplicable

# The modules of each extra; a test compares them with the packages in pyproject.toml.
EXTRAS = {
    "web": ("annotated_types", "fastapi", "uvicorn"),
    "lab": ("duckdb", "jinja2", "matplotlib", "numpy", "scipy"),
    "print": ("reportlab", "resvg_py"),
    "film": ("av", "PIL"),
    "desktop": ("pygame",),
    "cluster": ("distributed",),
    "tune": ("optuna", "scipy"),
    "docs": ("mkdocs", "material"),
    "mcp": ("mcp",),
}
PURPOSES = {
    "web": "the browser app",
    "lab": "studies and their reports",
    "print": "PNG, PDF and booklets",
    "film": "GIF, MP4 and WebM films",
    "desktop": "the desktop app",
    "cluster": "Dask workers",
    "tune": "tuning algorithms",
    "docs": "building the documentation",
    "mcp": "tools for assistants",
}


def missing(extra: str) -> list[str]:
    """Return the modules of an extra that are not installed."""
    return [module for module in EXTRAS[extra] if find_spec(module) is None]


def require(*extras: str) -> None:
    """Raise MissingExtra unless all modules of these extras are installed.

    Commands call this before they read or write anything, because the launcher may install the
    extra and start the command again.
    """
    if absent := [extra for extra in extras if missing(extra)]:
        purposes = " and ".join(PURPOSES[extra] for extra in absent)
        modules = [module for extra in absent for module in missing(extra)]
        raise MissingExtra(absent, purposes, modules)


def install(extras: Iterable[str]) -> bool:
    """Install extras with the launcher of the checkout; return False if there is no launcher.

    Raise NotApplicable if the installation fails.
    """
    launcher = os.environ.get("MASUME_LAUNCHER")
    if not launcher:
        return False
    import subprocess

    names = ",".join(extras)
    environment = {**os.environ, "MASUME_EXTRAS": names, "MASUME_INSTALL_ONLY": "1"}
    done = subprocess.run(
        [launcher], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NotApplicable(f"{names}: {reason.removeprefix('masume: ')}")
    return True
