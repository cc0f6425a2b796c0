"""Extras: libraries that not everyone needs, and how to get one that is not there."""

from __future__ import annotations

from importlib.util import find_spec

from masume.errors import MissingExtra

# The modules that each extra brings; pyproject.toml has the packages, and the tests compare them.
EXTRAS = {
    "web": ("annotated_types", "fastapi", "uvicorn"),
    "lab": ("duckdb", "matplotlib", "numpy"),
    "print": ("reportlab", "resvg_py"),
    "film": ("av", "PIL"),
    "desktop": ("pygame",),
    "cluster": ("distributed",),
    "tune": ("optuna", "scipy"),
    "docs": ("mkdocs", "material"),
}
PURPOSES = {
    "web": "the browser app",
    "lab": "studies and their reports",
    "print": "PNG, PDF and booklets",
    "film": "GIF, MP4 and WebM of searches",
    "desktop": "the game in a window",
    "cluster": "work on Dask workers",
    "tune": "the tuning of algorithms",
    "docs": "the building of the documentation",
}


def missing(extra: str) -> list[str]:
    """The modules of an extra that are not installed."""
    return [module for module in EXTRAS[extra] if find_spec(module) is None]


def require(*extras: str) -> None:
    """Raise MissingExtra unless all that these extras bring is there.

    Commands ask before they read or write anything, since they may be started again with it.
    """
    if absent := [extra for extra in extras if missing(extra)]:
        purposes = " and ".join(PURPOSES[extra] for extra in absent)
        modules = [module for extra in absent for module in missing(extra)]
        raise MissingExtra(absent, purposes, modules)
