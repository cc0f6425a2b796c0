"""Summaries, required extras and shell completion of commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import click
import pytest

from masume.core.system import extras
from masume.front.cli import main
from masume.front.cli.completion import complete_name


@pytest.mark.parametrize("name", main.app.list_commands(None))
def test_summaries_are_those_of_the_commands(name):
    context = click.Context(main.app)
    command = main.app.get_command(context, name)
    assert main.app.summary(context, name) == command.get_short_help_str(limit=1000)


NOT_IMPORTED = {
    "--help": "dataclasses json pathlib rich masume.puzzles masume.formats",
    "list": "importlib.metadata json pathlib rich masume.exact.engine masume.make",
    "solve hashi/pw-fig1": "importlib.metadata json pathlib rich masume.puzzles.hitori "
    "masume.puzzles.hashi.techniques masume.core.text.codec masume.core.search.algorithm",
    "solve https://puzz.link/p?kurodoko/5/5/i7g5l2l2g4i": "importlib.metadata json pathlib rich "
    "masume.puzzles.hitori masume.puzzles.hashi masume.core.puzzle.technique masume.formats.pzprv3",
}


@pytest.mark.process
@pytest.mark.parametrize("command", NOT_IMPORTED)
def test_command_imports_only_what_it_uses(command):
    script = (
        "import sys; from masume.front.cli.main import run; run(sys.argv[1:]);"
        "print(*sys.modules, file=sys.stderr)"
    )
    line = [sys.executable, "-P", "-c", script, *command.split()]
    imported = subprocess.run(line, capture_output=True, text=True, check=True).stderr.split()
    assert set(NOT_IMPORTED[command].split()) & set(imported) == set()


@pytest.fixture
def nothing_installed(monkeypatch):
    absent = {name: (f"no_{name}",) for name in extras.EXTRAS}
    monkeypatch.setattr(extras, "EXTRAS", absent)
    monkeypatch.delenv("MASUME_LAUNCHER", raising=False)


NEEDY = {
    "web": ["web", "--no-browser"],
    "lab": ["study", "run", "my.toml"],
    "print": ["print", "hitori/first", "-o", "book.pdf"],
    "desktop": ["desktop"],
    "docs": ["docs"],
    "cluster": ["solve", "hitori/first", "--cluster", "local:1"],
}


@pytest.mark.parametrize("extra", NEEDY)
def test_missing_extra_is_reported_with_remedy(extra, nothing_installed, capsys):
    assert main.run(NEEDY[extra]) == main.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert f"no_{extra}" in err
    assert f"pip install 'masume[{extra}" in err


@pytest.mark.parametrize("name", ["x.png", "x.pdf"])
def test_missing_extra_is_reported_before_reading_input(name, nothing_installed, capsys):
    for command in (["draw", "no such board", "-o", name], ["hint", "no such board", "-o", name]):
        assert main.run(command) == main.BAD_INPUT
        assert "PNG, PDF and booklets: no_print not installed" in capsys.readouterr().err


def test_launcher_is_called_once_per_extra(nothing_installed, monkeypatch, capsys):
    started = []
    monkeypatch.setattr(os, "execve", lambda path, argv, env: started.append((path, argv, env)))
    monkeypatch.setattr("sys.argv", ["__main__.py", "desktop", "--theme", "dark"])
    monkeypatch.setenv("MASUME_LAUNCHER", "/there/masume")
    monkeypatch.setenv("MASUME_EXTRAS", "dev")
    main.run(["desktop"])
    ((path, argv, environment),) = started
    assert (path, argv) == ("/there/masume", ["/there/masume", "desktop", "--theme", "dark"])
    assert environment["MASUME_EXTRAS"] == "dev,desktop"
    monkeypatch.setenv("MASUME_EXTRAS", "desktop")
    assert main.run(["desktop"]) == main.BAD_INPUT
    assert len(started) == 1, "what did not help is not tried again"
    assert "no_desktop not installed" in capsys.readouterr().err


def test_doctor_reports_missing_extras(nothing_installed, monkeypatch, capsys):
    monkeypatch.setattr("masume.front.cli.doctor.EXTRAS", extras.EXTRAS)
    assert main.run(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "ok  Python" in printed
    assert "--  extra web" in printed
    assert "pip install 'masume[web]'" in printed
    assert main.run(["doctor", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["what"]: row["good"] for row in rows}["extra lab"] is False


@pytest.mark.parametrize(
    ("what", "begin", "expected"),
    [
        ("boards", "hitori/jain-s", {"hitori/jain-sample1", "hitori/jain-sample2"}),
        ("puzzles", "ha", {"hashi"}),
        ("algorithms", "ex", {"exact"}),
        ("heuristics", "dupl", {"duplicates"}),
        ("spaces", "dec", {"decide"}),
        ("formats", "puzz", {"puzz.link"}),
    ],
)
def test_names_are_completed(what, begin, expected):
    assert {item.value for item in complete_name(what, begin)} == expected


def test_board_completion_falls_back_to_files():
    (item,) = complete_name("boards", "./no-example")
    assert (item.type, item.value) == ("file", "./no-example")


def test_shell_receives_completions(monkeypatch, capsys):
    monkeypatch.setenv("_MASUME_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "masume solve --with ast")
    monkeypatch.setenv("COMP_CWORD", "3")
    with pytest.raises(SystemExit):
        main.run([])
    assert capsys.readouterr().out == "plain,astar\n"


@pytest.mark.process
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_script_and_instructions(shell, monkeypatch, capsys):
    monkeypatch.setenv("MASUME_LAUNCHER", "/a b/masume")
    assert main.run(["completion"]) == 0
    assert f"{shell}: " in capsys.readouterr().out
    assert main.run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"_MASUME_COMPLETE={shell}_complete" in script
    assert shell == "bash" or "'/a b/masume'" in script
