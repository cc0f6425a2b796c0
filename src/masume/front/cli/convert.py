"""`masume convert`: boards from one format into another."""

from __future__ import annotations

import click

from masume.api import exact
from masume.core.system.limits import Limit
from masume.errors import MasumeError, NotApplicable
from masume.formats.convert import write_to_join
from masume.formats.format import format_named
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import one_by_one
from masume.front.cli.inputs import boards_of, label


@click.command()
@options.boards
@options.named("--to", "formats", metavar="FORMAT", required=True, help="See masume list formats.")
@click.option("--answer", "with_answer", is_flag=True, help="Solve boards that have no answer yet.")
@options.kind
def convert(sources: tuple[str, ...], to: str, with_answer: bool, kind: str | None) -> None:
    """Write boards in another format.

    FORMAT is puzz.link, pzprv3, tatham, janko, penpa, plain or json.

    Answers are written where the format can hold them. A board that the format cannot express is
    refused with what would be lost; the others are still written. Exit code 0: all were written,
    2: some were not.
    """
    format_ = format_named(to)

    def write(board: Board) -> int:
        try:
            if with_answer and board.answer is None:
                board = _answered(board)
            text = write_to_join(board, to)
        except MasumeError as fault:
            raise NotApplicable(f"{label(board)}: {fault}") from None
        if board.answer is not None and not format_.holds_answers:
            report.warn(f"{label(board)}: {format_.name} holds no answers, it is left out")
        print(text, end="", flush=True)
        return 0

    one_by_one(boards_of(sources, kind), write)


def _answered(board: Board) -> Board:
    solution = exact.solve(board, limit=Limit(seconds=30), unique=False)
    if solution.answer is None:
        raise NotApplicable(solution.reason or "there is no solution to write")
    return Board(board.kind, board.puzzle, board.name, board.line, solution.answer, board.notes)
