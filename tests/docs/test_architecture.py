"""docs/architecture.md and CONTRIBUTING.md name code that exists: names, layers, call paths.

What stands between backticks is looked up: files, folders, modules, classes, their members, and
names with an underscore. Other words are no names (`--jobs`) or too common to tell anything.
"""

from __future__ import annotations

import ast
import re
import shlex
import sys
import tomllib
from collections import defaultdict
from fnmatch import fnmatch
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import groupby
from pathlib import Path

import pytest

import masume
from masume.core.plugins.entry_points import GROUPS
from masume.front.cli.main import run

ROOT = Path(__file__).parents[2]
SRC = Path(masume.__file__).parent
PAGES = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("docs/architecture.md", "CONTRIBUTING.md")
}
ARCHITECTURE = PAGES["docs/architecture.md"]
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
PLACES = ("src", "tests", "tools", "docs", "examples", "bench", "studies")
LOOSE = {"node_modules", "__pycache__"}


class Names:
    """All that the sources define, as far as a page may speak of it."""

    def __init__(self):
        self.top = defaultdict(set)  # what a module defines or imports, by its path without .py
        self.members = defaultdict(set)  # of a class
        self.bases = defaultdict(set)
        self.words = set()
        for path in SRC.rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            module = path.relative_to(SRC).with_suffix("").as_posix().removesuffix("/__init__")
            self.top[module] |= defined(tree.body)
            self.words.add(path.stem)
            self.add(tree)

    def add(self, tree):
        """Take in the classes of a tree, and every word in it."""
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                self.members[node.name] |= defined(node.body) | own_attributes(node)
                written = [word for base in node.bases for word in ast.walk(base)]
                self.bases[node.name] |= {w.id for w in written if isinstance(w, ast.Name)}
            for field in ("name", "id", "attr", "arg", "asname"):
                if isinstance(word := getattr(node, field, None), str):
                    self.words.add(word)

    def has_member(self, cls, member, seen=()):
        """Whether a class has it, or one of those it is made from."""
        if cls not in self.members or cls in seen:
            return False
        own = member in self.members[cls]
        return own or any(self.has_member(b, member, (*seen, cls)) for b in self.bases[cls])

    def in_module(self, place, member):
        """Whether a module, given by the end of its path, has something of that name."""
        ends = [m for m in self.top if m == place or m.endswith(f"/{place}")]
        return any(member in self.top[m] or f"{m}/{member}" in self.top for m in ends)


def defined(body):
    """The names that some statements bind."""
    names = set()
    for node in body:
        for part in ast.walk(node) if isinstance(node, ast.If | ast.With | ast.Try) else [node]:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(part.name)
            elif isinstance(part, ast.Assign | ast.AnnAssign):
                targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                names |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
            elif isinstance(part, ast.Import | ast.ImportFrom):
                names |= {alias.asname or alias.name for alias in part.names}
    return names


