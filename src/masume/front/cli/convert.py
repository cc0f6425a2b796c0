"""`masume convert`: convert boards between formats."""

from __future__ import annotations

import click

from masume.api import exact
from masume.core.system.limits import Limit
from masume.errors import MasumeError, NotApplicable
from masume.formats.convert import write_to_join
from masume.formats.format import format_named
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import for_each_board
from masume.front.cli.inputs import label, read_boards


@click.command()
@options.boards
@options.name_option("--to", "formats", metavar="FORMAT", required=True, help="Output format.")
@click.option("--answer", "with_answer", is_flag=True, help="Solve boards without an answer.")
@options.kind
def convert(sources: tuple[str, ...], to: str, with_answer: bool, kind: str | None) -> None:
    """Convert boards to another format.

    FORMAT is puzz.link, pzprv3, tatham, janko, penpa, paper, line, plain or json; see masume list
    formats.

    Answers are written if the format can store them. A board that the format cannot express is
    rejected with the reason; the other boards are still written. Exit codes: 0 all boards
    written, 2 some boards rejected.
    """
    format_ = format_named(to)

    def write(board: Board) -> int:
        """Print one board in the format; return the exit code."""
        try:
            if with_answer and board.answer is None:
                board = _add_answer(board)
            text = write_to_join(board, to)
        except MasumeError as fault:
            raise NotApplicable(f"{label(board)}: {fault}") from None
        if board.answer is not None and not format_.holds_answers:
            report.warn(f"{label(board)}: {format_.name} cannot store answers; it is omitted")
        print(text, end="", flush=True)
        return 0

    for_each_board(read_boards(sources, kind), write)


def _add_answer(board: Board) -> Board:
    solution = exact.solve(board, limit=Limit(seconds=30), unique=False)
    if solution.answer is None:
        raise NotApplicable(solution.reason or "no solution to write")
    return Board(board.kind, board.puzzle, board.name, board.line, solution.answer, board.notes)
