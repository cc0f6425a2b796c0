"""Format results as JSON rows and as text; shared by all commands."""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING

from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Status
from masume.core.system.limits import Stop
from masume.draw import text
from masume.draw.text import PLAIN, fit_picture
from masume.errors import BadOption, MasumeError, ParseError, pluralise, shorten
from masume.formats.plain import Board
from masume.front.cli.inputs import label

if TYPE_CHECKING:
    from pathlib import Path

    from masume.api.searches import SearchNames, SearchSpec
    from masume.core.search.result import Metrics, SearchResult
    from masume.exact.results import Count, Forced, Solution, WhyNot, Work

WHY_NOT = "masume why-not explains why"  # printed with every "no solution"
EXIT = {Status.SOLVED: 0, Status.EXHAUSTED: 1, Status.STUCK: 3, Status.LIMIT: 3, Status.WRONG: 3}
MEASURES = ("expanded", "generated", "max_frontier", "max_stored", "rounds", "seconds")
WORK = ("cuts", "clauses", "variables", "conflicts", "decisions")
ENGINE_KEYS = (*WORK, "rounds", "seconds", "reason", "error")
_ANSWER_KEYS = ("unique", "answer", "other", "differs", "cost", "shortest")
_METHOD_KEYS = ("algorithm", "heuristic", "space")
ROW_KEYS = (*_ANSWER_KEYS, *_METHOD_KEYS, *MEASURES, "h_trace", "h_every", *WORK, "reason", "error")


def row(board: Board, spec: SearchSpec | SearchNames, result: SearchResult) -> dict[str, object]:
    """Return the JSON object of a search result.

    `unique` is null: a search stops at its first solution and proves nothing about others.
    """
    return _row(
        board,
        result.status.value,
        answer=_json(board, result.answer),
        cost=result.cost,
        algorithm=spec.algorithm_spec,
        heuristic=spec.heuristic_name,
        space=spec.space_spec,
        **_measures(result.metrics),
        reason=result.reason or None,
    )


def exact_row(board: Board, solution: Solution) -> dict[str, object]:
    """Return the JSON object of a result of the exact engine."""
    return _row(
        board,
        solution.status.value,
        unique=solution.unique,
        answer=_json(board, solution.answer),
        other=_json(board, solution.other),
        differs=cells_json(board, solution.differs) if solution.other is not None else None,
        cost=solution.cost,
        shortest=solution.shortest,
        algorithm="exact",
        **engine_json(solution),
    )


def engine_json(result: Solution | Count | Forced | WhyNot) -> dict[str, object]:
    """Return the engine's counters and the reason for an incomplete result (ENGINE_KEYS)."""
    counts = {name: getattr(result.work, name) for name in (*WORK, "rounds")}
    seconds = round(result.work.seconds, 6)
    return counts | {"seconds": seconds, "reason": result.reason or None, "error": None}


def cells_json(board: Board, cells: Iterable[int]) -> list[list[int]]:
    """Return cells as [row, col], counted from 0."""
    return [list(board.puzzle.grid.at(cell)) for cell in cells]


def _json(board: Board, position: Position | None) -> dict[str, object] | None:
    return None if position is None else board.kind.to_json(board.puzzle, position)


def _row(board: Board, status: str, **values: object) -> dict[str, object]:
    """Return a row with all ROW_KEYS in their order; keys without a value are null."""
    return head(board) | {"status": status} | dict.fromkeys(ROW_KEYS) | values


def head(board: Board) -> dict[str, object]:
    """Return the keys that identify the board of a row."""
    return {
        "board": label(board),
        "index": board.index,
        "line": board.line,
        "name": board.name or None,
        "kind": board.kind.name,
        "rows": board.puzzle.rows,
        "cols": board.puzzle.cols,
    }


def _error_head(fault: MasumeError) -> dict[str, object]:
    """Return the keys of `head` for a board that could not be read."""
    line, source = (fault.board_line, fault.source) if isinstance(fault, ParseError) else (None, "")
    place = f"line {line}" if line is not None else f"board {fault.index + 1}"
    if source:
        place = source if line is None else f"{source}:{line}"
    keys = ("board", "index", "line", "name", "kind", "rows", "cols")
    return dict.fromkeys(keys) | {"board": place, "index": fault.index, "line": line}


def fault_text(fault: MasumeError) -> str:
    """Return the message of an exception; suggest --as if the puzzle is ambiguous."""
    if isinstance(fault, ParseError) and fault.candidates:
        return f"{fault}{', or' if ';' in fault.fault else ';'} name the puzzle with --as"
    return str(fault)


