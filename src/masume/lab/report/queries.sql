-- The queries of the report by name. Parameters are positional.

-- summaries
-- Without a limit there is no PAR2: a mean over settled runs alone would mislead.
SELECT w.search_id AS id, w.* EXCLUDE (search_id), g.* EXCLUDE (search_id), c.* EXCLUDE (search_id),
       p.cells, p.size AS largest
FROM searches w JOIN (
    SELECT search_id, count(*) AS runs, count_if(played) AS played, count_if(settled) AS settled,
           count_if(cut) AS cut,
           quantile_cont(expanded, [0.25, 0.5, 0.75]) FILTER (played) AS expanded,
           quantile_cont(generated, [0.25, 0.5, 0.75]) FILTER (played) AS generated,
           quantile_cont(max_stored, [0.25, 0.5, 0.75]) FILTER (played) AS max_stored,
           quantile_cont(seconds, [0.25, 0.5, 0.75]) FILTER (played) AS seconds,
           CASE WHEN bool_and(par_seconds IS NOT NULL) FILTER (played)
                THEN avg(par_seconds) FILTER (played) END AS par_seconds,
           CASE WHEN bool_and(par_expanded IS NOT NULL) FILTER (played)
                THEN avg(par_expanded) FILTER (played) END AS par_nodes,
           CASE WHEN bool_and(par_seconds IS NOT NULL) THEN avg(par_seconds) END AS par_seconds_all,
           CASE WHEN bool_and(par_expanded IS NOT NULL) THEN avg(par_expanded) END AS par_nodes_all,
           median(cost) FILTER (settled) AS cost,
           avg(CASE WHEN cost <= least THEN 1 ELSE 0 END) FILTER (settled AND cost IS NOT NULL)
               AS cheapest,
           max(peak_mb) AS peak_mb, max(place) FILTER (settled) AS last
    FROM games JOIN (SELECT search_id, mends FROM searches) USING (search_id) LEFT JOIN (
        SELECT place, mends, min(cost) AS least FROM games JOIN searches USING (search_id)
        WHERE settled GROUP BY place, mends
    ) USING (place, mends) GROUP BY search_id
) g ON g.search_id = w.search_id JOIN (
    SELECT search_id, count(*) AS boards, count_if(played > 0) AS boards_played,
           count_if(played > 0 AND settled = played) AS boards_always,
           count_if(settled > 0) AS boards_once,
           coalesce(avg(settled / played) FILTER (played > 0), 0) AS success
    FROM cases GROUP BY search_id
) c ON c.search_id = w.search_id LEFT JOIN places p ON p.place = g.last
ORDER BY w.search_id;

-- statuses
SELECT search_id, CASE WHEN contradicted THEN 'contradicted' ELSE status END AS how, count(*)
FROM ends GROUP BY search_id, how ORDER BY search_id, count(*) DESC, how;

-- limits
SELECT any_value(limit_nodes) AS nodes, any_value(limit_seconds) AS seconds,
       any_value(limit_states) AS states, any_value(limit_megabytes) AS megabytes
FROM results;

-- bugs
SELECT kind, name, search, seed,
       CASE WHEN contradicted THEN 'said to have no solution' ELSE reason END AS reason, contradicted
FROM ends WHERE contradicted OR status = 'wrong'
ORDER BY kind, cells, name, search, seed, repetition;

-- refuted
SELECT search, count(*) AS runs, min(reason) AS reason FROM results
WHERE status = 'solved' AND reason <> '' GROUP BY search ORDER BY search;

-- varying
SELECT search, count(*) AS seeds FROM (
    SELECT search FROM results WHERE status IN ('solved', 'exhausted', 'stuck')
    GROUP BY search, board, seed
    HAVING min(status) <> max(status) OR min(cost) <> max(cost) OR min(expanded) <> max(expanded)
) GROUP BY search ORDER BY search;

-- planned
SELECT count(*) AS runs, count(DISTINCT board) AS boards, count(DISTINCT search) AS searches,
       count(DISTINCT seed) AS seeds, coalesce(max(repetition), 0) AS repetitions
FROM tasks;

-- done
SELECT count(*) AS runs, count_if(status = 'skipped') AS skipped,
       count_if(status IN ('limit', 'killed')) AS cut, min(finished) AS first, max(finished) AS last
FROM results;

