"""Results as JSON rows and as lines for people; one definition for all commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from math import inf
from typing import Any

from masume.api import Plan
from masume.core.run import Metrics, SearchResult
from masume.core.steps import Status
from masume.errors import MasumeError, ParseError
from masume.formats.plain import Board
from masume.front.cli.inputs import label

EXIT = {Status.SOLVED: 0, Status.EXHAUSTED: 1, Status.STUCK: 3, Status.LIMIT: 3}
MEASURES = ("expanded", "generated", "max_frontier", "max_stored", "rounds", "seconds")


def row(board: Board, plan: Plan, result: SearchResult) -> dict[str, Any]:
    """One result as a JSON object."""
    answer = result.answer
    return {
        "board": board.name or board.line,
        "kind": board.kind.name,
        "rows": board.puzzle.rows,
        "cols": board.puzzle.cols,
        "status": result.status.value,
        "unique": None,  # a search that stops at its first solution proves nothing about others
        "answer": None if answer is None else board.kind.to_json(board.puzzle, answer),
        "cost": result.cost,
        "algorithm": plan.algorithm_spec,
        "heuristic": plan.heuristic_name,
        "space": plan.space_spec,
        **_measures(result.metrics),
        "reason": result.reason or None,
        "error": None,
    }


def error_row(board: Board | MasumeError, fault: MasumeError) -> dict[str, Any]:
    """A board that could not be read or searched, with the same keys."""
    known = board if isinstance(board, Board) else None
    line = fault.board_line if isinstance(fault, ParseError) else None
    empty: dict[str, Any] = {
        "board": (known.name or known.line) if known else line,
        "kind": known.kind.name if known else None,
        "rows": known.puzzle.rows if known else None,
        "cols": known.puzzle.cols if known else None,
        "status": "error",
    }
    for key in ("unique", "answer", "cost", "algorithm", "heuristic", "space"):
        empty[key] = None
    empty |= dict.fromkeys((*MEASURES, "h_trace", "h_every", "reason"))
    empty["error"] = str(fault)
    return empty


def complain(board: Board | MasumeError, fault: MasumeError, *, as_json: bool) -> None:
    """Report a board that could not be read or searched: a row, or a line on stderr."""
    if as_json:
        print(json.dumps(error_row(board, fault)), flush=True)
    else:
        print(f"masume: {fault}", file=sys.stderr)


def _measures(metrics: Metrics) -> dict[str, Any]:
    found: dict[str, Any] = {name: getattr(metrics, name) for name in MEASURES}
    found["seconds"] = round(metrics.seconds, 6)
    found["h_trace"] = [None if h == inf else round(h, 6) for h in metrics.h_trace]
    found["h_every"] = metrics.h_every
    return found


def worst(codes: Iterable[int]) -> int:
    """The exit code for several boards: bad input, then a limit, then no solution."""
    seen = set(codes)
    return next((code for code in (130, 2, 3, 1) if code in seen), 0)


def verdict(result: SearchResult) -> str:
    """How a run ended, in words."""
    because = f": {result.reason}" if result.reason else ""
    return {
        Status.SOLVED: "solved",
        Status.EXHAUSTED: f"no solution{because}",
        Status.STUCK: "stuck: gave up, nothing is proved",
        Status.LIMIT: f"not finished{because}",
    }[result.status]


def headline(board: Board, result: SearchResult) -> str:
    """The first line of a result."""
    size = f"{board.puzzle.rows}×{board.puzzle.cols}"
    return f"{label(board)} ({board.kind.title}, {size}): {verdict(result)}"


def used(plan: Plan) -> str:
    """What a search is made of, in a few words."""
    return " · ".join(filter(None, [plan.algorithm_spec, plan.heuristic_name, plan.space_spec]))


def measures_line(plan: Plan, result: SearchResult) -> str:
    """What was used and what it cost, in one line."""
    m = result.metrics
    cost = [] if result.cost is None else [f"cost {result.cost:g}"]
    counts = [
        *cost,
        f"expanded {m.expanded:,}",
        f"generated {m.generated:,}",
        f"frontier {m.max_frontier:,}",
        f"stored {m.max_stored:,}",
        *([f"rounds {m.rounds:,}"] if m.rounds > 1 else []),
        seconds(m.seconds),
    ]
    return f"{used(plan)} — {', '.join(counts)}"


def seconds(value: float) -> str:
    """A time as people read it.

    >>> seconds(0.00052), seconds(0.034), seconds(12.3)
    ('0.52 ms', '34 ms', '12.30 s')
    """
    if value >= 1:
        return f"{value:.2f} s"
    return f"{value * 1000:.2g} ms" if value < 0.01 else f"{value * 1000:.0f} ms"


def trace_line(metrics: Metrics, most: int = 40) -> str:
    """The course of h, thinned out to what fits a few lines."""
    trace = metrics.h_trace
    if not trace:
        return "h: none was used"
    count = len(trace) if metrics.h_every == 1 else metrics.expanded
    if len(trace) > most:
        trace = [trace[round(i * (len(trace) - 1) / (most - 1))] for i in range(most)]
    thinned = f" ({len(trace)} of {count:,} values)" if len(trace) < count else ""
    return f"h{thinned}: " + " → ".join(f"{h:g}" for h in trace)
