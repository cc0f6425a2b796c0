"""The tables of a results file, column by column."""

from __future__ import annotations


def _columns(declared: str) -> dict[str, str]:
    """Parse column declarations of SQL into types by name.

    >>> _columns("id VARCHAR, h_trace DOUBLE[]")
    {'id': 'VARCHAR', 'h_trace': 'DOUBLE[]'}
    """
    return {name: type_ for name, type_ in map(str.split, declared.split(","))}


BOARDS = _columns("""
    id VARCHAR, kind VARCHAR, name VARCHAR, rows INTEGER, cols INTEGER, difficulty VARCHAR,
    text VARCHAR
""")
TASKS = _columns("""
    key VARCHAR, board VARCHAR, algorithm VARCHAR, space VARCHAR, heuristic VARCHAR,
    search VARCHAR, seed BIGINT, repetition INTEGER, sources VARCHAR
""")
# What identifies a run across sources and machines.
SAME_RUN = ("board", "algorithm", "space", "heuristic", "seed", "repetition")
RUNS = TASKS | _columns("""
    limit_nodes BIGINT, limit_seconds DOUBLE, limit_states BIGINT, limit_megabytes BIGINT,
    status VARCHAR, reason VARCHAR,
    cost BIGINT, expanded BIGINT, generated BIGINT, max_frontier BIGINT, max_stored BIGINT,
    rounds BIGINT,
    seconds DOUBLE, prepare_seconds DOUBLE, tables_seconds DOUBLE, search_seconds DOUBLE,
    proof_seconds DOUBLE, wall_seconds DOUBLE, peak_mb DOUBLE,
    machine VARCHAR, finished TIMESTAMP
""")
TRACES = _columns("""
    key VARCHAR, h_trace DOUBLE[], h_every BIGINT, frontier_trace BIGINT[], frontier_every BIGINT
""")
MACHINES = _columns("""
    id VARCHAR, host VARCHAR, system VARCHAR, processor VARCHAR, cores INTEGER, python VARCHAR,
    masume VARCHAR, sat VARCHAR, commit VARCHAR
""")
NOT_TRIED = _columns("""
    kind VARCHAR, algorithm VARCHAR, space VARCHAR, heuristic VARCHAR, reason VARCHAR
""")
GENERATED = _columns("request VARCHAR, board VARCHAR, reason VARCHAR")
TABLES = {
    "boards": BOARDS,
    "tasks": TASKS,
    "runs": RUNS,
    "traces": TRACES,
    "machines": MACHINES,
    "not_tried": NOT_TRIED,
    "generated": GENERATED,
}
KEYS = {"boards": "id", "runs": "key", "traces": "key", "machines": "id", "generated": "request"}
RESULTS = """
    CREATE OR REPLACE VIEW results AS
    SELECT b.kind, b.name, b.rows, b.cols, b.rows * b.cols AS cells, b.difficulty, r.*
    FROM runs r JOIN tasks t USING (key) JOIN boards b ON b.id = r.board
"""
# Each result with its board, machine and traces, for other programs.
EXPORTED = f"""
    SELECT r.*, b.text AS board_text,
        {", ".join(f"m.{name} AS machine_{name}" for name in MACHINES if name != "id")},
        {", ".join(f"t.{name}" for name in TRACES if name != "key")}
    FROM results r JOIN boards b ON b.id = r.board LEFT JOIN machines m ON m.id = r.machine
        LEFT JOIN traces t ON t.key = r.key
    ORDER BY r.kind, r.cells, r.name, r.search, r.seed, r.repetition
"""

SCHEMA = 4