-- boards
SELECT kind, size, sum(many) AS boards,
       string_agg(many || ' ' || difficulty, ', ' ORDER BY difficulty) AS grades
FROM (
    SELECT kind, rows || '×' || cols AS size, rows * cols AS cells, rows, count(*) AS many,
           coalesce(nullif(difficulty, ''), 'ungraded') AS difficulty
    FROM boards WHERE id IN (SELECT board FROM tasks) GROUP BY ALL
) GROUP BY kind, size, cells, rows ORDER BY kind, cells, rows;

-- machines
SELECT m.*, m.commit LIKE '%+' AS edited, r.runs FROM machines m
JOIN (SELECT machine, count(*) AS runs FROM results GROUP BY machine) r ON r.machine = m.id
ORDER BY r.runs DESC, m.id;

-- measured
SELECT measured AS how, count(*) AS runs FROM results WHERE measured IS NOT NULL
GROUP BY ALL ORDER BY 1;

-- disturbances
SELECT count(*) AS runs, count_if(core IS NULL) AS loose, count_if(load > cores + 0.5) AS busy,
       count_if(swap_mb > 0) AS swapped, count_if(throttled > 0) AS throttled,
       min(mhz) AS low, max(mhz) AS high
FROM results LEFT JOIN machines m ON m.id = machine WHERE measured IS NOT NULL;

-- failed
SELECT status, kind, search, coalesce(reason, '') AS why, count(*) AS runs, min(name) AS board
FROM results WHERE status IN ('killed', 'died', 'error')
GROUP BY status, kind, search, why ORDER BY runs DESC, status, kind, search, why;

-- not_generated
SELECT reason, list(request) AS requests FROM generated WHERE board IS NULL
GROUP BY reason ORDER BY count(*) DESC, reason;

-- not_tried
SELECT kind, reason, count(*) AS many,
       list([algorithm, heuristic, space] ORDER BY algorithm, heuristic, space) AS searches
FROM not_tried GROUP BY kind, reason ORDER BY kind, count(*) DESC, reason;

-- parts
SELECT search_id, avg(seconds) AS time, sum(prepare_seconds) / count(*) AS prepare,
       sum(tables_seconds) / count(*) AS tables, sum(search_seconds) / count(*) AS search,
       sum(proof_seconds) / count(*) AS proof, avg(wall_seconds) AS wall
FROM ends WHERE status <> 'skipped' AND seconds IS NOT NULL GROUP BY search_id
HAVING count(search_seconds) > 0;

-- wall
SELECT sum(wall_seconds) AS wall, sum(seconds) AS used FROM ends WHERE wall_seconds IS NOT NULL;

