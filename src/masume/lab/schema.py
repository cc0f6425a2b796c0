"""The tables of a file of results, column by column."""

from __future__ import annotations

BOARDS = {
    "id": "VARCHAR",
    "kind": "VARCHAR",
    "name": "VARCHAR",
    "rows": "INTEGER",
    "cols": "INTEGER",
    "difficulty": "VARCHAR",
    "text": "VARCHAR",
}
TASKS = {
    "key": "VARCHAR",
    "board": "VARCHAR",
    "algorithm": "VARCHAR",
    "space": "VARCHAR",
    "heuristic": "VARCHAR",
    "method": "VARCHAR",
    "seed": "BIGINT",
    "repetition": "INTEGER",
}
RUNS = TASKS | {
    "limit_nodes": "BIGINT",
    "limit_seconds": "DOUBLE",
    "limit_states": "BIGINT",
    "limit_megabytes": "BIGINT",
    "status": "VARCHAR",
    "reason": "VARCHAR",
    "cost": "BIGINT",
    "expanded": "BIGINT",
    "generated": "BIGINT",
    "max_frontier": "BIGINT",
    "max_stored": "BIGINT",
    "rounds": "BIGINT",
    "seconds": "DOUBLE",
    "prepare_seconds": "DOUBLE",
    "tables_seconds": "DOUBLE",
    "search_seconds": "DOUBLE",
    "proof_seconds": "DOUBLE",
    "wall_seconds": "DOUBLE",
    "peak_mb": "DOUBLE",
    "machine": "VARCHAR",
    "finished": "TIMESTAMP",
}
TRACES = {
    "key": "VARCHAR",
    "h_trace": "DOUBLE[]",
    "h_every": "BIGINT",
    "frontier_trace": "BIGINT[]",
    "frontier_every": "BIGINT",
}
MACHINES = {
    "id": "VARCHAR",
    "host": "VARCHAR",
    "system": "VARCHAR",
    "processor": "VARCHAR",
    "cores": "INTEGER",
    "python": "VARCHAR",
    "masume": "VARCHAR",
    "sat": "VARCHAR",
    "commit": "VARCHAR",
}
NOT_TRIED = {
    "kind": "VARCHAR",
    "algorithm": "VARCHAR",
    "space": "VARCHAR",
    "heuristic": "VARCHAR",
    "reason": "VARCHAR",
}
MADE = {"wish": "VARCHAR", "board": "VARCHAR", "reason": "VARCHAR"}
TABLES = {
    "boards": BOARDS,
    "tasks": TASKS,
    "runs": RUNS,
    "traces": TRACES,
    "machines": MACHINES,
    "not_tried": NOT_TRIED,
    "made": MADE,
}
KEYS = {
    "boards": "id",
    "tasks": "key",
    "runs": "key",
    "traces": "key",
    "machines": "id",
    "made": "wish",
}
