"""Settings for all tests: the same examples in every run, and no stopwatch on a busy machine."""

from __future__ import annotations

import fcntl
import os
import signal
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from masume.core.system.extras import missing
from tests.tiers import QuickTests

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
if settings.get_current_profile_name() == "repeatable" and hasattr(providers, "Constants"):
    # Hypothesis reads the source of every loaded module for constants to try. That takes long, and
    # lets the examples depend on what other tests have imported.
    nothing = providers.Constants()
    providers._get_local_constants = lambda: nothing

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # As in the background of a script. Programs under test would inherit it, and never hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    config.pluginmanager.register(QuickTests(), "quick")


NO_BROWSER = "no tests in a browser: there is no Chromium here; as root, apt-get install chromium"
NO_DOCS = "no tests of the documentation: MkDocs is missing; MASUME_EXTRAS=dev ./masume brings it"


@pytest.fixture(scope="session")
def docs(tmp_path_factory):
    """The documentation, built once for all test processes, with the extras that it asks for and no
    others; a warning would be an error."""
    if missing("docs"):
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_DOCS)
    from tests.environments import Environment

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    with (shared / "docs.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "docs").exists():
            alone = Environment(shared / "docs-env", "docs")
            alone.run("-W", "error", "-m", "masume", "docs", "-o", shared / "new-docs")
            (shared / "new-docs").rename(shared / "docs")
    return shared / "docs"


# Tests in a browser mostly wait: a single process takes them all, and the others work meanwhile.
BROWSER = ("tests/front/web/test_browser", "tests/front/web/test_studies.py")
# Few tests that take long and share nothing: they come last, one by one, to whoever is free.
ONE_BY_ONE = (
    "tests/contract/test_searches.py",
    "tests/front/test_cli_study.py",
    "tests/lab/test_resume.py",
    "tests/make/",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """File by file, so that what the tests of a file share is made once; the largest come first.

    Not by `xdist_group`: pytest-xdist 3.8 writes the group into the names of tests, which pytest
    9.2 does not let it.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            if file.startswith(BROWSER):
                return "browser"
            return nodeid if file.startswith(ONE_BY_ONE) else file

    return Scheduling(config, log) if config.getvalue("dist") == "load" else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter):
    """At the end: what was left out for want of something, and what would bring it."""
    yield
    skipped = terminalreporter.getreports("skipped")
    for reason, count in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")