-- settled
-- The needs of the settled runs of each search, thinned to about 150 points.
SELECT search_id, list(x ORDER BY rank) AS xs, list(rank ORDER BY rank) AS ranks FROM (
    SELECT search_id, {measure} AS x,
           row_number() OVER (PARTITION BY search_id ORDER BY {measure}) AS rank,
           count(*) OVER (PARTITION BY search_id) AS many
    FROM games WHERE settled AND {measure} IS NOT NULL
) WHERE rank % greatest(1, many // 150) = 0 OR rank IN (1, many)
GROUP BY search_id;

-- portfolio
-- The mean of each search on each board; NULL if a run is unsettled and there is no limit in
-- seconds. Of more than 1,000 boards a random sample.
SELECT c.search_id, c.place, c.par_seconds, c.settled > 0
FROM cases c JOIN searches w ON w.search_id = c.search_id
WHERE w.kind = ? AND w.algorithm <> 'exact' AND c.place IN (
    SELECT place FROM places WHERE kind = w.kind ORDER BY md5(board) LIMIT 1000
) ORDER BY c.search_id, c.place;

-- seeds
-- Of more than 500 boards a random sample.
SELECT search_id, place, name, size, count_if(settled) AS settled, count(*) AS seeds,
       coalesce(list(expanded ORDER BY expanded)
           FILTER (settled AND expanded IS NOT NULL), []) AS expanded,
       list(penalised ORDER BY seed) AS penalised,
       list({{'seed': seed, 'settled': settled}} ORDER BY seed) AS tries
FROM tries WHERE kind = ? AND place IN (
    SELECT place FROM places WHERE kind = tries.kind ORDER BY md5(board) LIMIT 500
) GROUP BY search_id, place, name, size ORDER BY search_id, place;

-- growth
-- A feature with many values is divided into ten groups of boards, each at its median.
WITH boards AS (
    SELECT place, {axis} AS x, ntile(10) OVER (ORDER BY {axis}) AS part
    FROM places WHERE kind = ? AND {axis} IS NOT NULL
), points AS (
    SELECT place, CASE WHEN '{axis}' = 'cells' OR (SELECT count(DISTINCT x) FROM boards) <= 12
        THEN x ELSE median(x) OVER (PARTITION BY part) END AS x FROM boards
)
SELECT g.search_id, x, count_if(played) AS played, count_if(settled) AS settled,
       quantile_cont(expanded, 0.5) FILTER (played) AS expanded,
       quantile_cont(seconds, 0.5) FILTER (played) AS seconds
FROM games g JOIN points USING (place) GROUP BY g.search_id, x ORDER BY g.search_id, x;

-- efforts
SELECT {axes}, avg(par_seconds) AS effort FROM games JOIN places USING (place)
WHERE search_id = ? AND played
GROUP BY place, {axes} HAVING bool_and(par_seconds IS NOT NULL) ORDER BY place;

-- scores
-- All runs of one search against all runs of the other on the same board: settled beats unsettled,
-- and of two settled runs the smaller number wins. Skipped runs are unsettled.
SELECT count(*) FILTER (played AND score > 0.5), count(*) FILTER (played AND score < 0.5),
       count(*) FILTER (played AND score = 0.5), count(*) FILTER (NOT played),
       avg(score) FILTER (played)
FROM (
    SELECT a.place, min(a.played) AND min(b.played) AS played,
           avg(CASE WHEN a.{measure} < b.{measure} THEN 1
                    WHEN a.{measure} > b.{measure} THEN 0 ELSE 0.5 END) AS score
    FROM games a JOIN games b ON a.place = b.place
    WHERE a.search_id = ? AND b.search_id = ? GROUP BY a.place
);

-- pair
SELECT a.par_{measure}, b.par_{measure}, a.cut, b.cut
FROM cases a JOIN cases b ON a.place = b.place
WHERE a.search_id = ? AND b.search_id = ? AND a.played = a.runs AND b.played = b.runs
ORDER BY a.place;

-- values_by_seed
-- A seed counts once: its repetitions are not independent.
SELECT place, list(value ORDER BY seed) FROM (
    SELECT place, seed, quantile_disc({measure}, 0.5) AS value FROM games
    WHERE search_id = ? AND played GROUP BY place, seed
) GROUP BY place;

-- points
-- Of more than 300 boards a random sample: by name, some sizes would be cut off.
SELECT CASE WHEN isfinite(b.{measure}) THEN b.{measure} END,
       CASE WHEN isfinite(a.{measure}) THEN a.{measure} END, count(*) OVER ()
FROM cases a JOIN cases b ON a.place = b.place JOIN places p ON p.place = a.place
WHERE a.search_id = ? AND b.search_id = ? AND (isfinite(a.{measure}) OR isfinite(b.{measure}))
  AND a.played > 0 AND b.played > 0
ORDER BY md5(p.board) LIMIT 300;

-- traced_board
-- The largest board that most searches settled, else the one that most searches settled.
SELECT board, name, size, settled, many FROM (
    SELECT p.place, p.board, p.name, p.size, p.cells,
           count_if(2 * c.settled > c.played) AS settled, count(*) AS many,
           sum(c.expanded) FILTER (isfinite(c.expanded)) AS effort
    FROM cases c JOIN places p ON p.place = c.place
    WHERE p.kind = ? AND c.played > 0 AND p.board IN (
        SELECT r.board FROM results r SEMI JOIN traces t ON t.key = r.key
    )
    GROUP BY ALL
) ORDER BY 2 * settled > many DESC, CASE WHEN 2 * settled > many THEN cells ELSE 0 END DESC,
           settled DESC, cells DESC, effort DESC, place LIMIT 1;

-- traces
SELECT e.search, t.h_trace AS h, t.h_every, t.frontier_trace AS frontier, t.frontier_every
FROM results e JOIN traces t ON t.key = e.key
WHERE e.board = ? ORDER BY e.search, e.seed, e.repetition;
