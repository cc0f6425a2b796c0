"""Settings for all tests: deterministic examples, and no time limits per example."""

from __future__ import annotations

import fcntl
import gc
import io
import os
import signal
import sys
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
    # Hypothesis collects constants from the source of every loaded module. That is slow and makes
    # the examples depend on the imports of other tests.
    nothing = providers.Constants()
    providers._get_local_constants = lambda: nothing

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # SIGINT is ignored in background jobs, and programs under test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config):
    config.pluginmanager.register(QuickTests(), "quick")


def pytest_collection_finish():
    """Exempt the collected tests from later garbage collections, which would traverse them all."""
    gc.collect()
    gc.freeze()


NO_BROWSER = "no tests in a browser: there is no Chromium here; as root, apt-get install chromium"
NO_DOCS = "MkDocs is not installed; run MASUME_EXTRAS=dev ./masume to test the documentation"


@pytest.fixture(scope="session")
def docs(tmp_path_factory):
    """Build the documentation once for all test processes; warnings are errors.

    It is built with the extras that it declares and no others.
    """
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


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path):
    """Return a function that runs a command and returns (exit code, stdout, stderr).

    Modules imported from the test's folder are removed afterwards.
    """
    from masume.front.cli.main import run

    monkeypatch.setattr(sys, "path", [*sys.path])

    def call(*arguments, stdin=None):
        if stdin is not None:
            data = stdin if isinstance(stdin, bytes) else stdin.encode()
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    yield call
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


# Browser tests mostly wait, so one process runs all of them.
BROWSER = ("tests/front/web/test_browser", "tests/front/web/test_studies.py")
# A few slow tests that share nothing are distributed last, one by one.
ONE_BY_ONE = (
    "tests/contract/test_searches.py",
    "tests/docs/test_new_puzzle.py",
    "tests/docs/test_notebooks.py",
    "tests/docs/test_pages.py",
    "tests/front/test_cli_study.py",
    "tests/front/test_extras_alone.py",
    "tests/lab/test_attacks.py",
    "tests/lab/test_resume.py",
    "tests/make/",
    "tests/papers/test_frozen.py",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Distribute tests by file, because the tests of a file share fixtures; largest files first.

    `xdist_group` is not used: pytest-xdist 3.8 writes the group into test names, which pytest 9.2
    rejects.
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
    """Report skipped tests that need something that is not installed, and how to install it."""
    yield
    skipped = terminalreporter.getreports("skipped")
    for reason, count in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")
