"""Generic code names no puzzle and no role of a puzzle, neither in Python nor in the pages.

Comments and docstrings may name them as examples.
"""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from itertools import chain
from pathlib import Path

import masume
from masume.core.drawing.scene import Role

SOURCE = Path(masume.__file__).parent
# The puzzles themselves, what some of them share, and assignments about them.
SPECIFIC = ("puzzles/", "families/", "teach/templates/")
SHOWN = (
    *("front/cli/study.py", "front/web/static/messages/en.json"),  # contain an example board
    "front/web/static/js/home/feature.js",  # shows the film of an example
    "formats/penpa.py",  # contains the name of a tool of that editor
)
GENERIC = [
    path
    for suffix in ("py", "js", "css", "html", "json")
    for path in sorted(SOURCE.rglob(f"*.{suffix}"))
    if not path.relative_to(SOURCE).as_posix().startswith(SPECIFIC)
]
NAMES = {name for kind in masume.kinds().values() for name in (kind.name, kind.title.lower())}
NAMING = ("id", "attr", "name", "arg", "module")  # fields of a node
EVERYDAY = {"black", "clue", "goal", "path", "piece", "wall"}  # roles that are common words


def declared_roles():
    """Return the names of all roles that the puzzles declare."""
    result = set()
    for path in SOURCE.rglob("*view.py"):
        place = path.relative_to(SOURCE)
        if place.as_posix().startswith(SPECIFIC):
            module = importlib.import_module(f"masume.{'.'.join(place.with_suffix('').parts)}")
            mine = [vars(module).values(), *(v for v in vars(module).values() if type(v) is tuple)]
            result |= {value.name for values in mine for value in values if isinstance(value, Role)}
    generic = vars(importlib.import_module("masume.core.drawing.scene")).values()
    return result - {value.name for value in generic if isinstance(value, Role)}


ROLES = declared_roles()


def test_kinds_and_roles_exist():
    assert {"py", "js", "css", "html"} <= {path.suffix[1:] for path in GENERIC}
    assert {"hitori", "exactly one mazes"} <= NAMES
    assert {"island", "path-end", "shape-6", "noted", *EVERYDAY} <= ROLES and "grid" not in ROLES


def test_no_puzzle_is_named():
    a_puzzle = re.compile(rf"(?<![a-z])({'|'.join(NAMES)})(?![a-z])")
    result = {}
    for path in GENERIC:
        code = " ".join(chain(*words_of(path))).lower()
        result[path.relative_to(SOURCE).as_posix()] = set(a_puzzle.findall(code))
    assert {path: named for path, named in result.items() if named and path not in SHOWN} == {}


def test_no_role_is_named():
    result = {path.relative_to(SOURCE).as_posix(): roles_named(path) for path in GENERIC}
    assert {path: named for path, named in result.items() if named} == {}


def roles_named(path):
    texts, _ = words_of(path)
    words = set(texts) - EVERYDAY
    if path.suffix != ".py":  # classes of the pages
        words |= {name for text in texts for name in re.findall(r"(?<![\w-])\.([a-z][\w-]*)", text)}
    if path.suffix == ".css":
        words |= set(re.findall(r"\.([a-z][\w-]*)", code_of(path)))
    return ROLES & words


def code_of(path):
    """Return the text of a web file without its comments."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`])//[^\n]*", "", text, flags=re.DOTALL)


@cache
def words_of(path):
    """Return the string literals in a file, and the names that it imports, defines and uses."""
    if path.suffix != ".py":
        code = code_of(path)
        texts = re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", code)
        return [text[1:-1] for text in texts], re.findall(r"\w+", code)
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    remarks = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = [n for n in nodes if isinstance(n, ast.Constant) and id(n) not in remarks]
    values = [getattr(n, field, None) for n in nodes for field in NAMING]
    return [n.value for n in texts if isinstance(n.value, str)], [
        value for value in values if isinstance(value, str)
    ]
