"""The archive with masume and its dependencies that pages load into Pyodide.

It includes installed plug-in packages with their entry points, and excludes what pages cannot use:
servers, the desktop app, the command line, tasks for reasoning models, grading, and the lab, whose
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
from zipfile import ZipFile

import masume
from masume.core.plugins.entry_points import GROUPS, available
from masume.core.system.files import atomic_file, zip_files
from masume.front.film.page import SHARED
from masume.front.site.compiling import compile_modules

_EXCLUDED = (
    "__main__.py",
    "benchexec.py",
    "front/cli/",
    "front/desktop/",
    "front/docs/",
    "front/site/",
    "front/web/static/",
    "front/web/answers.py",
    "front/web/guard.py",
    "front/web/hosts.py",
    "front/web/server.py",
    "front/web/studies.py",
    "front/assignment/page",
    "tasks/",
    "teach/bundles.py",
    "teach/grading.py",
    "teach/leaderboard.py",
    "teach/notebooks.py",
    "teach/outputs.py",
    "teach/player.py",
    "teach/process.py",
    "teach/similarity.py",
    "teach/submissions.py",
    "teach/templates/",
    "lab/",
    "draw/fonts/",
    "work/",
)
_INCLUDED = (
    *(f"front/web/static/js/{name}" for name in SHARED),  # exported films contain these scripts
    "lab/__init__.py",  # assignments declare boards as studies do
    "lab/study.py",
    "lab/study_boards.py",
)
_WHEELS = {  # prefixes of the files to include; of python-sat only the solvers
    "python-sat": ("pysolvers",),
    "annotated-types": ("annotated_types/",),
}
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
_LIBRARY = "python_stdlib.zip"
# fmt: off
_UNUSED = (  # modules of the standard library that pages do not need
    "_pydatetime.py", "_pyio.py", "_pyrepl/", "bdb.py", "cProfile.py", "doctest.py",
    "ensurepip/", "ftplib.py", "http/cookiejar.py", "http/cookies.py", "http/server.py",
    "idlelib/", "imaplib.py", "logging/config.py", "logging/handlers.py", "mailbox.py",
    "multiprocessing/", "netrc.py", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py",
    "poplib.py", "profile.py", "pstats.py", "pydoc.py", "pydoc_data/", "smtplib.py",
    "socketserver.py", "tabnanny.py", "trace.py", "tracemalloc.py", "turtle", "unittest/",
    "venv/", "wsgiref/", "xml/dom/", "xml/sax/", "xmlrpc/", "zipapp.py",
)
_ENCODINGS = (  # the encodings included
    "__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "punycode",
    "raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8",
    "utf_8_sig",
)
# fmt: on


def bundle(packages: Mapping[str, Path]) -> bytes:
    """Return the archive; the same files give the same bytes.

    Modules are compiled in advance by the Python that will run them, as compiling takes seconds per
    visit. The result is cached beside the packages.
    """
    files = dict(sources(packages))
    digest = hashlib.sha256(zip_files(files)).hexdigest()[:16]
    cached = packages["pyodide"].parent / f"compiled-{digest}.zip"
    if not cached.exists():
        data = zip_files(compile_modules(files, packages["pyodide"]))
        for old in cached.parent.glob("compiled-*.zip"):
            old.unlink(missing_ok=True)
        with atomic_file(cached) as file:
            file.write(data)
    return cached.read_bytes()


def sources(packages: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the archive before compilation."""
    for name, data in _folder(Path(masume.__file__).parent):
        if not name.startswith(_EXCLUDED) or name in _INCLUDED:
            yield f"masume/{name}", data
    yield from plugin_files()
    for package, prefixes in _WHEELS.items():
        with ZipFile(packages[package]) as wheel:
            for name in wheel.namelist():
                if name.startswith(prefixes):
                    yield name, wheel.read(name)


def _folder(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package by relative path."""
    for path in root.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(root).as_posix(), path.read_bytes()


def plugin_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files and the entry-point metadata of plug-in packages."""
    points = [point for group in GROUPS for point in available(group).values()]
    for package in sorted({point.module.partition(".")[0] for point in points}):
        spec = find_spec(package)
        if spec is None:
            continue  # reported where plug-ins are loaded
        for folder in spec.submodule_search_locations or ():
            for name, data in _folder(Path(folder)):
                yield f"{package}/{name}", data
        if spec.submodule_search_locations is None and spec.origin:  # a single file
            yield f"{package}.py", Path(spec.origin).read_bytes()
    by_name = {point.dist.name: point.dist for point in points if point.dist is not None}
    for dist in by_name.values():
        yield from _plugin_metadata(dist)


def _plugin_metadata(dist: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in ("METADATA", "entry_points.txt"):
        yield f"{dist.name}-{dist.version}.dist-info/{file}", (dist.read_text(file) or "").encode()


def pyodide_files(packages: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of Pyodide that a page loads, with a reduced standard library."""
    with tarfile.open(packages["pyodide"]) as archive:
        for name in _PYODIDE:
            yield name, _member(archive, name)
        with ZipFile(io.BytesIO(_member(archive, _LIBRARY))) as library:
            names = [name for name in library.namelist() if is_used(name)]
            yield _LIBRARY, zip_files({name: library.read(name) for name in names})


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.extractfile(f"package/{name}")
    assert member is not None  # its hash was checked
    return member.read()


def is_used(name: str) -> bool:
    """Return whether pages need a file of the standard library."""
    if name.startswith("encodings/"):
        return Path(name).stem in _ENCODINGS
    return not name.startswith(_UNUSED)
