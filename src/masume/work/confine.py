"""Confine this process before it runs untrusted code; nothing that follows can undo it.

Every measure is applied by the process itself and needs no privileges: resource limits, Landlock
(Linux 5.13: which files can be read) and a seccomp filter (see `masume.work.syscalls`). A process
that was started in a container (see `masume.work.sandbox`) is confined twice.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from masume.work.syscalls import seccomp_filter

_NO_NEW_PRIVILEGES, _SECCOMP, _DEATH_SIGNAL, _DUMPABLE = 38, 22, 1, 4  # of prctl
_FILTER_MODE = 2
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on all machines
_ABI = 1  # the flag that asks for Landlock's version
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}  # number of file rights since this version of Landlock
_CAPABILITIES = 0x2008_0522  # the version of capset's structures
_SIGNALS_AND_SOCKETS = 0b11  # what Landlock can scope since version 6
_TCP = 0b11  # binding and connecting, since version 4


@dataclass(frozen=True)
class Bounds:
    """What a confined process may use."""

    megabytes: int = 500  # of memory, beyond what it holds already
    open_files: int = 64
    readable: tuple[str, ...] = ()  # files and folders


def confine(bounds: Bounds) -> tuple[str, ...]:
    """Confine this process; return the measures that took effect.

    They are "memory", "nproc", "landlock" and "seccomp". A measure that the system does not offer
    is left out; one that fails although it is offered raises OSError.
    """
    import resource  # Windows has none

    size = _virtual_size()
    most = size + bounds.megabytes * 1_000_000
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,  # no file grows, even if one could be opened
        resource.RLIMIT_NOFILE: bounds.open_files,
        resource.RLIMIT_AS: most,
    }
    is_linux, program = sys.platform.startswith("linux"), seccomp_filter()
    if not (is_linux and program):
        limits[resource.RLIMIT_NPROC] = 0  # of the user: no new process, no new thread
    for what, value in limits.items():
        with suppress(ValueError):  # macOS has no effective RLIMIT_AS
            resource.setrlimit(what, (value, value))
    done = ["memory"] * is_linux
    if resource.RLIMIT_NPROC in limits and os.getuid() != 0:  # root may exceed it
        done.append("nproc")
    if not is_linux:
        return tuple(done)
    libc = ctypes.CDLL(None, use_errno=True)
    _check(libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0))  # it ends with its parent
    _check(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _check(libc.prctl(_DUMPABLE, 0, 0, 0, 0))
    if _restrict_files(libc, bounds.readable):
        done.append("landlock")
    libc.capset(struct.pack("=II", _CAPABILITIES, 0), bytes(24))  # root loses its privileges too
    if program:
        buffer = ctypes.create_string_buffer(program, len(program))
        head = struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer))
        _check(libc.prctl(_SECCOMP, _FILTER_MODE, head, 0, 0))
        done.append("seccomp")
    return tuple(done)


def _virtual_size() -> int:
    """Return the size of this process's address space in bytes; 0 if it is unknown."""
    with suppress(OSError), open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _restrict_files(libc: ctypes.CDLL, readable: Iterable[str]) -> bool:
    """Allow reading these files and folders only; return False without Landlock."""
    version = libc.syscall(_CREATE_RULESET, None, 0, _ABI)
    if version < 1:
        return False
    rights = (1 << max(count for since, count in _RIGHTS.items() if since <= version)) - 1
    attributes = struct.pack("=Q", rights)
    attributes += struct.pack("=Q", _TCP) * (version >= 4)
    attributes += struct.pack("=Q", _SIGNALS_AND_SOCKETS) * (version >= 6)
    rules = _check(libc.syscall(_CREATE_RULESET, attributes, len(attributes), 0))
    for path in readable:
        with suppress(FileNotFoundError, NotADirectoryError):
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = _READ_FILE | (_READ_FOLDER if os.path.isdir(path) else 0)
            rule = struct.pack("=Qi", allowed, place)
            _check(libc.syscall(_ADD_RULE, rules, 1, rule, 0))
            os.close(place)
    _check(libc.syscall(_RESTRICT_SELF, rules, 0))
    os.close(rules)
    return True


def _check(result: int) -> int:
    """Return the result of a system call; raise OSError if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
