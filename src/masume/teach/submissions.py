"""Read what students handed in: folders, single files or ZIP archives, one per student."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from masume.errors import BadOption, sanitise

_MOST_BYTES = 2_000_000  # of one submission
_MOST_FILES = 200


@dataclass(frozen=True)
class Handed:
    """What one student handed in."""

    student: str
    files: tuple[tuple[str, bytes], ...]  # relative path and contents
    error: str = ""  # why it cannot be run

    @property
    def source(self) -> bytes:
        """The contents of the first file, which is the one that was asked for."""
        return self.files[0][1] if self.files else b""


def read_submissions(folder: Path, file: str) -> list[Handed]:
    """Read the submissions in a folder, sorted by student; raise BadOption if there is none.

    A submission is a folder that contains `file` or its notebook, a single Python file or notebook
    named after the student, or a ZIP archive. Links are not followed.
    """
    if not folder.is_dir():
        raise BadOption(f"{folder}: not a folder; name the folder with the submissions")
    found = []
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or path.name.startswith((".", "__")):
            continue
        student = sanitise(path.name if path.is_dir() else path.stem)
        if path.is_dir():
            found.append(_collect(student, file, _of_folder(path)))
        elif path.suffix == ".py":
            found.append(_collect(student, file, iter([(file, path.read_bytes())])))
        elif path.suffix == ".ipynb":
            source = source_of_notebook(path.read_bytes())
            found.append(_collect(student, file, iter([(file, source)])))
        elif path.suffix == ".zip":
            found.append(_collect(student, file, _read_archive(path)))
    if not found:
        raise BadOption(f"{folder}: no submissions; expected folders, .py or .zip files")
    names = [handed.student for handed in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise BadOption(f"{folder}: two submissions of {min(twice)}; remove one of them")
    return found


def read_submission(path: Path, file: str, student: str = "") -> Handed:
    """Read a single submission: a folder, a Python file or a ZIP archive."""
    if path.suffix == ".zip":
        files = _read_archive(path)
    else:
        files = _of_folder(path) if path.is_dir() else iter([(file, path.read_bytes())])
    return _collect(student or path.name, file, files)


def _of_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the regular files of a folder; links could lead out of it."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        linked = any(folder.joinpath(*parts[: n + 1]).is_symlink() for n in range(len(parts)))
        if linked or not path.is_file() or "__pycache__" in parts:
            continue
        if path.stat().st_size > _MOST_BYTES:
            raise _TooLarge
        yield "/".join(parts), path.read_bytes()


def _read_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file in a ZIP archive, within the size limit."""
    try:
        with ZipFile(path) as archive:
            for info in archive.infolist():
                if info.is_dir() or "__pycache__" in info.filename:
                    continue
                if info.file_size > _MOST_BYTES:
                    raise _TooLarge
                yield info.filename, archive.read(info)
    except (BadZipFile, RuntimeError, NotImplementedError) as fault:
        raise _Unreadable(str(fault)) from None


class _TooLarge(Exception):
    """Raised for a submission beyond the limits."""


class _Unreadable(Exception):
    """Raised for an archive that is damaged or encrypted."""


def _collect(student: str, file: str, files: Iterator[tuple[str, bytes]]) -> Handed:
    """Return a submission with its files beside the one that was asked for."""
    kept: dict[str, bytes] = {}
    try:
        for name, data in files:
            kept[name] = data
            if len(kept) > _MOST_FILES or sum(map(len, kept.values())) > _MOST_BYTES:
                raise _TooLarge
    except _TooLarge:
        most = f"{_MOST_BYTES // 1_000_000} MB or {_MOST_FILES} files"
        return Handed(student, (), f"the submission is larger than {most}")
    except _Unreadable as fault:
        return Handed(student, (), f"the archive cannot be read: {fault}")
    notebook = file.removesuffix(".py") + ".ipynb"
    if not any(Path(name).name == file for name in kept):
        for name in [name for name in kept if Path(name).name == notebook]:
            kept[name.removesuffix(notebook) + file] = source_of_notebook(kept[name])
    places = sorted((name for name in kept if Path(name).name == file), key=lambda n: n.count("/"))
    if not places:
        others = sorted(name for name in kept if name.endswith(".py"))
        found = f"found {', '.join(others[:3])}" if others else "there is no Python file"
        return Handed(student, (), f"{file} is missing; {found}")
    root = places[0].removesuffix(file)
    beside = {
        name.removeprefix(root): data
        for name, data in sorted(kept.items())
        if name.startswith(root) and _is_inside(name.removeprefix(root))
    }
    main = (file, beside.pop(file))
    return Handed(student, (main, *beside.items()))


def source_of_notebook(data: bytes) -> bytes:
    """Return the code of a notebook: all code cells but the checks and lines of magic commands."""
    try:
        cells = json.loads(data)["cells"]
        codes = [cell for cell in cells if cell["cell_type"] == "code" and not _is_check(cell)]
        lines = [line for cell in codes for line in "".join(cell["source"]).splitlines()]
    except (ValueError, KeyError, TypeError, RecursionError):
        return b"raise SyntaxError('the notebook is damaged; save it again')\n"
    return "\n".join("" if line[:1] in ("%", "!") else line for line in lines).encode() + b"\n"


def _is_check(cell: dict[str, object]) -> bool:
    metadata = cell.get("metadata")
    grader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return isinstance(grader, dict) and grader.get("grade") is True


def _is_inside(name: str) -> bool:
    return not name.startswith("/") and ".." not in Path(name).parts and "\\" not in name
