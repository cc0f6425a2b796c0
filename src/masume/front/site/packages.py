"""What a site needs of others: Pyodide, and the few packages that go into the page with masume.

They are fetched by name with the ordinary clients, npm and pip, at the versions and with the hashes
that stand here, and kept for the next time.
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

_PLATFORM, _PYTHON = "pyemscripten_2026_0_wasm32", "314"  # what Pyodide's wheels are made for
_SECONDS = 300  # for a package, on a slow line


class NotFetched(MasumeError):
    """Something that a site needs cannot be had here."""


@dataclass(frozen=True)
class Package:
    """A file of a package registry."""

    name: str
    version: str
    file: str
    sha256: str
    client: str  # which brings it: npm or pip


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
    """Every package by its name; those that are in the folder already are only checked."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = folder or cache / "masume" / "site"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise NotFetched(f"{folder}: {(fault.strerror or str(fault)).lower()}") from None
    return {package.name: _fetched(package, folder) for package in PACKAGES}


def _fetched(package: Package, folder: Path) -> Path:
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
        raise NotFetched(f"{package.name} {package.version}: {package.file} was not among it")
    if hashlib.sha256(path.read_bytes()).hexdigest() != package.sha256:
        raise NotFetched(f"{path} is not what it should be (its hash differs); remove it")


def _download(package: Package, into: Path) -> None:
    """Ask the clients that are there, one after the other."""
    wanted = f"{package.name} {package.version}"
    complaint = f"{package.client} is not here"
    for command in _commands(package):
        try:
            done = subprocess.run(
                command, cwd=into, capture_output=True, text=True, timeout=_SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            complaint = str(fault).splitlines()[0]
            continue
        if done.returncode == 0:
            return
        complaint = _complaint(done.stderr)
    remedy = f"it takes {package.client} and a network once, or a folder with {package.file}"
    raise NotFetched(f"{wanted} cannot be fetched: {complaint}; {remedy}")


def _complaint(errors: str) -> str:
    """The line that says what went wrong, among codes, stacks and addresses of logs."""
    lines = errors.strip().splitlines() or ["it failed without a word"]
    complaints = (line for line in lines if "Error: " in line or "ERROR: " in line)
    return next(complaints, lines[-1])[:200]


def _commands(package: Package) -> Iterator[list[str]]:
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
