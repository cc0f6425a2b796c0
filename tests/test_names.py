"""Names: public class names are unique, packages have docstrings, and the glossary is short."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import masume

SRC = Path(masume.__file__).parent


def test_public_class_names_are_unique():
    """The packages of puzzles may use the same name for the same role, and students any name."""
    places = defaultdict(list)
    for path in SRC.rglob("*.py"):
        if (SRC / "teach" / "templates") in path.parents:
            continue
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text(encoding="utf-8"), re.M):
            places[name].append(path.relative_to(SRC).as_posix())
    assert len(places) > 200
    repeated = {name: files for name, files in places.items() if len(files) > 1}
    assert {
        name: files
        for name, files in repeated.items()
        if not all(file.startswith("puzzles/") for file in files)
    } == {}


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
    words = page.partition("## Glossary\n")[2].partition("\n## ")[0].splitlines()
    entries = [line.split("|")[1].strip() for line in words if line.startswith("| ")][1:]
    assert 20 < len(entries) <= 40 and len(set(entries)) == len(entries)
