"""`masume print`: create a PDF booklet of boards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from masume.core.system.extras import require
from masume.draw.book import LAYOUTS, PAPERS, Answers, Book, Entry, entry_of, write_book
from masume.draw.show import MOST_DRAWN
from masume.draw.themes import THEMES, theme_named
from masume.errors import BadOption, MasumeError, ParseError, pluralise, shorten
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import progress
from masume.front.cli.draw import find_answer, reject_overwrite
from masume.front.cli.inputs import label, read_boards


@click.command("print")
@options.boards
@click.option("-o", "--output", metavar="FILE", required=True, help="Output file (PDF).")
@click.option(
    "--per-page",
    metavar="NUMBER",
    type=click.Choice([str(number) for number in LAYOUTS]),
    default="4",
    help=f"Boards per page: {', '.join(map(str, LAYOUTS))}.",
)
@click.option(
    "--answers",
    metavar="WHERE",
    type=click.Choice(["at-end", "beside", "none"]),
    default="at-end",
    help="Position of the answers: at-end, beside or none.",
)
@click.option("--title", default="", show_default=False, help="Title at the top of each page.")
@click.option(
    "--paper",
    metavar="PAPER",
    type=click.Choice(list(PAPERS)),
    default="a4",
    help=f"Paper size: {' or '.join(PAPERS)}.",
)
@options.theme([name for name in THEMES if name != "dark"], default="print")
@options.seconds
@options.kind
def print_(
    sources: tuple[str, ...],
    output: str,
    per_page: str,
    answers: Answers,
    title: str,
    paper: str,
    theme: str,
    seconds: float,
    kind: str | None,
) -> None:
    """Create a printable PDF booklet of boards.

    It contains the rules and the answers. A board without an answer is solved.

    Exit codes: 0 written, 1 a board has no solution, 2 bad input (the other boards are
    written), 3 a board was not solved within the limit.
    """
    require("print")
    path = Path(output)
    if path.suffix.lower() != ".pdf":
        name = shorten(output, 80) or "an empty name"
        raise BadOption(f"{name}: unsupported format; use .pdf")
    reject_overwrite(path, sources)
    codes: list[int] = []
    readable = []
    for board in read_boards(sources, kind):
        try:
            readable.append(_check_size(board))
        except MasumeError as fault:
            codes.append(2)
            report.warn(fault)
    if not readable:
        raise click.exceptions.Exit(2)
    book = Book(title, int(per_page), answers, paper, theme_named(theme))
    with progress(len(readable)) as advance:

        def entries() -> Iterator[Entry]:
            for board in readable:
                yield _entry(board, answers, seconds, codes)
                advance()

        write_book(path, book, entries(), len(readable))
    pages = pluralise(book.pages(len(readable)), "page")
    report.report_written(path, f"{pluralise(len(readable), 'board')} on {pages}")
    raise click.exceptions.Exit(report.worst_code(codes))


def _check_size(board: Board | MasumeError) -> Board:
    """Return the board; raise if it could not be read or is too large to draw."""
    if isinstance(board, MasumeError):
        raise board
    if board.puzzle.rows * board.puzzle.cols > MOST_DRAWN:
        raise ParseError(f"{label(board)}: too many cells to draw, the maximum is {MOST_DRAWN:,}")
    return board


def _entry(board: Board, answers: Answers, seconds: float, codes: list[int]) -> Entry:
    """Return a board with its answer; append an exit code to `codes` if it is not solved."""
    wanted = board.answer is None and answers != "none"
    result = find_answer(board, seconds, unique=True) if wanted else None
    entry = entry_of(board, result, board.note("title") or label(board))
    if result is not None and entry.answer is None:
        codes.append(report.exit_code(result))
    if entry.verdict:
        remark = "has several solutions" if entry.answer is not None else entry.verdict
        report.warn(f"{label(board)}{'' if entry.answer else ':'} {remark}")
    if codes and codes[-1] == 130:
        raise KeyboardInterrupt
    return entry
