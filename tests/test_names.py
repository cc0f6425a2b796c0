"""Names: one thing goes by one name, and every folder says what it is for."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import masume

SRC = Path(masume.__file__).parent
VAGUE = {"found", "told"}  # they could stand for anything, so they say nothing


def test_public_class_names_are_unique():
    places = defaultdict(list)
    for path in SRC.rglob("*.py"):
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text(encoding="utf-8"), re.M):
            places[name].append(str(path.relative_to(SRC)))
    assert len(places) > 200
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def names_given(tree):
    """(line, name) of all that a module gives a name to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name


def test_names_say_what_they_stand_for():
    places = [
        f"{path.relative_to(SRC).as_posix()}:{line} {name}"
        for path in SRC.rglob("*.py")
        for line, name in names_given(ast.parse(path.read_text(encoding="utf-8")))
        if name.strip("_").lower() in VAGUE
    ]
    assert places == []


def test_a_vague_name_is_noticed_wherever_it_stands():
    code = "def told(found):\n    for _found, self.told in found: pass\nclass Told: found: int"
    assert sorted(line for line, name in names_given(ast.parse(code)) if name != "self") == [
        *(1, 1, 2, 2, 3, 3)
    ]


def test_every_package_has_a_docstring():
    subjects = {}
    for path in SRC.rglob("__init__.py"):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = docstring.partition("\n")[0]
        assert first.endswith("."), path
        subjects[path.parent] = first
    assert len(set(subjects.values())) == len(subjects) > 15


def test_glossary_is_short():
    page = (SRC.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    words = page.partition("## Words\n")[2].partition("\n## ")[0].splitlines()
    entries = [line.split("|")[1].strip() for line in words if line.startswith("| ")][1:]
    assert 20 < len(entries) <= 40 and len(set(entries)) == len(entries)
