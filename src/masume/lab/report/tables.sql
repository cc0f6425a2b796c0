-- The tables that all queries of the report use. Every run counts. A skipped run was not *played*:
-- medians and tests ignore it, and numbers that count it as lost say so. A run that was *cut off*
-- (by a limit, or killed) needs more than it had: in medians it lies above all settled runs, and in
-- PAR2 it counts as twice the limit.

-- Boards and searches get small integers, so that the large table `games` has only numbers.
CREATE TEMP TABLE places AS
SELECT row_number() OVER (ORDER BY b.kind, b.rows * b.cols, b.name, b.id)::INTEGER AS place,
       b.id AS board, b.kind, b.name, b.rows, b.cols, b.rows * b.cols AS cells,
       b.rows || '×' || b.cols AS size, s.solvable, f.* EXCLUDE (board)
FROM boards b LEFT JOIN features f ON f.board = b.id JOIN (
    SELECT board, bool_or(status = 'solved') AS solvable FROM results GROUP BY board
) s ON s.board = b.id;

-- Costs in a repair space are numbers of changes, which cannot be compared with other costs.
CREATE TEMP TABLE searches AS
SELECT row_number() OVER (ORDER BY kind, search)::INTEGER AS search_id, kind, search AS name,
       any_value(algorithm) AS algorithm, any_value(heuristic) AS heuristic,
       any_value(space) AS space,
       split_part(any_value(space), ':', 1) IN (SELECT unnest($repair)) AS mends
FROM results GROUP BY kind, search;

-- `exhausted` settles a board without a solution, and is wrong if another run solved the board.
CREATE TEMP VIEW ends AS
SELECT p.place, w.search_id, r.*,
       coalesce(r.status = 'solved' OR (r.status = 'exhausted' AND NOT p.solvable), false)
           AS settled,
       coalesce(r.status = 'exhausted' AND p.solvable, false) AS contradicted
FROM results r
JOIN places p ON p.board = r.board
JOIN searches w ON w.kind = r.kind AND w.name = r.search;

-- Measures of unsettled runs are infinite; penalties are NULL without a limit.
CREATE TEMP TABLE games AS
SELECT place, search_id, seed, repetition, settled, status <> 'skipped' AS played,
       status IN ('limit', 'killed') AS cut, cost, peak_mb,
       CASE WHEN settled THEN expanded::DOUBLE ELSE 'infinity' END AS expanded,
       CASE WHEN settled THEN generated::DOUBLE ELSE 'infinity' END AS generated,
       CASE WHEN settled THEN max_stored::DOUBLE ELSE 'infinity' END AS max_stored,
       CASE WHEN settled THEN seconds::DOUBLE ELSE 'infinity' END AS seconds,
       CASE WHEN settled THEN seconds::DOUBLE ELSE $seconds::DOUBLE END AS par_seconds,
       CASE WHEN settled THEN expanded::DOUBLE ELSE $nodes::DOUBLE END AS par_expanded
FROM ends;

-- A case is one search on one board, with all its runs (seeds, repetitions). Runs on one board are
-- not independent, so all tests are over boards.
CREATE TEMP TABLE cases AS
SELECT place, search_id, count(*)::INTEGER AS runs, count_if(played)::INTEGER AS played,
       count_if(settled)::INTEGER AS settled, count_if(cut)::INTEGER AS cut,
       CASE WHEN count(par_seconds) = count(*) THEN avg(par_seconds) END AS par_seconds,
       CASE WHEN count(par_expanded) = count(*) THEN avg(par_expanded) END AS par_expanded,
       quantile_cont(expanded, 0.5) FILTER (played) AS expanded,
       quantile_cont(seconds, 0.5) FILTER (played) AS seconds
FROM games GROUP BY place, search_id;

-- A seed counts once: it settles a board if more than half of its repetitions do.
CREATE TEMP VIEW tries AS
SELECT p.kind, p.board, g.search_id, g.seed, p.place, p.name, p.size,
       2 * count_if(g.settled) > count(*) AS settled,
       median(g.expanded) FILTER (g.settled) AS expanded,
       avg(coalesce(g.par_expanded, g.par_seconds)) AS penalised
FROM games g JOIN places p ON p.place = g.place
WHERE g.played AND g.search_id IN (
    SELECT search_id FROM games GROUP BY search_id HAVING count(DISTINCT seed) > 1
) GROUP BY ALL;
