"""What a run depends on: a fingerprint of the sources of its search, its puzzle and its core.

It is part of a run's key, so an edit has those runs done anew that it may concern, and no others.
In masume's own modules each definition counts by itself: an edited heuristic is no reason to run
another one of its file again. It counts with all that it uses, as far as names tell. Somebody's own
module counts as a whole, with those beside it that it imports.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from masume.api import exact
from masume.api.searches import SearchSpec
from masume.core.plugins.user_code import own_files
from masume.core.puzzle.kind import Kind
from masume.core.search.run import Run
from masume.exact import answers

_WHOLE = ""  # in place of a name: all of a module
_ROOT = Path(__file__).parents[1]
_OURS = _ROOT.name
# Nothing in these can change a result: they find things, and put things into words.
_WORDS = {
    "errors",
    "core.puzzle.kind",
    "core.plugins.user_code",
    "core.plugins.registry",
    "core.drawing.show",
    "core.model.wording",
}
_NOT_FOLLOWED = {f"{_OURS}.{name}" for name in _WORDS}


class Place(NamedTuple):
    """A definition in a module of ours."""

    module: str
    name: str


# What masume itself does around a search or the engine.
_AROUND = (
    Place("masume.lab.run", "run_task"),
    Place("masume.lab.run", "_searched"),
    Place("masume.lab.run", "_exactly"),
    Place("masume.api.searches", "SearchSpec"),
)


@cache
def package() -> str:
    """A fingerprint of all of masume, as this process has found it.

    Where it is the same nobody need ask for single definitions, which takes a tenth of a second.
    """
    fingerprint = blake2b(version("python-sat").encode(), digest_size=10)
    for path in sorted(_ROOT.rglob("*.py")):
        fingerprint.update(path.read_bytes())
    return fingerprint.hexdigest()


class Sources:
    """The sources as they are now; each module is looked at once."""

    def __init__(self) -> None:
        self._modules: dict[str, dict[str, _Definition]] = {}

    def identity(self, kind: Kind, spec: SearchSpec | None) -> str:
        """The fingerprint of a search of a kind of board; None is the exact engine."""
        things: list[object] = [kind.puzzle, kind.read, kind.violations]
        if spec is None:
            things += [exact.solve, exact.model_of, answers.solve, kind.model]
        else:
            things += [Run, spec.algorithm.function, spec.space_type]
            things += [spec.heuristic.build] if spec.heuristic else []
        solver = version("python-sat") if spec is None else ""
        fingerprint = blake2b(solver.encode(), digest_size=10)
        roots: list[Place] = []
        for thing in things:
            module = str(getattr(thing, "__module__", ""))
            if module.partition(".")[0] == _OURS:
                name = str(getattr(thing, "__qualname__", _WHOLE)).partition(".")[0]
                roots.append(Place(module, name))
                continue
            for path in own_files(sys.modules[module]):
                text, used = _own(path, path.stat().st_mtime_ns)
                fingerprint.update(text)
                roots += used
        for place in sorted({*self.uses(roots), *_AROUND}):
            text_of = self._definitions(place.module)[place.name].text
            fingerprint.update("\n".join((*place, text_of)).encode())
        return fingerprint.hexdigest()

    def uses(self, roots: Iterable[Place]) -> set[Place]:
        """These definitions and all that they use, and what that uses."""
        reached: set[Place] = set()
        todo = list(roots)
        while todo:
            place = todo.pop()
            there = self._definitions(place.module)
            if place.name not in there:  # a table that is made in a loop, or the module itself
                todo += (Place(place.module, name) for name in there)
            elif place not in reached:
                reached.add(place)
                todo += there[place.name].used
        return reached

    def _definitions(self, module: str) -> dict[str, _Definition]:
        if module not in self._modules:
            path = _file(module)
            known = _parsed(module, path, path.stat().st_mtime_ns) if path else {}
            self._modules[module] = known
        return self._modules[module]


# Modules


@dataclass
class _Definition:
    text: str = ""
    used: set[Place] = field(default_factory=set)


def _file(module: str) -> Path | None:
    top, *below = module.split(".")
    place = _ROOT.joinpath(*below)
    paths = (place.with_suffix(".py"), place / "__init__.py") if top == _OURS else ()
    return next((path for path in paths if path.is_file()), None)


@lru_cache(maxsize=1024)
def _parsed(module: str, path: Path, _changed: int) -> dict[str, _Definition]:
    """The definitions of a module, each with what it uses."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    imports: dict[str, Place] = {}
    definitions: dict[str, _Definition] = {}
    names: dict[str, list[ast.AST]] = {}
    for statement in _statements(ast.parse(text).body):
        imports |= _imports(statement)
        for name in _defined(statement):
            first = min((one.lineno for one in getattr(statement, "decorator_list", ())), default=0)
            above = (first or statement.lineno) - 1
            definitions.setdefault(name, _Definition()).text += "\n".join(
                lines[above : statement.end_lineno]
            )
            names.setdefault(name, []).extend(_evaluated(statement))
    for name, nodes in names.items():
        inside = {key: place for node in nodes for key, place in _imports(node).items()}
        known = imports | {one: Place(module, one) for one in definitions} | inside
        used = {place for node in nodes for place in _used(node, known)}
        definitions[name].used = {place for place in used if place.module not in _NOT_FOLLOWED}
    return definitions


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Those of a module, also below `with` and `try`; what is only for type checkers is not."""
    for one in body:
        if isinstance(one, ast.With | ast.Try | ast.If):
            if not (isinstance(one, ast.If) and "TYPE_CHECKING" in ast.unparse(one.test)):
                yield from _statements(one.body)
            for handler in getattr(one, "handlers", ()):
                yield from _statements(handler.body)
            yield from _statements(getattr(one, "orelse", ()))
        else:
            yield one


def _defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        return [statement.name]
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    nodes = (node for target in targets for node in ast.walk(target))
    return [node.id for node in nodes if isinstance(node, ast.Name)]


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and all in it that is evaluated: annotations are not."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, ast.AST):
                    yield from _evaluated(one)


def _imports(node: ast.AST) -> dict[str, Place]:
    """The names that a statement imports from us, and what they stand for."""
    imported: dict[str, Place] = {}
    if isinstance(node, ast.ImportFrom) and not node.level and node.module:
        for one in node.names:
            below = f"{node.module}.{one.name}"
            place = Place(below, _WHOLE) if _file(below) else Place(node.module, one.name)
            if _file(place.module):
                imported[one.asname or one.name] = place
    return imported


def _used(node: ast.AST, known: dict[str, Place]) -> Iterator[Place]:
    """What a node names, and what it asks a module for."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        place = known.get(node.value.id)
        if place and place.name == _WHOLE:
            yield Place(place.module, node.attr)
    elif isinstance(node, ast.Name):
        place = known.get(node.id)
        if place and place.name != _WHOLE:
            yield place


@lru_cache(maxsize=256)
def _own(path: Path, _changed: int) -> tuple[bytes, tuple[Place, ...]]:
    """Somebody's own file, and what of ours it imports."""
    text = path.read_bytes()
    used = [place for node in ast.walk(ast.parse(text)) for place in _imports(node).values()]
    return text, tuple(place for place in used if place.module not in _NOT_FOLLOWED)
