"""Settings for all tests: the same examples in every run, and no stopwatch on a busy machine."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from tests.tiers import QuickTests

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # As in the background of a script. Programs under test would inherit it, and never hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    config.pluginmanager.register(QuickTests(config))


NO_BROWSER = "there is no Chromium here; as root, apt-get install chromium"

# What all tests of these share takes long, so none of them is divided among the test processes.
STUDIES = ("tests/front/web/test_browser_studies.py", "tests/front/web/test_studies.py")
UNDIVIDED = (
    "tests/docs/test_contributing.py",
    "tests/front/web/test_hosts.py",
    "tests/lab/test_cluster.py",
    "tests/lab/test_papers_page.py",
    "tests/lab/test_report_page.py",
    "tests/test_package.py",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """The files above first, then test by test.

    Not by `xdist_group`: pytest-xdist 3.8 writes the group into the names of tests, which pytest
    9.2 does not let it.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            if file in STUDIES:  # the same reports for both
                return "studies"
            return file if file in UNDIVIDED else nodeid

    return Scheduling(config, log) if config.getvalue("dist") == "load" else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter):
    """At the end: what was left out for want of a browser, and what would bring it."""
    yield
    skipped = terminalreporter.getreports("skipped")
    count = sum(NO_BROWSER in str(report.longrepr) for report in skipped)
    if count:
        terminalreporter.line(f"{count} browser tests are skipped: {NO_BROWSER}")
