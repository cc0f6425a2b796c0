"""Select the tests of `make quick`: those that start no process or server and are fast.

A test that starts a process or a server is marked `process`, explicitly or by using one of the
fixtures below; an unmarked one fails, in `make test` too. A test that takes a second or more is
marked `long`.
"""

from __future__ import annotations

import multiprocessing.process
import os
import socket
import subprocess
import threading
from functools import wraps

import pytest

# Fixtures that start something.
STARTING = {
    "browser",
    "docs",
    "server",
    "small_server",
    "start_server",
    "results",
    "player",
    "site",
}
STARTERS = (  # functions that start something
    (subprocess.Popen, "__init__", "a process"),
    (multiprocessing.process.BaseProcess, "start", "a process"),
    (os, "fork", "a process"),
    (socket.socket, "bind", "a server"),
)


class QuickTests:
    """A pytest plugin that fails unmarked tests that start something."""

    def __init__(self):
        self.started = []  # by the running test
        self.others = set()  # threads of earlier tests, whose servers are still running
        for place, name, description in STARTERS:
            setattr(place, name, self.wrap(getattr(place, name), description))

    def wrap(self, start, description):
        @wraps(start)
        def begin(*arguments, **options):
            if threading.current_thread() not in self.others:
                self.started.append(description)
            return start(*arguments, **options)

        return begin

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items):
        for item in items:
            if STARTING.intersection(getattr(item, "fixturenames", ())):
                item.add_marker(pytest.mark.process)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self):
        self.started.clear()
        self.others = {*threading.enumerate()} - {threading.current_thread()}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        result = yield
        if self.started and item.get_closest_marker("process") is None:
            line = f"this test starts {self.started[0]}: mark it with pytest.mark.process"
            pytest.fail(line, pytrace=False)
        return result
