"""Results as JSON rows and as lines for people; one definition for all commands."""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING

from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Status
from masume.core.system.limits import Stop
from masume.draw import text
from masume.draw.text import PLAIN, fitted
from masume.errors import BadOption, MasumeError, ParseError, counted, shorten
from masume.exact.results import Count, Forced, Solution, WhyNot, Work
from masume.formats.plain import Board
from masume.front.cli.inputs import label

if TYPE_CHECKING:
    from pathlib import Path

    from masume.api.searches import SearchSpec
    from masume.core.search.run import Metrics, SearchResult

WHY_NOT = "masume why-not tells why"  # wherever there is no solution
EXIT = {Status.SOLVED: 0, Status.EXHAUSTED: 1, Status.STUCK: 3, Status.LIMIT: 3, Status.WRONG: 3}
MEASURES = ("expanded", "generated", "max_frontier", "max_stored", "rounds", "seconds")
WORK = ("cuts", "clauses", "variables", "conflicts", "decisions")
ENGINE_KEYS = (*WORK, "rounds", "seconds", "reason", "error")
_ANSWER_KEYS = ("unique", "answer", "other", "differs", "cost", "shortest")
_METHOD_KEYS = ("algorithm", "heuristic", "space")
ROW_KEYS = (*_ANSWER_KEYS, *_METHOD_KEYS, *MEASURES, "h_trace", "h_every", *WORK, "reason", "error")


def row(board: Board, spec: SearchSpec, result: SearchResult) -> dict[str, object]:
    """The result of a search as a JSON object.

    `unique` stays null: a search that stops at its first solution proves nothing about others.
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
    """What the exact engine has found as a JSON object."""
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
    """What the engine has done for a result, and why it is not complete; under ENGINE_KEYS."""
    counts = {name: getattr(result.work, name) for name in (*WORK, "rounds")}
    seconds = round(result.work.seconds, 6)
    return counts | {"seconds": seconds, "reason": result.reason or None, "error": None}


def cells_json(board: Board, cells: Iterable[int]) -> list[list[int]]:
    """Cells as [row, col], counted from 0."""
    return [list(board.puzzle.grid.at(cell)) for cell in cells]


def _json(board: Board, position: Position | None) -> dict[str, object] | None:
    return None if position is None else board.kind.to_json(board.puzzle, position)


def _row(board: Board, status: str, **values: object) -> dict[str, object]:
    """All keys in one order, whatever has filled them."""
    return head(board) | {"status": status} | dict.fromkeys(ROW_KEYS) | values


def head(board: Board) -> dict[str, object]:
    """Which board a row is about."""
    return {
        "board": label(board),
        "index": board.index,
        "line": board.line,
        "name": board.name or None,
        "kind": board.kind.name,
        "rows": board.puzzle.rows,
        "cols": board.puzzle.cols,
    }


def _unread(fault: MasumeError) -> dict[str, object]:
    """The place of a board that could not be read, in the row of any other."""
    line, source = (fault.board_line, fault.source) if isinstance(fault, ParseError) else (None, "")
    place = f"line {line}" if line is not None else f"board {fault.index + 1}"
    if source:
        place = source if line is None else f"{source}:{line}"
    keys = ("board", "index", "line", "name", "kind", "rows", "cols")
    return dict.fromkeys(keys) | {"board": place, "index": fault.index, "line": line}


def fault_text(fault: MasumeError) -> str:
    """What is wrong, with the option that helps if there is one."""
    if isinstance(fault, ParseError) and fault.may_be:
        return f"{fault}{', or' if ';' in fault.fault else ';'} say it with --as"
    return str(fault)


def warn(text: object) -> None:
    """A line on stderr."""
    print(f"masume: {text}", file=sys.stderr)


def complain(
    board: Board | MasumeError, fault: MasumeError, *, as_json: bool, keys: Sequence[str] = ROW_KEYS
) -> None:
    """Report a board that could not be read or searched: a row, or a line on stderr."""
    text = complaint(board, fault, as_json=as_json, keys=keys)
    print(text, file=sys.stdout if as_json else sys.stderr, flush=True)


def complaint(
    board: Board | MasumeError, fault: MasumeError, *, as_json: bool, keys: Sequence[str] = ROW_KEYS
) -> str:
    """The line for a board that could not be read or searched; JSON has the keys of all others."""
    if not as_json:
        return f"masume: {fault_text(fault)}"
    import json

    about = head(board) if isinstance(board, Board) else _unread(board)
    failed = {"status": "error"} | dict.fromkeys(keys) | {"error": fault_text(fault)}
    return json.dumps(about | failed)


def _measures(metrics: Metrics) -> dict[str, object]:
    measures: dict[str, object] = {name: getattr(metrics, name) for name in MEASURES}
    measures["seconds"] = round(metrics.seconds, 6)
    measures["h_trace"] = [None if h == inf else round(h, 6) for h in metrics.h_trace]
    measures["h_every"] = metrics.h_every
    return measures


def exit_code(result: SearchResult | Solution | Forced) -> int:
    """How one board counts for the exit code."""
    return stopped_code(result.stopped) or EXIT[result.status]


def stopped_code(stopped: Stop | None) -> int:
    """The exit code of what Ctrl-C has cut short, whatever was found by then; 0 for all else."""
    return 130 if stopped is Stop.INTERRUPTED else 0


def worst(codes: Iterable[int]) -> int:
    """The exit code for several boards: bad input, then a limit, then no solution."""
    seen = set(codes)
    return next((code for code in (130, 70, 2, 3, 1) if code in seen), 0)


def wrote(path: str | Path, what: str) -> None:
    """Tell on stderr which file was written, and what is in it."""
    print(f"{shorten(str(path), 300)}: {what}", file=sys.stderr)


def cannot_write(path: Path, fault: OSError) -> BadOption:
    """What to raise where a file cannot be opened."""
    reason = (fault.strerror or "it cannot be opened").lower()
    return BadOption(f"cannot write {shorten(str(path), 80)}: {reason}")


def verdict(result: SearchResult) -> str:
    """How a run ended, in words."""
    because = f": {result.reason}" if result.reason else ""
    return {
        Status.SOLVED: "solved",
        Status.EXHAUSTED: f"no solution{because}",
        Status.STUCK: "stuck: gave up, nothing is proved",
        Status.LIMIT: f"not finished{because}",
        Status.WRONG: f"wrong{because}",
    }[result.status]


def title(board: Board) -> str:
    """A board's name, kind and size."""
    return f"{label(board)} ({board.kind.title}, {board.puzzle.rows}×{board.puzzle.cols})"


