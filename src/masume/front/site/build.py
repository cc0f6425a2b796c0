"""Writing a static site: pages, Pyodide, masume, prepared answers and a service worker."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import masume
from masume.core.plugins.registry import kinds
from masume.core.system.extras import require
from masume.core.system.files import atomic_folder
from masume.errors import BadOption, MasumeError
from masume.formats.load import examples
from masume.formats.plain import Board, write_board
from masume.front.docs.build import build as build_docs
from masume.front.site.bundle import bundle, pyodide_files
from masume.front.site.packages import fetch
from masume.front.web.library import showcase_board
from masume.front.web.local import Head, LocalServer
from masume.front.web.operations import operations

Data: TypeAlias = dict[str, object]  # a JSON object
PAGES = Path(masume.__file__).parent / "front" / "web" / "static"
_OWN = Path(__file__).parent / "static"  # files that only a site has
_SERVER_ONLY = ("nodocs.html",)
_ICONS = (192, 512)  # pixels
_MARK = "site.json"  # marks a folder as a site, which may be overwritten
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; "
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
_EMPTY = '<main id="main" tabindex="-1"></main>'
_UNSTARTED = """
    <section class="unstarted" data-test="unstarted">
      <h1>masume has not started</h1>
      <p>Browsers do not run an app that is opened as a file. Serve its folder instead:</p>
      <pre><code>python3 -m http.server -d FOLDER</code></pre>
      <p>FOLDER is the one with this <code>index.html</code>. Then open <code>localhost:8000</code>
      in the browser. If this page comes from a web server already, use a current browser.</p>
    </section>
  """


def write_site(
    folder: Path,
    *,
    docs: bool = True,
    packages: Path | None = None,
    on_progress: Callable[[str], None] = lambda _: None,
) -> dict[str, int]:
    """Write a site into a folder, new or of an earlier site; return the size of each file by path.

    The site is built beside the folder and then takes its place. The documentation is not counted,
    as browsers cache it page by page.
    """
    require("web", "print", *(["docs"] if docs else []))  # for the pages and for drawing icons
    folder = folder.resolve()
    _check_target(folder)
    on_progress("fetching packages")
    fetched = fetch(packages)
    try:
        with atomic_folder(folder) as root:
            if docs:
                on_progress("writing the documentation")
                build_docs(root / "docs", runs_python=True)
            on_progress("writing pages")
            sizes = _write(root, fetched)
    except OSError as fault:
        raise BadOption(f"{folder}: {(fault.strerror or str(fault)).lower()}") from None
    return sizes


def _check_target(folder: Path) -> None:
    """Raise BadOption unless a folder is new, empty or holds a site."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise BadOption(f"{folder}: not empty and not a site; choose another folder")
    if folder.exists() and not folder.is_dir():
        raise BadOption(f"{folder}: not a folder; choose another path")


