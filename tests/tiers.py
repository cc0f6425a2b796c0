"""Which tests `make quick` takes: those that start nothing and are done in a moment.

A test that starts a process or a server carries the mark `process`, by hand or because it asks for
one of the fixtures below; whoever forgets it is told, in `make test` too. One that takes a second
or more of work carries `long`.
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
STARTING = {"browser", "docs", "server", "small_server", "start_server", "results", "player", "site"}
WAYS = (  # in which anything is started
    (subprocess.Popen, "__init__", "a process"),
    (multiprocessing.process.BaseProcess, "start", "a process"),
    (os, "fork", "a process"),
    (socket.socket, "bind", "a server"),
)


class QuickTests:
    """Sees to it that only marked tests start anything."""

    def __init__(self):
        self.started = []  # by the test that is running
        self.others = set()  # threads of earlier tests, whose servers live on
        for place, name, what in WAYS:
            setattr(place, name, self.noted(getattr(place, name), what))

    def noted(self, start, what):
        @wraps(start)
        def begin(*arguments, **options):
            if threading.current_thread() not in self.others:
                self.started.append(what)
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
