"""Create assignments from templates, and build what students get."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Iterator
from pathlib import Path

from masume.core.system.files import atomic_file, atomic_folder, zip_files
from masume.errors import BadOption, UnknownName
from masume.lab.study_boards import board_files
from masume.teach.assignment import (
    FILE,
    Assignment,
    as_lab_boards,
    public_part,
    read_assignment,
    write_assignment,
)
from masume.teach.judge import public_criteria
from masume.teach.notebooks import test_name, write_notebook, write_otter_test

TEMPLATES = Path(__file__).parent / "templates"
README, REFERENCE = "README.md", "reference/solution.py"
_SAMPLES = "samples.toml"  # of a template: the points of its samples, and how they are derived
_SECRET_BITS = 48


def templates() -> dict[str, str]:
    """Return the templates with their titles; the three complete sets have sample marks."""
    folders = sorted(path for path in TEMPLATES.iterdir() if (path / FILE).is_file())
    return {path.name: read_assignment(path).title for path in folders}


def create(folder: Path, template: str, secret: int | None = None) -> Assignment:
    """Create the folder of an assignment from a template, with a secret seed of its own.

    Raise BadOption if there is something in the folder already.
    """
    if template not in (known := templates()):
        raise UnknownName("template", template, known)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOption(f"{folder} is not empty; choose a new folder")
    secret = secrets.randbits(_SECRET_BITS) if secret is None else secret
    with atomic_folder(folder) as new:
        for path in _files(TEMPLATES / template):
            target = new / path.relative_to(TEMPLATES / template)
            _write(target, path.read_bytes())
        _write_samples(new)
        text = (new / FILE).read_text(encoding="utf-8")
        note = "# the seed of hidden boards; keep it secret"
        _write(new / FILE, f"secret = {secret}   {note}\n{text}".encode())
        assignment = read_assignment(new)
        _write(new / _notebook_name(assignment), _notebook(assignment).encode())
    return read_assignment(folder)


def _write_samples(folder: Path) -> None:
    """Replace the list of samples by their files and a table of their marks.

    A sample that is not in the template is another file of it (`of`, by default the reference) with
    some `changes`: pairs of a text that occurs once, and its replacement.
    """
    if not (folder / _SAMPLES).is_file():
        return
    samples = tomllib.loads((folder / _SAMPLES).read_text(encoding="utf-8"))
    (folder / _SAMPLES).unlink()
    for name, sample in samples.items():
        path = folder / "samples" / f"{name}.py"
        if not path.is_file():
            text = (folder / sample.get("of", REFERENCE)).read_text(encoding="utf-8")
            for before, after in sample.get("changes", ()):
                assert text.count(before) == 1, (name, before)
                text = text.replace(before, after)
            _write(path, text.encode())
    rows = [f"{name},{sample['points']:g}" for name, sample in samples.items()]
    _write(folder / "samples" / "marks.csv", "\n".join(["student,points", *rows, ""]).encode())


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path, durable=False) as file:
        file.write(data)


def _notebook_name(assignment: Assignment) -> str:
    return assignment.file.removesuffix(".py") + ".ipynb"


def _notebook(assignment: Assignment) -> str:
    readme = (assignment.folder / README).read_text(encoding="utf-8")
    source = (assignment.folder / assignment.file).read_text(encoding="utf-8")
    return write_notebook(assignment, readme, source)


def student_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the files that students get, by their relative paths.

    These are the task, the stub, the notebook, the public part of the assignment with the boards
    that it names, support files, and test files for Otter. Raise BadOption if one is missing.
    """
    folder = assignment.folder
    names = [README, assignment.file, *assignment.support]
    for group in assignment.groups:
        if not group.hidden:
            paths = board_files(as_lab_boards(group), folder)
            names += [path.relative_to(folder).as_posix() for path in paths]
    files = {}
    for name in dict.fromkeys(names):
        if not (folder / name).is_file():
            raise BadOption(f"{folder / name} is missing; students need it")
        files[name] = (folder / name).read_bytes()
    files[FILE] = write_assignment(public_part(assignment)).encode()
    files[_notebook_name(assignment)] = _notebook(assignment).encode()
    for criterion in public_criteria(assignment):
        files[f"tests/{test_name(criterion)}.py"] = write_otter_test(criterion).encode()
    return files


def release(assignment: Assignment, target: Path) -> list[str]:
    """Write what students get as a ZIP archive or a folder; return the names of its files."""
    files = student_files(assignment)
    if target.suffix == ".zip":
        with atomic_file(target) as out:
            out.write(zip_files(files))
    else:
        with atomic_folder(target) as new:
            for name, data in files.items():
                _write(new / name, data)
    return list(files)
