"""Generic code names no puzzle and no role of one, neither in Python nor in the pages.

Comments and docstrings may: they are for people, and an example says more than a rule.
"""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import masume
from masume.core.scene import Role

SOURCE = Path(masume.__file__).parent
# The puzzles themselves, what some of them share, and papers about some of them.
SPECIFIC = ("puzzles/", "families/", "lab/papers/")
SHOWN = ("front/cli/study.py", "front/web/static/messages/en.json")  # have a board as an example
GENERIC = [
    path
    for suffix in ("py", "js", "css", "html", "json")
    for path in sorted(SOURCE.rglob(f"*.{suffix}"))
    if not path.relative_to(SOURCE).as_posix().startswith(SPECIFIC)
]
EACH = pytest.mark.parametrize(
    "path", GENERIC, ids=lambda path: path.relative_to(SOURCE).as_posix()
)
NAMES = {name for kind in masume.kinds().values() for name in (kind.name, kind.title.lower())}
EVERYDAY = {"black", "clue", "goal", "path", "piece", "wall"}  # roles that are words of their own


def declared_roles():
    """The names of all roles that the puzzles declare beside their scenes."""
    found = set()
    for path in SOURCE.rglob("*view.py"):
        place = path.relative_to(SOURCE)
        if place.as_posix().startswith(SPECIFIC):
            module = importlib.import_module(f"masume.{'.'.join(place.with_suffix('').parts)}")
            mine = [vars(module).values(), *(v for v in vars(module).values() if type(v) is tuple)]
            found |= {one.name for values in mine for one in values if isinstance(one, Role)}
    generic = vars(importlib.import_module("masume.core.scene")).values()
    return found - {one.name for one in generic if isinstance(one, Role)}


ROLES = declared_roles()


def test_there_is_something_to_look_for():
    assert {"py", "js", "css", "html"} <= {path.suffix[1:] for path in GENERIC}
    assert {"hitori", "exactly one mazes"} <= NAMES
    assert {"island", "path-end", "shape-6", "noted", *EVERYDAY} <= ROLES and "grid" not in ROLES


@EACH
def test_no_puzzle_is_named(path):
    code = " ".join([*texts(path), *names(path)]).lower()
    named = [name for name in NAMES if re.search(rf"(?<![a-z]){name}(?![a-z])", code)]
    assert named == [] or path.relative_to(SOURCE).as_posix() in SHOWN


@EACH
def test_no_role_is_named(path):
    told = texts(path)
    classes = {name for text in told for name in re.findall(r"(?<![\w-])\.([a-z][\w-]*)", text)}
    words = set(told) - EVERYDAY
    if path.suffix == ".css":
        classes |= set(re.findall(r"\.([a-z][\w-]*)", code_of(path)))
    assert sorted(ROLES & (words | (set() if path.suffix == ".py" else classes))) == []


def code_of(path):
    """The text of a file of the pages without its remarks."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`])//[^\n]*", "", text, flags=re.DOTALL)


def texts(path):
    """The texts in a file."""
    if path.suffix != ".py":
        return [one[1:-1] for one in re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", code_of(path))]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    every = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [n.value for n in every if isinstance(n.value, str) and id(n) not in remarks]


def names(path):
    """The names in a file: of what it imports, defines and uses."""
    if path.suffix != ".py":
        return re.findall(r"\w+", code_of(path))
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "attr", "name", "arg", "module"):
            value = getattr(node, field, None)
            found += [value] if isinstance(value, str) else []
    return found
