"""Build the documentation: generate a tree of Markdown and convert it with MkDocs.

The result is self-contained. Inline scripts of the theme are moved to files, since the content
security policy of `masume web` forbids them.
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

from masume import __version__
from masume.core.system.extras import require
from masume.core.system.files import atomic_folder
from masume.errors import BadOption
from masume.front.docs import sources
from masume.front.docs.tree import PageTree

_ICON = Path(__file__).parents[1] / "web" / "static" / "icon.svg"
_THEME = Path(__file__).parent / "theme"  # own templates, scripts and styles
RUNS_PYTHON = 'document.documentElement.dataset.edition = "site";\n'
_UNUSED = ("sitemap.xml*", "assets/**/*.map", "assets/javascripts/lunr/**/*.js")
_REPORTED = ("WARNING", "ERROR", "  - ")  # the lines of MkDocs to report
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def build(folder: Path, *, runs_python: bool = False) -> None:
    """Build the documentation, replacing the folder; treat warnings as errors.

    With `runs_python`, for the static website, code blocks can be run in the page. Raise BadOption
    if the folder contains anything but documentation.
    """
    require("docs", "web")
    if folder.exists() and not (folder / "index.html").is_file() and any(folder.iterdir()):
        raise BadOption(f"{folder} contains other files; choose another folder")
    with TemporaryDirectory() as work, atomic_folder(folder) as output:
        make_html(_write_settings(Path(work), write_tree(Path(work) / "docs"), output))
        _fix_pages(output)
        for pattern in _UNUSED:  # for other languages, debuggers, search engines
            for file in output.glob(pattern):
                file.unlink()
        if runs_python:
            (output / "assets" / "edition.js").write_text(RUNS_PYTHON, encoding="utf-8")


def write_tree(folder: Path) -> PageTree:
    """Write all pages as Markdown, with their pictures."""
    from masume.front.docs.algorithms import write_algorithm_pages
    from masume.front.docs.interfaces import write_reference_pages
    from masume.front.docs.problems import write_problem_pages
    from masume.front.docs.puzzles import write_puzzle_pages
    from masume.front.docs.python_names import write_python_page
    from masume.front.docs.techniques import write_technique_pages

    tree = PageTree(folder)
    sources.copy_sources(tree, sources.root())
    write_puzzle_pages(tree)
    write_problem_pages(tree)
    write_algorithm_pages(tree)
    write_technique_pages(tree)
    write_python_page(tree)
    write_reference_pages(tree)
    shutil.copytree(_THEME / "assets", folder / "assets")
    shutil.copy(_ICON, folder / "assets" / "icon.svg")
    return tree


def _write_settings(work: Path, tree: PageTree, output: Path) -> Path:
    """Write `mkdocs.yml` with the folders and generated pages of this build; return its path."""
    import yaml

    settings = yaml.safe_load((sources.root() / "mkdocs.yml").read_text(encoding="utf-8"))
    settings |= {"docs_dir": str(tree.folder), "site_dir": str(output)}
    settings["theme"]["custom_dir"] = str(_THEME / "templates")
    settings["nav"] = _expand_nav(settings["nav"], tree)
    tree.write("llms.txt", "\n".join(_page_list(tree, settings["nav"])) + "\n")
    path = work / "mkdocs.yml"
    path.write_text(yaml.safe_dump(settings, allow_unicode=True), encoding="utf-8")
    return path


def _expand_nav(nav: object, tree: PageTree) -> object:
    """Return the navigation with each `folder/*` replaced by the pages of the folder."""
    if isinstance(nav, list):
        return [_expand_nav(part, tree) for part in nav]
    if isinstance(nav, dict):
        return {title: _expand_nav(part, tree) for title, part in nav.items()}
    assert isinstance(nav, str)
    if not nav.endswith("/*"):
        return nav
    pages = {path: title for path, title in tree.titles.items() if path.startswith(nav[:-1])}
    index = [path for path in pages if path.endswith("/index.md")]
    return [*index, *({title: path} for path, title in pages.items() if path not in index)]


def _page_list(tree: PageTree, nav: object) -> list[str]:
    """Return llms.txt, by which language models find the pages: what masume is, and all pages."""
    lines = [f"# masume {__version__}", "", "> Logic puzzles that explain themselves, and search."]
    for section in nav if isinstance(nav, list) else []:
        for title, content in section.items():
            pages = _page_links(tree, content)
            lines += ["", f"## {title}", "", *pages] if pages else []
    return lines


def _page_links(tree: PageTree, nav: object) -> list[str]:
    """Return a link for each page of a part of the navigation."""
    if isinstance(nav, list):
        return [line for part in nav for line in _page_links(tree, part)]
    if isinstance(nav, dict):
        return [line for part in nav.values() for line in _page_links(tree, part)]
    page = tree.folder / str(nav)
    if page.suffix != ".md":
        return []  # a link to the app
    title = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [f"- [{title[1] if title else nav}]({Path(str(nav)).with_suffix('.html').as_posix()})"]


def make_html(settings: Path) -> None:
    """Run MkDocs; raise BadOption with its errors and warnings."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(settings)]
    # Suppress the advertisement of the theme.
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        faults = [line for line in lines if line.startswith(_REPORTED)] or lines[-1:]
        raise BadOption(f"cannot build the documentation: {' / '.join(faults)}")


def _fix_pages(folder: Path) -> None:
    """Move inline scripts to files, and resolve links to the app (`app:`)."""
    for page in folder.rglob("*.html"):
        here = dirname(page.relative_to(folder).as_posix()) or "."

        def extract(script: re.Match[str], base: str = relpath("assets/inline", here)) -> str:
            name = f"{hashlib.sha256(script[1].encode()).hexdigest()[:12]}.js"
            file = folder / "assets" / "inline" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(script[1], encoding="utf-8")
            return f'<script src="{base}/{name}"></script>'

        text = _INLINE.sub(extract, page.read_text(encoding="utf-8"))
        page.write_text(
            text.replace('href="app:', f'href="{relpath("..", here)}/'), encoding="utf-8"
        )
