"""Helpers for tests that interrupt processes."""

from __future__ import annotations

import os
import time
from pathlib import Path


def wait_for_work(pid, seconds):
    """Wait until a process has used this much processor time."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        fields = _fields(pid)
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.02)
    raise AssertionError("the process does not work")


def wait_for_rest(process):
    """Wait until a process sleeps, after its start-up."""
    deadline = time.monotonic() + 60
    at_rest = 0
    while at_rest < 10:
        assert time.monotonic() < deadline, "the process works on"
        at_rest = at_rest + 1 if _fields(process.pid)[0] == "S" else 0
        time.sleep(0.02)


def _fields(pid):
    """Return the fields of /proc/PID/stat from the state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
