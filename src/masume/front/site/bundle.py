"""What goes into the page beside Pyodide: one archive with masume and the packages that it needs.

Packages that bring puzzles, algorithms or formats by entry points come along, with what names them.
Left out is what a page has no use for: servers, the desktop, the command line, and the lab, whose
studies are files on a disk.
"""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import masume
from masume.core.plugins.entry_points import GROUPS, offered
from masume.core.system.files import whole_file
from masume.front.film.page import SHARED
from masume.front.site.compiling import compiled

_LEFT_OUT = (
    "__main__.py",
    "front/cli/",
    "front/desktop/",
    "front/docs/",
    "front/site/",
    "front/web/static/",
    "front/web/answers.py",
    "front/web/guard.py",
    "front/web/hosts.py",
    "front/web/replies",
    "front/web/server.py",
    "front/web/slow.py",
    "front/web/studies.py",
    "lab/",
    "draw/fonts/",
    "work/",
)
_FILM_SCRIPTS = tuple(f"front/web/static/js/{name}" for name in SHARED)  # for pages with films
_WHEELS = {  # what is taken of each: of python-sat only the solvers themselves
    "python-sat": ("pysolvers",),
    "annotated-types": ("annotated_types/",),
}
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
_LIBRARY = "python_stdlib.zip"
# fmt: off
_UNUSED = (  # of Python's own library, in a page
    "_pyrepl/", "bdb.py", "cProfile.py", "doctest.py", "ensurepip/", "ftplib.py",
    "http/cookiejar.py", "http/cookies.py", "http/server.py", "idlelib/", "imaplib.py",
    "logging/config.py", "logging/handlers.py", "mailbox.py", "multiprocessing/", "netrc.py",
    "optparse.py", "pdb.py", "pickletools.py", "plistlib.py", "poplib.py", "profile.py",
    "pstats.py", "pydoc.py", "pydoc_data/", "smtplib.py", "socketserver.py", "tabnanny.py",
    "trace.py", "tracemalloc.py", "turtle", "unittest/", "venv/", "wsgiref/", "xml/dom/",
    "xml/sax/", "xmlrpc/", "zipapp.py",
)
_ENCODINGS = (  # the only ones that stay
    "__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "punycode",
    "raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8",
    "utf_8_sig",
)
# fmt: on


def bundle(packages: Mapping[str, Path]) -> bytes:
    """The archive; the same files make the same bytes.

    Modules are compiled by the Python that will run them: to compile them anew in each visit would
    take seconds. What was compiled is kept beside the packages for the next time.
    """
    files = dict(sources(packages))
    digest = hashlib.sha256(_zipped(files)).hexdigest()[:16]
    kept = packages["pyodide"].parent / f"compiled-{digest}.zip"
    if not kept.exists():
        data = _zipped(compiled(files, packages["pyodide"]))
        for old in kept.parent.glob("compiled-*.zip"):
            old.unlink(missing_ok=True)
        with whole_file(kept) as written:
            written.write(data)
    return kept.read_bytes()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name), files[name], ZIP_DEFLATED, 9)
    return made.getvalue()


def sources(packages: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """The files that go into it, before any is compiled."""
    for name, data in _folder(Path(masume.__file__).parent):
        if not name.startswith(_LEFT_OUT) or name in _FILM_SCRIPTS:
            yield f"masume/{name}", data
    yield from brought()
    for package, wanted in _WHEELS.items():
        with ZipFile(packages[package]) as wheel:
            for name in wheel.namelist():
                if name.startswith(wanted):
                    yield name, wheel.read(name)


def _folder(root: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a package by their names in its folder."""
    for path in root.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(root).as_posix(), path.read_bytes()


def brought() -> Iterator[tuple[str, bytes]]:
    """Packages that bring something by entry points, and the files by which Python finds these."""
    points = [point for group in GROUPS for point in offered(group).values()]
    for package in sorted({point.module.partition(".")[0] for point in points}):
        spec = find_spec(package)
        if spec is None:
            continue  # who has installed it is told so elsewhere
        for folder in spec.submodule_search_locations or ():
            for name, data in _folder(Path(folder)):
                yield f"{package}/{name}", data
        if spec.submodule_search_locations is None and spec.origin:  # a single file
            yield f"{package}.py", Path(spec.origin).read_bytes()
    by_name = {point.dist.name: point.dist for point in points if point.dist is not None}
    for dist in by_name.values():
        yield from _named(dist)


def _named(dist: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in ("METADATA", "entry_points.txt"):
        yield f"{dist.name}-{dist.version}.dist-info/{file}", (dist.read_text(file) or "").encode()


def pyodide_files(packages: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """The files of Pyodide that a page loads; of Python's library what it may have a use for."""
    with tarfile.open(packages["pyodide"]) as archive:
        for name in _PYODIDE:
            yield name, _member(archive, name)
        with ZipFile(io.BytesIO(_member(archive, _LIBRARY))) as library:
            names = [name for name in library.namelist() if is_used(name)]
            yield _LIBRARY, _zipped({name: library.read(name) for name in names})


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.extractfile(f"package/{name}")
    assert member is not None  # its hash was checked
    return member.read()


def is_used(name: str) -> bool:
    """Whether a page may have a use for a file of Python's own library."""
    if name.startswith("encodings/"):
        return Path(name).stem in _ENCODINGS
    return not name.startswith(_UNUSED)
