"""`masume doctor`: check the installation and suggest fixes."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import click

import masume
from masume.core.system.extras import EXTRAS, PURPOSES, missing
from masume.draw.text import look_of
from masume.front.cli import options

_CORE = ("click", "python-sat", "rich")
_PACKAGES = {  # module: package, where their names differ
    "resvg_py": "resvg-py",
    "pygame": "pygame-ce",
    "material": "mkdocs-material",
    "PIL": "pillow",
}
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox")


class Finding(NamedTuple):
    """One line of the report."""

    what: str
    good: bool
    text: str
    remedy: str = ""


@click.command()
@options.as_json
def doctor(as_json: bool) -> None:
    """Check the installation and suggest fixes.

    Exit codes: 0 all required parts are installed, 1 a required part is missing. Optional parts
    do not affect the exit code.
    """
    required, optional = _check_required(), _check_optional()
    if as_json:
        for finding in (*required, *optional):
            print(json.dumps(finding._asdict()))
    else:
        width = max(len(finding.what) for finding in (*required, *optional))
        for finding in (*required, *optional):
            sign = "ok" if finding.good else "--"
            print(f"{sign}  {finding.what.ljust(width)}  {finding.text}")
            if finding.remedy and not finding.good:
                print(f"    {' ' * width}  {finding.remedy}")
    raise click.exceptions.Exit(0 if all(finding.good for finding in required) else 1)


def _check_required() -> list[Finding]:
    """Check Python, masume and its core dependencies."""
    version = ".".join(map(str, sys.version_info[:3]))
    python = Finding(
        "Python",
        sys.version_info >= (3, 11),
        f"{version} at {sys.executable}",
        "install Python 3.11 or newer",
    )
    here = Finding("masume", True, f"{masume.__version__} at {Path(masume.__file__).parent}")
    absent = [name for name in _CORE if not _version(name)]
    text = ", ".join(f"{name} {_version(name) or 'missing'}" for name in _CORE)
    return [here, python, Finding("core", not absent, text, "pip install --force-reinstall masume")]


def _check_optional() -> list[Finding]:
    """Check extras, browser, terminal and folders."""

    from masume.front.desktop.store import data_folder

    return [
        *(_extra(name) for name in EXTRAS),
        _measurement(),
        _browser(),
        _submissions(),
        _terminal(),
        _folder("this folder", Path.cwd()),
        _folder("saved games", data_folder()),
        _folder("temporary", Path(tempfile.gettempdir())),
    ]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _extra(name: str) -> Finding:
    packages = [_PACKAGES.get(module, module) for module in EXTRAS[name]]
    text = ", ".join(f"{package} {_version(package) or 'missing'}" for package in packages)
    remedy = f"pip install 'masume[{name}]'"
    if os.environ.get("MASUME_LAUNCHER"):
        remedy = f"installed on first use; to install it now: MASUME_EXTRAS={name} ./masume"
    return Finding(f"extra {name}", not missing(name), f"{PURPOSES[name]}: {text}", remedy)


def _measurement() -> Finding:
    """Check what measures and limits the runs of studies."""
    from masume.work.cgroup import home
    from masume.work.cores import physical_cores

    group = home()
    if group.has_memory:
        text = f"studies measure and limit time and memory by control groups ({group.path})"
    elif group.path:
        text = f"studies measure time by control groups ({group.path}), memory by process"
    else:
        text = "studies measure time and memory by process; some children are not seen"
    cores, threads = len(physical_cores()), os.cpu_count() or 0
    text += f"; {cores} cores" + f" of {threads} hyperthreads" * (cores < threads)
    return Finding("measurement", group.has_memory, text, group.reason)


def _browser() -> Finding:
    paths = [path for name in _BROWSERS if (path := shutil.which(name))]
    text = paths[0] if paths else "none of " + ", ".join(_BROWSERS)
    remedy = "open the address of masume web in any browser; tests: apt-get install chromium"
    return Finding("browser", bool(paths), text, remedy)


def _submissions() -> Finding:
    """Check what confines the submissions of assignments; nothing is started."""
    path = shutil.which("bwrap")
    text = f"submissions run in containers ({path})" if path else "submissions need bubblewrap"
    return Finding("assignments", path is not None, text, "apt-get install bubblewrap (on Linux)")


def _terminal() -> Finding:
    look = look_of()
    if not sys.stdout.isatty():
        return Finding("terminal", True, "output to a pipe or file: plain ASCII")
    charset = "box drawing" if look.unicode else "ASCII only"
    colours = "colours" if look.colour else "no colours"
    text = f"{charset}, {colours}, {look.width} columns"
    return Finding("terminal", look.unicode, text, "set a UTF-8 locale (LC_ALL) for box drawing")


def _folder(what: str, path: Path) -> Finding:
    """Check that a folder can be written to or created."""
    existing = next(place for place in (path, *path.parents) if place.exists())
    good = os.access(existing, os.W_OK)
    text = f"{path}{'' if good else ' is not writable'}"
    return Finding(what, good, text, "choose a writable folder")
