"""Fingerprint the sources that a run depends on: its search, its puzzle and the core.

The fingerprint is part of a run's key, so after an edit only the runs that it may affect are
repeated. In masume's own modules the unit is a top-level definition, with everything it uses as far
as names show: editing a heuristic does not affect the others of its file. User code counts as whole
files, with the files of its folder that it imports.
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
from masume.core.plugins.user_code import source_files
from masume.core.puzzle.kind import Kind
from masume.core.search.run import Run
from masume.exact import answers

_WHOLE_MODULE = ""  # in place of a name: the whole module
_ROOT = Path(__file__).parents[1]
_PACKAGE_NAME = _ROOT.name
# Nothing in these modules can change a result: they look things up or format texts.
_PRESENTATION = {
    "errors",
    "core.puzzle.kind",
    "core.plugins.user_code",
    "core.plugins.registry",
    "core.drawing.show",
    "core.model.wording",
}
_NOT_FOLLOWED = {f"{_PACKAGE_NAME}.{name}" for name in _PRESENTATION}


class Symbol(NamedTuple):
    """A top-level definition in a module of masume."""

    module: str
    name: str


# The code that runs every search or exact engine.
_DRIVER_SYMBOLS = (
    Symbol("masume.lab.run", "run_task"),
    Symbol("masume.lab.run", "_run_search"),
    Symbol("masume.lab.run", "_run_exact"),
    Symbol("masume.api.searches", "SearchSpec"),
)


@cache
def package() -> str:
    """Return a fingerprint of all of masume's sources.

    If it is unchanged, the slower comparison of single definitions (0.1 s) is not needed.
    """
    fingerprint = blake2b(version("python-sat").encode(), digest_size=10)
    for path in sorted(_ROOT.rglob("*.py")):
        fingerprint.update(path.relative_to(_ROOT).as_posix().encode())
        fingerprint.update(path.read_bytes())
    return fingerprint.hexdigest()


class Sources:
    """A cache of parsed modules; each file is read once."""

    def __init__(self) -> None:
        self._modules: dict[str, dict[str, _Definition]] = {}

    def fingerprint(self, kind: Kind, spec: SearchSpec | None) -> str:
        """Return the fingerprint of a search of a kind of board; None is the exact engine."""
        members: list[object] = [kind.puzzle, kind.read, kind.violations]
        if spec is None:
            members += [exact.solve, exact.model_of, answers.solve, kind.model]
        else:
            members += [Run, spec.algorithm.function, spec.space_type]
            members += [spec.heuristic.build] if spec.heuristic else []
        solver = version("python-sat") if spec is None else ""
        fingerprint = blake2b(solver.encode(), digest_size=10)
        roots: list[Symbol] = []
        for member in members:
            module = str(getattr(member, "__module__", ""))
            if module.partition(".")[0] == _PACKAGE_NAME:
                name = str(getattr(member, "__qualname__", _WHOLE_MODULE)).partition(".")[0]
                roots.append(Symbol(module, name))
                continue
            for path in source_files(sys.modules[module]):
                text, used = _user_file(path, path.stat().st_mtime_ns)
                fingerprint.update(text)
                roots += used
        for symbol in sorted({*self.dependencies(roots), *_DRIVER_SYMBOLS}):
            text_of = self._definitions(symbol.module)[symbol.name].text
            fingerprint.update("\n".join((*symbol, text_of)).encode())
        return fingerprint.hexdigest()

    def dependencies(self, roots: Iterable[Symbol]) -> set[Symbol]:
        """Return these definitions and everything they use, directly or indirectly."""
        reached: set[Symbol] = set()
        todo = list(roots)
        while todo:
            symbol = todo.pop()
            known = self._definitions(symbol.module)
            if symbol.name not in known:  # filled in a loop, or the module itself
                todo += (Symbol(symbol.module, name) for name in known)
            elif symbol not in reached:
                reached.add(symbol)
                todo += known[symbol.name].used
        return reached

    def _definitions(self, module: str) -> dict[str, _Definition]:
        if module not in self._modules:
            path = _module_file(module)
            known = _parse_module(module, path, path.stat().st_mtime_ns) if path else {}
            self._modules[module] = known
        return self._modules[module]


# Modules


@dataclass
class _Definition:
    text: str = ""
    used: set[Symbol] = field(default_factory=set)


def _module_file(module: str) -> Path | None:
    top, *below = module.split(".")
    base = _ROOT.joinpath(*below)
    paths = (base.with_suffix(".py"), base / "__init__.py") if top == _PACKAGE_NAME else ()
    return next((path for path in paths if path.is_file()), None)


@lru_cache(maxsize=1024)
def _parse_module(module: str, path: Path, _changed: int) -> dict[str, _Definition]:
    """Return the top-level definitions of a module, each with the symbols it uses."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    imports: dict[str, Symbol] = {}
    definitions: dict[str, _Definition] = {}
    names: dict[str, list[ast.AST]] = {}
    for statement in _statements(ast.parse(text).body):
        imports |= _imports(statement)
        for name in _defined_names(statement):
            first = min(
                (node.lineno for node in getattr(statement, "decorator_list", ())), default=0
            )
            above = (first or statement.lineno) - 1
            definitions.setdefault(name, _Definition()).text += "\n".join(
                lines[above : statement.end_lineno]
            )
            names.setdefault(name, []).extend(_evaluated_nodes(statement))
    for name, nodes in names.items():
        inside = {key: symbol for node in nodes for key, symbol in _imports(node).items()}
        known = imports | {key: Symbol(module, key) for key in definitions} | inside
        used = {symbol for node in nodes for symbol in _used_symbols(node, known)}
        definitions[name].used = {symbol for symbol in used if symbol.module not in _NOT_FOLLOWED}
    return definitions


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, also those inside `with`, `try` and `if`, except for type checking."""
    for statement in body:
        if isinstance(statement, ast.With | ast.Try | ast.If):
            if not (
                isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test)
            ):
                yield from _statements(statement.body)
            for handler in getattr(statement, "handlers", ()):
                yield from _statements(handler.body)
            yield from _statements(getattr(statement, "orelse", ()))
        else:
            yield statement


def _defined_names(statement: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        return [statement.name]
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    nodes = (node for target in targets for node in ast.walk(target))
    return [node.id for node in nodes if isinstance(node, ast.Name)]


def _evaluated_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and its descendants, without annotations, which are not evaluated."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _evaluated_nodes(child)


def _imports(node: ast.AST) -> dict[str, Symbol]:
    """Return the names that a statement imports from masume, with their symbols."""
    imported: dict[str, Symbol] = {}
    if isinstance(node, ast.ImportFrom) and not node.level and node.module:
        for alias in node.names:
            below = f"{node.module}.{alias.name}"
            symbol = (
                Symbol(below, _WHOLE_MODULE)
                if _module_file(below)
                else Symbol(node.module, alias.name)
            )
            if _module_file(symbol.module):
                imported[alias.asname or alias.name] = symbol
    return imported


def _used_symbols(node: ast.AST, known: dict[str, Symbol]) -> Iterator[Symbol]:
    """Yield the symbols that a node refers to, by name or as attribute of a module."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        symbol = known.get(node.value.id)
        if symbol and symbol.name == _WHOLE_MODULE:
            yield Symbol(symbol.module, node.attr)
    elif isinstance(node, ast.Name):
        symbol = known.get(node.id)
        if symbol and symbol.name != _WHOLE_MODULE:
            yield symbol


@lru_cache(maxsize=256)
def _user_file(path: Path, _changed: int) -> tuple[bytes, tuple[Symbol, ...]]:
    """Return the text of a file of user code, and the symbols of masume that it imports."""
    text = path.read_bytes()
    used = [symbol for node in ast.walk(ast.parse(text)) for symbol in _imports(node).values()]
    return text, tuple(symbol for symbol in used if symbol.module not in _NOT_FOLLOWED)
