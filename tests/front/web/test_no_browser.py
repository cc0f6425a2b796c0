"""Without a browser its tests are skipped with a summary line, but fail in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import NO_BROWSER
from tests.front.web.conftest import no_browser

ROOT = Path(__file__).parents[3]
SELECTED = "fifty_by_fifty or the_docs_describe or garbage"  # three tests of three files


@pytest.mark.soak
@pytest.mark.process
def test_the_summary_says_how_to_get_a_browser(tmp_path):
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env |= {"PATH": str(tmp_path), "CI": ""}
    command = [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", "-k", SELECTED]
    files = [f"tests/front/web/test_browser{part}.py" for part in ("", "_trouble", "_views")]
    done = subprocess.run([*command, *files], capture_output=True, text=True, env=env, cwd=ROOT)
    *_, line, _, last = done.stdout.splitlines()
    assert done.returncode == 0 and "3 skipped" in last
    assert line == f"3 skipped: {NO_BROWSER}"


def test_without_a_browser(monkeypatch):
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="there is no Chromium here"):
        no_browser()
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="there is no Chromium here"):
        no_browser()
