"""The Chromium of this machine, for the benchmarks of the pages."""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str:
    """Return the path of a Chromium; exit if there is none."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    raise SystemExit("no Chromium: install it with apt-get install chromium-headless-shell")
