"""The notebooks run from top to bottom, without Jupyter, and are stored without outputs."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import masume

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"), key=lambda file: file.name)
SHOWN = ("_repr_html_", "_repr_svg_")


def code_cells(file):
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run_cell(source, names):
    """Execute a cell and render the value of its last expression, as a notebook does."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    for method in SHOWN:
        if hasattr(value, method):
            assert getattr(value, method)()
    return value


def test_there_are_notebooks_for_students_and_lecturers():
    assert [file.stem for file in NOTEBOOKS] == ["lecturer", "student"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_in_version_4_without_outputs(file):
    notebook = json.loads(file.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    for cell in notebook["cells"]:
        assert not cell.get("outputs") and cell.get("execution_count") is None
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_uses_only_public_names(file):
    for node in ast.walk(ast.parse("\n".join(code_cells(file)))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id != "masume" or node.attr in masume.__all__, node.attr
        assert not (isinstance(node, ast.ImportFrom) and "masume" in (node.module or ""))


@pytest.mark.long
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs(file):
    names = {"__name__": f"notebook_{file.stem}"}
    shown = [run_cell(source, names) for source in code_cells(file)]
    kinds = {type(value).__name__ for value in shown}
    assert {"Film", "Race"} <= kinds and {"DataFrame", "list"} & kinds
    assert names["report"].states == 181_440
    rows = [row for row in names["compared"].records() if row["algorithm"] != "greedy"]
    assert {row["cost"] for row in rows} == {{"student": 18, "lecturer": 418}[file.stem]}
    assert not list(names["compared"].refuted_claims())
