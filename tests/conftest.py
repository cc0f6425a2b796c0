"""Settings for all tests: the same examples in every run, and no stopwatch on a busy machine."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: many tests wait, for a browser or a limit."""
    return (os.cpu_count() or 1) + 1