def warn(text: object) -> None:
    """Print a line on stderr."""
    print(f"masume: {text}", file=sys.stderr)


def report_error(
    board: Board | MasumeError, fault: MasumeError, *, as_json: bool, keys: Sequence[str] = ROW_KEYS
) -> None:
    """Print the error of a board: as a JSON row, or as a line on stderr."""
    text = format_error(board, fault, as_json=as_json, keys=keys)
    print(text, file=sys.stdout if as_json else sys.stderr, flush=True)


def format_error(
    board: Board | MasumeError, fault: MasumeError, *, as_json: bool, keys: Sequence[str] = ROW_KEYS
) -> str:
    """Return the error of a board as a line, or as a JSON row with the given keys."""
    if not as_json:
        return f"masume: {fault_text(fault)}"
    import json

    board_head = head(board) if isinstance(board, Board) else _error_head(board)
    failed = {"status": "error"} | dict.fromkeys(keys) | {"error": fault_text(fault)}
    return json.dumps(board_head | failed)


def _measures(metrics: Metrics) -> dict[str, object]:
    measures: dict[str, object] = {name: getattr(metrics, name) for name in MEASURES}
    measures["seconds"] = round(metrics.seconds, 6)
    measures["h_trace"] = [None if h == inf else round(h, 6) for h in metrics.h_trace]
    measures["h_every"] = metrics.h_every
    return measures


def exit_code(result: SearchResult | Solution | Forced) -> int:
    """Return the exit code of a result."""
    return stopped_code(result.stopped) or EXIT[result.status]


def stopped_code(stopped: Stop | None) -> int:
    """Return 130 if the work was interrupted by Ctrl-C, else 0."""
    return 130 if stopped is Stop.INTERRUPTED else 0


def worst_code(codes: Iterable[int]) -> int:
    """Return the most important exit code: interrupt, bug, bad input, limit, no solution."""
    seen = set(codes)
    return next((code for code in (130, 70, 2, 3, 1) if code in seen), 0)


def report_written(path: str | Path, content: str) -> None:
    """Print on stderr which file was written and what it contains."""
    print(f"{shorten(str(path), 300)}: {content}", file=sys.stderr)


def cannot_write(path: Path, fault: OSError) -> BadOption:
    """Return the exception for a file that cannot be opened."""
    reason = (fault.strerror or "cannot open the file").lower()
    return BadOption(f"cannot write {shorten(str(path), 80)}: {reason}")


def verdict(result: SearchResult) -> str:
    """Return the outcome of a run in words."""
    because = f": {result.reason}" if result.reason else ""
    return {
        Status.SOLVED: "solved",
        Status.EXHAUSTED: f"no solution{because}",
        Status.STUCK: "stuck: the search gave up, nothing is proved",
        Status.LIMIT: f"not finished{because}",
        Status.WRONG: f"wrong{because}",
    }[result.status]


def title(board: Board) -> str:
    """Return a board's name, kind and size; problems have no size."""
    size = f", {board.puzzle.rows}×{board.puzzle.cols}" if board.kind.has_size else ""
    return f"{label(board)} ({board.kind.title}{size})"


def picture(board: Board, position: Position) -> list[str]:
    """Return the board at a position as lines that standard output can show."""
    return fit_picture(board.kind.picture(board.puzzle, position))


def result_lines(
    board: Board, spec: SearchSpec | SearchNames, result: SearchResult, *, trace: bool
) -> list[str]:
    """Return the report of a search: verdict, answer or nearest position, and counters."""
    lines = [f"{title(board)}: {verdict(result)}"]
    if result.answer is None and result.nearest is not None and EXIT[result.status] == 3:
        lines.append("closest position found:")
    answer = result.answer if EXIT[result.status] != 3 else None  # do not print a wrong answer
    position = result.nearest if EXIT[result.status] == 3 else answer
    if position is not None:
        lines += picture(board, position)
    if answer is not None and not board.kind.has_size:
        lines.append(moves_line(result))
    if result.metrics.expanded or result.answer is not None or not result.reason:
        lines.append(measures_line(spec, result))
    lines += [f"claim refuted: {claim}" for claim in result.claims]
    lines += [trace_line(result.metrics)] if trace else []
    return lines + answer_lines(board, answer)


# The exact engine