def picture(board: Board, position: Position) -> list[str]:
    """The board with what is on it, as standard output can show it."""
    return fitted(board.kind.picture(board.puzzle, position))


def result_lines(board: Board, spec: SearchSpec, result: SearchResult, *, trace: bool) -> list[str]:
    """What a search has found, and what it cost."""
    lines = [f"{title(board)}: {verdict(result)}"]
    if result.answer is None and result.nearest is not None and EXIT[result.status] == 3:
        lines.append("the nearest it came:")
    answer = result.answer if EXIT[result.status] != 3 else None  # nobody is handed a wrong one
    position = result.nearest if EXIT[result.status] == 3 else answer
    if position is not None:
        lines += picture(board, position)
    if result.metrics.expanded or result.answer is not None or not result.reason:
        lines.append(measures_line(spec, result))
    lines += [trace_line(result.metrics)] if trace else []
    return lines + answer_lines(board, answer)


# The exact engine


def solution_lines(board: Board, solution: Solution) -> list[str]:
    """What the engine has found, and what it cost."""
    lines = [f"{title(board)}: {_solution_verdict(solution)}"]
    if solution.answer is not None:
        lines += picture(board, solution.answer)
    elif solution.known is not None and solution.known != board.kind.start(board.puzzle):
        lines.append("this much is sure:")
        lines += picture(board, solution.known)
    if solution.other is not None:
        lines.append(f"another solution, not the same at {cells_text(board, solution.differs)}:")
        lines += picture(board, solution.other)
    cost = "" if solution.cost is None else f"cost {solution.cost}, "
    lines.append(f"exact — {cost}{work_text(solution.work)}")
    return lines + answer_lines(board, solution.answer)


def answer_lines(board: Board, answer: Position | None) -> list[str]:
    """The answer in the form that is read again, where no person looks: `solve … | check … -`."""
    if answer is None or text.look_of() != PLAIN:
        return []
    return ["answer:", *board.kind.write_answer(board.puzzle, answer)]


def _solution_verdict(solution: Solution) -> str:
    because = f": {solution.reason}" if solution.reason else ""
    if solution.status is Status.EXHAUSTED:
        return f"no solution{because or f' ({WHY_NOT})'}"
    if solution.status is Status.LIMIT:
        return f"not finished{because}"
    if solution.unique:
        return "solved, the only solution"
    if solution.unique is None:
        return "solved" + (f"; not proved to be the only solution{because}" if because else "")
    if solution.shortest is None:
        return "solved, but there are other solutions"
    short = "the shortest" if solution.shortest else f"not proved to be the shortest{because}"
    return f"solved, but there are other solutions; this one is {short}"


def work_text(work: Work) -> str:
    """What an answer of the engine has cost, in words."""
    parts = [counted(work.rounds, "proposal"), counted(work.cuts, "cut")]
    return ", ".join([*parts, counted(work.conflicts, "conflict"), seconds(work.seconds)])


def cells_text(board: Board, cells: Sequence[int], most: int = 12) -> str:
    """Names of cells, the first few of many."""
    names = [board.puzzle.grid.name(cell) for cell in cells[:most]]
    return ", ".join(names) + (f" and {len(cells) - most} more" if len(cells) > most else "")


def used(spec: SearchSpec) -> str:
    """What a search is made of, in a few words."""
    return " · ".join(filter(None, [spec.algorithm_spec, spec.heuristic_name, spec.space_spec]))


def measures_line(spec: SearchSpec, result: SearchResult) -> str:
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
    return f"{used(spec)} — {', '.join(counts)}"


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


def marked_grid(board: Board, cells: Container[int]) -> list[str]:
    """The bare board with some cells in brackets."""
    rows = [line.split() for line in board.kind.write(board.puzzle)[-board.puzzle.rows :]]
    width = max(len(text) for row in rows for text in row)
    lines = []
    for r, row in enumerate(rows):
        texts = [text.rjust(width) for text in row]
        marked = [board.puzzle.grid.cell(r, c) in cells for c in range(len(row))]
        shown = [f"[{t}]" if m else f" {t} " for t, m in zip(texts, marked, strict=True)]
        lines.append("".join(shown).rstrip())
    return fitted(lines)
