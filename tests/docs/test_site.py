"""The documentation is built without a warning, and its pages need nothing from elsewhere."""

from __future__ import annotations

import html
import re
import shlex
from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import parse_qsl, unquote

import pytest

import masume
from masume.core.plugins.registry import problems
from masume.errors import BadOption
from masume.front.cli.main import app, run
from masume.front.docs.build import make_html
from masume.front.web.operations import operations
from masume.front.web.server import STATIC
from masume.logic.examples import examples

pytestmark = pytest.mark.process


class Page(HTMLParser):
    """What a page links to, what it loads, and the places in it that can be linked to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.places, self.inline = [], [], {""}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.places |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append(given["href"])
        elif given.get("src"):
            self.loads.append(given["src"])
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self.inline.append(tag)
        self.inline += [key for key in given if key == "style" or key.startswith("on")]


def is_of_the_app(path, place, anchor):
    """Whether a link leads to the app beside the documentation; then to a view that is there."""
    if normpath(join("docs", dirname(path), place)) != "." or not anchor.startswith("/"):
        return False
    view, _, query = anchor[1:].partition("?")
    assert list((STATIC / "js").glob(f"*/{view}.js")), (path, anchor)
    given = dict(parse_qsl(query))
    if board := given.pop("board", ""):
        masume.load(board)
    if given:
        masume.resolve_search(masume.load(board), **given)
    return True


@pytest.fixture(scope="module")
def pages(docs):
    return {
        file.relative_to(docs).as_posix(): Page(file.read_text(encoding="utf-8"))
        for file in docs.rglob("*.html")
    }


def test_no_page_loads_anything_from_elsewhere_or_runs_anything_inline(docs, pages):
    for path, page in pages.items():
        for place in page.loads:
            assert not re.match(r"[a-z]+:|//", place) or place.startswith("data:"), (path, place)
        assert page.inline == [], path
    for style in docs.rglob("*.css"):
        assert re.findall(r"url\([\"']?(?:\w+:)?//|@import", style.read_text()) == [], style


def test_no_link_is_dead(docs, pages):
    for path, page in pages.items():
        for link in (*page.links, *page.loads):
            place, _, anchor = unquote(link).partition("#")
            if re.match(r"[a-z]+:", place) or is_of_the_app(path, place, anchor):
                continue
            target = normpath(join(dirname(path), place.partition("?")[0])) if place else path
            target = "index.html" if target == "." else target
            if path == "404.html" and target.startswith("/"):
                target = target[1:]
            assert (docs / target).exists(), (path, link)
            if target in pages:
                assert anchor in pages[target].places, (path, link)


def test_list_for_language_models_names_all_pages(docs):
    listed = re.findall(r"^- \[.+\]\((.+)\)$", (docs / "llms.txt").read_text("utf-8"), re.MULTILINE)
    pages = {page.relative_to(docs).as_posix() for page in docs.rglob("*.html")}
    assert len(listed) == len(set(listed))
    assert {page for page in pages if not page.startswith(("404", "files/"))} == set(listed)


def test_everything_that_is_registered_has_its_place(docs, pages):
    names = {f"algorithms/{name}.html" for name in masume.algorithms()}
    names |= {f"puzzles/{name}.html" for name in masume.kinds()}
    names |= {f"problems/{name}.html" for name in problems()}
    assert names <= pages.keys()
    for name in masume.algorithms():  # each with a film on a small board
        assert f'data-film="../films/{name}"' in (docs / f"algorithms/{name}.html").read_text()
        assert (docs / f"films/{name}-light.json").is_file()
    for kind in masume.kinds().values():
        told = {example.technique.name for example in examples(kind)}
        assert told <= pages[f"techniques/{kind.name}.html"].places
    assert set(masume.__all__) <= pages["reference/python.html"].places
    commands = {f"masume-{name}" for name in app.list_commands(None)}
    assert commands <= pages["reference/commands.html"].places
    addresses = {f"post-api{operation.name}" for operation in operations()}
    assert addresses <= pages["reference/http.html"].places
    http = (docs / "reference/http.html").read_text()
    assert "whether it is unique" in http and "number (above 0.0 up to 60.0)" in http


def test_the_commands_of_generated_pages_work(docs):
    """Those of the others are run where they are written (test_pages.py)."""
    commands = {
        html.unescape(re.sub(r"<[^>]+>", "", line))
        for folder in ("algorithms", "puzzles", "problems")
        for page in (docs / folder).glob("*.html")
        for line in re.findall(r"<span.*", page.read_text(encoding="utf-8"))
        if "./masume" in line
    }
    assert len(commands) >= len(masume.algorithms())
    for line in commands:
        words = shlex.split(line.partition("./masume ")[2])
        assert run(words) == 0, line


@pytest.mark.soak
def test_a_warning_is_a_fault(docs, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[there](nowhere.md)")
    settings = tmp_path / "mkdocs.yml"
    settings.write_text("site_name: one page\ntheme: {name: null, custom_dir: docs}\n")
    with pytest.raises(BadOption, match=r"a link 'nowhere.md', but the target is not found"):
        make_html(settings)


def test_a_folder_of_something_else_is_left_alone(docs, tmp_path, capsys):
    (tmp_path / "letters.txt").write_text("mine")
    assert run(["docs", "-o", str(tmp_path)]) == 2
    assert "contains other files" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["letters.txt"]
