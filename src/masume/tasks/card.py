"""The card of a dataset: what it contains, how it was made and what was proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from masume.core.plugins.registry import kind_named
from masume.core.system.files import write_atomically
from masume.tasks.dataset import (
    TEST_SHARE,
    DatasetProgress,
    Recipe,
    Row,
    count_by,
    progress_of,
    read_rows,
)

CARD = "README.md"


def write_card(folder: Path, recipe: Recipe) -> None:
    """Write the card of a complete dataset."""
    lines = card_lines(recipe, progress_of(folder), [*read_rows(folder)])
    write_atomically(folder / CARD, "\n".join(lines))


def card_lines(recipe: Recipe, progress: DatasetProgress, rows: Sequence[Row]) -> list[str]:
    """Return the card in Markdown."""
    titles = ", ".join(kind_named(name.partition(":")[0]).title for name in recipe.puzzles)
    return [
        f"# Puzzle tasks: {titles}",
        "",
        f"{len(rows):,} boards with exactly one solution each, made by masume {recipe.version}. "
        "Each row has the board, a prompt in words, the answer, the level, the hardest technique "
        "and the number of steps of a human solution.",
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
        *_table(rows, "puzzle, size and level", _combination),
        "",
        *_table(rows, "split", lambda row: str(row["split"])),
        "",
        *_table(rows, "hardest technique", lambda row: f"{row['kind']}/{row['technique']}"),
        "",
    ]


def _command(recipe: Recipe) -> str:
    parts = ["masume benchmark make", *recipe.puzzles]
    parts += [f"--size {size}" for size in recipe.sizes]
    parts += [f"--difficulty {level}" for level in recipe.levels]
    parts += [f"-n {recipe.count}", f"--seed {recipe.seed}", "-o FOLDER"]
    return " ".join(parts)


def _combination(row: Row) -> str:
    return f"{row['kind']} {row['rows']}×{row['cols']} {row['level']}"


def _table(rows: Sequence[Row], title: str, key: Callable[[Row], str]) -> list[str]:
    counts = count_by(rows, key)
    return [f"| {title} | boards |", "|---|--:|"] + [
        f"| {name} | {number:,} |" for name, number in counts.items()
    ]
