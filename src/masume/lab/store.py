"""The results of a study: one DuckDB file, written by one process and read with SQL.

Rows are written in small transactions, so a crash loses at most the last fraction of a second. The
primary key of `runs` prevents duplicates. Reports and exports read the view `results`: the runs of
the study as it is declared now, with their boards.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from masume.core.system.files import atomic_file
from masume.errors import pluralise
from masume.lab.schema import BOARDS, EXPORTED, KEYS, RUNS, SAME_RUN, TABLES, TASKS
from masume.lab.shards import Shards
from masume.lab.store_faults import StoreError, describe, translate_errors
from masume.lab.tasks import NotTried, PlannedRun, StudyBoard

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Rows of queries; the caller knows the types of the columns.
Cells: TypeAlias = tuple[Any, ...]
Record: TypeAlias = dict[str, Any]
Values: TypeAlias = Mapping[str, object]  # a row to write, by column
Item = TypeVar("Item")


class Store:
    """An open results file."""

    def __init__(self, path: Path, connection: DuckDBPyConnection, export_folder: Path) -> None:
        self.path = path
        self._export_folder = export_folder  # the only place where the connection may write files
        self.is_running = False  # whether this is a copy of results that a study is writing
        self.replaced = {"skipped"}  # statuses of runs that new rows replace
        self._connection = connection
        self._shards: Shards | None = None  # the second copy, if the file is written

    def query(self, sql: str, values: Sequence[object] = ()) -> list[Cells]:
        """Return the rows of a query."""
        with translate_errors(self.path):
            return self._connection.execute(sql, list(values)).fetchall()

    def query_row(self, sql: str, values: Sequence[object] = ()) -> Cells:
        """Return the only row of a query."""
        (row,) = self.query(sql, values)
        return row

    def query_records(self, sql: str, values: Sequence[object] = ()) -> list[Record]:
        """Return the rows of a query as dicts."""
        return [row for rows in self.query_batches(sql, 10_000, values) for row in rows]

    def meta(self, key: str) -> str:
        """Return a value of the table `meta`, or ""."""
        rows = self.query("SELECT value FROM meta WHERE key = ?", [key])
        return str(rows[0][0]) if rows else ""

    def set_meta(self, **values: str) -> None:
        """Store values in the table `meta`."""
        with self.transaction():
            self.write_meta(values)

    def write_meta(self, values: Mapping[str, str]) -> None:
        """Store values in the table `meta`, inside a transaction."""
        self._write_shard("meta", [{"key": key, "value": value} for key, value in values.items()])
        for key, value in values.items():
            self.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, _encodable(value)])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all statements of the block, or none."""
        with translate_errors(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def execute(self, sql: str, values: Sequence[object] = ()) -> None:
        """Execute a statement, inside a transaction."""
        self._connection.execute(sql, list(values))

    def add(self, table: str, rows: Iterable[Values], *, new: bool = False) -> None:
        """Add rows, inside a transaction; existing keys are ignored.

        Runs with a status in `replaced` are replaced instead. With `new`, which halves the time, an
        existing key is an error.
        """
        columns = TABLES[table]
        data = [{name: row.get(name) for name in columns} for row in rows]
        if not data:
            return
        shape = json.dumps([{name: _json_type(type_) for name, type_ in columns.items()}])
        clash = "OR IGNORE " if table in KEYS and table != "runs" and not new else ""
        after = ""
        if table == "runs" and not new:
            values = ", ".join(f"{name} = excluded.{name}" for name in RUNS if name != "key")
            where = f"WHERE runs.status IN {self._replaceable()}"
            after = f"ON CONFLICT (key) DO UPDATE SET {values} {where}"
        # One JSON text for all rows is many times faster than row by row.
        self.execute(
            f"INSERT {clash}INTO {table} BY NAME "
            f"SELECT row.* FROM (SELECT unnest(from_json(?, '{shape}')) AS row) {after}",
            [self._write_shard(table, data)],
        )

    def _write_shard(self, table: str, rows: list[Record]) -> str:
        """Return rows as JSON, after writing them to the shards."""
        text = _encodable(json.dumps(rows, ensure_ascii=False))
        if self._shards is not None:
            try:
                self._shards.write(table, text)
            except OSError as fault:
                raise StoreError(describe(self.path, str(fault))) from fault
        return text

    def delete(self, table: str, key: str, values: Sequence[object]) -> None:
        """Delete rows by key, inside a transaction."""
        self.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT unnest(?))", [list(values)])

    def query_batches(
        self, sql: str, many: int, values: Sequence[object] = ()
    ) -> Iterator[list[Record]]:
        """Yield the rows of a query as dicts, in batches."""
        with translate_errors(self.path):
            cursor = self._connection.execute(sql, list(values))
            names = [column[0] for column in cursor.description or ()]
            while rows := cursor.fetchmany(many):
                yield [dict(zip(names, row, strict=True)) for row in rows]

    def verify(self) -> None:
        """Read every table once; raise StoreError if one is damaged."""
        for table in TABLES:
            self.query(f"SELECT bit_xor(hash({table})) FROM {table}")

    def start_shards(self) -> None:
        """Write all rows to shards from now on, including existing rows that are not there yet."""
        shards = Shards(self.path)
        begun, self._shards = shards.exists, shards
        for table in () if begun else ("meta", *TABLES):
            for rows in self.query_batches(f"SELECT * FROM {table}", 1000):
                self._write_shard(
                    table, [{k: json_value(v) for k, v in row.items()} for row in rows]
                )

    # Studies

    def declare(
        self,
        text: str,
        title: str,
        boards: Iterable[StudyBoard],
        tasks: Iterable[PlannedRun],
        not_tried: Iterable[NotTried],
    ) -> None:
        """Replace the declared study; runs of its earlier versions are kept."""
        planned = (
            {"board": task.board.id, "search": task.search}
            | {name: getattr(task, name) for name in TASKS if name not in ("board", "search")}
            for task in tasks
        )
        columns = ", ".join(f"{name} {type_}" for name, type_ in TASKS.items())
        with self.transaction():
            self.execute(f"CREATE OR REPLACE TABLE tasks ({columns})")
            for batch in _batches(planned, 10_000):
                self.add("tasks", batch)
            self.execute("DELETE FROM not_tried")
            self.add("boards", (asdict(board) for board in boards))
            self.add("not_tried", (asdict(combination) for combination in not_tried))
            self.write_meta({"study": text, "title": title})

    def save_board(self, key: str, board: StudyBoard | None, reason: str) -> None:
        """Store a generated board, or the reason why there is none."""
        with self.transaction():
            if board is not None:
                self.add("boards", [asdict(board)])
            self.execute("DELETE FROM generated WHERE request = ?", [key])
            row = {"request": key, "board": board.id if board else None, "reason": reason}
            self.add("generated", [row])

    def generated_boards(self) -> dict[str, StudyBoard]:
        """Return the generated boards by their keys."""
        names = ", ".join(f"b.{name}" for name in BOARDS)
        rows = self.query_records(
            f"SELECT m.request, {names} FROM generated m JOIN boards b ON b.id = m.board"
        )
        return {row.pop("request"): StudyBoard(**row) for row in rows}

    def save_runs(self, rows: Sequence[Values], traces: Sequence[Values]) -> None:
        """Store runs that have ended, with their traces."""
        import duckdb

        now = datetime.now(UTC).replace(tzinfo=None).isoformat(sep=" ", timespec="milliseconds")
        runs = [{**row, "finished": now} for row in rows]
        try:
            self._insert_runs(runs, traces, new=True)
        except StoreError as fault:
            if not isinstance(fault.__cause__, duckdb.ConstraintException):
                raise
            self._insert_runs(runs, traces, new=False)  # some were skipped or are repeated

    def _insert_runs(self, runs: Sequence[Values], traces: Sequence[Values], *, new: bool) -> None:
        with self.transaction():
            self.add("runs", runs, new=new)
            self.add("traces", traces, new=new)

    def save_machine(self, values: Values) -> None:
        """Store a machine that runs were measured on."""
        with self.transaction():
            self.add("machines", [values])

    def done_keys(self) -> set[str]:
        """Return the keys of all finished runs; skipped runs are not finished."""
        return {
            key
            for (key,) in self.query(
                f"SELECT key FROM runs WHERE status NOT IN {self._replaceable()}"
            )
        }

    def count_done(self) -> int:
        """Return the number of finished runs of the declared study."""
        ended = f"FROM runs WHERE status NOT IN {self._replaceable()}"
        return int(self.query_row(f"SELECT count(*) FROM tasks SEMI JOIN ({ended}) USING (key)")[0])

    def _replaceable(self) -> str:
        """Return the replaceable statuses as an SQL list."""
        quoted = (f"'{status}'" for status in sorted(self.replaced))
        return f"({', '.join(quoted)})"

    def skipped_keys(self) -> set[str]:
        """Return the keys of the skipped runs."""
        return {key for (key,) in self.query("SELECT key FROM runs WHERE status = 'skipped'")}

    def count_outdated(self) -> int:
        """Return the number of kept runs of the declared study that had older sources."""
        same = " AND ".join(f"r.{name} = t.{name}" for name in SAME_RUN)
        (many,) = self.query_row(
            "SELECT count(*) FROM (SELECT * FROM runs ANTI JOIN tasks USING (key)) r "
            f"SEMI JOIN tasks t ON {same} AND r.sources IS DISTINCT FROM t.sources"
        )
        return int(many)

    def export(self, to: Path) -> int:
        """Write the results as Parquet or CSV, by the file name; return the number of rows.

        Each row includes the text of its board, its machine and its traces. In CSV a missing value
        is NA, which differs from an empty text.
        """
        options = {".parquet": "FORMAT parquet", ".csv": "FORMAT csv, HEADER, NULLSTR 'NA'"}
        if to.suffix not in options:
            raise StoreError(f"{to.name}: the name must end in .parquet or .csv")
        made = self._export_folder / f"rows{to.suffix}"
        try:
            self._export_folder.mkdir(mode=0o700)
            with translate_errors(to):
                self.execute(f"COPY ({EXPORTED}) TO {quote_path(made)} ({options[to.suffix]})")
            with made.open("rb") as rows, atomic_file(to) as out:
                shutil.copyfileobj(rows, out)
        except OSError as fault:
            raise StoreError(describe(to, str(fault))) from fault
        finally:
            shutil.rmtree(self._export_folder, ignore_errors=True)
        return int(self.query_row("SELECT count(*) FROM results")[0])

    def close(self) -> None:
        """Checkpoint and close the file."""
        self._connection.close()
        if self._shards is not None:
            self._shards.close()


def outdated_text(many: int) -> str:
    """Return the notice about rows of older sources.

    >>> outdated_text(2)
    '2 rows of older sources are kept and not counted'
    """
    are = "is" if many == 1 else "are"
    return f"{pluralise(many, 'row')} of older sources {are} kept and not counted"


def quote_path(path: Path) -> str:
    """Return a path as a string literal of SQL.

    >>> quote_path(Path("it's.csv"))
    "'it''s.csv'"
    """
    return "'" + str(path).replace("'", "''") + "'"


def json_value(value: object) -> object:
    """Return a value as JSON can hold it; dates become text."""
    return value.isoformat(sep=" ") if isinstance(value, datetime) else value


def _json_type(type_: str) -> str | list[str]:
    return [type_.removesuffix("[]")] if type_.endswith("[]") else type_


def _encodable(text: str) -> str:
    """Replace surrogates, which file names may contain and UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    several = iter(items)
    return iter(lambda: list(islice(several, size)), [])
