"""Where the hand-written part of the documentation lies, and how it becomes part of the tree.

In a checkout that is its root; a wheel carries the same files beside this module. Links that lead
out of `docs` become links to a page: of CONTRIBUTING.md and CHANGELOG.md, or of the file's text.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

import masume
from masume.errors import BadOption
from masume.front.docs.tree import Tree, code

PACKAGED = Path(__file__).parent / "packaged"  # in a wheel
CHECKOUT = Path(masume.__file__).parents[2]  # if it is one
PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
_LANGUAGES = {".py": "python", ".toml": "toml", ".md": "text", ".txt": "text"}
_LINK = re.compile(r"(?<=\]\()(?![a-z]+:)([^)#\s]+)(?=[)#])")


def root() -> Path:
    """The folder with `mkdocs.yml`, `docs` and what these refer to."""
    for place in (PACKAGED, CHECKOUT):
        if (place / "mkdocs.yml").is_file():
            return place
    raise BadOption("the sources of the documentation are not here; a wheel of masume has them")


def usual_folder() -> Path:
    """Where the documentation is built to, and looked for, if nobody says otherwise."""
    if (CHECKOUT / "mkdocs.yml").is_file():
        return CHECKOUT / "build" / "docs"
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "masume" / f"docs-{masume.__version__}"


def copy_sources(tree: Tree, source: Path) -> None:
    """All of `docs`, and the files that it links to."""
    shutil.copytree(source / "docs", tree.folder, dirs_exist_ok=True)
    for file in sorted((source / "docs").rglob("*.md")):
        path = file.relative_to(source / "docs").as_posix()
        _copy(tree, source, f"docs/{path}", path)
    for path, page in PAGES.items():
        _copy(tree, source, path, page)


def _copy(tree: Tree, source: Path, path: str, page: str) -> None:
    """A page, with links to where things are in the tree."""

    def moved(link: re.Match[str]) -> str:
        target = normpath(join(dirname(path), link[1]))
        if target.startswith("docs/"):
            place = target.removeprefix("docs/")
        elif target in PAGES:
            place = PAGES[target]
        elif (source / target).is_file():
            place = _show_file(tree, source, target)
        else:
            return link[0]  # the build will say that it leads nowhere
        return relpath(place, dirname(page) or ".")

    tree.write(page, _LINK.sub(moved, (source / path).read_text(encoding="utf-8")))


def _show_file(tree: Tree, source: Path, path: str) -> str:
    """A page with the text of a file."""
    page = f"files/{path.replace('/', '-')}.md"
    file = source / path
    text = code(_LANGUAGES.get(file.suffix, "text"), file.read_text(encoding="utf-8"))
    tree.page(page, f"`{path}`", text)
    return page
