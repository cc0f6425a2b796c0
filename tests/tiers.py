"""Select the tests of `make quick`: those that start no process or server and are fast.

Of the puzzles that are derived from their models, one represents each family; all puzzles with
techniques of their own are always tested. For the others, `make quick` leaves out the fast tests,
and `make test` the slow ones, those that start something and those in `make`; `make soak` runs
all. Tests in `contract` and `formats` and those marked `every_puzzle` are always run for all
puzzles, and so are the fast tests in `puzzles`.

A test that starts a process or a server is marked `process`, explicitly or by using one of the
fixtures below; an unmarked one fails, in `make test` too. A test that takes a second or more is
marked `long`.
"""

from __future__ import annotations

import multiprocessing.process
import os
import re
import socket
import subprocess
import threading
from functools import cache, wraps
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
EVERY_PUZZLE = {"contract", "formats"}  # their tests are run for every puzzle

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


NAMES = re.compile(r"[a-z_]+")


@cache
def represented():
    """Return the puzzles for which another one of their family is tested.

    Their spaces, techniques and makers are derived from their models by the same code.
    """
    import masume

    derived = [kind for kind in masume.kinds().values() if kind.source]
    first = {kind.play.__module__: kind.name for kind in reversed(derived)}
    return {kind.name for kind in derived} - set(first.values())


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
            marks = {mark.name for mark in item.iter_markers()}
            folder = item.path.relative_to(TESTS).parts[0]
            if "every_puzzle" in marks or folder in EVERY_PUZZLE:
                continue
            words = NAMES.findall(item.callspec.id) if hasattr(item, "callspec") else ()
            if represented().intersection(words):
                if marks & {"long", "process"} or folder == "make":
                    item.add_marker(pytest.mark.soak)
                elif folder != "puzzles":
                    item.add_marker(pytest.mark.long)

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
