"""Settings for all tests: the same examples in every run, and no stopwatch on a busy machine."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
