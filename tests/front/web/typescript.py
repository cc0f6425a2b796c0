"""TypeScript declarations of the server's answers, generated from its OpenAPI description."""

from __future__ import annotations

import json


def type_declarations(description):
    """Return the namespace `Server` with all models and the answer of each route."""
    answers, lines = {}, {}
    for path, operations in description["paths"].items():
        for operation in operations.values():
            for kind, content in operation["responses"]["200"].get("content", {}).items():
                if kind == "application/json":
                    answers[path] = type_of(content["schema"])
                elif kind == "application/x-ndjson":
                    lines[path] = union_fields(content["schema"]["oneOf"])
    models = description["components"]["schemas"].items()
    return "\n".join(
        [
            "declare namespace Server {",
            *(f"type {type_name(name)} = {type_of(schema)};" for name, schema in models),
            f"interface Answers {object_type(answers)}",
            f"interface Lines {object_type(lines)}",
            "}",
        ]
    )


def type_of(schema):
    """Return the TypeScript type of a schema."""
    if "$ref" in schema:
        return type_name(schema["$ref"].rpartition("/")[2])
    if "const" in schema or "enum" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(type_of(option) for option in schema[union])
    kind = schema.get("type")
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    if kind == "array":
        return f"({type_of(schema['items'])})[]"
    if kind == "object" and "properties" in schema:
        return object_type({name: type_of(part) for name, part in schema["properties"].items()})
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"Record<string, {type_of(schema['additionalProperties'])}>"
    return {"integer": "number"}.get(kind, kind if kind in KNOWN else "any")


KNOWN = ("string", "number", "boolean", "null")


def union_fields(schemas):
    """Return an object type with the fields of all schemas, all optional."""
    types = {}
    for schema in schemas:
        for name, part in schema["properties"].items():
            types.setdefault(f"{name}?", []).append(type_of(part))
    return object_type({name: " | ".join(dict.fromkeys(kinds)) for name, kinds in types.items()})


def object_type(types):
    listed = (
        f"{name if name.isidentifier() else quote_name(name)}: {kind}"
        for name, kind in types.items()
    )
    return "{ " + "; ".join(listed) + " }"


def quote_name(name):
    return f"{json.dumps(name[:-1])}?" if name.endswith("?") else json.dumps(name)


def type_name(name):
    return name.replace("-", "_")
