"""Execution of Python code that readers of the documentation run in the page.

Output is returned statement by statement, followed by the value of the last line, as a picture if
it has one. Names are shared between runs, as in a notebook.
"""

from __future__ import annotations

import ast
import io
import json
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout

_FILE = "<your code>"
_names: dict[str, object] = {"__name__": "__main__"}


def run(code: str) -> Iterator[str]:
    """Run code and yield lines of JSON: {"text": …}, {"svg": …}, or {"error": …} at the end."""
    try:
        statements = ast.parse(code, _FILE).body
    except SyntaxError as fault:
        yield _line("error", f"line {fault.lineno}: {fault.msg}")
        return
    for index, statement in enumerate(statements):
        is_last = index == len(statements) - 1
        printed = io.StringIO()
        value, error = None, ""
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                value = _execute(statement, code, is_last)
            except BaseException as fault:  # the reader's code may raise SystemExit too
                error = _error_text(fault)
        if printed.getvalue():
            yield _line("text", printed.getvalue())
        if error:
            yield _line("error", error)
            return
        if value is not None:
            yield _output_line(value)


def _execute(statement: ast.stmt, code: str, is_last: bool) -> object:
    """Execute a statement; return the value of a final expression."""
    if is_last and isinstance(statement, ast.Expr):
        return eval(compile(ast.Expression(statement.value), _FILE, "eval"), _names)
    exec(compile(ast.Module([statement], []), _FILE, "exec"), _names)
    return None


def _error_text(fault: BaseException) -> str:
    """Return the error message with the line number in the reader's code."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(sys.exc_info()[2]) if frame.filename == _FILE
    ]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(fault).__name__}: {fault}"


def _output_line(value: object) -> str:
    """Return the line of a value."""
    draw = getattr(value, "_repr_svg_", None)
    picture = draw() if callable(draw) else None
    return _line("svg", picture) if picture else _line("text", f"{value!r}\n")


def _line(kind: str, text: str) -> str:
    return json.dumps({kind: text}) + "\n"
