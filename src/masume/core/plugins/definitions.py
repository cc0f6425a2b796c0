"""Find the top-level definitions of masume's modules, and what each of them uses.

Everything is read from the sources, as far as names show; nothing is imported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
_WHOLE_MODULE = ""  # in place of a name: the whole module
# Nothing in these modules can change a result: they look things up or format texts.
_PRESENTATION = {
    "errors",
    "core.puzzle.kind",
    "core.plugins.user_code",
    "core.plugins.registry",
    "core.drawing.show",
    "core.model.wording",
}
_NOT_FOLLOWED = {f"{ROOT.name}.{name}" for name in _PRESENTATION}


class Symbol(NamedTuple):
    """A top-level definition in a module of masume."""

    module: str
    name: str = _WHOLE_MODULE


class Definitions:
    """A cache of parsed modules; each file is read once."""

    def __init__(self) -> None:
        self._modules: dict[str, dict[str, _Definition]] = {}

    def text(self, symbol: Symbol) -> str:
        """Return the source of a definition."""
        return self._definitions(symbol.module)[symbol.name].text

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


@dataclass
class _Definition:
    text: str = ""
    used: set[Symbol] = field(default_factory=set)


def _module_file(module: str) -> Path | None:
    top, *below = module.split(".")
    base = ROOT.joinpath(*below)
    paths = (base.with_suffix(".py"), base / "__init__.py") if top == ROOT.name else ()
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
def user_file(path: Path, _changed: int) -> tuple[bytes, tuple[Symbol, ...]]:
    """Return the text of a file of user code, and the symbols of masume that it imports."""
    text = path.read_bytes()
    used = [symbol for node in ast.walk(ast.parse(text)) for symbol in _imports(node).values()]
    return text, tuple(symbol for symbol in used if symbol.module not in _NOT_FOLLOWED)
