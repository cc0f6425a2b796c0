"""The static site, built once for all test processes and served on loopback."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from masume.front.site.packages import FetchError, fetch
from tests.environments import Environment

PACKAGES = Path(__file__).parents[3] / "build" / "site-packages"


def build_site(shared):
    """Return the folder of the site, built in an environment with only the extras it needs.

    Without Pyodide the test is skipped, or fails in CI.
    """
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            try:
                fetch(PACKAGES)
            except FetchError as fault:
                reason = f"no tests of the site: {fault}"
                (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
            environment = Environment(shared / "site-env", "web")
            environment.masume("site", "--no-docs", "-o", folder, "--packages", PACKAGES)
    return folder


class SiteServer:
    """Python's own web server in a process, without masume."""

    def __init__(self, folder):
        self._command = [sys.executable, "-m", "http.server", "-d", str(folder)]
        self._command += ["--bind", "127.0.0.1"]
        self.port = 0
        self.start()
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self):
        self._process = subprocess.Popen(
            [*self._command, str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        line = self._process.stdout.readline()  # Serving HTTP on 127.0.0.1 port 8000 …
        self.port = int(line.split(" port ")[1].split()[0])
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                urlopen(f"http://127.0.0.1:{self.port}/site.json", timeout=5).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the site is not served")

    def close(self):
        if self._process.poll() is None:
            self._process.terminate()
            self._process.communicate()
