"""What goes into the page beside Pyodide: one archive with masume and the packages that it needs.

Left out is what a page has no use for: servers, the desktop, the command line, and the lab, whose
studies are files on a disk.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import masume

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
    "work/",
)
_WHEELS = {  # what is taken of each: of python-sat only the solvers themselves
    "python-sat": ("pysolvers",),
    "annotated-types": ("annotated_types/",),
}
_PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)


def bundle(packages: Mapping[str, Path]) -> bytes:
    """The archive; the same files make the same bytes."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(_files(packages)):
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED, 9)
    return made.getvalue()


def _files(packages: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    root = Path(masume.__file__).parent
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        is_wanted = path.is_file() and "__pycache__" not in path.parts
        if is_wanted and not name.startswith(_LEFT_OUT):
            yield f"masume/{name}", path.read_bytes()
    for package, wanted in _WHEELS.items():
        with ZipFile(packages[package]) as wheel:
            for name in wheel.namelist():
                if name.startswith(wanted):
                    yield name, wheel.read(name)


def pyodide_files(packages: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """The files of Pyodide that a page loads."""
    with tarfile.open(packages["pyodide"]) as archive:
        for name in _PYODIDE:
            member = archive.extractfile(f"package/{name}")
            assert member is not None  # its hash was checked
            yield name, member.read()
