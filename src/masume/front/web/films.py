"""Tasks that search: films line by line, exported films, and comparisons row by row."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from masume.api.compare import Verifier, plan
from masume.api.searches import SearchNames, SearchSpec, resolve_search
from masume.core.puzzle.puzzle import Puzzle
from masume.core.search.events import Status
from masume.core.search.journal import Journal
from masume.core.search.run import SearchResult
from masume.core.system.limits import Limit
from masume.formats.plain import Board
from masume.front.film.export import export_film, export_tree
from masume.front.film.recorder import Recorder
from masume.front.film.reel import Reel
from masume.front.web.boards import Data, fields_of, read_board
from masume.front.web.bodies import Compare, FilmBody, SearchBody

_TRACE = 500  # values of h in the last line


def search(body: SearchBody) -> Iterator[Data | str]:
    """Yield the lines of a film while the search runs."""
    board = read_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    spec = resolve_search(kind, body.algorithm, space=body.space, heuristic=body.heuristic)
    about = spec.film_head()
    yield {"search": _search_row(spec), "f": about["f"], "pseudocode": about["pseudocode"]}
    recorder = _recorder(spec, puzzle, body)
    for event in recorder.run:
        yield from recorder.texts(event)
    result = recorder.run.result()
    more = {"h_trace": _trace(result), "why": _reason_without_expansions(spec, result)}
    yield {**recorder.ending(), **_measures(result), **more}


def _recorder(spec: SearchSpec, puzzle: Puzzle, body: SearchBody | FilmBody) -> Recorder:
    limit = Limit(seconds=body.seconds, nodes=body.nodes, megabytes=500)
    run = spec.run(puzzle, limit=limit, seed=body.seed, journal=Journal())
    return Recorder(run, spec.kind, puzzle, positions=not spec.moves_tell)


def film_file(body: FilmBody) -> bytes:
    """Run one or more searches and return their film or race as the bytes of a file."""
    read = read_board(body.board)
    board = Board(read.kind, read.puzzle, body.name or read.name)
    reels = []
    for wanted in body.searches:
        spec = resolve_search(
            read.kind, wanted.algorithm, space=wanted.space, heuristic=wanted.heuristic
        )
        recorder = _recorder(spec, read.puzzle, body)
        lines = [line for event in recorder.run for line in recorder.lines(event)]
        reels.append(Reel(board, spec.film_head(), (*lines, recorder.ending())))
    if body.tree:
        return export_tree(reels[0], body.form, body.last)
    return export_film(
        reels,
        body.form,
        first=body.first,
        last=body.last,
        speed=body.speed,
        size=body.size,
        theme=body.theme,
        by=body.by,
    )


def _search_row(spec: SearchSpec | SearchNames) -> Data:
    return {
        "algorithm": spec.algorithm_spec,
        "space": spec.space_spec,
        "heuristic": spec.heuristic_name,
    }


def _measures(result: SearchResult) -> Data:
    counts = ("expanded", "generated", "max_frontier", "max_stored", "rounds")
    measures = fields_of(result.metrics, *counts) | fields_of(result, "cost", "reason")
    return measures | {"seconds": round(result.metrics.seconds, 6)}


def _reason_without_expansions(spec: SearchSpec, result: SearchResult) -> str:
    """Return why a search ended without any expansion; an empty text if it had one."""
    if result.metrics.expanded or result.reason:
        return ""
    if result.status is Status.SOLVED and spec.space_type.infers:
        return f"{spec.space_spec} deduces the whole answer from the bare board."
    if result.status is Status.SOLVED:
        return "The start position is already a solution."
    if spec.heuristic:
        return f"h of the start position is infinite: {spec.heuristic_name} rules out any goal."
    return "The start position breaks the rules."


def _trace(result: SearchResult) -> list[float]:
    """Return an even sample of the values of h, without infinite ones."""
    trace = [h for h in result.metrics.h_trace if h != inf]
    return trace[:: max(1, len(trace) // _TRACE)]


def compare(body: Compare) -> Iterator[Data]:
    """Yield a result row for each of several searches."""
    board = read_board(body.board)
    verifier = Verifier(Limit(seconds=body.seconds, megabytes=500))
    planned = plan(
        board,
        body.algorithms or (),
        heuristics=[body.heuristic] if body.heuristic else (),
        spaces=[body.space] if body.space else (),
        user_code=False,
    )
    for each in planned:
        result = each.run(verifier, seed=0).result
        assert isinstance(result, SearchResult)
        yield {**_search_row(each.names), "status": result.status.value, **_measures(result)}
    yield {"end": True}
