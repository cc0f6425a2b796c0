"""Minimal virtual environments with masume, its requirements and some extras.

They consist of links to the packages installed for development, so they are created quickly. Like
the launcher, they install extras that a command reports as missing.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def closure(requirements):
    """Return the names of all distributions required by these, recursively."""
    found, pending = set(), [Requirement(text) for text in requirements]
    while pending:
        need = pending.pop()
        for extra in ("", *need.extras):
            key = canonicalize_name(need.name), extra
            if key in found:
                continue
            found.add(key)
            for text in metadata.requires(need.name) or ():
                more = Requirement(text)
                if more.marker is None or more.marker.evaluate({"extra": extra}):
                    pending.append(more)
    return {name for name, _ in found}


class Environment:
    """A virtual environment with masume and some extras."""

    def __init__(self, folder, *extras):
        self.folder, self.extras = folder, set()
        venv.create(folder, with_pip=False, symlinks=True)
        self.python = folder / "bin" / "python"
        (self.site,) = folder.glob("lib/python*/site-packages")
        (self.site / "masume.pth").write_text(f"{ROOT / 'src'}\n")
        self.add(PROJECT["dependencies"])
        for extra in extras:
            self.add_extra(extra)

    def add_extra(self, extra):
        self.extras.add(extra)
        self.add(EXTRAS[extra])

    def add(self, requirements):
        for name in closure(requirements):
            distribution = metadata.distribution(name)
            tops = {file.parts[0] for file in distribution.files} - {"..", "__pycache__"}
            for top in tops:
                link = self.site / top
                if not link.exists():
                    link.symlink_to(Path(distribution.locate_file(top)).resolve())

    def begin(self, *command, **environment):
        keep = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return subprocess.Popen(
            [self.python, "-P", *map(str, command)],
            cwd=self.folder,
            env={**keep, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *command):
        """Run a command, installing missing extras, and return its output."""
        while True:
            process = self.begin(*command)
            out, err = process.communicate(timeout=300)
            if process.returncode == 0:
                return out
            self.add_missing(err)

    def add_missing(self, err):
        """Install the extras that a command reports as missing, like the launcher."""
        asked = re.search(r"pip install 'masume\[([\w,]+)\]'", err)
        assert asked, err
        lacking = set(asked[1].split(",")) - self.extras
        assert lacking, err
        for extra in lacking:
            self.add_extra(extra)

    def masume(self, *arguments):
        return self.run("-m", "masume", *arguments)


def installed_environment(name: str, packages: list[str]) -> Path:
    """Return the interpreter of an environment with packages that are not among our extras.

    It is kept in build/adapters. Skip the test if the packages cannot be installed.
    """
    folder = ROOT / "build" / "adapters" / name
    python, done = folder / "bin" / "python", folder / "complete"
    if not done.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "masume.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
        command = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        command += [*PROJECT["dependencies"], *packages]
        installed = subprocess.run(command, capture_output=True, text=True, timeout=900)
        if installed.returncode:
            pytest.skip(f"{name} cannot be installed: {installed.stderr.strip().splitlines()[-1]}")
        done.touch()
    return python