def own_attributes(cls):
    """What its methods set on self."""
    return {
        node.attr
        for node in ast.walk(cls)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


@pytest.fixture(scope="module")
def names():
    return Names()


@pytest.fixture(scope="module")
def paths():
    """Every file and folder of the checkout, but for what is built in it."""
    tops = [ROOT / place for place in PLACES if (ROOT / place).is_dir()]
    below = [path for top in tops for path in top.rglob("*") if not LOOSE & set(path.parts)]
    beside = [path for path in ROOT.iterdir() if path.is_file()]
    return {path.relative_to(ROOT).as_posix() for path in [*tops, *below, *beside]}


def exists(span, names, paths):
    """Whether what a span names is there; also if it names nothing that could be looked up."""
    name = re.sub(r"\(.*\)$|\[.*\]$", "", span).lstrip("@").rstrip("/")
    if span.startswith(("./", "/", "-")) or not re.fullmatch(r"[\w.*/-]+", name):
        return True
    if re.search(r"\.(py|js|txt|toml|lock|md|yml)$", name) or re.match(
        rf"({'|'.join(PLACES)})/", name
    ):
        pattern = name.replace("NAME", "*")
        return any(fnmatch(path, pattern) or fnmatch(path, f"*/{pattern}") for path in paths)
    place, dot, member = name.rpartition(".")
    if dot and re.fullmatch(r"[\w/]+", place.removeprefix("masume.").replace(".", "/")):
        return has_dotted(place, member, names)
    if (SRC / name.partition("/")[0]).is_dir() and "/" in name:
        return (SRC / name).exists()
    if re.fullmatch(r"[A-Z][a-z]\w*", name):
        return name in names.members or name in names.words
    return not re.fullmatch(r"[a-z]+(_[a-z]+)+", name) or name in names.words


def has_dotted(place, member, names):
    if place[:1].isupper():
        return names.has_member(place, member)
    place = place.removeprefix("masume.").replace(".", "/")
    if place == "masume":
        return (SRC / member).is_dir() or hasattr(masume, member) or member in GROUPS
    if names.in_module(place, member) or names.has_member(place.capitalize(), member):
        return True  # the latter of something that goes by the name of its class
    first = place.partition("/")[0]
    return first not in names.words and find_spec(first) is not None  # another library's


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page, names, paths):
    text = PAGES[page]
    for code in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        names.add(ast.parse(code))  # what a recipe adds
    recipes = set(re.findall(r"`(src/masume/[^`]+)`:\n\n```", text))
    spans = dict.fromkeys(SPAN.findall(BLOCK.sub("", text)))
    assert len(spans) > 30
    assert [s for s in spans if not exists(s, names, paths | recipes)] == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("core/search/run.py", "core/walk.py"),
        ("run.py", "runner.py"),
        ("tests/witness.py", "tests/witnesses.py"),
        ("front/web/static", "front/web/pages"),
        ("api/exact.verify_result", "api/exact.questions"),
        ("exact.verify_result", "questions.verify_result"),
        ("masume.constraints", "masume.restraints"),
        ("Run", "Running"),
        ("Run.finish", "Run.finished"),
        ("Kind.obstacles", "Kind.obstacle"),
        ("AddressCode.names", "AddressCode.name"),  # of the class below it
        ("@algorithm", "@AlgorithmOf"),
        ("check_cancel", "check_cancelled_so"),
    ],
)
def test_a_name_that_is_not_there_is_noticed(right, wrong, names, paths):
    assert exists(right, names, paths)
    assert not exists(wrong, names, paths)


def test_the_table_of_layers_is_the_one_that_is_enforced():
    table = ARCHITECTURE.partition("## Layers\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    told = [{f"masume.{name}" for name in SPAN.findall(row)} for row in rows]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = contracts["tool"]["importlinter"]["contracts"]
    assert told == [set(layer.split(" | ")) for layer in contract["layers"]]
    folders = {f"masume.{path.name}" for path in SRC.iterdir() if (path / "__init__.py").exists()}
    assert folders | {"masume.errors"} == set().union(*told)


@pytest.mark.long
def test_the_diagram_is_up_to_date():
    """Draw it again with `make readme-images` after a change of packages or their imports."""
    path = ROOT / "tools" / "architecture_diagram.py"
    spec = spec_from_file_location("architecture_diagram", path)
    diagram = module_from_spec(spec)
    spec.loader.exec_module(diagram)
    assert diagram.TARGET.read_text(encoding="utf-8") == diagram.diagram()
    for package in (name for layer in diagram.layers() for name in layer):
        assert 4 <= len(diagram.description(package).split()) <= 8, package


# The ways of some commands

WAY = re.compile(r"^\*\*`\./masume ([^`\n]+)`\*\*\n(.*?)(?=^\*\*|^## )", re.MULTILINE | re.DOTALL)
WAYS = WAY.findall(ARCHITECTURE)
FUNCTION = re.compile(r"[\w/]+/\w+\.(?!py$)\w+")


def calls_of(command):
    """The functions of masume that a command calls, in the order of their first calls."""
    called, seen = {}, set()

    def note(frame, event, _):
        code = frame.f_code
        if event == "call" and code not in seen:
            seen.add(code)
            if (path := Path(code.co_filename)).is_relative_to(SRC):
                place = path.relative_to(SRC).with_suffix("").as_posix()
                called.setdefault(f"{place}.{code.co_qualname}")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        assert run(shlex.split(command)) == 0
    finally:
        sys.setprofile(before)
    return list(called)


def test_there_are_ways_to_follow():
    assert [command.split()[0] for command, _ in WAYS] == ["solve", "hint", "solve", "generate"]


@pytest.mark.parametrize(("command", "way"), WAYS, ids=[command[:12] for command, _ in WAYS])
def test_a_command_goes_the_way_that_is_told(command, way, capsys):
    calls = calls_of(command)
    functions = [span for span in SPAN.findall(way) if FUNCTION.fullmatch(span)]
    assert len(functions) >= 5
    assert set(functions) <= set(calls), set(functions) - set(calls)
    places = [calls.index(function) for function, _ in groupby(functions)]
    assert places == sorted(places), [calls[place] for place in sorted(places)]
