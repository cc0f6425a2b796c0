"""Draw docs/images/architecture.svg: the layers, what each package contains and what it uses.

    python tools/architecture_diagram.py     (make architecture-diagram)

Layers come from the import contract in pyproject.toml, descriptions from the first line of each
package's docstring, and "uses" from the imports in the code, so the picture cannot be out of date:
`tests/docs/test_architecture.py` draws it again and compares.
"""

from __future__ import annotations

import ast
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "masume"
TARGET = ROOT / "docs" / "images" / "architecture.svg"

WIDTH = 960
ROW = 66  # height of a layer
GAP = 10
MARGIN = 16
CHARACTER = 6.1  # width of a character of the small text


def layers() -> list[list[str]]:
    """Return the packages of each layer, highest layer first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    return [
        [name.removeprefix("masume.") for name in layer.split(" | ")]
        for layer in contract["layers"]
    ]


def description(package: str) -> str:
    """Return the first line of a package's docstring, without its full stop."""
    file = SRC / package / "__init__.py"
    file = file if file.exists() else SRC / f"{package}.py"
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    assert docstring, f"{file}: the package has no docstring"
    return docstring.splitlines()[0].rstrip(".")


def packages_used(package: str) -> set[str]:
    """Return the packages of masume that the modules of a package import."""
    folder = SRC / package
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [SRC / f"{package}.py"]
    used = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("masume."):
                used.add((node.module or "").split(".")[1])
            elif isinstance(node, ast.Import):
                used |= {a.name.split(".")[1] for a in node.names if a.name.startswith("masume.")}
    return used - {package}


def usage(package: str, order: list[str], below: list[str]) -> str:
    """Describe what a package uses, in the order of the layers."""
    used = packages_used(package) & set(order)
    missing = [name for name in below if name not in used]
    if not used:
        return "uses nothing"
    if len(below) > 4 and len(missing) <= 3:
        return "uses all below" + (f" but {', '.join(missing)}" if missing else "")
    return f"uses {', '.join(name for name in order if name in used)}"


def wrap(text: str, width: float) -> list[str]:
    """Split a text into lines that fit a width in pixels."""
    lines = [""]
    for word in text.split():
        if lines[-1] and (len(lines[-1]) + 1 + len(word)) * CHARACTER > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def box(package: str, place: tuple[float, float], width: float, uses: str) -> str:
    """Return the SVG of one package: its name, what it contains and what it uses."""
    x, y = place
    lines = [
        f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW}" rx="6" class="box"/>',
        f'<text x="{x + 12:.1f}" y="{y + 23}" class="name">{escape(package)}</text>',
    ]
    if width > 600:
        offset = 130
        lines.append(
            f'<text x="{x + offset:.1f}" y="{y + 23}">{escape(description(package))}</text>'
        )
        texts = wrap(uses, width - offset - 24)
        lines += [
            f'<text x="{x + offset:.1f}" y="{y + 43 + 15 * row}" class="uses">{escape(text)}</text>'
            for row, text in enumerate(texts)
        ]
    else:
        lines.append(f'<text x="{x + 12:.1f}" y="{y + 41}">{escape(description(package))}</text>')
        lines.append(f'<text x="{x + 12:.1f}" y="{y + 58}" class="uses">{escape(uses)}</text>')
    return "\n".join(lines)


def diagram() -> str:
    """Return the whole picture."""
    rows = layers()
    order = [package for row in rows for package in row]
    height = 2 * MARGIN + len(rows) * (ROW + GAP) - GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-label="The layers of masume">',
        "<style>text{font:14px system-ui,sans-serif;fill:#1c2b33}.name{font-weight:700;"
        "font-size:16px}.uses{font-size:12px;fill:#52656f}.box{fill:#eef4f5;stroke:#2b8a8a}"
        "</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>',
    ]
    inner = WIDTH - 2 * MARGIN
    for depth, row in enumerate(rows):
        below = [package for lower in rows[depth + 1 :] for package in lower]
        width = (inner - GAP * (len(row) - 1)) / len(row)
        y = MARGIN + depth * (ROW + GAP)
        for column, package in enumerate(row):
            place = (MARGIN + column * (width + GAP), y)
            parts.append(box(package, place, width, usage(package, order, below)))
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    TARGET.write_text(diagram(), encoding="utf-8")
