"""A full disk, or a kill, leaves the file that was there; the command says so in one line.

RLIMIT_FSIZE stands for the full disk: the system itself refuses what is larger.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

import click
import pytest
from study_rows import keep, run

from masume.core.system.files import atomic_file, atomic_folder
from masume.front.cli.main import app
from masume.lab import machine
from masume.teach.bundles import create

OLD = b"a good file"
STUDY = """
[[boards]]
examples = ["hitori/*"]
[[searches]]
algorithms = ["simulated_annealing"]
spaces = ["repair"]
[limits]
nodes = 50
[tune]
algorithm = "simulated_annealing"
space = "repair"
options = {hot = [0.5, 2.0]}
trials = 1
seeds = 1
"""


REPLACING = [
    "draw hitori/first -o out.svg",
    "draw hitori/first -o out.png",
    "print hitori/first -o out.pdf",
    "explain hitori/first -o out.html",
    "hint hitori/first -o out.svg",
    "why hitori/first r1c1 -o out.html",
    "why-two kuromasu/br-5x4-0 -o out.svg",
    "train hitori --technique between-equals -n 1 -o out.html",
    "generate hitori --size 5x5 --seed 1 -n 9 -o out.txt",
    "solve hitori/first --with astar --film out.film",
    "learn kuromasu/br-3x3-0 kuromasu/br-3x3-2 kuromasu/br-4x4-0 --states 9999 -o out.py",
    "film own.film -o out.html",
    "film own.film -o out.gif",
    "study export own.toml -o out.csv",
    "study export own.toml -o out.parquet",
    "study report own.toml -o out.html",
    "study report own.toml -o out.md",
    "study report own.toml -o out.tex",
    "study archive own.toml -o out.zip",
    "study tune own.toml -o out.toml --jobs 1",
    "assignment release homework -o out.zip",
    "assignment grade homework/samples --assignment homework -o out.csv --jobs 1",
]
CREATING = {
    "study new new.toml": "new.toml",
    "benchmark make hitori --size 5x5 -n 2 -o new": "new",
    "assignment new new": "new",
    "new-puzzle new": "new",
}
OTHER = {
    "docs",  # tested below
    # These write one file or folder by the same functions, after much work.
    "assignment check",
    "assignment leaderboard",
    "site",
}
PROCESSES = ("study archive", "study tune", "assignment grade")


@contextmanager
def full_disk(room: int = 100):
    """Let no file grow beyond `room` bytes.

    Python does not notice that a compiled module was cut off, so it must not write any.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        yield from _limited(room, before)


def _limited(room, before):
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def folder(tmp_path, monkeypatch, cli):
    """A folder with a study, its results and a film."""
    (tmp_path / "own.toml").write_text(STUDY)
    create(tmp_path / "homework", "heuristic", 1)
    keep(tmp_path / "own.jsonl", [run("a", "astar", expanded=5)])
    monkeypatch.chdir(tmp_path)
    cli("solve", "hitori/first", "--with", "astar", "--space", "shade", "--film", "own.film")
    return tmp_path


def by_tier(command):
    marks = [pytest.mark.process] if command.startswith(PROCESSES) else []
    return pytest.param(command, marks=marks)


def writing_commands(command, context, name=""):
    """Yield the names of the commands with an option that names a file or folder to write."""
    if isinstance(command, click.Group):
        for part in command.list_commands(context):
            yield from writing_commands(
                command.get_command(context, part), context, f"{name} {part}".strip()
            )
    elif {"output", "film"} & {option.name for option in command.params}:
        yield name


def test_all_writing_commands_are_covered():
    tested = [*REPLACING, *CREATING]
    for name in writing_commands(app, click.Context(app)):
        assert name in OTHER or any(command.startswith(f"{name} ") for command in tested), name


