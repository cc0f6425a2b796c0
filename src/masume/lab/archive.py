"""All of a study in one ZIP that runs again elsewhere.

Its file, the boards and the code of one's own that it names, its results, the sources of masume
that are running here, and the versions of the packages that they use.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import masume
from masume.core.plugins.user_code import adopt, files_of, is_user_code
from masume.core.search.spec import parse_spec
from masume.core.system.files import atomic_file
from masume.errors import BadOption
from masume.lab.run import machine
from masume.lab.store_files import open_store
from masume.lab.study import Study, read_study
from masume.lab.study_boards import files_of as board_files

_PACKAGE = Path(masume.__file__).parent
# Our sources are there, and every environment has the other two.
_NOT_LISTED = {"masume", "pip", "setuptools"}
_READ_ME = """\
{title}

A study of masume {version} with its results, to be looked at and run again.

    python -m venv env
    env/bin/pip install -r packages.txt
    export PYTHONPATH=sources

    env/bin/python -m masume study status {name}
    env/bin/python -m masume study report {name} -o report.html

Run it again, and put the two beside each other:

    env/bin/python -m masume study run {name} --into again.duckdb
    env/bin/python -m masume study compare {name} again.duckdb

{name:24} what was declared
{results:24} what came out, a DuckDB file (masume study export writes Parquet or CSV)
packages.txt             the packages that were installed, with their versions
machine.json             where this archive was made; where each run was made is in the results
sources/                 masume as it was then
"""


def write_archive(study: Path, results: Path, to: Path) -> int:
    """Pack a study; how many files are in it."""
    if to.suffix != ".zip":
        raise BadOption(f"{to.name}: the name of an archive ends in .zip")
    declared = read_study(study)
    folder = study.parent.resolve()
    given = {study, *_brought(declared)}
    for path in sorted(given):
        if not path.resolve().is_relative_to(folder):
            raise BadOption(f"{path} lies outside {folder}; move it beside the study")
    read_me = _READ_ME.format(
        title=declared.title, version=masume.__version__, name=study.name, results=results.name
    )
    texts = {
        "README.txt": read_me,
        "packages.txt": "".join(f"{line}\n" for line in packages()),
        "machine.json": json.dumps(machine(), indent=1) + "\n",
    }
    # An open file is locked: nobody writes while it is copied.
    with (
        open_store(results),
        atomic_file(to) as out,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name, text in texts.items():
            packed.writestr(f"{to.stem}/{name}", text)
        for path in sorted(given):
            packed.write(path, f"{to.stem}/{path.resolve().relative_to(folder)}")
        for path in (results, results.with_name(f"{results.name}.wal")):
            if path.exists():
                packed.write(path, f"{to.stem}/{study.stem}{''.join(path.suffixes[-2:])}")
        for path in sorted(_PACKAGE.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                packed.write(path, f"{to.stem}/sources/{path.relative_to(_PACKAGE.parent)}")
        return len(packed.namelist())


def _brought(declared: Study) -> Iterator[Path]:
    """The boards and the code of one's own that a study names."""
    for boards in declared.boards:
        yield from board_files(boards, declared.folder)
    for searches in declared.searches:
        for text in (*searches.algorithms, *searches.spaces, *searches.heuristics):
            name = parse_spec(text).name
            if is_user_code(name):
                yield from files_of(adopt(name, declared.folder))


def packages() -> list[str]:
    """`name==version` of all that is installed here."""
    versions = {one.metadata["Name"]: one.version for one in metadata.distributions()}
    join_words = sorted(versions.keys() - _NOT_LISTED)
    return [f"{name}=={versions[name]}" for name in join_words]
