"""What the server answers, as declarations that TypeScript can hold the pages against."""

from __future__ import annotations

import json


def declarations(description):
    """The namespace `Server`: all models, and what is answered at each address."""
    answers, lines = {}, {}
    for path, operations in description["paths"].items():
        for operation in operations.values():
            for kind, told in operation["responses"]["200"].get("content", {}).items():
                if kind == "application/json":
                    answers[path] = written(told["schema"])
                elif kind == "application/x-ndjson":
                    lines[path] = any_of(told["schema"]["oneOf"])
    models = description["components"]["schemas"].items()
    return "\n".join(
        [
            "declare namespace Server {",
            *(f"type {plain(name)} = {written(schema)};" for name, schema in models),
            f"interface Answers {fields(answers)}",
            f"interface Lines {fields(lines)}",
            "}",
        ]
    )


def written(schema):
    """A schema as a type."""
    if "$ref" in schema:
        return plain(schema["$ref"].rpartition("/")[2])
    if "const" in schema or "enum" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(written(one) for one in schema[union])
    kind = schema.get("type")
    if "prefixItems" in schema:
        return f"[{', '.join(map(written, schema['prefixItems']))}]"
    if kind == "array":
        return f"({written(schema['items'])})[]"
    if kind == "object" and "properties" in schema:
        return fields({name: written(one) for name, one in schema["properties"].items()})
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"Record<string, {written(schema['additionalProperties'])}>"
    return {"integer": "number"}.get(kind, kind if kind in KNOWN else "any")


KNOWN = ("string", "number", "boolean", "null")


def any_of(schemas):
    """A line that is one of several: whoever reads it looks first which of them it is."""
    found = {}
    for schema in schemas:
        for name, one in schema["properties"].items():
            found.setdefault(f"{name}?", []).append(written(one))
    return fields({name: " | ".join(dict.fromkeys(kinds)) for name, kinds in found.items()})


def fields(types):
    listed = (
        f"{name if name.isidentifier() else quoted(name)}: {one}" for name, one in types.items()
    )
    return "{ " + "; ".join(listed) + " }"


def quoted(name):
    return f"{json.dumps(name[:-1])}?" if name.endswith("?") else json.dumps(name)


def plain(name):
    return name.replace("-", "_")
