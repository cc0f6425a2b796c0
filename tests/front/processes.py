"""Processes that are stopped in the middle of their work."""

from __future__ import annotations

import os
import time
from pathlib import Path


def wait_for_work(process, seconds):
    """Wait until a process has used that much processor time: a clock runs on where it does not."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.05)
    raise AssertionError("the process does not work")
