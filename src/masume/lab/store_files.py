"""Opening results of studies: tables are made, or brought up to date, before anyone reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir
from uuid import uuid4

from masume.core.system.extras import require
from masume.lab.schema import KEYS, RESULTS, SCHEMA, TABLES
from masume.lab.store import Store, quoted
from masume.lab.store_faults import StoreError, faults_in_words

_FORMAT = "masume study"


@contextmanager
def open_store(path: Path, *, write: bool = False) -> Iterator[Store]:
    """The results in a file; made if there are none yet and they are to be written."""
    require("lab")
    import duckdb

    if not write and not path.exists():
        raise StoreError(f"there are no results in {path}; masume study run makes them")
    # No extension is ever fetched: all that is needed comes with the package.
    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    with faults_in_words(path):
        connection = duckdb.connect(str(path), read_only=not write, config=settings)
    export_folder = Path(gettempdir()) / f"masume-{uuid4().hex}"
    with closing(Store(path, connection, export_folder)) as store:
        _lock_down(store, export_folder)
        _prepare(store, write=write)
        yield store


def _lock_down(store: Store, export_folder: Path) -> None:
    """Forbid every file but the database and the exports: it may come from a stranger.

    Queries inside the file (views, macros) could otherwise read any local file.
    """
    with faults_in_words(store.path):
        store.run(f"SET allowed_directories = [{quoted(export_folder)}]")
        store.run("SET enable_external_access = false")
        store.run("SET lock_configuration = true")


def _prepare(store: Store, *, write: bool) -> None:
    """Make the tables, or see that they are ours and of our time."""
    own = "NOT internal AND database_name = current_database() AND schema_name = 'main'"
    tables = {name for (name,) in store.ask(f"SELECT table_name FROM duckdb_tables() WHERE {own}")}
    if not tables and write:
        _create(store)
        return
    if not tables:
        wal = f"{store.path.name}.wal"
        raise StoreError(
            f"{store.path} is empty; if there was a {wal} beside it, put it back, or else "
            "masume study run begins anew"
        )
    if "meta" not in tables or store.meta("format") != _FORMAT:
        raise StoreError(f"{store.path} is a database, but not one of a study; name another file")
    schema = store.meta("schema")
    if schema != str(SCHEMA):
        raise StoreError(
            f"{store.path} was written by another version of masume (schema {schema}, expected "
            f"{SCHEMA}); use that version, or name another file"
        )
    _refuse_foreign_sql(store, tables)
    # The view in the file may have been replaced by someone else's.
    if write:
        with store.transaction():
            store.run(RESULTS)
    else:
        store.run(RESULTS.replace("OR REPLACE VIEW", "TEMP VIEW"))


def _refuse_foreign_sql(store: Store, tables: set[str]) -> None:
    """Refuse a file with views in place of tables, or with SQL functions of its own.

    A function of the file would be called in place of the built-in one of the same name.
    """
    if missing := sorted(TABLES.keys() - tables):
        raise StoreError(f"{store.path} has no table {missing[0]}; name another file")
    functions = store.ask("SELECT function_name FROM duckdb_functions() WHERE NOT internal")
    if functions:
        raise StoreError(
            f"{store.path} defines the SQL function {functions[0][0]}, which results of a study "
            "never do; remove it or name another file"
        )


def _create(store: Store) -> None:
    with store.transaction():
        store.run("CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR)")
        for table, columns in TABLES.items():
            declared = ", ".join(
                f'"{name}" {type_}{" PRIMARY KEY" * (KEYS.get(table) == name)}'
                for name, type_ in columns.items()
            )
            store.run(f"CREATE TABLE {table} ({declared})")
        store.run(RESULTS)
        created = datetime.now(UTC).isoformat()
        store.note_all({"format": _FORMAT, "schema": str(SCHEMA), "created": created})
