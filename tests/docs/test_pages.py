"""README and documentation tell the truth: every command in them is run, and every block of Python.

A page is gone through from top to bottom in a folder of its own: a block with a title is a file, a
command is run, and what stands below it is what it prints; Python sees what came before.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import sys
from pathlib import Path

import click
import pytest

import masume
from masume.draw import text
from masume.front.cli.main import app, run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^\$ \./masume (.*?)\n(?=\$ |\Z)", re.MULTILINE | re.DOTALL)
ELSEWHERE = {"lab.md", "papers.md", "beyond.md", "techniques.md"}  # other tests cover these
RECIPES = ROOT / "docs" / "extending"  # covered by test_extending.py, except problem.md
PAGES = {
    "README.md": README,
    **{
        file.relative_to(ROOT / "docs").as_posix(): file.read_text(encoding="utf-8")
        for file in sorted((ROOT / "docs").rglob("*.md"))
        if file.name not in ELSEWHERE and (file.parent != RECIPES or file.name == "problem.md")
    },
}
# Commands that stay, or take long, and are run by other tests: here only their words are read.
ONLY_READ = ("desktop", "docs", "site", "study report", "web")


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


def read_only(arguments):
    """Raises if a command or an option is not there."""
    command, words = app, list(arguments)
    while isinstance(command, click.Group):
        command = command.get_command(click.Context(command), words.pop(0))
    command.make_context(arguments[0], words)


def try_session(session, capsys):
    arguments, shown = split(session)
    if " ".join(arguments).startswith(ONLY_READ):
        return read_only(arguments)
    code = run(arguments)
    printed = capsys.readouterr()  # a terminal shows both; which file was written is told on stderr
    assert code in ((0,) if shown.strip() else (0, 1)), (session, printed.err)
    if not shown.strip():
        return None
    lines, expected = without_times(printed.out + printed.err), without_times(shown)
    # Whoever tries an algorithm of their own in this checkout sees it in the tables, too.
    if others := tuple(f"{name} " for name in masume.algorithms() if name not in README):
        lines, expected = (
            [line for line in some if not line.startswith(others) and " searches " not in line]
            for some in (lines, expected)
        )
    assert lines == expected


def try_python(name, block, known):
    if ">>> " in block:
        example = doctest.DocTestParser().get_doctest(block, known, name, name, 0)
        example.globs = known
        assert not doctest.DocTestRunner().run(example, clear_globs=False).failed
    else:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block, name, "exec"), known)


@pytest.mark.long
@pytest.mark.process  # a study has processes of its own
@pytest.mark.parametrize("name", PAGES)
def test_the_blocks_of_a_page_are_real(name, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(text, "look_of", lambda *_: text.Look(unicode=True))  # as on a terminal
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    known = {"__name__": "page"}
    for language, about, block in BLOCK.findall(PAGES[name]):
        if title := re.search(r'title="([^"]+)"', about):
            Path(title[1]).write_text(block, encoding="utf-8")
        if language == "python":
            try_python(name, block, known)
        for session in SESSION.findall(block):
            try_session(session, capsys)
    assert os.getcwd() == str(tmp_path)


def test_there_is_something_to_try():
    assert len(SESSION.findall(README.replace("```", "\n"))) >= 4
    assert sum(len(BLOCK.findall(page)) for page in PAGES.values()) > 60
