"""The card of a dataset: what it contains, how it was made and what was proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from masume.core.plugins.registry import kind_named
from masume.core.system.files import write_atomically
from masume.tasks.dataset import (
    TEST_SHARE,
    DatasetProgress,
    Recipe,
    Row,
    progress_of,
    read_rows,
)

CARD = "README.md"
_COLUMNS = ("kind", "rows", "cols", "level", "technique", "split")
_TABLES: dict[str, Callable[[Row], str]] = {
    "puzzle, size and level": lambda row: (
        f"{row['kind']} {row['rows']}×{row['cols']} {row['level']}"
    ),
    "split": lambda row: str(row["split"]),
    "hardest technique": lambda row: f"{row['kind']}/{row['technique']}",
}


def write_card(folder: Path, recipe: Recipe) -> None:
    """Write the card of a complete dataset."""
    lines = card_lines(recipe, progress_of(folder), read_rows(folder, _COLUMNS))
    write_atomically(folder / CARD, "\n".join(lines))


def card_lines(recipe: Recipe, progress: DatasetProgress, rows: Iterable[Row]) -> list[str]:
    """Return the card in Markdown; the rows are read once, and need only some columns."""
    counts: dict[str, Counter[str]] = {title: Counter() for title in _TABLES}
    for row in rows:
        for title, key in _TABLES.items():
            counts[title][key(row)] += 1
    titles = ", ".join(kind_named(name.partition(":")[0]).title for name in recipe.puzzles)
    return [
        f"# Puzzle tasks: {titles}",
        "",
        f"{progress.tasks:,} boards with exactly one solution each, made by masume "
        f"{recipe.version}. Each row has the board, a prompt in words, the answer, the level, the "
        "hardest technique and the number of steps of a human solution.",
        "",
        "## How they were made",
        "",
        "```",
        _command(recipe),
        "```",
        "",
        f"The same command makes the same boards. {progress.duplicates:,} boards were left out as "
        f"rotations or reflections of others; for {progress.missing:,} no board was found in time.",
        "",
        "## What was proved",
        "",
        "- The exact engine proved for every board that it has exactly one solution.",
        "- The referee, which shares no code with engine and generator, accepted every answer.",
        "- The level is that of the hardest step of a complete explanation without guessing.",
        "- No two boards are equal under rotation, reflection or renaming of labels (`digest`).",
        f"- The split depends on the digest alone ({TEST_SHARE:.0%} test), so no board of the test "
        "data can occur in training data that this program makes, with any seed.",
        "",
        "## Contents",
        "",
        *(line for title in _TABLES for line in _table(title, counts[title])),
    ]


def _command(recipe: Recipe) -> str:
    parts = ["masume benchmark make", *recipe.puzzles]
    parts += [f"--size {size}" for size in recipe.sizes]
    parts += [f"--needs {technique}" for technique in recipe.needs]
    parts += [f"--difficulty {level}" for level in recipe.levels if not recipe.needs]
    parts += [f"-n {recipe.count}", f"--seed {recipe.seed}", "-o FOLDER"]
    return " ".join(parts)


def _table(title: str, counts: Counter[str]) -> list[str]:
    rows = [f"| {name} | {number:,} |" for name, number in sorted(counts.items())]
    return [f"| {title} | boards |", "|---|--:|", *rows, ""]
