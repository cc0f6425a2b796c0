"""Write many tasks to a folder: in parts, in parallel, resumable, without duplicates.

A folder contains `recipe.json`, from which the tasks follow; parts of JSON lines or Parquet; and
`state.json`, which says where to continue. Parts and state are replaced as a whole, so an
interrupted run continues where the last complete part ended and yields the same tasks as an
uninterrupted one.

The split into training and test data depends only on a board's canonical digest. So no board can be
in both, not even rotated, reflected or made with another seed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from masume import __version__
from masume.core.system.extras import require
from masume.core.system.files import atomic_file, write_atomically
from masume.core.system.limits import Deadline, Limit
from masume.errors import BadOption, NotApplicable
from masume.logic.walks import grade
from masume.make.generate import make
from masume.make.request import BoardSpec, parse_size, resolve_board_spec
from masume.tasks.task import Task, task_of_generated
from masume.work.batches import Lost, in_order, processes_for, work_through

if TYPE_CHECKING:
    from masume.work.batches import Pool

Row: TypeAlias = dict[str, object]
Form: TypeAlias = Literal["jsonl", "parquet"]

RECIPE, STATE = "recipe.json", "state.json"
TEST_SHARE = 0.2
_MOST_IN_VAIN = 1000  # consecutive numbers without a new board, after which a dataset is complete


@dataclass(frozen=True)
class Recipe:
    """What a dataset contains: all combinations of puzzles, sizes and levels in turn.

    If techniques are given, boards that need each of them take turns instead of levels.
    """

    puzzles: tuple[str, ...]
    sizes: tuple[str, ...]
    levels: tuple[str, ...]
    count: int
    seed: int = 0
    part: int = 10_000  # tasks in a file
    form: Form = "jsonl"
    seconds: float = 60.0  # for each board
    needs: tuple[str, ...] = ()  # techniques
    version: str = __version__

    def __post_init__(self) -> None:
        for number in range(len(self.combinations)):
            self.spec_of(number)  # raises if impossible
        if self.count < 1 or self.part < 1:
            raise BadOption("a dataset needs a count and a part size of at least 1")

    @property
    def combinations(self) -> list[tuple[str, str, str]]:
        """The levels or techniques, sizes and puzzles, in the order in which they take turns."""
        sizes = ["{}x{}".format(*parse_size(size)) for size in self.sizes]
        return list(product(self.needs or self.levels, sizes, self.puzzles))

    def spec_of(self, number: int) -> BoardSpec:
        """Return the specification of the board of a number; raise MasumeError for a bad one."""
        aim, size, puzzle = self.combinations[number % len(self.combinations)]
        key = "needs" if self.needs else "difficulty"
        return resolve_board_spec(puzzle, size=size, symmetry=False, **{key: aim})


@dataclass(frozen=True)
class DatasetProgress:
    """The state of a dataset: tasks written, duplicates and boards that were not found."""

    tasks: int = 0
    duplicates: int = 0
    missing: int = 0
    next: int = 0  # the number of the next attempt
    parts: int = 0


def split_of(digest: str) -> Literal["train", "test"]:
    """Return the split of a board by its canonical digest.

    >>> split_of("00ff"), split_of("ff00")
    ('test', 'train')
    """
    return "test" if int(digest[:4], 16) < TEST_SHARE * 0x10000 else "train"


def task_row(task: Task, *, with_techniques: bool = False) -> Row:
    """Return a task as a row of a dataset, with its split."""
    row = task.to_json() | {"split": split_of(task.digest)}
    if with_techniques:
        graded = grade(task.puzzle)
        row["technique"] = graded.hardest.technique if graded.hardest else ""
        row["steps"] = graded.steps
    return row


def write_dataset(
    folder: Path, recipe: Recipe, *, jobs: int = 1, pool: Pool | None = None
) -> Iterator[DatasetProgress]:
    """Write or continue a dataset; yield the progress after each part.

    Raise NotApplicable if the folder contains something else or a dataset of another recipe.
    """
    if recipe.form == "parquet":
        require("lab")
    progress = _open_folder(folder, recipe)
    seen = {str(row["digest"]) for row in read_rows(folder, ("digest",))}
    while progress.tasks < recipe.count:
        rows, progress = _next_part(recipe, progress, seen, jobs, pool)
        if not rows:
            found = f"only {progress.tasks} different boards were found"
            raise NotApplicable(f"{found}; ask for fewer or larger ones")
        _write_part(folder, recipe.form, progress.parts, rows)
        progress = replace(progress, parts=progress.parts + 1)
        write_atomically(folder / STATE, json.dumps(asdict(progress)))
        yield progress


def _next_part(
    recipe: Recipe, progress: DatasetProgress, seen: set[str], jobs: int, pool: Pool | None
) -> tuple[list[Row], DatasetProgress]:
    """Return the rows of the next part, and the progress with them; add their digests to `seen`."""
    rows: list[Row] = []
    in_vain = 0
    for number, row in _rows_from(recipe, progress.next, jobs, pool):
        digest = "" if row is None else str(row["digest"])
        is_new = row is not None and digest not in seen
        progress = replace(
            progress,
            tasks=progress.tasks + is_new,
            duplicates=progress.duplicates + (row is not None and not is_new),
            missing=progress.missing + (row is None),
            next=number + 1,
        )
        if row is not None and is_new:
            seen.add(digest)
            rows.append(row)
        in_vain = 0 if is_new else in_vain + 1
        if len(rows) == recipe.part or progress.tasks == recipe.count or in_vain == _MOST_IN_VAIN:
            break
    return rows, progress


def _open_folder(folder: Path, recipe: Recipe) -> DatasetProgress:
    """Create the folder or check that it contains this recipe; return its progress."""
    wanted = json.dumps(asdict(recipe), indent=1)
    if (folder / RECIPE).exists():
        if (folder / RECIPE).read_text(encoding="utf-8") != wanted:
            raise NotApplicable(f"{folder} contains tasks of another recipe; use another folder")
    elif folder.exists() and any(folder.iterdir()):
        raise NotApplicable(f"{folder} is not empty; use another folder")
    else:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / RECIPE, wanted)
    return progress_of(folder)


def progress_of(folder: Path) -> DatasetProgress:
    """Return the progress of a dataset."""
    if not (folder / STATE).exists():
        return DatasetProgress()
    return DatasetProgress(**json.loads((folder / STATE).read_text(encoding="utf-8")))


def _rows_from(
    recipe: Recipe, first: int, jobs: int, pool: Pool | None
) -> Iterator[tuple[int, Row | None]]:
    """Yield the numbers from `first` on with their rows; None if no board was found."""
    numbers = range(first, first + 1_000_000_000)
    make_one = partial(_make_row, recipe)
    work = work_through(make_one, numbers, jobs=processes_for(jobs), chunk=4, pool=pool)
    for number, row in in_order(work, number=lambda number: number - first):
        yield number, None if isinstance(row, Lost) else row


def _make_row(recipe: Recipe, number: int) -> Row | None:
    """Return the row of a number; runs in a worker."""
    spec, index = recipe.spec_of(number), number // len(recipe.combinations)
    board = make(spec, recipe.seed, index, Deadline(Limit(seconds=recipe.seconds)))
    if board.puzzle is None or board.answer is None:
        return None
    faults = spec.kind.violations(board.puzzle, board.answer)
    assert not faults, f"the referee rejects the answer of board {number}: {faults[0].text}"
    row = task_row(task_of_generated(board), with_techniques=True)
    return row | {"needs": spec.needs} if spec.needs else row


def _write_part(folder: Path, form: Form, number: int, rows: list[Row]) -> None:
    """Write a part as a whole."""
    path = folder / f"part-{number:05}.{form}"
    lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
    if form == "jsonl":
        write_atomically(path, "\n".join([*lines, ""]))
        return
    with atomic_file(path) as out:
        out.write(_as_parquet(lines))


def _as_parquet(lines: Iterable[str]) -> bytes:
    """Return JSON lines as the bytes of a Parquet file."""
    import tempfile

    import duckdb

    with tempfile.TemporaryDirectory() as scratch:
        source, target = os.path.join(scratch, "rows.jsonl"), os.path.join(scratch, "rows.parquet")
        write_atomically(Path(source), "\n".join(lines), durable=False)
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (SELECT * FROM read_json('{source}', format='newline_delimited')) "
                f"TO '{target}' (FORMAT parquet, COMPRESSION zstd)"
            )
        with open(target, "rb") as file:
            return file.read()


def read_rows(folder: Path, columns: Sequence[str] = ()) -> Iterator[Row]:
    """Yield the rows of all complete parts of a dataset, with these or all columns."""
    for path in sorted(folder.glob("part-*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                yield {name: row[name] for name in columns} if columns else row
    for path in sorted(folder.glob("part-*.parquet")):
        import duckdb

        with duckdb.connect() as connection:
            chosen = ", ".join(columns) or "*"
            found = connection.execute(f"SELECT {chosen} FROM read_parquet(?)", [str(path)])
            names = [column[0] for column in found.description or ()]
            while batch := found.fetchmany(1000):
                yield from (dict(zip(names, row, strict=True)) for row in batch)
