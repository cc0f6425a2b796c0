"""Open results files: create their tables, or check that they are those of a study."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir
from uuid import uuid4

from masume.core.system.extras import require
from masume.lab.schema import KEYS, RESULTS, SCHEMA, TABLES
from masume.lab.store import Store, quote_path
from masume.lab.store_faults import StoreError, translate_errors

_FORMAT = "masume study"


@contextmanager
def open_store(path: Path, *, write: bool = False) -> Iterator[Store]:
    """Open a results file; with `write`, create it if it does not exist.

    Raise StoreError if the file is not a results file, and Locked if another process writes it.
    """
    require("lab")
    import duckdb

    if not write and not path.exists():
        raise StoreError(f"{path}: no results; create them with masume study run")
    # Never download extensions: the package has everything needed.
    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
    }
    with translate_errors(path):
        connection = duckdb.connect(str(path), read_only=not write, config=settings)
    export_folder = Path(gettempdir()) / f"masume-{uuid4().hex}"
    with closing(Store(path, connection, export_folder)) as store:
        _lock_down(store, export_folder)
        _prepare(store, write=write)
        yield store


def _lock_down(store: Store, export_folder: Path) -> None:
    """Forbid access to all files but the database and the exports.

    The file may be untrusted, and its views and macros could otherwise read any local file.
    """
    with translate_errors(store.path):
        store.execute(f"SET allowed_directories = [{quote_path(export_folder)}]")
        store.execute("SET enable_external_access = false")
        store.execute("SET lock_configuration = true")


def _prepare(store: Store, *, write: bool) -> None:
    """Create the tables, or check that they are those of a study and of this schema."""
    own = "NOT internal AND database_name = current_database() AND schema_name = 'main'"
    tables = {
        name for (name,) in store.query(f"SELECT table_name FROM duckdb_tables() WHERE {own}")
    }
    if not tables and write:
        _create(store)
        return
    if not tables:
        wal = f"{store.path.name}.wal"
        raise StoreError(
            f"{store.path} is empty; restore the {wal} beside it if there was one, or start again "
            "with masume study run"
        )
    if "meta" not in tables or store.meta("format") != _FORMAT:
        raise StoreError(f"{store.path} is a database but not one of a study; name another file")
    schema = store.meta("schema")
    if schema != str(SCHEMA):
        raise StoreError(
            f"{store.path} was written by another version of masume (schema {schema}, expected "
            f"{SCHEMA}); use that version, or name another file"
        )
    _reject_foreign_sql(store, tables)
    # The view in the file may have been replaced by someone else's.
    if write:
        with store.transaction():
            store.execute(RESULTS)
    else:
        store.execute(RESULTS.replace("OR REPLACE VIEW", "TEMP VIEW"))


def _reject_foreign_sql(store: Store, tables: set[str]) -> None:
    """Reject a file with views in place of tables, or with its own SQL functions.

    Its functions would replace built-in ones of the same name.
    """
    if missing := sorted(TABLES.keys() - tables):
        raise StoreError(f"{store.path} has no table {missing[0]}; name another file")
    functions = store.query("SELECT function_name FROM duckdb_functions() WHERE NOT internal")
    if functions:
        raise StoreError(
            f"{store.path} defines the SQL function {functions[0][0]}, which results never do; "
            "remove it, or name another file"
        )


def _create(store: Store) -> None:
    """Create all tables and the view `results`."""
    with store.transaction():
        store.execute("CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR)")
        for table, columns in TABLES.items():
            declared = ", ".join(
                f'"{name}" {type_}{" PRIMARY KEY" * (KEYS.get(table) == name)}'
                for name, type_ in columns.items()
            )
            store.execute(f"CREATE TABLE {table} ({declared})")
        store.execute(RESULTS)
        created = datetime.now(UTC).isoformat()
        store.write_meta({"format": _FORMAT, "schema": str(SCHEMA), "created": created})
