"""Reference pages of the HTTP API, the command line and the keys of the app."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import click

from masume.front import web
from masume.front.cli.main import app as commands
from masume.front.docs.tree import PageTree, code, table

STATIC = Path(web.__file__).parent / "static"
Schema: TypeAlias = Mapping[str, Any]  # of OpenAPI

_HTTP = """\
The pages of `masume web` use these endpoints. Bodies are JSON; an error is one line in `error`.
Streaming responses consist of JSON lines. The server provides the OpenAPI schema at
`/openapi.json`.
"""
_COMMANDS = "The output of `masume COMMAND --help`. See [formats](../formats.md) for exit codes.\n"


def write_reference_pages(tree: PageTree) -> None:
    """Write the three reference pages."""
    tree.page("reference/http.md", "HTTP", _http_page_lines())
    tree.page("reference/commands.md", "Commands", _command_lines())
    tree.page("reference/keys.md", "Keys and gestures", _key_lines())


# HTTP


def _http_page_lines() -> Iterator[str]:
    """Yield the lines of the page about the HTTP API."""
    from masume.front.web.server import create_app

    spec = create_app(workers=1).openapi()
    schemas = spec["components"]["schemas"]
    yield _HTTP
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            yield from (f"## {method.upper()} {path}", "", operation.get("description", ""), "")
            yield from _operation_lines(operation, schemas)
    yield from ("## Schemas", "")
    for name, schema in schemas.items():
        yield from (f"### {name} {{ #{name} }}", "", schema.get("description", ""), "")
        if schema.get("properties"):
            yield from _field_table(schema)
        else:
            yield from (_type_text(schema), "")


def _operation_lines(operation: Schema, schemas: Schema) -> Iterator[str]:
    """Yield the lines about the request body and the responses of an operation."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        yield from ("Request body:", "")
        yield from _field_table(schemas[_schema_name(body["schema"])])
    yield from _response_lines(operation["responses"]["200"].get("content", {}))


def _response_lines(content: Schema) -> Iterator[str]:
    for media_type, media in content.items():
        schema = media.get("schema") or media.get("itemSchema")
        text = _type_text(schema) if schema else "the file"
        yield from (f"Response (`{media_type}`): {text}", "")


def _schema_name(schema: Schema) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _field_table(schema: Schema) -> list[str]:
    needed = schema.get("required", ())
    rows = []
    for name, field in schema.get("properties", {}).items():
        default = "required" if name in needed else f"`{json.dumps(field.get('default'))}`"
        rows.append((f"`{name}`", _type_text(field), default))
    return table(("field", "type", "default"), rows)


def _type_text(field: Schema) -> str:
    """Return the type of a schema field as text."""
    if "$ref" in field:
        return f"[{_schema_name(field)}](#{_schema_name(field)})"
    if options := field.get("anyOf") or field.get("oneOf"):
        return " or ".join(_type_text(option) for option in options)
    if "enum" in field or "const" in field:
        return ", ".join(f"`{option}`" for option in field.get("enum", [field.get("const")]))
    kind = str(field.get("type", "anything"))
    if kind == "array":
        return f"list of {_type_text(field.get('items', {}))}"
    if kind == "object" and isinstance(field.get("additionalProperties"), dict):
        return f"object of {_type_text(field['additionalProperties'])}"
    return kind + _bounds_text(field)


def _bounds_text(field: Schema) -> str:
    words = {"minimum": "from", "exclusiveMinimum": "above", "maximum": "up to",
             "minLength": "from", "maxLength": "up to", "maxItems": "up to"}  # fmt: skip
    bounds = [f"{word} {field[key]:,}" for key, word in words.items() if key in field]
    return f" ({' '.join(bounds)})" if bounds else ""


# The command line


def _command_lines() -> Iterator[str]:
    yield _COMMANDS
    with commands.make_context("masume", [], resilient_parsing=True) as top:
        yield from _subcommand_lines(commands, top, 2)


def _subcommand_lines(group: click.Group, context: click.Context, level: int) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from _help_lines(command, name, context, level)


def _help_lines(
    command: click.Command, name: str, parent: click.Context, level: int
) -> Iterator[str]:
    """Yield the help of a command and its sub-commands."""
    context = click.Context(command, info_name=name, parent=parent, terminal_width=80)
    yield from (f"{'#' * level} {context.command_path}", "")
    yield from code("text", command.get_help(context))
    if isinstance(command, click.Group):
        yield from _subcommand_lines(command, context, level + 1)


# The app


def _key_lines() -> Iterator[str]:
    """Yield the keys listed in the help of the app."""
    words = json.loads((STATIC / "messages" / "en.json").read_text(encoding="utf-8"))
    yield from ("The app shows this list with `?`.", "")
    rows = [
        (" ".join(f"`{key}`" for key in row["keys"]), row["text"]) for row in words["help.keys"]
    ]
    yield from table(("keys", "action"), rows)
    for note in words["help.notes"]:
        yield from (note, "")
