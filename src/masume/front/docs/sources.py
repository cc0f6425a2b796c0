"""Copy the hand-written pages into the tree.

They are in the root of a checkout, or beside this module in a wheel. Links out of `docs` become
links to generated pages: CONTRIBUTING.md, CHANGELOG.md, or the text of the linked file.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

import masume
from masume.errors import BadOption
from masume.front.docs.tree import PageTree, code

PACKAGED = Path(__file__).parent / "packaged"  # in a wheel
CHECKOUT = Path(masume.__file__).parents[2]  # if masume runs from a checkout
PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
_LANGUAGES = {".py": "python", ".toml": "toml", ".md": "text", ".txt": "text"}
_LINK = re.compile(r"(?<=\]\()(?![a-z]+:)([^)#\s]+)(?=[)#])")


def root() -> Path:
    """Return the folder of `mkdocs.yml` and `docs`; raise BadOption if there is none."""
    for place in (PACKAGED, CHECKOUT):
        if (place / "mkdocs.yml").is_file():
            return place
    raise BadOption("documentation sources not found; reinstall masume")


def usual_folder() -> Path:
    """Return the default folder of the built documentation."""
    if (CHECKOUT / "mkdocs.yml").is_file():
        return CHECKOUT / "build" / "docs"
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "masume" / f"docs-{masume.__version__}"


def copy_sources(tree: PageTree, source: Path) -> None:
    """Copy all of `docs` and the files it links to."""
    shutil.copytree(source / "docs", tree.folder, dirs_exist_ok=True)
    for file in sorted((source / "docs").rglob("*.md")):
        path = file.relative_to(source / "docs").as_posix()
        _copy(tree, source, f"docs/{path}", path)
    for path, page in PAGES.items():
        _copy(tree, source, path, page)


def _copy(tree: PageTree, source: Path, path: str, page: str) -> None:
    """Write a page with its links adapted to the tree."""

    def adapt(link: re.Match[str]) -> str:
        """Return the link relative to the page in the tree."""
        target = normpath(join(dirname(path), link[1]))
        if target.startswith("docs/"):
            place = target.removeprefix("docs/")
        elif target in PAGES:
            place = PAGES[target]
        elif (source / target).is_file():
            place = _show_file(tree, source, target)
        else:
            return link[0]  # a broken link, which MkDocs reports
        return relpath(place, dirname(page) or ".")

    tree.write(page, _LINK.sub(adapt, (source / path).read_text(encoding="utf-8")))


def _show_file(tree: PageTree, source: Path, path: str) -> str:
    """Write a page with the text of a file and return its path."""
    page = f"files/{path.replace('/', '-')}.md"
    file = source / path
    text = code(_LANGUAGES.get(file.suffix, "text"), file.read_text(encoding="utf-8"))
    tree.page(page, f"`{path}`", text)
    return page
