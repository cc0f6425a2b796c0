"""Pack a study into a ZIP that can be run again elsewhere.

It contains the study, the boards and user code it names, its results, the sources of masume that
are running here, and the versions of all installed packages.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import masume
from masume.api.programs import program_files
from masume.core.plugins.user_code import adopt, is_user_code, source_files_of
from masume.core.search.spec import parse_spec
from masume.core.system.files import atomic_file
from masume.draw.document import environment
from masume.errors import BadOption
from masume.lab.log import SUFFIX, StoreError, open_log
from masume.lab.machine import machine
from masume.lab.study import Study, read_study
from masume.lab.study_boards import board_files

_PACKAGE = Path(masume.__file__).parent
# masume is packed as sources, and every environment has the other two.
_NOT_LISTED = {"masume", "pip", "setuptools"}
_TEMPLATES = Path(__file__).with_name("templates")


def write_archive(study: Path, results: Path, to: Path) -> int:
    """Write the archive of a study; return the number of its files."""
    if to.suffix != ".zip":
        raise BadOption(f"{to.name}: the name must end in .zip")
    declared = read_study(study)
    folder = study.parent.resolve()
    given = {study, *_study_files(declared)}
    for path in sorted(given):
        if not path.resolve().is_relative_to(folder):
            raise BadOption(f"{path} is outside {folder}; move it next to the study")
    read_me = environment(_TEMPLATES).overlay(autoescape=False).get_template("archive.txt")
    about = {"title": declared.title, "version": masume.__version__, "name": study.name}
    if not results.exists():
        raise StoreError(f"{results}: no results; create them with masume study run")
    texts = {
        "README.txt": read_me.render(about, results=results.name) + "\n",
        "packages.txt": "".join(f"{line}\n" for line in packages()),
        "machine.json": json.dumps(machine(), indent=1) + "\n",
    }
    # The lock keeps the file from changing while it is copied.
    with (
        open_log(results),
        atomic_file(to) as out,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name, text in texts.items():
            packed.writestr(f"{to.stem}/{name}", text)
        for path in sorted(given):
            packed.write(path, f"{to.stem}/{path.resolve().relative_to(folder)}")
        packed.write(results, f"{to.stem}/{study.stem}{SUFFIX}")
        for path in sorted(_PACKAGE.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                packed.write(path, f"{to.stem}/sources/{path.relative_to(_PACKAGE.parent)}")
        return len(packed.namelist())


def _study_files(declared: Study) -> Iterator[Path]:
    """Yield the files of boards and user code that a study names."""
    for boards in declared.boards:
        yield from board_files(boards, declared.folder)
    for method in declared.methods:
        folder = declared.folder.resolve()
        files = (path.resolve() for path in program_files(method, folder))
        yield from (path for path in files if path.is_relative_to(folder))
    for searches in declared.searches:
        for text in (*searches.algorithms, *searches.spaces, *searches.heuristics):
            name = parse_spec(text).name
            if is_user_code(name):
                yield from source_files_of(adopt(name, declared.folder))


def packages() -> list[str]:
    """Return `name==version` of each installed package."""
    versions = {dist.metadata["Name"]: dist.version for dist in metadata.distributions()}
    listed = sorted(versions.keys() - _NOT_LISTED)
    return [f"{name}=={versions[name]}" for name in listed]
