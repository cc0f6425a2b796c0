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
from playwright.sync_api import expect

from masume.front.site.packages import FetchError, fetch
from tests.environments import Environment

PACKAGES = Path(__file__).parents[3] / "build" / "site-packages"
LOCAL = "import(new URL('static/js/data/local-server.js', location))"


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


def visit(player):
    """Mark a cell while Python is loading and wait for its confirmation; block other hosts."""
    foreign_urls = []
    player.page.context.route(
        "**/*", lambda route: _block_other_hosts(player.server, route, foreign_urls)
    )
    player.open("play?board=hitori/first")  # an example whose gestures the page knows in advance
    player.page.wait_for_selector('[data-test="cell-0"]')
    player.page.mouse.click(*player.centre(0))
    expect(player.test("board").locator(".pending-marks > *")).to_have_count(1, timeout=5_000)
    player.page.evaluate(f"{LOCAL}.then((local) => local.ready)")
    player.wait_until_idle()
    expect(player.test("undo")).to_be_enabled()
    assert foreign_urls == []


def _block_other_hosts(server, route, foreign_urls):
    if route.request.url.startswith(server.address):
        route.continue_()
    else:
        foreign_urls.append(route.request.url)
        route.abort()
