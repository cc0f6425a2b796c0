"""`masume new-puzzle`: write the skeleton of a puzzle in a package of its own."""

from __future__ import annotations

import re
from pathlib import Path

import click

from masume.core.plugins.registry import is_kind_name
from masume.core.system.files import atomic_folder
from masume.errors import BadOption

SKELETONS = Path(__file__).parents[1] / "skeletons"
FAMILIES = sorted(path.name for path in SKELETONS.iterdir() if path.is_dir())


@click.command("new-puzzle")
@click.argument("name")
@click.option(
    "--family",
    metavar="FAMILY",
    type=click.Choice(FAMILIES),
    required=True,
    help=f"What an answer consists of: {', '.join(FAMILIES)}.",
)
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=None,
    help="Output folder; default: the name.",
)
def new_puzzle(name: str, family: str, output: Path | None) -> None:
    """Write the skeleton of a puzzle of your own.

    It is a package with rules, referee, model, examples and a test. NAME consists of
    lower-case letters, digits and _. The skeleton is a small complete puzzle: install it with pip
    install -e FOLDER, and change its rules, its referee and its model.
    """
    folder = output or Path(name)
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise BadOption(f"{name!r} is no name of a package; use lower-case letters, digits and _")
    if is_kind_name(name):
        raise BadOption(f"there is a puzzle {name} already; choose another name")
    if folder.exists():
        raise BadOption(f"{folder} exists already; choose a new folder with -o")
    sources = {
        "pyproject.toml": SKELETONS / "pyproject.txt",
        f"src/{name}/__init__.py": SKELETONS / family / "init.txt",
        f"src/{name}/puzzle.py": SKELETONS / family / "puzzle.txt",
        f"src/{name}/examples.txt": SKELETONS / family / "examples.txt",
        f"tests/test_{name}.py": SKELETONS / "test.txt",
    }
    with atomic_folder(folder) as new:
        for place, source in sources.items():
            (new / place).parent.mkdir(parents=True, exist_ok=True)
            (new / place).write_text(_renamed(source.read_text("utf-8"), name), encoding="utf-8")
    print(f"{folder}: a puzzle of {len(sources)} files; pip install -e {folder} and change it")


def _renamed(text: str, name: str) -> str:
    title = name.replace("_", " ").capitalize()
    text = text.replace('title="Skeleton"', f'title="{title}"').replace(
        '"""Skeleton:', f'"""{title}:'
    )
    return text.replace("Skeleton", title.title().replace(" ", "")).replace("skeleton", name)
