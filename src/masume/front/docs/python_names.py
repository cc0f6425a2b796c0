"""The Python reference: every public name with its signature, docstring and fields.

The description of a field is the comment behind it. Public types are linked.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cached_property
from inspect import Parameter
from types import GenericAlias

import masume
from masume.front.docs.tree import PageTree, code, table

_HEAD = """\
The public API is `import masume`; `masume.__all__` lists these names: functions first, then types.
See [embedding](../embedding.md) for limits, cancellation, threads and untrusted input.
"""
_SHORT = 72  # characters of a one-line signature
_WORD = re.compile(r"[A-Za-z_]\w*")
_STARS: dict[object, str] = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}


def write_python_page(tree: PageTree) -> None:
    """Write the page of all public names."""
    tree.page("reference/python.md", "Python", _lines())


def _lines() -> Iterator[str]:
    """Yield the page of all public names."""
    yield _HEAD
    for name in sorted(masume.__all__, key=lambda name: (name[0].isupper(), name.lower())):
        public = getattr(masume, name)
        yield from (f"## {name} {{ #{name} }}", "")
        if isinstance(public, type):
            yield from _class(name, public)
        elif callable(public) and not isinstance(public, GenericAlias):
            yield from _function(name, public)
        else:  # a type alias
            text = re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", str(public))
            yield from (_link_names(text, name), "")


def _function(name: str, function: Callable[..., object]) -> Iterator[str]:
    yield from code("python", f"{name}{_signature(function)}")
    yield from _types_of(function, name)
    yield from _paragraphs(function)


def _class(name: str, class_: type) -> Iterator[str]:
    """Yield the section of a class: bases, docstring, fields and methods."""
    bases = [base.__name__ for base in class_.__bases__ if base is not object]
    if bases:
        yield from (f"*{_link_names(', '.join(bases), name)}*", "")
    yield from _paragraphs(class_)
    if issubclass(class_, Enum):
        yield from table(("value", "meaning"), _members(class_))
    else:
        yield from table(("field", "type", "meaning"), _fields(class_, name))
        for method, member in vars(class_).items():
            if not method.startswith("_") and not isinstance(member, type):
                yield from _method(name, method, member)


def _method(owner: str, name: str, member: object) -> Iterator[str]:
    """Yield the section of a method or property."""
    heading = (f"### {owner}.{name} {{ #{owner}.{name} }}", "")
    if isinstance(member, property | cached_property):
        function = member.fget if isinstance(member, property) else member.func
        returned = inspect.signature(function).return_annotation if function else ""
        yield from (*heading, _link_names(str(returned), owner), "")
        yield from _paragraphs(function)
    elif isinstance(member, classmethod | staticmethod) or inspect.isfunction(member):
        function = member if inspect.isfunction(member) else member.__func__
        yield from (*heading, *code("python", f"{owner}.{name}{_signature(function)}"))
        yield from _paragraphs(function)


def _signature(function: Callable[..., object]) -> str:
    """Return the signature, with one line per argument if it is long."""
    signature = inspect.signature(function)
    parts, keyword = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword:
            parts.append("*")
            keyword = True
        if parameter.name not in ("self", "cls"):
            parts.append(_parameter(parameter))
    returned = _type_text(signature.return_annotation)
    short = f"({', '.join(parts)}) -> {returned}"
    long = "".join(f"    {part},\n" for part in parts)
    return short if len(short) < _SHORT else f"(\n{long}) -> {returned}"


def _parameter(parameter: Parameter) -> str:
    stars = _STARS.get(parameter.kind, "")
    default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
    return f"{stars}{parameter.name}: {_type_text(parameter.annotation)}{default}"


def _type_text(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _types_of(function: Callable[..., object], owner: str) -> Iterator[str]:
    """Yield links to the public types of a signature, since code blocks cannot have links."""
    signature = inspect.signature(function)
    notes = [*(parameter.annotation for parameter in signature.parameters.values())]
    words = [word for note in [*notes, signature.return_annotation]
             for word in _WORD.findall(_type_text(note))]  # fmt: skip
    known = dict.fromkeys(word for word in words if word in masume.__all__ and word != owner)
    if known:
        yield from (f"Types: {', '.join(f'[{word}](#{word})' for word in known)}.", "")


def _link_names(text: str, owner: str) -> str:
    """Return a type as text with links to public names."""

    def link(word: re.Match[str]) -> str:
        known = word[0] in masume.__all__ and word[0] != owner
        return f"[{word[0]}](#{word[0]})" if known else word[0]

    plain = text.replace("[", "\\[").replace("*", "\\*").replace("_", "\\_")
    return _WORD.sub(link, plain)


def _paragraphs(thing: object) -> Iterator[str]:
    """Yield the paragraphs of a docstring, with examples as code blocks."""
    text = inspect.getdoc(thing) or ""
    for part in re.split(r"\n\s*\n", text):
        if part.lstrip().startswith(">>>"):
            yield from code("python", textwrap.dedent(part))
        elif part:
            yield from (part, "")


# Fields: types and comments are read from the source


def _fields(class_: type, name: str) -> Iterator[tuple[str, str, str]]:
    """Yield (name, type, comment) of the annotated fields of a class."""
    for base in reversed(class_.__mro__):
        if not base.__module__.startswith("masume"):
            continue
        lines, node = _source(base)
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                field = statement.target.id
                if not field.startswith("_"):
                    yield (
                        f"`{field}`",
                        _link_names(ast.unparse(statement.annotation), name),
                        _comment(statement, lines),
                    )


def _members(class_: type[Enum]) -> Iterator[tuple[str, str]]:
    """Yield (value, comment) of the members of an enum."""
    lines, node = _source(class_)
    for statement in node.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            yield (
                f"`{class_.__name__}.{name}` (`{class_[name].value!r}`)",
                _comment(statement, lines),
            )


def _source(class_: type) -> tuple[list[str], ast.ClassDef]:
    text = textwrap.dedent(inspect.getsource(class_))
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.ClassDef)
    return text.splitlines(), node


def _comment(node: ast.stmt, lines: list[str]) -> str:
    """Return the comment behind a field."""
    return lines[(node.end_lineno or 1) - 1].partition("  # ")[2]
