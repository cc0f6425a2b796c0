"""Searches as the workers run them: films frame by frame, and comparisons row by row."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from masume.api.searches import Plan, plan, plans
from masume.core.camera import Camera
from masume.core.journal import Journal
from masume.core.limits import Limit
from masume.core.run import SearchResult
from masume.core.steps import Status
from masume.front.web.boards import Data, one_board
from masume.front.web.bodies import Compare, SearchBody

_TRACE = 500  # values of h at the end


def search(body: SearchBody) -> Iterator[Data]:
    """A search as it happens, as a film: all of its beginning, then ever fewer of its steps."""
    board = one_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    chosen = plan(kind, body.algorithm, space=body.space, heuristic=body.heuristic)
    code = chosen.algorithm.pseudocode
    yield {"about": _way(chosen), "pseudocode": code.to_json() if code else None}
    limit = Limit(seconds=body.seconds, nodes=body.nodes, megabytes=500)
    run = chosen.run(puzzle, limit=limit, seed=body.seed, journal=Journal())
    camera = Camera(run, kind, puzzle, positions=not chosen.moves_tell)
    for event in run:
        yield from camera.lines(event)
    result = run.result()
    told = {"h_trace": _trace(result), "why": _why_none(chosen, result)}
    yield {**camera.ending(), **_measures(result), **told}


def _way(chosen: Plan) -> Data:
    return {
        "algorithm": chosen.algorithm_spec,
        "space": chosen.space_spec,
        "heuristic": chosen.heuristic_name,
    }


def _measures(result: SearchResult) -> Data:
    measures = result.metrics
    return {
        "expanded": measures.expanded,
        "generated": measures.generated,
        "max_frontier": measures.max_frontier,
        "max_stored": measures.max_stored,
        "rounds": measures.rounds,
        "seconds": round(measures.seconds, 6),
        "cost": result.cost,
        "reason": result.reason,
    }


def _why_none(chosen: Plan, result: SearchResult) -> str:
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
    chosen = plans(
        kind,
        body.algorithms or (),
        estimates=[body.heuristic] if body.heuristic else (),
        spaces=[body.space] if body.space else (),
    )
    for one in chosen:
        limit = Limit(seconds=body.seconds, megabytes=500)
        found = one.run(puzzle, limit=limit).finish()
        yield {**_way(one), "status": found.status.value, **_measures(found)}
    yield {"end": True}
