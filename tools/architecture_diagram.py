"""Draw docs/images/architecture.svg: the layers, what each package contains and what it uses.

    python tools/architecture_diagram.py     (make readme-images)

Layers come from the import contract in pyproject.toml, descriptions from the first line of each
package's docstring, and "uses" from the imports in the code, so the picture cannot be out of date:
`tests/docs/test_architecture.py` draws it again and compares.
"""

from __future__ import annotations

import ast
import textwrap
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "masume"
TARGET = ROOT / "docs" / "images" / "architecture.svg"

WIDTH = 960
GAP = 10
MARGIN = 16
NAME_WIDTH = 130  # of the names in boxes that fill a row
CHARACTER = 7.3  # width of a character of the descriptions


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


def usage(package: str, order: list[str]) -> str:
    """Describe which packages a package uses, in the order of the layers."""
    used = packages_used(package)
    return f"uses {', '.join(name for name in order if name in used) or 'nothing'}"


def wrap(text: str, width: float) -> list[str]:
    """Split a text into lines that fit a width in pixels."""
    return textwrap.wrap(text, int(width / CHARACTER))


def text_line(x: float, y: float, text: str, kind: str = "") -> str:
    """Return the SVG of a line of text."""
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y}"{style}>{escape(text)}</text>'


def box_lines(package: str, width: float, order: list[str]) -> list[tuple[str, str]]:
    """Return the lines below or beside the name of a package: (text, class)."""
    lines = [(line, "") for line in wrap(description(package), width)]
    return lines + [(line, "uses") for line in wrap(usage(package, order), width * 1.15)]


def row_svg(row: list[str], y: float, order: list[str]) -> tuple[str, float]:
    """Return the SVG of a layer and its height."""
    width = (WIDTH - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)
    is_wide = len(row) == 1
    room = width - 24 - (NAME_WIDTH if is_wide else 0)
    texts = [box_lines(package, room, order) for package in row]
    height = 18 * max(map(len, texts)) + (14 if is_wide else 36)
    parts = []
    for column, (package, lines) in enumerate(zip(row, texts, strict=True)):
        x = MARGIN + column * (width + GAP)
        parts.append(
            f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{height}" rx="6" class="box"/>'
        )
        parts.append(text_line(x + 12, y + 22, package, "name"))
        left, top = (x + 12 + NAME_WIDTH, y + 22) if is_wide else (x + 12, y + 43)
        parts += [
            text_line(left, top + 18 * number, text, kind)
            for number, (text, kind) in enumerate(lines)
        ]
    return "\n".join(parts), height


def diagram() -> str:
    """Return the whole picture."""
    rows = layers()
    order = [package for row in rows for package in row]
    parts, y = [], float(MARGIN)
    for row in rows:
        drawn, height = row_svg(row, y, order)
        parts.append(drawn)
        y += height + GAP
    total = y - GAP + MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total:g}" '
            f'width="{WIDTH}" height="{total:g}" role="img" aria-label="The layers of masume">',
            "<style>text{font:14px system-ui,sans-serif;fill:#1c2b33}.name{font-weight:700;"
            "font-size:16px}.uses{font-size:12px;fill:#52656f}.box{fill:#eef4f5;stroke:#2b8a8a}"
            "</style>",
            f'<rect width="{WIDTH}" height="{total:g}" rx="8" fill="#ffffff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(diagram(), encoding="utf-8")