def solution_lines(board: Board, solution: Solution) -> list[str]:
    """Return the report of the exact engine: verdict, answer, other solution and counters."""
    lines = [f"{title(board)}: {_solution_verdict(solution)}"]
    if solution.answer is not None:
        lines += picture(board, solution.answer)
    elif solution.known is not None and solution.known != board.kind.start(board.puzzle):
        lines.append("proved so far:")
        lines += picture(board, solution.known)
    if solution.other is not None:
        lines.append(f"another solution, different at {cells_text(board, solution.differs)}:")
        lines += picture(board, solution.other)
    cost = "" if solution.cost is None else f"cost {solution.cost}, "
    lines.append(f"exact — {cost}{work_text(solution.work)}")
    return lines + answer_lines(board, solution.answer)


def answer_lines(board: Board, answer: Position | None) -> list[str]:
    """Return the answer in readable text form if output is not a terminal.

    This allows `masume solve … | masume check … -`.
    """
    if answer is None or text.look_of() != PLAIN:
        return []
    return ["answer:", *board.kind.write_answer(board.puzzle, answer)]


def _solution_verdict(solution: Solution) -> str:
    """Return the outcome of the exact engine in words."""
    because = f": {solution.reason}" if solution.reason else ""
    if solution.status is Status.EXHAUSTED:
        return f"no solution{because or f' ({WHY_NOT})'}"
    if solution.status is Status.LIMIT:
        return f"not finished{because}"
    if solution.unique:
        return "solved, the solution is unique"
    if solution.unique is None:
        return "solved" + (f"; uniqueness not proved{because}" if because else "")
    if solution.shortest is None:
        return "solved, but the solution is not unique"
    short = "the shortest" if solution.shortest else f"not proved to be the shortest{because}"
    return f"solved, but the solution is not unique; this one is {short}"


def work_text(work: Work) -> str:
    """Return the engine's counters in words."""
    parts = [pluralise(work.rounds, "proposal"), pluralise(work.cuts, "cut")]
    return ", ".join([*parts, pluralise(work.conflicts, "conflict"), seconds(work.seconds)])


def cells_text(board: Board, cells: Sequence[int], most: int = 12) -> str:
    """Return the names of cells, at most `most` of them."""
    names = [board.puzzle.grid.name(cell) for cell in cells[:most]]
    return ", ".join(names) + (f" and {len(cells) - most} more" if len(cells) > most else "")


def spec_text(spec: SearchSpec | SearchNames) -> str:
    """Return algorithm, heuristic and space of a search in one line."""
    return " · ".join(filter(None, [spec.algorithm_spec, spec.heuristic_name, spec.space_spec]))


def moves_line(result: SearchResult, most: int = 40) -> str:
    """Return the moves of a solution, at most `most` of them."""
    moves = [str(move) for move in result.moves]
    more = f", … ({len(moves)} moves)" if len(moves) > most else ""
    return f"moves: {', '.join(moves[:most]) or 'none'}{more}"


def measures_line(spec: SearchSpec | SearchNames, result: SearchResult) -> str:
    """Return the search and its counters in one line."""
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
    return f"{spec_text(spec)} — {', '.join(counts)}"


def seconds(value: float) -> str:
    """Return a duration with a readable unit.

    >>> seconds(0.00052), seconds(0.034), seconds(12.3)
    ('0.52 ms', '34 ms', '12.30 s')
    """
    if value >= 1:
        return f"{value:.2f} s"
    return f"{value * 1000:.2g} ms" if value < 0.01 else f"{value * 1000:.0f} ms"


def trace_line(metrics: Metrics, most: int = 40) -> str:
    """Return the values of h during the search, thinned to at most `most`."""
    trace = metrics.h_trace
    if not trace:
        return "h: no heuristic"
    count = len(trace) if metrics.h_every == 1 else metrics.expanded
    if len(trace) > most:
        trace = [trace[round(i * (len(trace) - 1) / (most - 1))] for i in range(most)]
    thinned = f" ({len(trace)} of {count:,} values)" if len(trace) < count else ""
    return f"h{thinned}: " + " → ".join(f"{h:g}" for h in trace)


def marked_grid(board: Board, cells: Container[int]) -> list[str]:
    """Return the bare board with the given cells in brackets."""
    rows = [line.split() for line in board.kind.write(board.puzzle)[-board.puzzle.rows :]]
    width = max(len(text) for row in rows for text in row)
    lines = []
    for r, row in enumerate(rows):
        texts = [text.rjust(width) for text in row]
        marked = [board.puzzle.grid.cell(r, c) in cells for c in range(len(row))]
        shown = [f"[{t}]" if m else f" {t} " for t, m in zip(texts, marked, strict=True)]
        lines.append("".join(shown).rstrip())
    return fit_picture(lines)