@pytest.mark.parametrize("command", [by_tier(command) for command in REPLACING])
def test_full_disk_keeps_the_old_file(cli, folder, command):
    out = folder / next(word for word in command.split() if word.startswith("out."))
    old = OLD if out.suffix != ".film" else (folder / "own.film").read_bytes()
    out.write_bytes(old)
    before = {path for path in folder.rglob("*") if path.is_file()}
    with full_disk():
        code, _, err = cli(*command.split())
    assert code == 2, err
    complaints = [line for line in err.splitlines() if line.startswith("masume: ")]
    full = complaints[0].split(": ")[1]  # results are read by way of the temporary folder
    assert len(complaints) == 1 and (out.name in complaints[0] or full == gettempdir()), err
    assert "too large" in err.lower() or "no space left" in err
    assert out.read_bytes() == old
    new = {path for path in folder.rglob("*") if path.is_file()} - before
    assert all(path.parent.name == "out-data" and path.suffix == ".csv" for path in new), new


@pytest.mark.parametrize(("command", "name"), list(CREATING.items()))
def test_full_disk_leaves_no_partial_file(cli, folder, command, name):
    before = sorted(filter(Path.is_file, folder.rglob("*")))
    with full_disk():
        code, _, err = cli(*command.split())
    assert code == 2 and err.count("\n") == 1 and name in err
    assert sorted(filter(Path.is_file, folder.rglob("*"))) == before


def test_full_disk_keeps_the_old_documentation(cli, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.html").write_bytes(OLD)
    with full_disk():
        code, _, err = cli("docs", "-o", tmp_path / "docs")
    assert code == 2 and err.count("\n") == 1 and "too large" in err
    assert (tmp_path / "docs" / "index.html").read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [tmp_path / "docs"]


def test_folder_is_replaced_atomically(tmp_path):
    folder = tmp_path / "docs"
    with atomic_folder(folder) as made:
        (made / "index.html").write_bytes(OLD)
    with pytest.raises(OSError), full_disk(), atomic_folder(folder) as made:
        (made / "index.html").write_bytes(b"x" * 1000)
    assert (folder / "index.html").read_bytes() == OLD
    with atomic_folder(folder) as made:
        (made / "other.html").write_bytes(b"new")
    assert [path.name for path in folder.iterdir()] == ["other.html"]
    assert list(tmp_path.iterdir()) == [folder]


def test_links_and_pipes_are_preserved(tmp_path):
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")  # never a device of the system: a fault here would replace it
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    for name in ("link", "pipe"):
        with atomic_file(tmp_path / name) as out:
            out.write(b"new")
    assert os.read(reader, 10) == b"new" and (tmp_path / "pipe").is_fifo()
    os.close(reader)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


KILLED = """
import os, sys
from pathlib import Path
from tempfile import gettempdir
from masume.core.system.files import atomic_file
with atomic_file(Path(sys.argv[1])) as out:
    out.write(b"half")
    out.flush()
    os.kill(os.getpid(), 9)
"""


@pytest.mark.process
def test_killed_writer_keeps_the_old_file(tmp_path):
    (tmp_path / "out").write_bytes(OLD)
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "out")])
    assert done.returncode == -9
    assert (tmp_path / "out").read_bytes() == OLD


@pytest.mark.process
def test_commit_is_read_without_writing_into_the_checkout(tmp_path, monkeypatch):
    """A `git` that is killed while it refreshes its index would leave a lock that blocks Git."""
    module = tmp_path / "masume" / "lab" / "machine.py"
    module.parent.mkdir(parents=True)
    module.write_text("first = 1\n")
    git = ["git", "-C", tmp_path, "-c", "user.name=masume", "-c", "user.email=masume@localhost"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "first"], check=True)
    monkeypatch.setattr(machine, "__file__", str(module))
    os.utime(module, (0, 0))  # the index is out of date, the file is not
    with full_disk(0):
        commit = machine._commit()
    assert commit and "+" not in commit
    assert not (tmp_path / ".git" / "index.lock").exists()
    module.write_text("second = 2\n")
    changed = machine._commit()
    assert changed.startswith(f"{commit}+")
    module.write_text("third = 3\n")
    assert machine._commit().startswith(f"{commit}+") and machine._commit() != changed
