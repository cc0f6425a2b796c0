"""The README tells the truth: its sessions are run and its Python is tried."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import masume
from masume.front.cli.main import run
from masume.render import text

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^\$ \./masume (.*?)\n(?=\$ |```)", TEXT, re.MULTILINE | re.DOTALL)


def split(session):
    """A typed command, which may go over several lines inside quotes, and what follows it."""
    lines = session.split("\n")
    for count in range(1, len(lines) + 1):
        try:
            return shlex.split("\n".join(lines[:count])), "\n".join(lines[count:])
        except ValueError:  # a quote is still open
            continue
    raise AssertionError(session)


def without_times(text):
    text = re.sub(r"[\d.]+ (ms|s)\b", "T", text)
    return [re.sub(r" +", " ", line).strip() for line in text.strip().splitlines()]


@pytest.mark.long
@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.split("\n")[0][:40])
def test_the_sessions_are_real(session, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(text, "look_of", lambda *_: text.Look(unicode=True))  # as on a terminal
    monkeypatch.chdir(tmp_path)
    arguments, shown = split(session)
    assert run(arguments) == 0
    printed = capsys.readouterr()  # a terminal shows both; which file was written is told on stderr
    lines, expected = without_times(printed.out + printed.err), without_times(shown)
    # Whoever tries an algorithm of their own in this checkout sees it in the tables, too.
    if others := tuple(f"{name} " for name in masume.algorithms() if name not in TEXT):
        lines, expected = (
            [line for line in some if not line.startswith(others) and " searches " not in line]
            for some in (lines, expected)
        )
    assert lines == expected


def test_there_are_sessions():
    assert len(SESSIONS) >= 3


def test_the_python_is_real():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 6 and failed == 0


def test_every_command_is_told():
    from masume.front.cli.main import app

    for name in app.list_commands(None):
        assert f"masume {name}" in TEXT
