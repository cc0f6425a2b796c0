"""Builds the documentation: a tree of Markdown first, of which MkDocs makes a folder of HTML.

Everything lies in that folder, and nothing is loaded from elsewhere. The theme's pages have inline
scripts, which no page of `masume web` may have, so those are moved into files.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from posixpath import dirname, relpath
from tempfile import TemporaryDirectory

from masume.core.system.extras import require
from masume.core.system.files import whole_folder
from masume.errors import BadOption
from masume.front.docs import sources
from masume.front.docs.tree import Tree

_ICON = Path(__file__).parents[1] / "web" / "static" / "icon.svg"
_THEME = Path(__file__).parent / "theme"  # what is our own: templates, scripts, style
RUNS_PYTHON = 'document.documentElement.dataset.edition = "site";\n'
_UNUSED = ("sitemap.xml*", "assets/**/*.map", "assets/javascripts/lunr/**/*.js")
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def build(folder: Path, *, runs_python: bool = False) -> None:
    """Build the documentation into a folder, which is made anew; a warning is an error.

    Where Python runs in the page, the app being a folder of files beside, blocks can be run.
    """
    require("docs", "web")
    if folder.exists() and not (folder / "index.html").is_file() and any(folder.iterdir()):
        raise BadOption(f"{folder} holds something else than documentation; name another folder")
    with TemporaryDirectory() as work, whole_folder(folder) as made:
        make_html(_write_settings(Path(work), write_tree(Path(work) / "docs"), made))
        _mend(made)
        for pattern in _UNUSED:  # of the theme: for other languages, debuggers, search engines
            for file in made.glob(pattern):
                file.unlink()
        if runs_python:
            (made / "assets" / "edition.js").write_text(RUNS_PYTHON, encoding="utf-8")


def write_tree(folder: Path) -> Tree:
    """All pages as Markdown, with their pictures."""
    from masume.front.docs.algorithms import algorithm_pages
    from masume.front.docs.interfaces import reference_pages
    from masume.front.docs.puzzles import puzzle_pages
    from masume.front.docs.python_names import python_page
    from masume.front.docs.techniques import technique_pages

    tree = Tree(folder)
    sources.copy_sources(tree, sources.root())
    writers = (puzzle_pages, algorithm_pages, technique_pages, python_page, reference_pages)
    for write in writers:
        write(tree)
    shutil.copytree(_THEME / "assets", folder / "assets")
    shutil.copy(_ICON, folder / "assets" / "icon.svg")
    return tree


def _write_settings(work: Path, tree: Tree, made: Path) -> Path:
    """`mkdocs.yml` with the folders of this build, and the pages that were generated."""
    import yaml

    settings = yaml.safe_load((sources.root() / "mkdocs.yml").read_text(encoding="utf-8"))
    settings |= {"docs_dir": str(tree.folder), "site_dir": str(made)}
    settings["theme"]["custom_dir"] = str(_THEME / "templates")
    settings["nav"] = _completed(settings["nav"], tree)
    path = work / "mkdocs.yml"
    path.write_text(yaml.safe_dump(settings, allow_unicode=True), encoding="utf-8")
    return path


def _completed(nav: object, tree: Tree) -> object:
    """The navigation with all pages of a folder where it names `folder/*`."""
    if isinstance(nav, list):
        return [_completed(part, tree) for part in nav]
    if isinstance(nav, dict):
        return {title: _completed(part, tree) for title, part in nav.items()}
    assert isinstance(nav, str)
    if not nav.endswith("/*"):
        return nav
    pages = {path: title for path, title in tree.titles.items() if path.startswith(nav[:-1])}
    index = [path for path in pages if path.endswith("/index.md")]
    return [*index, *({title: path} for path, title in pages.items() if path not in index)]


def make_html(settings: Path) -> None:
    """Have MkDocs make pages of what its settings say; a warning is an error."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(settings)]
    # The theme's makers advertise on every build.
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        complaints = [line for line in lines if line.startswith(("WARNING", "ERROR"))] or lines[-1:]
        raise BadOption(f"the documentation has a fault: {' / '.join(complaints)}")


def _mend(folder: Path) -> None:
    """Inline scripts become files that are loaded in their place; links to the app lead there."""
    for page in folder.rglob("*.html"):
        here = dirname(page.relative_to(folder).as_posix()) or "."

        def moved(script: re.Match[str], base: str = relpath("assets/inline", here)) -> str:
            name = f"{hashlib.sha256(script[1].encode()).hexdigest()[:12]}.js"
            file = folder / "assets" / "inline" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(script[1], encoding="utf-8")
            return f'<script src="{base}/{name}"></script>'

        text = _INLINE.sub(moved, page.read_text(encoding="utf-8"))
        page.write_text(
            text.replace('href="app:', f'href="{relpath("..", here)}/'), encoding="utf-8"
        )
