-- What readers use. `results` are the runs of the study as it is declared now.
CREATE TABLE tasks AS
SELECT * EXCLUDE (slot), slot[1] AS seed, slot[2]::INTEGER AS repetition FROM (
    SELECT * EXCLUDE (boards), unnest(boards) AS board
    FROM (SELECT * EXCLUDE (slots), unnest(slots) AS slot FROM searches)
);
CREATE VIEW runs AS
SELECT * EXCLUDE (h_trace, h_every, frontier_trace, frontier_every) FROM played;
CREATE VIEW traces AS
SELECT key, h_trace, h_every, frontier_trace, frontier_every FROM played
WHERE len(h_trace) > 0 OR len(frontier_trace) > 0;
CREATE TABLE results AS
SELECT b.kind, b.name, b.rows, b.cols, b.rows * b.cols AS cells, b.difficulty, r.*
FROM (
    SELECT * FROM runs
    SEMI JOIN tasks USING (board, algorithm, space, heuristic, seed, repetition, sources)
    WHERE limit_nodes IS NOT DISTINCT FROM $limit_nodes
      AND limit_seconds IS NOT DISTINCT FROM $limit_seconds
      AND limit_states IS NOT DISTINCT FROM $limit_states
      AND limit_megabytes IS NOT DISTINCT FROM $limit_megabytes
) r JOIN boards b ON b.id = r.board;
-- Runs of the declared study that had older sources.
CREATE VIEW outdated AS
SELECT r.* FROM (SELECT * FROM runs ANTI JOIN results USING (key)) r SEMI JOIN tasks t
ON r.board = t.board AND r.algorithm = t.algorithm AND r.space = t.space
   AND r.heuristic = t.heuristic AND r.seed = t.seed AND r.repetition = t.repetition
   AND r.sources IS DISTINCT FROM t.sources;
-- Each result with its board, machine and traces, for other programs.
CREATE VIEW exported AS
SELECT r.*, b.text AS board_text, m.host AS machine_host, m.system AS machine_system,
       m.processor AS machine_processor, m.cores AS machine_cores, m.python AS machine_python,
       m.masume AS machine_masume, m.sat AS machine_sat, m.commit AS machine_commit,
       f.* EXCLUDE (board), t.* EXCLUDE (key)
FROM results r JOIN boards b ON b.id = r.board LEFT JOIN features f ON f.board = b.id
    LEFT JOIN machines m ON m.id = r.machine
    LEFT JOIN traces t ON t.key = r.key
ORDER BY r.kind, r.cells, r.name, r.search, r.seed, r.repetition;
