"""The packages that a site needs: Pyodide, and the dependencies of masume in the page.

They are fetched with npm and pip at pinned versions, checked against pinned hashes, and cached.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from masume.errors import MasumeError

_PLATFORM, _PYTHON = "pyemscripten_2026_0_wasm32", "314"  # the platform of Pyodide's wheels
_SECONDS = 300  # per package


class FetchError(MasumeError):
    """A package that a site needs cannot be fetched or used."""


@dataclass(frozen=True)
class Package:
    """A file in a package registry, with its hash."""

    name: str
    version: str
    file: str
    sha256: str
    client: str  # npm or pip


PACKAGES = (
    Package(
        "pyodide",
        "314.0.7",
        "pyodide-314.0.7.tgz",
        "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
        "npm",
    ),
    Package(
        "python-sat",
        "1.9.dev17",
        f"python_sat-1.9.dev17-cp314-cp314-{_PLATFORM}.whl",
        "8ecf5e9de74844365ff2bef39f2f30791a54895fe6fba5dfd92f1c327673477b",
        "pip",
    ),
    Package(
        "annotated-types",
        "0.8.0",
        "annotated_types-0.8.0-py3-none-any.whl",
        "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
        "pip",
    ),
)


def fetch(folder: Path | None = None) -> dict[str, Path]:
    """Return the path of every package by name, fetching those not in the folder.

    Raises FetchError if a package cannot be fetched or has a wrong hash.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = folder or cache / "masume" / "site"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise FetchError(f"{folder}: {(fault.strerror or str(fault)).lower()}") from None
    return {package.name: _fetch_package(package, folder) for package in PACKAGES}


def _fetch_package(package: Package, folder: Path) -> Path:
    """Return the verified file of a package, downloading it if it is missing."""
    path = folder / package.file
    if not path.exists():
        with TemporaryDirectory(dir=folder) as into:
            _download(package, Path(into))
            _check(package, Path(into) / package.file)
            (Path(into) / package.file).replace(path)
    _check(package, path)
    return path


def _check(package: Package, path: Path) -> None:
    if not path.exists():
        raise FetchError(
            f"{package.name} {package.version}: {package.file} was not downloaded; try again"
        )
    if hashlib.sha256(path.read_bytes()).hexdigest() != package.sha256:
        raise FetchError(f"{path}: wrong hash; remove the file and try again")


def _download(package: Package, into: Path) -> None:
    """Download a package with the first client that succeeds."""
    message = f"{package.client} is not installed"
    for command in _commands(package):
        try:
            result = subprocess.run(
                command, cwd=into, capture_output=True, text=True, timeout=_SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            message = str(fault).splitlines()[0]
            continue
        if result.returncode == 0:
            return
        message = _error_line(result.stderr)
    remedy = f"install {package.client} and connect once, or give a folder with {package.file}"
    raise FetchError(f"{package.name} {package.version}: not fetched: {message}; {remedy}")


def _error_line(errors: str) -> str:
    """Return the line of a client's output that names the error."""
    lines = errors.strip().splitlines() or ["no message"]
    messages = (line for line in lines if "Error: " in line or "ERROR: " in line)
    return next(messages, lines[-1])[:200]


def _commands(package: Package) -> Iterator[list[str]]:
    """Yield the commands that may download a package."""
    if package.client == "npm":
        if npm := shutil.which("npm"):
            yield [npm, "pack", "--loglevel=error", f"{package.name}@{package.version}"]
        return
    options = ["download", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check"]
    options += ["--platform", _PLATFORM, "--python-version", _PYTHON, "--dest", "."]
    options += [f"{package.name}=={package.version}"]
    yield [sys.executable, "-m", "pip", *options]
    for name in ("pip3", "pip"):
        if pip := shutil.which(name):
            yield [pip, *options]
