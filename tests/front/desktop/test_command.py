"""The command that opens the window."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from desktop.hands import pygame
from support import refused

from masume.front.desktop.app import App


def run_command(*arguments, code="", **environment):
    keep = {"PATH", "HOME", "PYTHONPATH", "SYSTEMROOT", "LANG"}
    env = {key: value for key, value in os.environ.items() if key in keep} | environment
    text = (
        f"import sys; {code}\n"
        "from masume.front.cli import main\n"
        f"sys.exit(main.run(['desktop', *{arguments!r}]))"
    )
    found = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, env=env, timeout=60
    )
    return found.returncode, found.stdout, found.stderr


@pytest.mark.process
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_missing_display_is_reported():
    assert refused(run_command(), "no display", "desktop session")
    assert refused(run_command(SDL_VIDEODRIVER="nonsense"), "cannot open a window")


@pytest.mark.process
def test_missing_pygame_is_reported():
    assert refused(
        run_command(code="sys.modules['pygame'] = None"), "pip install 'masume[desktop]'"
    )


def test_command_opens_board_and_ends_with_window(cli, monkeypatch, tmp_path):
    seen = []
    frame = App.frame

    def only_frame(app):
        frame(app)
        assert pygame.display.get_caption()[0] == "masume"
        seen.append((app.screen.title, app.theme.name))
        app.quit()

    monkeypatch.setattr(App, "frame", only_frame)
    data = tmp_path / "data"
    code, out, err = cli("desktop", "hitori/first", "--theme", "dark", "--data", data)
    assert (code, out, err) == (0, "", "") and seen == [("Hitori · first", "dark")]
    refused(cli("desktop", "hitori/nothing"), "hitori/nothing")


@pytest.mark.process
def test_unresponsive_display_is_reported():
    assert refused(run_command(DISPLAY=":4711"), "desktop session")


@pytest.mark.process
def test_broken_pygame_is_reported():
    assert refused(run_command(code="sys.modules['pygame.base'] = None"), "cannot load pygame")


def test_board_too_large_for_window_is_rejected(cli, tmp_path):
    path = tmp_path / "large.txt"
    path.write_text("kuromasu\n" + "\n".join([". " * 101] * 101), encoding="utf-8")
    assert refused(cli("desktop", path), "shows at most")
