"""Opening results of studies: tables are made, or brought up to date, before anyone reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from masume.core.extras import require
from masume.lab.schema import KEYS, OLD_RUNS, RESULTS, SCHEMA, TABLES, UPGRADES
from masume.lab.store import Store
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
    with closing(Store(path, connection)) as store:
        _prepare(store, write=write)
        yield store


def _prepare(store: Store, *, write: bool) -> None:
    """Make the tables, or see that they are ours and of our time."""
    tables = {name for (name,) in store.ask("SELECT table_name FROM duckdb_tables()")}
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
    schema = int(store.meta("schema") or 0)
    if schema > SCHEMA:
        raise StoreError(
            f"{store.path} was written by a newer masume (schema {schema}, this one has {SCHEMA}); "
            "nothing was changed, use that masume"
        )
    if schema < SCHEMA:
        _upgrade(store, schema, write=write)


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


def _upgrade(store: Store, schema: int, *, write: bool) -> None:
    """Bring an older file up to date, step by step, in one transaction."""
    if any(step not in UPGRADES for step in range(schema, SCHEMA)):
        raise StoreError(
            f"{store.path} was written by an older masume (schema {schema}, this one has "
            f"{SCHEMA}); nothing was changed, use that masume or begin a new file"
        )
    if not write and schema in OLD_RUNS:
        view = RESULTS.replace("OR REPLACE VIEW", "TEMP VIEW")
        store.run(view.replace("runs r", f"({OLD_RUNS[schema]}) r"))
        return
    if not write:
        raise StoreError(
            f"{store.path} was written by an older masume (schema {schema}); "
            "masume study run brings it up to date"
        )
    with store.transaction():
        for step in range(schema, SCHEMA):
            for sql in UPGRADES[step]:
                store.run(sql)
        store.run("INSERT OR REPLACE INTO meta VALUES ('schema', ?)", [str(SCHEMA)])
