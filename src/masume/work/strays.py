"""Kill the processes that a worker started: its process group, and strays that left the group.

A daemon leaves its process group and session but keeps its environment, which contains a mark of
the worker. Finding it there works on Linux only.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

MARK = "MASUME_WORKER"  # the name of the mark in the environment

_ROUNDS = 5  # repeated, because a process may start another one during the scan


def end_group(leader: int, mark: str) -> None:
    """Kill a worker's process group, including the worker, and then its strays."""
    with suppress(ProcessLookupError, PermissionError):  # the group is empty
        os.killpg(leader, signal.SIGKILL)
    end_strays(mark)


def end_strays(mark: str) -> None:
    """Kill every process with this mark except the caller."""
    for _ in range(_ROUNDS):
        strays = list(_marked_processes(mark))
        for stray in strays:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)
        if not strays:
            return


def _marked_processes(mark: str) -> Iterator[int]:
    wanted = f"{MARK}={mark}".encode()
    with suppress(FileNotFoundError), os.scandir("/proc") as entries:
        for entry in entries:
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                with suppress(OSError), open(f"{entry.path}/environ", "rb") as file:
                    if wanted in file.read().split(b"\0"):
                        yield int(entry.name)
