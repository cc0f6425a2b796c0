"""The results of a study: one file of JSON lines, appended by one process and read with SQL.

A line holds one record and a checksum of the rest of the line,
`{"check":"1a2b3c4d","run":{"key":"…","status":"solved",…}}`, and is written as soon as its run has
ended. A line cut off by a crash or a full disk is removed by the next process that writes; a line
damaged later is left out and reported, and its run is repeated. Readers need no lock: they load the
intact lines into DuckDB, also while a study is running.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeAlias
from zlib import crc32

from masume.core.system.extras import require
from masume.core.system.files import atomic_file
from masume.errors import MasumeError, pluralise

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Rows of queries; the caller knows the types of the columns.
Cells: TypeAlias = tuple[Any, ...]
Record: TypeAlias = dict[str, Any]
Values: TypeAlias = Mapping[str, object]

SUFFIX = ".jsonl"
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
_FORMAT = {"format": 1}
_SYNC_SECONDS = 1.0  # the most that a power failure loses
_LOCK_TRIES, _LOCK_SECONDS = 20, 0.05  # a reader that looks whether a study runs is quicker
_BODY = len('{"check":"12345678",')


class StoreError(MasumeError):
    """Results cannot be read or written."""


class Locked(StoreError):
    """Another process is writing the results."""


# Writing


class Log:
    """A results file that this process appends to."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._size = _intact_size(handle)
        os.ftruncate(handle, self._size)
        self._synced = monotonic()
        if not self._size:
            self.append("masume_study", _FORMAT)

    def append(self, kind: str, record: Values) -> None:
        """Write a record; raise StoreError if that fails, and remove what was written of it."""
        text = json.dumps({kind: record}, ensure_ascii=False, separators=(",", ":"))
        body = text[1:].encode("utf-8", "replace")  # file names may contain lone surrogates
        line = b'{"check":"%08x",%s\n' % (crc32(body), body)
        try:
            done = 0
            while done < len(line):
                done += os.write(self._handle, line[done:])
            self._size += len(line)
            if monotonic() - self._synced > _SYNC_SECONDS:
                self.sync()
        except OSError as fault:
            with suppress(OSError):
                os.ftruncate(self._handle, self._size)
            raise StoreError(_describe(self.path, str(fault))) from fault

    def sync(self) -> None:
        """Write everything to the disk; raise StoreError if the file was removed meanwhile."""
        os.fsync(self._handle)
        self._synced = monotonic()
        if not os.fstat(self._handle).st_nlink:
            raise StoreError(
                f"{self.path} was removed while the study ran, and the results with it; run it "
                "again"
            )


@contextmanager
def open_log(path: Path) -> Iterator[Log]:
    """Open a results file for appending, and create it if it does not exist.

    Raise Locked if another process writes it, and StoreError if it is another sort of file.
    """
    if path.exists() and path.stat().st_size:
        _read_lines(path, lambda *_: None)  # a file that is no results file stays as it is
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except OSError as fault:
        raise StoreError(_describe(path, str(fault.strerror))) from fault
    try:
        for left in reversed(range(_LOCK_TRIES)):
            if _lock(handle, shared=False):
                break
            if not left:
                raise Locked(f"{path} is being written by {_writer(path)}; wait for it or stop it")
            sleep(_LOCK_SECONDS)
        log = Log(path, handle)
        yield log
        log.sync()
    finally:
        os.close(handle)


def progress_path(path: Path) -> Path:
    """Return the path of the progress file of a results file."""
    return path.with_name(path.name + ".progress")


def _writer(path: Path) -> str:
    """Name the process that writes a results file, if its progress file does."""
    with suppress(OSError, ValueError):
        return f"process {int(json.loads(progress_path(path).read_bytes())['process'])}"
    return "another process"


def _lock(handle: int, *, shared: bool) -> bool:
    """Lock a file until it is closed; return whether that succeeded."""
    try:
        import fcntl
    except ImportError:  # Windows, where a study runs in one process anyway
        return True
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _intact_size(handle: int) -> int:
    """Return the size of a file without its unfinished last line."""
    size = os.fstat(handle).st_size
    while size:
        start = max(0, size - (1 << 16))
        end = os.pread(handle, size - start, start).rfind(b"\n")
        if end >= 0:
            return start + end + 1
        size = start
    return 0


# Reading


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
            raise StoreError(_describe(to, str(fault))) from fault
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
            is_running = not _lock(file.fileno(), shared=True)
        study, damaged = _split_lines(path, Path(folder))
        store = Store(path, is_running, damaged, study, connection, Path(folder))
        with _translate_errors(path):
            _load(path, connection, Path(folder), study)
        yield store


def _read_lines(path: Path, take: Callable[[int, str, bytes], None]) -> list[int]:
    """Call `take` with the number, kind and JSON of each intact line; return the other numbers.

    Raise StoreError if no line is intact or the file has another format.
    """
    damaged, intact = [], 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break  # it is being written, or was cut off
                body = line[_BODY:-1]
                if line[:_BODY] != b'{"check":"%08x",' % crc32(body):
                    damaged.append(number)
                    continue
                intact += 1
                kind, _, content = body[1:-1].partition(b'":')
                if kind == b"masume_study" and json.loads(content) != _FORMAT:
                    raise StoreError(
                        f"{path} was written by another version of masume; use that version, or "
                        "name another file"
                    )
                take(number, kind.decode("ascii", "replace"), content)
    except OSError as fault:
        raise StoreError(_describe(path, str(fault))) from fault
    if not intact:
        raise StoreError(f"{path}: not a results file, or nothing of it is intact; name another")
    return damaged


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

            damaged = _read_lines(path, take)
    except OSError as fault:  # of the temporary folder; those of `path` are StoreErrors already
        raise StoreError(_describe(folder.parent, str(fault))) from fault
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
        raise StoreError(_describe(path, " ".join(str(fault).split()))) from fault


_NO_ROOM = re.compile("No space left|File too large|disk space")


def _describe(path: Path, line: str) -> str:
    """Return a message for an error of DuckDB or of the system, with a remedy."""
    if _NO_ROOM.search(line):
        return f"{path}: no space left on the disk; free some and run again (no result is lost)"
    return f"{path}: {line[:300]}"


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
