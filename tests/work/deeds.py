"""Functions that workers call in tests. Without pytest, which workers would import too."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number):
    return number * number


def fragile(number):
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies(number):
    os.kill(os.getpid(), signal.SIGKILL)


def slow(number):
    time.sleep(60)


def slow_after_first(number):
    return slow(number) if number else 0


def nap(seconds):
    time.sleep(seconds)


def count_to(number):
    yield from range(number)


def fails(number):
    yield number
    raise ValueError("oh")


def leave_a_daemon(path):
    """Fork a process that leaves our group and session and holds our pipe; then die or sleep."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            Path(path).write_text(str(os.getpid()))
            time.sleep(60)
        os._exit(0)
    wait_until(lambda: Path(path).exists() and Path(path).read_text())
    if path.endswith("dies"):
        os._exit(4)
    time.sleep(60)


def leave_a_stranger(path):
    """Start a daemon with another group, session and environment; then die, sleep or return."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            Path(path).write_text(str(os.getpid()))
            os.execve("/bin/sleep", ["sleep", "60"], {})
        os._exit(0)
    wait_until(lambda: Path(path).exists() and Path(path).read_text())
    if path.endswith("dies"):
        os._exit(4)
    if path.endswith("killed"):
        os.kill(os.getpid(), signal.SIGKILL)
    if path.endswith("sleeps"):
        time.sleep(60)


def hold_in_children(megabytes):
    """Start three children that each hold a third of the memory."""
    for _ in range(3):
        if os.fork() == 0:
            held = [os.urandom(1_000_000) for _ in range(megabytes // 3)]
            time.sleep(20)
            os._exit(len(held) % 2)
    time.sleep(20)


def wait_until(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def workers_of(process):
    """Return the worker processes started by a process."""
    result = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue  # the process has just ended
            if b"masume.work.serve" in line and parent == process:
                result.append(int(entry.name))
    return result


def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def burn_and_crash(seconds):
    held = bytearray(os.urandom(1_000_000) * 60)
    burn(seconds)
    os.abort()
    return held


def burn_detached(seconds):
    """Use processor time in a detached process."""
    ready, tells = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            burn(seconds)
            os.write(tells, b"!")
            time.sleep(60)
        os._exit(0)
    os.read(ready, 1)


def grow(megabytes):
    """Allocate memory piece by piece; return the amount."""
    pieces = []
    for _ in range(megabytes // 5):
        pieces.append(os.urandom(5_000_000))
    return len(pieces)
