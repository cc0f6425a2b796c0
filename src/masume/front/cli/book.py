"""`masume print`: boards as a booklet to print."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from masume.core.system.extras import require
from masume.draw.book import LAYOUTS, PAPERS, Answers, Book, Entry, entry_of, write_book
from masume.draw.show import MOST_DRAWN
from masume.draw.themes import THEMES, theme_named
from masume.errors import BadOption, MasumeError, ParseError, counted, shorten
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import progress
from masume.front.cli.draw import refuse_input, solved
from masume.front.cli.inputs import boards_of, label


@click.command("print")
@options.boards
@click.option("-o", "--output", metavar="FILE", required=True, help="The booklet, a PDF file.")
@click.option(
    "--per-page",
    metavar="NUMBER",
    type=click.Choice([str(number) for number in LAYOUTS]),
    default="4",
    help=f"Boards on a page: {', '.join(map(str, LAYOUTS))}.",
)
@click.option(
    "--answers",
    metavar="WHERE",
    type=click.Choice(["at-end", "beside", "none"]),
    default="at-end",
    help="Where the answers stand: at-end, beside or none.",
)
@click.option("--title", default="", show_default=False, help="Stands above each page.")
@click.option(
    "--paper",
    metavar="PAPER",
    type=click.Choice(list(PAPERS)),
    default="a4",
    help=f"Its size: {' or '.join(PAPERS)}.",
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
    """Make a booklet of boards, with the rules and the answers.

    A board's own answer is printed, or else its solution.

    Exit code 0: made, 1: made, but a board has no solution, 2: bad input (boards that can be read
    are printed all the same), 3: made, but a board was not solved in time.
    """
    require("print")
    path = Path(output)
    if path.suffix.lower() != ".pdf":
        name = shorten(output, 80) or "its name"
        raise BadOption(f"a booklet is a PDF; {name} should end in .pdf")
    refuse_input(path, sources)
    codes: list[int] = []
    readable = []
    for board in boards_of(sources, kind):
        try:
            readable.append(_checked(board))
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
    pages = counted(book.pages(len(readable)), "page")
    report.wrote(path, f"{counted(len(readable), 'board')} on {pages}")
    raise click.exceptions.Exit(report.worst(codes))


def _checked(board: Board | MasumeError) -> Board:
    if isinstance(board, MasumeError):
        raise board
    if board.puzzle.rows * board.puzzle.cols > MOST_DRAWN:
        raise ParseError(f"{label(board)} has too many cells to draw, {MOST_DRAWN:,} are the most")
    return board


def _entry(board: Board, answers: Answers, seconds: float, codes: list[int]) -> Entry:
    """A board with its answer; what went wrong is noted in the codes."""
    wanted = board.answer is None and answers != "none"
    result = solved(board, seconds, unique=True) if wanted else None
    entry = entry_of(board, result, board.note("title") or label(board))
    if result is not None and entry.answer is None:
        codes.append(report.exit_code(result))
    if entry.verdict:
        remark = "has several solutions" if entry.answer is not None else entry.verdict
        report.warn(f"{label(board)}{'' if entry.answer else ':'} {remark}")
    if codes and codes[-1] == 130:
        raise KeyboardInterrupt
    return entry
