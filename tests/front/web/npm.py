"""Packages of npm that tests use, installed below build/ on first use."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

BUILD = Path(__file__).parents[3] / "build"


def skip_or_fail(reason):
    """Skip a test, or fail it in CI."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


def npm_file(package, *path):
    """Return a file of a package such as axe-core@4.14.0."""
    folder, (name, _) = BUILD / package, package.split("@")
    found = folder.joinpath("node_modules", name, *path)
    if not found.exists():
        npm = shutil.which("npm") or skip_or_fail(f"npm is not installed, which installs {name}")
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--no-save", "--no-package-lock", "--prefix", str(folder)]
        try:
            subprocess.run([*command, package], capture_output=True, timeout=120, check=True)
        except (subprocess.SubprocessError, OSError):
            skip_or_fail(f"npm cannot install {name} here")
    return found
