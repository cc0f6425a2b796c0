"""Searches as the workers run them: films frame by frame, and comparisons row by row."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from masume.api.searches import Plan, plan, plans
from masume.core.film import frame
from masume.core.kind import Kind
from masume.core.limits import Limit
from masume.core.puzzle import Puzzle
from masume.core.run import Run, SearchResult
from masume.core.steps import Expanded, Node
from masume.front.web.boards import Data, one_board
from masume.front.web.bodies import Compare, SearchBody

FULL = 300  # expansions of which all are told, and rounds
_THINNER = 1.012  # from then on a frame is told when the steps have grown by so much
_TREE = 400  # nodes that get a number, so that their tree can be drawn
_TRACE = 500  # values of h at the end


def search(body: SearchBody) -> Iterator[Data]:
    """A search as it happens: all of its beginning, then ever fewer of its steps."""
    board = one_board(body.board)
    puzzle, kind = board.puzzle, board.kind
    chosen = plan(kind, body.algorithm, space=body.space, heuristic=body.heuristic)
    yield {"about": _way(chosen)}
    limit = Limit(seconds=body.seconds, nodes=body.nodes, megabytes=500)
    run = chosen.run(puzzle, limit=limit, seed=body.seed)
    yield from _frames(run, kind, puzzle)
    yield _ending(run.result(), kind, puzzle)


def _way(chosen: Plan) -> Data:
    return {
        "algorithm": chosen.algorithm_spec,
        "space": chosen.space_spec,
        "heuristic": chosen.heuristic_name,
    }


def _frames(run: Run, kind: Kind, puzzle: Puzzle) -> Iterator[Data]:
    numbers: dict[int, int] = {}
    keep: list[Node] = []  # or the identity of a node might be used again
    due = 1.0
    held: Data | None = None  # a new round that is told once one of its steps is
    for event in run:
        if not isinstance(event, Expanded):
            held = frame(run, event, kind, puzzle)
            if run.metrics.rounds <= FULL:
                yield held
                held, due = None, 0.0  # the first step of each round is told, however long it is
            continue
        step = run.metrics.expanded
        node = event.node
        if len(numbers) < _TREE:
            numbers.setdefault(id(node), len(numbers))
            keep.append(node)
        if step < due:
            continue
        due = step + 1 if step < FULL else step * _THINNER
        if held is not None:
            yield held
            held = None
        h = None if node.h is None or node.h == inf else node.h
        yield {
            **frame(run, event, kind, puzzle),
            "id": numbers.get(id(node)),
            "parent": None if node.parent is None else numbers.get(id(node.parent)),
            "f": None if h is None else node.g + h,
            "stored": run.metrics.max_stored,
            "round": run.metrics.rounds,
            "ms": round(run.metrics.seconds * 1000, 3),
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


def _ending(result: SearchResult, kind: Kind, puzzle: Puzzle) -> Data:
    trace = [h for h in result.metrics.h_trace if h != inf]
    thin = max(1, len(trace) // _TRACE)
    return {
        "end": result.status.value,
        **_measures(result),
        "goal": _place(result.goal),
        "h_trace": trace[::thin],
        "position": None if result.answer is None else kind.to_json(puzzle, result.answer),
    }


def _place(goal: Node | None) -> Data | None:
    """Where in its tree a search found the answer."""
    if goal is None:
        return None
    return {"depth": goal.depth, "g": goal.g, "h": None if goal.h == inf else goal.h}


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
