"""The wheel and the sdist, installed in minimal environments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
CORE = ("click", "python-sat", "six", "rich", "markdown-it-py", "mdurl", "pygments")

USER = """\
import masume
from masume import Limit, MasumeError, Status

board = masume.load("hitori/first")
solution = masume.solve(board, limit=Limit(seconds=5))
assert solution.status is Status.SOLVED
unique: bool | None = solution.unique
texts: list[str] = [fault.text for fault in masume.check(board, ". .")] if not unique else []
expanded: int = masume.search(board, "astar").metrics.expanded
try:
    masume.load("nosuchboard")
except MasumeError as fault:
    print(expanded, fault)
"""


def run(*command: str | Path, cwd: Path) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=kept, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a folder with a wheel and an sdist."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def clean(built, tmp_path_factory):
    """Return the Python of an environment with the wheel and the core requirements only."""
    folder = tmp_path_factory.mktemp("clean") / "env"
    pip = [sys._base_executable, "-I", "-m", "pip"]
    has_pip = subprocess.run([*pip, "--version"], capture_output=True).returncode == 0
    venv.create(folder, with_pip=not has_pip)  # a new pip takes many seconds
    python = folder / "bin" / "python"
    pip = [*pip, "--python", python] if has_pip else [python, "-I", "-m", "pip"]
    (wheel,) = built.glob("*.whl")
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in CORE:
        distribution = metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}:
            (packages / top).symlink_to(distribution.locate_file(top))
    return python


def test_wheel_and_sdist_hold_the_same_package(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:  # the first versions of Python 3.11 know no filters
        archive.extractall(
            tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {})
        )
    (source,) = tmp_path.iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=source)
    (again,) = tmp_path.glob("*.whl")
    names = [set(zipfile.ZipFile(wheel_file).namelist()) for wheel_file in (wheel, again)]
    assert names[0] == names[1]
    assert {"masume/py.typed", "masume/puzzles/hitori/examples.txt"} <= names[0]
    assert "masume/front/web/static/index.html" in names[0]
    root = "masume/front/docs/packaged"  # the documentation can be built wherever it is installed
    assert {f"{root}/mkdocs.yml", f"{root}/docs/index.md", f"{root}/CHANGELOG.md"} <= names[0]


def test_package_runs_from_another_folder_without_extras(clean, tmp_path):
    command = clean.with_name("masume")
    assert "the solution is unique" in run(command, "solve", "hashi/pw-fig1", cwd=tmp_path)
    assert "hitori" in run(command, "generate", "hitori", "--size", "4x4", cwd=tmp_path)
    assert "next step" in run(command, "hint", "kuromasu/br-5x5-2", cwd=tmp_path)
    output = run(command, "doctor", cwd=tmp_path)
    assert "pip install 'masume[web]'" in output
    missing = subprocess.run([command, "web"], cwd=tmp_path, capture_output=True, text=True)
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 1)
    assert "run pip install 'masume[web,print]'" in missing.stderr


def test_user_script_type_checks_and_runs(clean, tmp_path):
    (tmp_path / "user.py").write_text(USER)
    checker = [sys.executable, "-m", "mypy", "--strict", "--python-executable", clean]
    if (ROOT / ".mypy_cache").exists():  # what make test has checked already, Python's own library
        shutil.copytree(ROOT / ".mypy_cache", tmp_path / "cache")
    run(*checker, "--cache-dir", tmp_path / "cache", "user.py", cwd=tmp_path)
    assert "no file or example is called" in run(clean, "user.py", cwd=tmp_path)
