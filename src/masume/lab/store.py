"""The results of a study: one DuckDB file, written by one process, read with SQL.

Rows come in small transactions: what has been written stays, whatever happens to the process. The
primary key of `runs` sees to it that no run is in it twice. The view `results` is what reports and
exports read: the runs of the study as it is declared now, with their boards.
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
from masume.lab.store_faults import StoreError, faults_in_words, describe
from masume.lab.tasks import NotTried, StudyBoard, Task

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What SQL returns; whoever asks knows the types of the columns.
Cells: TypeAlias = tuple[Any, ...]
Record: TypeAlias = dict[str, Any]
Values: TypeAlias = Mapping[str, object]  # to be written, by the names of their columns
Item = TypeVar("Item")


class Store:
    """An open file of results."""

    def __init__(self, path: Path, connection: DuckDBPyConnection, export_folder: Path) -> None:
        self.path = path
        self._export_folder = export_folder  # the only place where the connection may write files
        self.is_running = False  # a copy of results that another process is writing
        self.replaced = {"skipped"}  # runs that ended like this give way to others
        self._connection = connection
        self._shards: Shards | None = None  # a second copy, of a file that is written

    def ask(self, sql: str, values: Sequence[object] = ()) -> list[Cells]:
        """The rows that a query returns."""
        with faults_in_words(self.path):
            return self._connection.execute(sql, list(values)).fetchall()

    def one(self, sql: str, values: Sequence[object] = ()) -> Cells:
        """Its only row."""
        (row,) = self.ask(sql, values)
        return row

    def records(self, sql: str, values: Sequence[object] = ()) -> list[Record]:
        """The same with names."""
        return [row for rows in self.each(sql, 10_000, values) for row in rows]

    def meta(self, key: str) -> str:
        """What was noted about the whole; empty if nothing was."""
        rows = self.ask("SELECT value FROM meta WHERE key = ?", [key])
        return str(rows[0][0]) if rows else ""

    def note(self, **values: str) -> None:
        """Note something about the whole."""
        with self.transaction():
            self.note_all(values)

    def note_all(self, values: Mapping[str, str]) -> None:
        """The same, inside a transaction."""
        self._copy("meta", [{"key": key, "value": value} for key, value in values.items()])
        for key, value in values.items():
            self.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", [key, _sound(value)])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it is written, or nothing."""
        with faults_in_words(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def run(self, sql: str, values: Sequence[object] = ()) -> None:
        """Do something, inside a transaction."""
        self._connection.execute(sql, list(values))

    def add(self, table: str, rows: Iterable[Values], *, new: bool = False) -> None:
        """Add rows, inside a transaction; those whose key is there already are left as they are.

        A run that was skipped, or is done again, gives way to another one. If all are `new` nobody
        has to look, which takes half the time, and a key that is there is a fault.
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
            where = f"WHERE runs.status IN {self._replaced()}"
            after = f"ON CONFLICT (key) DO UPDATE SET {values} {where}"
        # One text for them all: many times faster than row by row.
        self.run(
            f"INSERT {clash}INTO {table} BY NAME "
            f"SELECT row.* FROM (SELECT unnest(from_json(?, '{shape}')) AS row) {after}",
            [self._copy(table, data)],
        )

    def _copy(self, table: str, rows: list[Record]) -> str:
        """Rows as a text that is in the second copy by now."""
        text = _sound(json.dumps(rows, ensure_ascii=False))
        if self._shards is not None:
            try:
                self._shards.note(table, text)
            except OSError as fault:
                raise StoreError(describe(self.path, str(fault))) from fault
        return text

    def drop(self, table: str, key: str, values: Sequence[object]) -> None:
        """Remove rows by their keys, inside a transaction."""
        self.run(f"DELETE FROM {table} WHERE {key} IN (SELECT unnest(?))", [list(values)])

    def each(self, sql: str, many: int, values: Sequence[object] = ()) -> Iterator[list[Record]]:
        """The rows of a long answer, so many at a time."""
        with faults_in_words(self.path):
            cursor = self._connection.execute(sql, list(values))
            names = [column[0] for column in cursor.description or ()]
            while rows := cursor.fetchmany(many):
                yield [dict(zip(names, row, strict=True)) for row in rows]

    def verify(self) -> None:
        """Read everything once: whatever is damaged comes to light now, and not in a report."""
        for table in TABLES:
            self.ask(f"SELECT bit_xor(hash({table})) FROM {table}")

    def keep_copy(self) -> None:
        """From now on write a second copy of all rows, and of those that have none yet."""
        shards = Shards(self.path)
        begun, self._shards = shards.are_there, shards
        for table in () if begun else ("meta", *TABLES):
            for rows in self.each(f"SELECT * FROM {table}", 1000):
                self._copy(table, [{k: plain(v) for k, v in row.items()} for row in rows])

    # What a study does with it

    def declare(
        self,
        text: str,
        title: str,
        boards: Iterable[StudyBoard],
        tasks: Iterable[Task],
        not_tried: Iterable[NotTried],
    ) -> None:
        """Take note of what is to be done; runs of an earlier version of the study stay."""
        planned = (
            {"board": task.board.id, "search": task.search}
            | {name: getattr(task, name) for name in TASKS if name not in ("board", "search")}
            for task in tasks
        )
        columns = ", ".join(f"{name} {type_}" for name, type_ in TASKS.items())
        with self.transaction():
            self.run(f"CREATE OR REPLACE TABLE tasks ({columns})")
            for batch in _batches(planned, 10_000):
                self.add("tasks", batch)
            self.run("DELETE FROM not_tried")
            self.add("boards", (asdict(board) for board in boards))
            self.add("not_tried", (asdict(one) for one in not_tried))
            self.note_all({"study": text, "title": title})

    def keep_board(self, key: str, board: StudyBoard | None, reason: str) -> None:
        """A board that was to be made, or why there is none."""
        with self.transaction():
            if board is not None:
                self.add("boards", [asdict(board)])
            self.run("DELETE FROM made WHERE wish = ?", [key])
            made = {"wish": key, "board": board.id if board else None, "reason": reason}
            self.add("made", [made])

    def made_boards(self) -> dict[str, StudyBoard]:
        """The boards that have been made, by their keys."""
        names = ", ".join(f"b.{name}" for name in BOARDS)
        rows = self.records(f"SELECT m.wish, {names} FROM made m JOIN boards b ON b.id = m.board")
        return {row.pop("wish"): StudyBoard(**row) for row in rows}

    def keep_runs(self, rows: Sequence[Values], traces: Sequence[Values]) -> None:
        """Runs that have ended: from here on they are safe."""
        import duckdb

        now = datetime.now(UTC).replace(tzinfo=None).isoformat(sep=" ", timespec="milliseconds")
        runs = [{**row, "finished": now} for row in rows]
        try:
            self._keep(runs, traces, new=True)
        except StoreError as fault:
            if not isinstance(fault.__cause__, duckdb.ConstraintException):
                raise
            self._keep(runs, traces, new=False)  # some were skipped, or are done again

    def _keep(self, runs: Sequence[Values], traces: Sequence[Values], *, new: bool) -> None:
        with self.transaction():
            self.add("runs", runs, new=new)
            self.add("traces", traces, new=new)

    def keep_machine(self, values: Values) -> None:
        """A machine that runs were measured on."""
        with self.transaction():
            self.add("machines", [values])

    def done_keys(self) -> set[str]:
        """Those of all runs that have ended; what was skipped has not even begun."""
        return {
            key
            for (key,) in self.ask(f"SELECT key FROM runs WHERE status NOT IN {self._replaced()}")
        }

    def count_done(self) -> int:
        """How many of the runs that the study asks for have ended."""
        ended = f"FROM runs WHERE status NOT IN {self._replaced()}"
        return int(self.one(f"SELECT count(*) FROM tasks SEMI JOIN ({ended}) USING (key)")[0])

    def _replaced(self) -> str:
        """As SQL lists them."""
        quoted = (f"'{status}'" for status in sorted(self.replaced))
        return f"({', '.join(quoted)})"

    def skipped(self) -> set[str]:
        """The keys of the runs that were not tried."""
        return {key for (key,) in self.ask("SELECT key FROM runs WHERE status = 'skipped'")}

    def outdated(self) -> int:
        """How many runs are kept of what the study asks for, but with sources as they once were."""
        same = " AND ".join(f"r.{name} = t.{name}" for name in SAME_RUN)
        (many,) = self.one(
            "SELECT count(*) FROM (SELECT * FROM runs ANTI JOIN tasks USING (key)) r "
            f"SEMI JOIN tasks t ON {same} AND r.sources IS DISTINCT FROM t.sources"
        )
        return int(many)

    def export(self, to: Path) -> int:
        """Write the results as Parquet or CSV, whichever the name says; how many rows.

        Each row is complete: with the text of its board, its machine and its traces. In CSV what
        is missing is NA, which is not the same as an empty text.
        """
        options = {".parquet": "FORMAT parquet", ".csv": "FORMAT csv, HEADER, NULLSTR 'NA'"}
        if to.suffix not in options:
            raise StoreError(f"{to.name}: the name must end in .parquet or .csv")
        made = self._export_folder / f"rows{to.suffix}"
        try:
            self._export_folder.mkdir(mode=0o700)
            with faults_in_words(to):
                self.run(f"COPY ({EXPORTED}) TO {quoted(made)} ({options[to.suffix]})")
            with made.open("rb") as rows, atomic_file(to) as out:
                shutil.copyfileobj(rows, out)
        except OSError as fault:
            raise StoreError(describe(to, str(fault))) from fault
        finally:
            shutil.rmtree(self._export_folder, ignore_errors=True)
        return int(self.one("SELECT count(*) FROM results")[0])

    def close(self) -> None:
        """Fold the log into the file and let go of it."""
        self._connection.close()
        if self._shards is not None:
            self._shards.close()


def outdated_rows(many: int) -> str:
    """What is said of them.

    >>> outdated_rows(2)
    '2 rows of older sources are kept and not counted'
    """
    are = "is" if many == 1 else "are"
    return f"{pluralise(many, 'row')} of older sources {are} kept and not counted"


def quoted(path: Path) -> str:
    """Return a path as a string literal of SQL.

    >>> quoted(Path("it's.csv"))
    "'it''s.csv'"
    """
    return "'" + str(path).replace("'", "''") + "'"


def plain(value: object) -> object:
    """A value as JSON can hold it."""
    return value.isoformat(sep=" ") if isinstance(value, datetime) else value


def _json_type(type_: str) -> str | list[str]:
    return [type_.removesuffix("[]")] if type_.endswith("[]") else type_


def _sound(text: str) -> str:
    """A text as UTF-8 can hold it: names of files and words of others may not be."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    several = iter(items)
    return iter(lambda: list(islice(several, size)), [])
