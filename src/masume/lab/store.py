"""The results of a study in DuckDB, loaded from the intact lines of its file (see `log.py`)."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

from masume.core.system.extras import require
from masume.core.system.files import atomic_file
from masume.errors import pluralise
from masume.lab.log import StoreError, describe_fault, lock, read_lines

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Rows of queries; the caller knows the types of the columns.
Cells: TypeAlias = tuple[Any, ...]
Record: TypeAlias = dict[str, Any]

# The records of a results file by their name there, and their tables.
RECORDS = {
    "board": "boards",
    "machine": "machines",
    "generated": "generated",
    "features": "features",
    "run": "played",
}
# What identifies a run across sources and machines.
SAME_RUN = ("board", "algorithm", "space", "heuristic", "seed", "repetition")


@dataclass
class Store:
    """The results in DuckDB: the tables of the schema, and those that a reader adds."""

    path: Path
    is_running: bool  # whether a study was writing them
    damaged: list[int]  # numbers of unreadable lines
    study: Record  # the study as it was declared last
    _connection: DuckDBPyConnection
    _folder: Path

    def query(self, sql: str, values: object = None) -> list[Cells]:
        """Return the rows of a query."""
        with _translate_errors(self.path):
            return self._connection.execute(sql, values).fetchall()

    def query_row(self, sql: str, values: object = None) -> Cells:
        """Return the only row of a query."""
        (row,) = self.query(sql, values)
        return row

    def query_records(self, sql: str, values: object = None) -> list[Record]:
        """Return the rows of a query as dicts."""
        with _translate_errors(self.path):
            cursor = self._connection.execute(sql, values)
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def meta(self, key: str) -> str:
        """Return a text of the declared study, `study` or `title`, or ""."""
        return str(self.study.get(key) or "")

    def count_outdated(self) -> int:
        """Return the number of kept runs of the declared study that had older sources."""
        return int(self.query_row("SELECT count(*) FROM outdated")[0])

    def export(self, to: Path) -> int:
        """Write the results as Parquet or CSV, by the file name; return the number of rows.

        Each row includes the text of its board, its machine and its traces. In CSV a missing value
        is NA, which differs from an empty text.
        """
        options = {".parquet": "FORMAT parquet", ".csv": "FORMAT csv, HEADER, NULLSTR 'NA'"}
        if to.suffix not in options:
            raise StoreError(f"{to.name}: the name must end in .parquet or .csv")
        made = self._folder / f"rows{to.suffix}"
        try:
            with _translate_errors(to):
                self.query(f"COPY exported TO {_quote(made)} ({options[to.suffix]})")
            with made.open("rb") as rows, atomic_file(to) as out:
                shutil.copyfileobj(rows, out)
        except OSError as fault:
            raise StoreError(describe_fault(to, str(fault))) from fault
        return int(self.query_row("SELECT count(*) FROM results")[0])


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """Open results for reading; raise StoreError if the file is none of results.

    While a study writes them, `is_running` of the store is true, and it has the rows so far.
    """
    require("lab")
    import duckdb

    if not path.exists():
        raise StoreError(f"{path}: no results; create them with masume study run")
    # Never download extensions: the package has everything needed.
    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    with (
        TemporaryDirectory(prefix="masume-") as folder,
        duckdb.connect(config=settings) as connection,
    ):
        with path.open("rb") as file:
            is_running = not lock(file.fileno(), shared=True)
        study, damaged = _split_lines(path, Path(folder))
        store = Store(path, is_running, damaged, study, connection, Path(folder))
        with _translate_errors(path):
            _load(path, connection, Path(folder), study)
        yield store


def _split_lines(path: Path, folder: Path) -> tuple[Record, list[int]]:
    """Write the intact lines to one file per table; return the study and the damaged lines."""
    declared = b"{}"
    try:
        with ExitStack() as stack:
            files = {
                kind: stack.enter_context((folder / f"{kind}.jsonl").open("wb")) for kind in RECORDS
            }

            def take(number: int, kind: str, content: bytes) -> None:
                nonlocal declared
                if kind == "study":
                    declared = content
                elif kind in files:
                    files[kind].write(b'{"line":%d,%s\n' % (number, content[1:]))

            damaged = read_lines(path, take)
    except OSError as fault:  # of the temporary folder; those of `path` are StoreErrors already
        raise StoreError(describe_fault(folder.parent, str(fault))) from fault
    try:
        study = json.loads(declared)
    except ValueError as fault:
        raise StoreError(f"{path}: not a results file ({fault}); name another") from fault
    return study, damaged


def _load(path: Path, connection: DuckDBPyConnection, folder: Path, study: Record) -> None:
    """Create the tables from the lines and the declared study."""
    connection.execute(_script("records"))
    for kind, table in RECORDS.items():
        columns = connection.execute(f"DESCRIBE {table}").fetchall()
        shape = ", ".join(f"{name}: '{type_}'" for name, type_, *_ in columns)
        connection.execute(
            f"INSERT INTO {table} SELECT * EXCLUDE (line) FROM read_json("
            f"{_quote(folder / f'{kind}.jsonl')}, format = 'newline_delimited', "
            f"maximum_object_size = {1 << 28}, columns = {{line: 'BIGINT', {shape}}}) "
            f"QUALIFY row_number() OVER (PARTITION BY {columns[0][0]} ORDER BY line DESC) = 1"
        )
    for table in ("searches", "not_tried"):
        columns = connection.execute(f"DESCRIBE {table}").fetchall()
        shape = json.dumps([{name: _json_type(type_) for name, type_, *_ in columns}])
        connection.execute(
            f"INSERT INTO {table} "
            f"SELECT row.* FROM (SELECT unnest(from_json(?, '{shape}')) AS row)",
            [json.dumps(study.get(table, []))],
        )
    limits = study.get("limits", {})
    for statement in filter(str.strip, _script("results").split(";\n")):
        used = {name: limits.get(name) for name in re.findall(r"\$(\w+)", statement)}
        connection.execute(statement, used or None)
    for table, needed in _NEEDED.items():
        absent = " OR ".join(f"{name} IS NULL" for name in needed.split())
        (many,) = connection.execute(f"SELECT count(*) FROM {table} WHERE {absent}").fetchall()[0]
        if many:
            raise StoreError(f"{path}: no results; {table} need {needed}")


_NEEDED = {"boards": "id kind name rows cols", "results": "search status"}


@cache
def _script(name: str) -> str:
    return (Path(__file__).parent / "sql" / f"{name}.sql").read_text(encoding="utf-8")


def _json_type(type_: str) -> object:
    """Return a type of SQL as `from_json` expects it."""
    return [_json_type(type_[:-2])] if type_.endswith("[]") else type_


@contextmanager
def _translate_errors(path: Path) -> Iterator[None]:
    """Translate DuckDB's errors into StoreError."""
    import duckdb

    try:
        yield
    except duckdb.Error as fault:
        raise StoreError(describe_fault(path, " ".join(str(fault).split()))) from fault


def _quote(path: Path) -> str:
    """Return a path as a string literal of SQL.

    >>> _quote(Path("it's.csv"))
    "'it''s.csv'"
    """
    return "'" + str(path).replace("'", "''") + "'"


def outdated_text(many: int) -> str:
    """Return the notice about rows of older sources.

    >>> outdated_text(2)
    '2 rows of older sources are kept and not counted'
    """
    are = "is" if many == 1 else "are"
    return f"{pluralise(many, 'row')} of older sources {are} kept and not counted"


def damaged_text(lines: Sequence[int]) -> str:
    """Return the notice about damaged lines."""
    first = ", ".join(map(str, lines[:5]))
    return (
        f"{pluralise(len(lines), 'line')} of the results cannot be read (line {first}"
        f"{', …' * (len(lines) > 5)}); masume study run repeats the runs in them"
    )