def _write(root: Path, packages: dict[str, Path]) -> dict[str, int]:
    """Write all files but the documentation; return their sizes."""
    sizes: dict[str, int] = {}
    hashes: dict[str, str] = {}

    def put(name: str, data: bytes) -> None:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        sizes[name] = len(data)
        hashes[name] = _hash(data)

    for name, data in _files(packages, has_docs=(root / "docs").is_dir()):
        put(name, data)
    # A change of the documentation changes the version too, so that browsers drop its cached pages.
    docs = [_hash(path.read_bytes()) for path in sorted((root / "docs").rglob("*.*"))]
    version = _hash(json.dumps([hashes, docs], sort_keys=True).encode())
    files = json.dumps(sorted(hashes), indent=0)
    service = (_OWN / "service.js").read_text(encoding="utf-8")
    service = service.replace('"VERSION"', json.dumps(version)).replace("FILES", files)
    put("service.js", service.encode())
    put(_MARK, json.dumps({"masume": masume.__version__, "version": version}).encode())
    return sizes


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _files(packages: dict[str, Path], *, has_docs: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a site by path."""
    yield "index.html", _index("site" if has_docs else "site without-docs")
    for path in sorted(PAGES.rglob("*")):
        name = path.relative_to(PAGES).as_posix()
        if path.is_file() and name != "index.html" and name not in _SERVER_ONLY:
            yield f"static/{name}", path.read_bytes()
    for name, data in pyodide_files(packages):
        yield f"pyodide/{name}", data
    yield "pyodide/masume.zip", bundle(packages)
    quick = ["/api/about", *(operation.path for operation in operations() if operation.is_quick)]
    answers = {"quick": quick, "answers": dict(_prepared_answers())}
    yield "answers.json", json.dumps(answers).encode()
    yield "manifest.webmanifest", (_OWN / "manifest.webmanifest").read_bytes()
    for size in _ICONS:
        yield f"icons/{size}.png", _icon(size)


def _index(edition: str) -> bytes:
    """Return the app's page, changed to run without a server and to load nothing from elsewhere."""
    page = (PAGES / "index.html").read_text(encoding="utf-8")
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f'<meta name="masume-edition" content="{edition}">',
        '<link rel="manifest" href="manifest.webmanifest">',
        '<link rel="apple-touch-icon" href="icons/192.png">',
        '<link rel="modulepreload" href="static/js/data/local-server.js">',
        '<link rel="preload" href="answers.json" as="fetch" crossorigin>',
    ]
    assert "<title>" in page and _EMPTY in page
    page = page.replace(_EMPTY, _EMPTY.replace("></main>", f">{_UNSTARTED}</main>"), 1)
    return page.replace("<title>", "\n  ".join([*head, "<title>"]), 1).encode()


def _icon(size: int) -> bytes:
    import resvg_py

    drawn = resvg_py.svg_to_bytes(
        svg_string=(PAGES / "icon.svg").read_text(encoding="utf-8"), width=size, height=size
    )
    return bytes(drawn)


# Prepared answers


def _prepared_answers() -> Iterator[tuple[str, object]]:
    """Yield the answers that a first visit needs: the catalogue and a first board per puzzle."""
    server = LocalServer()
    yield request_key("/api/about", None), _ask(server, "/api/about", None)
    yield request_key("/api/library", {}), _ask(server, "/api/library", {})
    for theme in ("light", "dark"):
        looks: Data = {"theme": theme}
        yield request_key("/api/showcase", looks), _ask(server, "/api/showcase", looks)
    for board in (board for name in kinds() for board in _first_boards(name)):
        load: Data = {"text": board.name}
        yield request_key("/api/load", load), _ask(server, "/api/load", load)
        text = write_board(Board(board.kind, board.puzzle, board.name))  # as the page sends it
        for theme in ("light", "dark"):
            game: Data = {"board": text, "name": board.name, "theme": theme}
            yield request_key("/api/play", game), _reset_clock(_ask(server, "/api/play", game))


def _reset_clock(answer: Data) -> Data:
    """Return the answer to a new game with zero seconds, however long it took to compute."""
    game = answer["whole"]
    assert isinstance(game, dict)
    state = game["state"] | {"seconds": 0}
    return {"version": "prepared", "whole": game | {"seconds": 0, "state": state}, "changed": None}


def _first_boards(kind: str) -> list[Board]:
    """Return the examples that pages start with: the first one, and that of the home page."""
    boards = list(examples(kind))
    first = next((b for b in boards if b.name.endswith("/first")), next(iter(boards), None))
    shown = showcase_board(kind)
    wanted = [first] if shown is None or shown is first else [first, shown]
    return [board for board in wanted if board is not None]


def request_key(path: str, body: dict[str, object] | None) -> str:
    """Return the key of a request, equal to that of prepared-answers.js."""
    given = sorted((name, value) for name, value in (body or {}).items() if value not in (None, ""))
    return path + json.dumps(given, separators=(",", ":"), ensure_ascii=False)


def _ask(server: LocalServer, path: str, body: dict[str, object] | None) -> Data:
    """Return the local server's answer to a request."""
    head, text = server.respond(path, None if body is None else json.dumps(body))
    assert isinstance(head, Head) and isinstance(text, str)
    if head.status != 200:
        raise MasumeError(f"{path}: {text}")
    answer: Data = json.loads(text)
    return answer
