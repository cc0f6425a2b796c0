"""Start a Python module with untrusted code in a process that can harm nobody.

The process confines itself (`masume.work.confine`). Where bubblewrap is installed and allowed to
create namespaces, it also runs in a container: without network, without other processes in sight,
and with a read-only view of Python, masume and the given folder only.
"""

from __future__ import annotations

import os
import shutil
import site
import stat
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from time import clock_gettime

from masume.work.supervisor import descendants

_SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/etc/ld.so.cache", "/etc/localtime")
_DEVICES = ("/dev/null", "/dev/urandom", "/dev/zero")
_PROBE_SECONDS = 10
_NOBODY = "65534"


def start_sandboxed(
    module: str,
    arguments: Sequence[str],
    *,
    folder: Path,
    handles: Sequence[int],
    show_output: bool = False,
) -> subprocess.Popen[bytes]:
    """Start `python -m module` in a folder that it can read, with these open handles.

    The module must call `confine` before it runs untrusted code. Its output is dropped unless
    `show_output` sends it to this process's standard error, if that is not a file: a confined
    process cannot write to files.
    """
    show_output = show_output and not _is_file(2)
    command = [sys.executable, "-P", "-m", module, *arguments]
    if has_container():
        command = [*_container(folder), "--", *command]
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=2 if show_output else subprocess.DEVNULL,
        stderr=None if show_output else subprocess.DEVNULL,
        pass_fds=handles,
        start_new_session=True,
        # A new environment: this one may contain passwords.
        env={
            "PYTHONPATH": os.pathsep.join(_import_path()),
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUNBUFFERED": "1" if show_output else "",  # it may be killed while it prints
            "LANG": "C.UTF-8",
            "PATH": "/usr/bin:/bin",
        },
    )


def _is_file(handle: int) -> bool:
    """Return whether an open handle is a regular file, or none at all."""
    try:
        return stat.S_ISREG(os.fstat(handle).st_mode)
    except OSError:
        return True


def readable_places(folder: Path) -> tuple[str, ...]:
    """Return what a sandboxed process has to read: the system, Python, masume and the folder."""
    places = [*_SYSTEM, *_DEVICES, sys.prefix, sys.base_prefix, *_import_path(), str(folder)]
    return tuple(dict.fromkeys(place for place in places if os.path.exists(place)))


@cache
def _import_path() -> tuple[str, ...]:
    """Return the standard library, installed packages and masume, without the current folder."""
    installed = {*sysconfig.get_paths().values(), *site.getsitepackages()}
    masume = str(Path(__file__).parents[2])
    return tuple(
        place
        for place in sys.path
        if place == masume or any(_is_within(place, parent) for parent in installed)
    )


def _is_within(place: str, parent: str) -> bool:
    return bool(place) and Path(place).is_relative_to(parent)


@cache
def has_container() -> bool:
    """Return whether bubblewrap can start a container here."""
    if not sys.platform.startswith("linux") or shutil.which("bwrap") is None:
        return False
    try:
        probe = [*_container(Path("/usr")), "--", "/usr/bin/env", "true"]
        tried = subprocess.run(probe, capture_output=True, timeout=_PROBE_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def _container(folder: Path) -> Iterator[str]:
    """Yield the command that runs another one in a container."""
    yield from ("bwrap", "--unshare-all", "--unshare-user", "--uid", _NOBODY, "--gid", _NOBODY)
    yield from ("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL")
    for device in _DEVICES:
        yield from ("--dev-bind", device, device)
    for place in readable_places(folder):
        if place in _DEVICES:
            continue
        if place in _SYSTEM and os.path.islink(place):
            yield from ("--symlink", os.readlink(place), place)
        else:
            yield from ("--ro-bind", place, place)
    yield from ("--remount-ro", "/", "--chdir", str(folder))


def describe_protection(measures: Sequence[str], *, container: bool) -> list[str]:
    """Return one line per danger: what protects against it, or that nothing does."""
    seccomp, landlock = "seccomp" in measures, "landlock" in measures
    names = {
        "files": ["a container (bubblewrap)"] * container
        + ["Landlock"] * landlock
        + ["seccomp (no writing)"] * seccomp,
        "network": ["a network namespace"] * container + ["seccomp (no sockets)"] * seccomp,
        "processes": ["a process namespace"] * container
        + ["seccomp (no new processes, no signals)"] * seccomp
        + ["a limit (no new processes)"] * ("nproc" in measures),
        "memory": ["a limit of the process"] * ("memory" in measures),
        "time": ["the process is killed from outside"],
    }
    missing = "NOT protected here; use Linux, and install bubblewrap (apt-get install bubblewrap)"
    lines = [f"{what}: {', '.join(found) or missing}" for what, found in names.items()]
    if not container and not landlock:
        lines[0] += "; files, hidden boards too, can be READ by submissions"
    return lines


def processor_seconds(process: int) -> float:
    """Return the processor time that a process and its descendants have used so far."""
    return sum(map(_clock, (process, *descendants(process))))


def _clock(process: int) -> float:
    try:
        return clock_gettime((~process << 3) | 2)  # the clock of another process, as in clock(3)
    except OSError:  # it has ended
        return 0.0
