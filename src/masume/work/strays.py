"""What a worker has started, and how it is ended: its process group, and who has left the group.

A process that makes itself a daemon leaves its group and its session, but it keeps its environment,
and in that the mark of the worker that it comes from. Only Linux lets us look for it there.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

MARK = "MASUME_WORKER"  # the name of the mark in the environment

_ROUNDS = 5  # a process may start another one while we look


def end_group(leader: int, mark: str) -> None:
    """Kill a worker's group, the worker with it, and then who has left the group."""
    with suppress(ProcessLookupError, PermissionError):  # nobody is left
        os.killpg(leader, signal.SIGKILL)
    end_strays(mark)


def end_strays(mark: str) -> None:
    """Kill every process with this mark but the caller."""
    for _ in range(_ROUNDS):
        strays = list(_marked(mark))
        for stray in strays:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)
        if not strays:
            return


def _marked(mark: str) -> Iterator[int]:
    wanted = f"{MARK}={mark}".encode()
    with suppress(FileNotFoundError), os.scandir("/proc") as entries:
        for entry in entries:
            if entry.name.isdigit() and int(entry.name) != os.getpid():
                with suppress(OSError), open(f"{entry.path}/environ", "rb") as file:
                    if wanted in file.read().split(b"\0"):
                        yield int(entry.name)
