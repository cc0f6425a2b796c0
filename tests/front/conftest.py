"""Runs commands in this process, as the console script would."""

from __future__ import annotations

import io
import sys

import pytest

from masume.front.cli.main import run


@pytest.fixture
def cli(capsys, monkeypatch):
    """Runs a command; gives (exit code, stdout, stderr)."""

    def call(*arguments, stdin=None):
        if stdin is not None:
            data = stdin if isinstance(stdin, bytes) else stdin.encode()
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call
