-- The tables that are filled from the records of a results file. Of records with the same key (the
-- first column) the last one counts.
CREATE TABLE boards (
    id VARCHAR, kind VARCHAR, name VARCHAR, rows INTEGER, cols INTEGER, difficulty VARCHAR,
    text VARCHAR
);
CREATE TABLE machines (
    id VARCHAR, host VARCHAR, system VARCHAR, processor VARCHAR, cores INTEGER, python VARCHAR,
    masume VARCHAR, sat VARCHAR, commit VARCHAR
);
CREATE TABLE generated (request VARCHAR, board VARCHAR, reason VARCHAR);
CREATE TABLE features (
    board VARCHAR, clues INTEGER, marks INTEGER, grade INTEGER, steps INTEGER, variables BIGINT,
    constraints BIGINT, reach DOUBLE
);
CREATE TABLE played (
    key VARCHAR, board VARCHAR, algorithm VARCHAR, space VARCHAR, heuristic VARCHAR,
    search VARCHAR, seed BIGINT, repetition INTEGER, sources VARCHAR,
    limit_nodes BIGINT, limit_seconds DOUBLE, limit_states BIGINT, limit_megabytes BIGINT,
    status VARCHAR, reason VARCHAR,
    cost BIGINT, expanded BIGINT, generated BIGINT, max_frontier BIGINT, max_stored BIGINT,
    rounds BIGINT,
    seconds DOUBLE, prepare_seconds DOUBLE, tables_seconds DOUBLE, search_seconds DOUBLE,
    proof_seconds DOUBLE, wall_seconds DOUBLE, peak_mb DOUBLE,
    measured VARCHAR, core INTEGER, load DOUBLE, mhz INTEGER, throttled BIGINT, swap_mb DOUBLE,
    machine VARCHAR, finished TIMESTAMP,
    h_trace DOUBLE[], h_every BIGINT, frontier_trace BIGINT[], frontier_every BIGINT
);
-- Of the study as it was declared last. The planned runs of one search are every board with every
-- slot, which is a seed and a repetition.
CREATE TABLE searches (
    algorithm VARCHAR, space VARCHAR, heuristic VARCHAR, search VARCHAR, sources VARCHAR,
    boards VARCHAR[], slots BIGINT[][]
);
CREATE TABLE not_tried (
    kind VARCHAR, algorithm VARCHAR, space VARCHAR, heuristic VARCHAR, reason VARCHAR
);
