"""Names: one thing goes by one name, and every folder says what it is for."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import masume

SRC = Path(masume.__file__).parent


def test_no_public_class_name_stands_twice():
    places = defaultdict(list)
    for path in SRC.rglob("*.py"):
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text(encoding="utf-8"), re.M):
            places[name].append(str(path.relative_to(SRC)))
    assert len(places) > 200
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_every_folder_tells_its_subject_in_its_first_line():
    subjects = {}
    for path in SRC.rglob("__init__.py"):
        told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = told.partition("\n")[0]
        assert first.endswith("."), path
        subjects[path.parent] = first
    assert len(set(subjects.values())) == len(subjects) > 15


def test_the_glossary_is_short_and_in_words_of_the_code():
    page = (SRC.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    words = page.partition("## Words\n")[2].partition("\n## ")[0].splitlines()
    entries = [line.split("|")[1].strip() for line in words if line.startswith("| ")][1:]
    assert 20 < len(entries) <= 40 and len(set(entries)) == len(entries)
