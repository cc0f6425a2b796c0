"""Fixtures that run commands in this process."""

from __future__ import annotations

import io
import sys

import pytest

from masume.front.cli.main import run


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path):
    """Return a function that runs a command and returns (exit code, stdout, stderr).

    Modules imported from the test's folder are removed afterwards.
    """
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
