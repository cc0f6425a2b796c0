"""`masume count`, `all`, `forced` and `why-not`: queries to the exact engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from typing import NamedTuple, NoReturn, TypeAlias

import click

from masume.api import exact
from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Status
from masume.core.system.limits import Deadline, Limit
from masume.errors import MasumeError, pluralise
from masume.exact.results import Count, Forced, WhyNot
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import for_each_board
from masume.front.cli.inputs import read_board, read_boards, read_position
from masume.front.cli.options import BoundedFloat, WholeNumber
from masume.front.cli.solving import interruptible

_Question: TypeAlias = Callable[[Board, Deadline], tuple[int, str]]  # exit code and text


@click.command()
@options.boards
@click.option(
    "--at-most",
    type=WholeNumber(min=1),
    default=exact.AT_MOST,
    help="Stop counting at this number.",
)
@options.seconds
@options.memory
@options.kind
@options.as_json
def count(
    sources: tuple[str, ...],
    at_most: int,
    seconds: float,
    memory: int,
    kind: str | None,
    as_json: bool,
) -> None:
    """Count the solutions of boards.

    Exit codes: 0 solutions found, 1 no solution, 2 bad input, 3 limit reached before the first
    solution.
    """

    def ask(board: Board, deadline: Deadline) -> tuple[int, str]:
        return _total(
            board, exact.count(board, at_most=at_most, deadline=deadline), as_json=as_json
        )

    limit = Limit(seconds=seconds, megabytes=memory)
    _ask_each(read_boards(sources, kind), limit, ask, as_json=as_json)


_COUNT_KEYS = ("solutions", "complete", *report.ENGINE_KEYS)


def _total(board: Board, total: Count, *, as_json: bool) -> tuple[int, str]:
    """Return the exit code and the text of a count."""
    status = Status.SOLVED if total.number else Status.EXHAUSTED if total.complete else Status.LIMIT
    code = report.stopped_code(total.stopped) or report.EXIT[status]
    if not as_json:
        return code, _count_text(board, total)
    row = report.head(board) | {
        "status": status.value,
        "solutions": total.number,
        "complete": total.complete,
        **report.engine_json(total),
    }
    return code, json.dumps(row)


def _count_text(board: Board, total: Count) -> str:
    number = pluralise(total.number, "solution") if total.number else "no solution"
    if not total.complete:
        number = f"at least {number}" if total.number else "no solution found yet"
    because = f" ({total.reason})" if total.reason else ""
    return f"{report.title(board)}: {number}{because}"


@click.command("all")
@options.boards
@click.option("--at-most", type=WholeNumber(min=1), help="Stop after this many solutions.")
@click.option(
    "--seconds",
    type=BoundedFloat(min=0),
    help="Time limit per board in seconds; default: none.",
)
@options.memory
@options.kind
@options.as_json
def all_(
    sources: tuple[str, ...],
    at_most: int | None,
    seconds: float | None,
    memory: int,
    kind: str | None,
    as_json: bool,
) -> None:
    """Print all solutions of boards as they are found."""

    def ask(board: Board, deadline: Deadline) -> tuple[int, str]:
        """Print the solutions of one board; return the exit code and the count as text."""
        solutions = exact.solutions(board, at_most=at_most, deadline=deadline)
        for number, answer in enumerate(solutions, start=1):
            if as_json:
                answer_json = board.kind.to_json(board.puzzle, answer)
                row = report.head(board) | {"solution": number, "answer": answer_json}
                print(json.dumps(row), flush=True)
            else:
                print(f"{report.title(board)}: solution {number}")
                print("\n".join(report.picture(board, answer)), end="\n\n", flush=True)
        return _total(board, solutions.count(), as_json=as_json)

    limit = Limit(seconds=seconds, megabytes=memory)
    _ask_each(read_boards(sources, kind), limit, ask, as_json=as_json)


def _ask_each(
    boards: Iterable[Board | MasumeError], limit: Limit, ask: _Question, *, as_json: bool
) -> NoReturn:
    """Put the question to each board and exit with the worst code."""

    def answer(board: Board) -> int:
        with interruptible(Deadline(limit, memory=True)) as deadline:
            code, text = ask(board, deadline)
        print(text, flush=True)
        return code

    for_each_board(boards, answer, as_json=as_json, keys=_COUNT_KEYS)


class BoardQuestion(NamedTuple):
    """A board with marks, as given on the command line, and how to report about it."""

    source: str
    marks: str | None
    seconds: float
    kind: str | None
    as_json: bool

    def read(self, keys: Sequence[str]) -> tuple[Board, Position | None]:
        """Return the board and the position of the marks; report an error and exit with code 2."""
        board: Board | MasumeError | None = None
        try:
            board = read_board(self.source, self.kind)
            return board, None if self.marks is None else read_position(board, self.marks)
        except MasumeError as fault:
            report.report_error(board or fault, fault, as_json=self.as_json, keys=keys)
            raise click.exceptions.Exit(2) from None

    def deadline(self) -> AbstractContextManager[Deadline]:
        """Return the deadline of the answer, which Ctrl-C stops."""
        return interruptible(Deadline(Limit(seconds=self.seconds)))


_Command: TypeAlias = Callable[..., None]


def question(*others: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """Add BOARD, --from, these options, --seconds, --as and --json to a command of a Question."""

    def add(function: _Command) -> _Command:
        @wraps(function)
        def command(**given: object) -> None:
            asked = BoardQuestion._make(given.pop(name) for name in BoardQuestion._fields)
            function(asked, **given)

        last = options.seconds, options.kind, options.as_json
        return options.combine(options.board, options.marks, *others, *last)(command)

    return add


@click.command()
@question()
def forced(asked: BoardQuestion) -> None:
    """Show what all solutions of a board have in common.

    --from restricts this to solutions that contain the given marks.

    Exit codes: 0 complete result, 1 no solution, 2 bad input, 3 limit reached (the result is
    correct but may be incomplete).
    """
    board, position = asked.read(_FORCED_KEYS)
    with asked.deadline() as deadline:
        shared = exact.forced(board, position, deadline=deadline)
    if asked.as_json:
        print(json.dumps(_forced_row(board, shared)))
    else:
        print("\n".join(_forced_lines(board, shared, from_marks=position is not None)))
    raise click.exceptions.Exit(report.exit_code(shared))


_FORCED_KEYS = ("forced", "settled", "open", *report.ENGINE_KEYS)
_WHY_KEYS = ("reasons", "minimal", *report.ENGINE_KEYS)


def _forced_row(board: Board, shared: Forced) -> dict[str, object]:
    return report.head(board) | {
        "status": shared.status.value,
        "forced": board.kind.to_json(board.puzzle, shared.position),
        "settled": shared.settled,
        "open": shared.open,
        **report.engine_json(shared),
    }


def _forced_lines(board: Board, shared: Forced, *, from_marks: bool) -> list[str]:
    """Return the report of what all solutions have in common."""
    where = " from these marks" if from_marks else ""
    if shared.status is Status.EXHAUSTED:
        return [f"{report.title(board)}: no solution{where} ({report.WHY_NOT})"]
    if shared.status is Status.LIMIT:
        verdict = f"not finished: {shared.reason}; forced so far{where}"
    elif not shared.open:
        verdict = f"everything is forced{where}"
    else:
        verdict = f"forced{where} as shown, the rest is not"
    picture = report.picture(board, shared.position)
    work = f"exact — {report.work_text(shared.work)}"
    return [f"{report.title(board)}: {verdict}", *picture, work]


@click.command("why-not")
@question()
def why_not(asked: BoardQuestion) -> None:
    """Explain why a board has no solution.

    Prints a minimal set of contradictory clues and rules. --from includes the given marks.

    Exit codes: 0 explained, 1 the board has a solution, 2 bad input, 3 limit reached.
    """
    board, position = asked.read(_WHY_KEYS)
    with asked.deadline() as deadline:
        explanation = exact.why_not(board, position, deadline=deadline)
    if asked.as_json:
        print(json.dumps(_why_row(board, explanation)))
    else:
        print("\n".join(_why_lines(board, explanation, from_marks=position is not None)))
    codes = {Status.EXHAUSTED: 0, Status.SOLVED: 1, Status.LIMIT: 3}
    code = report.stopped_code(explanation.stopped) or codes[explanation.status]
    raise click.exceptions.Exit(code)


def _why_row(board: Board, explanation: WhyNot) -> dict[str, object]:
    """Return the JSON row of an explanation of why a board has no solution."""
    reasons = [
        {"rule": reason.rule, "cells": report.cells_json(board, reason.cells), "text": reason.text}
        for reason in explanation.reasons
    ]
    return report.head(board) | {
        "status": explanation.status.value,
        "reasons": reasons,
        "minimal": explanation.minimal,
        **report.engine_json(explanation),
    }


def _why_lines(board: Board, explanation: WhyNot, *, from_marks: bool) -> list[str]:
    """Return the report of why a board has no solution."""
    title = report.title(board)
    if explanation.status is Status.SOLVED:
        solvable = "these marks can be completed" if from_marks else "the board has a solution"
        return [f"{title}: {solvable}, nothing to explain"]
    if explanation.status is Status.LIMIT:
        return [f"{title}: not finished: {explanation.reason}"]
    lines = [f"{title}: no solution, because these contradict each other:"]
    lines += [f"- {reason.text}" for reason in explanation.reasons]
    cells = {cell for reason in explanation.reasons for cell in reason.cells}
    lines += report.marked_grid(board, cells) if cells else []
    if not explanation.minimal:
        lines.append(f"({explanation.reason}: the set may not be minimal)")
    return lines
