"""Searches as the workers run them: films frame by frame, and comparisons row by row."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from masume.api.searches import SearchSpec, resolve_search, resolve_searches
from masume.core.puzzle.puzzle import Puzzle
from masume.core.search.events import Status
from masume.core.search.journal import Journal
from masume.core.search.run import SearchResult
from masume.core.system.limits import Limit
from masume.formats.plain import Board
from masume.front.film.camera import Camera
from masume.front.film.export import exported, tree
from masume.front.film.reel import Reel
from masume.front.web.boards import Data, fields_of, one_board
from masume.front.web.bodies import Compare, FilmBody, SearchBody

_TRACE = 500  # values of h at the end


def search(body: SearchBody) -> Iterator[Data | str]:
    """A search as it happens, as a film: all of its beginning, then ever fewer of its steps."""
    board = one_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    chosen = resolve_search(kind, body.algorithm, space=body.space, heuristic=body.heuristic)
    about = chosen.film_head()
    yield {"about": _way(chosen), "f": about["f"], "pseudocode": about["pseudocode"]}
    camera = _camera(chosen, puzzle, body)
    for event in camera.run:
        yield from camera.texts(event)
    result = camera.run.result()
    more = {"h_trace": _trace(result), "why": _why_none(chosen, result)}
    yield {**camera.ending(), **_measures(result), **more}


def _camera(chosen: SearchSpec, puzzle: Puzzle, body: SearchBody | FilmBody) -> Camera:
    limit = Limit(seconds=body.seconds, nodes=body.nodes, megabytes=500)
    run = chosen.run(puzzle, limit=limit, seed=body.seed, journal=Journal())
    return Camera(run, chosen.kind, puzzle, positions=not chosen.moves_tell)


def film_file(body: FilmBody) -> bytes:
    """A film or a race as the bytes of a file; the searches are made again."""
    read = one_board(body.board)
    board = Board(read.kind, read.puzzle, body.name or read.name)
    reels = []
    for way in body.ways:
        chosen = resolve_search(read.kind, way.algorithm, space=way.space, heuristic=way.heuristic)
        camera = _camera(chosen, read.puzzle, body)
        lines = [line for event in camera.run for line in camera.lines(event)]
        reels.append(Reel(board, chosen.film_head(), (*lines, camera.ending())))
    if body.tree:
        return tree(reels[0], body.form, body.last)
    return exported(
        reels,
        body.form,
        first=body.first,
        last=body.last,
        speed=body.speed,
        size=body.size,
        theme=body.theme,
        by=body.by,
    )


def _way(chosen: SearchSpec) -> Data:
    return {
        "algorithm": chosen.algorithm_spec,
        "space": chosen.space_spec,
        "heuristic": chosen.heuristic_name,
    }


def _measures(result: SearchResult) -> Data:
    counts = ("expanded", "generated", "max_frontier", "max_stored", "rounds")
    measures = fields_of(result.metrics, *counts) | fields_of(result, "cost", "reason")
    return measures | {"seconds": round(result.metrics.seconds, 6)}


def _why_none(chosen: SearchSpec, result: SearchResult) -> str:
    """Why a search has ended without a single expansion; nothing if it had one."""
    if result.metrics.expanded or result.reason:
        return ""
    if result.status is Status.SOLVED and chosen.space_type.infers:
        return f"What {chosen.space_spec} concludes from the bare board is the whole answer."
    if result.status is Status.SOLVED:
        return "The first board is a solution already."
    if chosen.heuristic:
        return (
            f"h of the first board is infinite: {chosen.heuristic_name} sees that no goal follows."
        )
    return "The first board contradicts the rules."


def _trace(result: SearchResult) -> list[float]:
    """Some values of h on the way."""
    trace = [h for h in result.metrics.h_trace if h != inf]
    return trace[:: max(1, len(trace) // _TRACE)]


def compare(body: Compare) -> Iterator[Data]:
    """Many ways to search one board, a row each."""
    board = one_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    chosen = resolve_searches(
        kind,
        body.algorithms or (),
        estimates=[body.heuristic] if body.heuristic else (),
        spaces=[body.space] if body.space else (),
    )
    for one in chosen:
        limit = Limit(seconds=body.seconds, megabytes=500)
        result = one.run(puzzle, limit=limit).finish()
        yield {**_way(one), "status": result.status.value, **_measures(result)}
    yield {"end": True}
