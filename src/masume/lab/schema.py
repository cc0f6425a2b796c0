"""The tables of the results of a study, column by column."""

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
# What identifies a run across sources and machines.
SAME_RUN = ("board", "algorithm", "space", "heuristic", "seed", "repetition")
_LIMITS = _columns("""
    limit_nodes BIGINT, limit_seconds DOUBLE, limit_states BIGINT, limit_megabytes BIGINT
""")
TRACES = _columns("""
    h_trace DOUBLE[], h_every BIGINT, frontier_trace BIGINT[], frontier_every BIGINT
""")
RUNS = (
    _columns("""
        key VARCHAR, board VARCHAR, algorithm VARCHAR, space VARCHAR, heuristic VARCHAR,
        search VARCHAR, seed BIGINT, repetition INTEGER, sources VARCHAR
    """)
    | _LIMITS
    | _columns("""
        status VARCHAR, reason VARCHAR,
        cost BIGINT, expanded BIGINT, generated BIGINT, max_frontier BIGINT, max_stored BIGINT,
        rounds BIGINT,
        seconds DOUBLE, prepare_seconds DOUBLE, tables_seconds DOUBLE, search_seconds DOUBLE,
        proof_seconds DOUBLE, wall_seconds DOUBLE, peak_mb DOUBLE,
        measured VARCHAR, core INTEGER, load DOUBLE, mhz INTEGER, throttled BIGINT, swap_mb DOUBLE,
        machine VARCHAR, finished TIMESTAMP
    """)
)
MACHINES = _columns("""
    id VARCHAR, host VARCHAR, system VARCHAR, processor VARCHAR, cores INTEGER, python VARCHAR,
    masume VARCHAR, sat VARCHAR, commit VARCHAR
""")
FEATURES = _columns("""
    board VARCHAR, clues INTEGER, marks INTEGER, grade INTEGER, steps INTEGER, variables BIGINT,
    constraints BIGINT, reach DOUBLE
""")
NOT_TRIED = _columns("""
    kind VARCHAR, algorithm VARCHAR, space VARCHAR, heuristic VARCHAR, reason VARCHAR
""")
# The planned runs of one search: every board with every slot, which is a seed and a repetition.
SEARCHES = _columns("""
    algorithm VARCHAR, space VARCHAR, heuristic VARCHAR, search VARCHAR, sources VARCHAR,
    boards VARCHAR[], slots BIGINT[][]
""")
# The records of a results file by their name there: table, columns and key. Of records with the
# same key the last one counts.
RECORDS = {
    "board": ("boards", BOARDS, "id"),
    "machine": ("machines", MACHINES, "id"),
    "generated": (
        "generated",
        _columns("request VARCHAR, board VARCHAR, reason VARCHAR"),
        "request",
    ),
    "features": ("features", FEATURES, "board"),
    "run": ("played", RUNS | TRACES, "key"),
}
_SAME = ", ".join((*SAME_RUN, "sources"))
# `results` are the runs of the study as it is declared now.
TABLES = f"""
    CREATE TABLE tasks AS
    SELECT * EXCLUDE (slot), slot[1] AS seed, slot[2]::INTEGER AS repetition FROM (
        SELECT * EXCLUDE (boards), unnest(boards) AS board
        FROM (SELECT * EXCLUDE (slots), unnest(slots) AS slot FROM searches)
    );
    CREATE VIEW runs AS SELECT {", ".join(RUNS)} FROM played;
    CREATE VIEW traces AS SELECT key, {", ".join(TRACES)} FROM played
        WHERE len(h_trace) > 0 OR len(frontier_trace) > 0;
    CREATE TABLE results AS
    SELECT b.kind, b.name, b.rows, b.cols, b.rows * b.cols AS cells, b.difficulty, r.*
    FROM (
        SELECT * FROM runs SEMI JOIN tasks USING ({_SAME})
        WHERE {" AND ".join(f"{name} IS NOT DISTINCT FROM ${name}" for name in _LIMITS)}
    ) r JOIN boards b ON b.id = r.board
"""
LIMITS = tuple(_LIMITS)
# Each result with its board, machine and traces, for other programs.
EXPORTED = f"""
    SELECT r.*, b.text AS board_text,
        {", ".join(f"m.{name} AS machine_{name}" for name in MACHINES if name != "id")},
        f.* EXCLUDE (board), {", ".join(f"t.{name}" for name in TRACES)}
    FROM results r JOIN boards b ON b.id = r.board LEFT JOIN features f ON f.board = b.id
        LEFT JOIN machines m ON m.id = r.machine
        LEFT JOIN traces t ON t.key = r.key
    ORDER BY r.kind, r.cells, r.name, r.search, r.seed, r.repetition
"""
