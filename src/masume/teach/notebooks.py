"""Notebooks and test files of assignments, for Jupyter, nbgrader and Otter.

A notebook contains the task, the stub and one cell per public criterion. These cells carry
nbgrader's metadata; in Otter's format the same checks are files of their own.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from masume.errors import UserCodeError
from masume.teach.assignment import Assignment, Criterion, read_assignment
from masume.teach.judge import CriterionResult, judge, public_criteria
from masume.teach.outputs import case_line
from masume.teach.submission import LocalSubmission

_NBGRADER_SCHEMA = 3  # the version of nbgrader's cell metadata


def check_criterion(
    name: str, members: Mapping[str, object], folder: str | Path = "."
) -> CriterionResult:
    """Judge one public criterion on functions of a notebook (`globals()`), in this process."""

    def find_member(wanted: str) -> object:
        if wanted not in members:
            raise UserCodeError(f"{wanted} is not defined; run its cell first")
        return members[wanted]

    assignment = read_assignment(Path(folder))
    criterion = next((c for c in public_criteria(assignment) if c.name == name), None)
    if criterion is None:
        raise UserCodeError(f"the assignment has no public criterion {name!r}")
    return judge(assignment, criterion, LocalSubmission(find_member))


def ensure_passed(name: str, members: Mapping[str, object], folder: str | Path = ".") -> None:
    """Raise AssertionError, saying what was expected, unless a criterion earns all its points."""
    result = check_criterion(name, members, folder)
    failure = result.first_failure
    if failure is not None:
        picture = "\n".join(failure.picture)
        raise AssertionError(f"{case_line(failure)}\n{picture}")


# Otter


def write_otter_test(criterion: Criterion) -> str:
    """Return Otter's test file for a public criterion, in its exception-based format."""
    name, points = test_name(criterion), criterion.points
    return f'''"""Otter test: {criterion.name}."""

from otter.test_files import test_case

OK_FORMAT = False

name = {json.dumps(name)}
points = {points:g}


@test_case(name={json.dumps(criterion.name, ensure_ascii=False)}, points={points:g}, hidden=False)
def test_{name}(env):
    """Judge the criterion on the notebook's functions."""
    from masume.teach.notebooks import ensure_passed

    ensure_passed({json.dumps(criterion.name, ensure_ascii=False)}, env)
'''


def test_name(criterion: Criterion) -> str:
    """Return the name of a criterion as a Python identifier."""
    plain = re.sub(r"\W+", "_", criterion.name.lower(), flags=re.ASCII).strip("_")
    return plain if plain[:1].isalpha() else f"q_{plain}"


# Notebooks


def write_notebook(assignment: Assignment, readme: str, source: str) -> str:
    """Return the notebook of an assignment: its task, the stub in cells, and the public checks."""
    cells = [_markdown("task", readme)]
    cells += [
        _code(f"solution-{number}", text, solution=True)
        for number, text in enumerate(split_source(source), 1)
    ]
    for criterion in public_criteria(assignment):
        name = json.dumps(criterion.name, ensure_ascii=False)
        check = (
            f"# {criterion.name}: {criterion.points:g} points\n"
            f"from masume.teach.notebooks import ensure_passed\n\nensure_passed({name}, globals())"
        )
        cells.append(_code(test_name(criterion), check, points=criterion.points))
    notebook = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _cell(identifier: str, kind: str, text: str, metadata: dict[str, object]) -> dict[str, object]:
    lines = text.strip("\n").splitlines(keepends=True)
    cell: dict[str, object] = {"cell_type": kind, "id": identifier[:64], "metadata": metadata}
    return {**cell, "source": lines}


def _markdown(identifier: str, text: str) -> dict[str, object]:
    return _cell(identifier, "markdown", text, {})


def _code(
    identifier: str, text: str, *, solution: bool = False, points: float | None = None
) -> dict[str, object]:
    """Return a code cell: where students write, or a locked check with points."""
    grader: dict[str, object] = {
        "grade": points is not None,
        "grade_id": identifier,
        "locked": points is not None,
        "schema_version": _NBGRADER_SCHEMA,
        "solution": solution,
        "task": False,
    }
    if points is not None:
        grader["points"] = points
    cell = _cell(identifier, "code", text, {"nbgrader": grader})
    return {**cell, "execution_count": None, "outputs": []}


def split_source(source: str) -> Iterator[str]:
    """Yield the cells of a file: its imports, then each function or class."""
    lines = source.splitlines()
    body = ast.parse(source).body
    if body and isinstance(body[0], ast.Expr):  # the docstring refers to README.md
        body = body[1:]
    starts = [
        min([node.lineno, *(d.lineno for d in node.decorator_list)])
        for node in body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    first = body[0].lineno if body else 1
    bounds = sorted({first, *starts})
    for begin, end in zip(bounds, [*bounds[1:], len(lines) + 1], strict=True):
        yield "\n".join(lines[begin - 1 : end - 1]).strip("\n")
