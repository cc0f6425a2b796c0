"""`masume draw`: draw boards to files or to the terminal."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from masume.api import exact
from masume.api.boards import check
from masume.core.puzzle.puzzle import Position
from masume.core.search.events import Status
from masume.core.system.limits import Deadline, Limit
from masume.draw.files import CELLS, FORMS, form_of, require_form, write_file
from masume.draw.show import BoardPicture, show
from masume.draw.themes import THEMES
from masume.errors import BadOption, MasumeError, shorten
from masume.exact.results import Solution
from masume.formats.load import existing_path
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import for_each_board
from masume.front.cli.inputs import label, read_boards, read_position
from masume.front.cli.options import WholeNumber
from masume.front.cli.solving import interruptible

if TYPE_CHECKING:
    from masume.core.search.result import SearchResult

_SLOT = "{}"  # replaced by the number of the board in a file name


@dataclass(frozen=True)
class PictureRequest:
    """The options of `masume draw` that apply to each board."""

    answer: bool  # the board's own answer, else its solution
    solve: bool
    marks: str | None
    check: bool
    theme: str
    cell: int | None
    seconds: float


@click.command()
@options.boards
@click.option("--answer", is_flag=True, help="Draw the board's own answer, else its solution.")
@click.option("--solve", is_flag=True, help="Draw the solution; mark where other solutions differ.")
@options.marks
@click.option("--check", "checking", is_flag=True, help="Mark broken rules.")
@options.theme(THEMES)
@click.option(
    "--cell",
    metavar="PIXELS",
    type=WholeNumber(CELLS[0], CELLS[-1]),
    help="Cell size in pixels; default: 40, smaller on very large boards.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Output file: x.svg, x.png, x.pdf or x.txt; - for standard output.",
)
@click.option(
    "--to",
    "form",
    metavar="FORMAT",
    type=click.Choice(FORMS),
    help=f"Output format: {', '.join(FORMS[:-1])} or {FORMS[-1]}; default: by file extension.",
)
@options.seconds
@options.kind
def draw(
    sources: tuple[str, ...],
    answer: bool,
    solve: bool,
    marks: str | None,
    checking: bool,
    theme: str,
    cell: int | None,
    output: str | None,
    form: str | None,
    seconds: float,
    kind: str | None,
) -> None:
    """Draw boards as SVG, PNG, PDF or text.

    Without -o the picture is printed as text. For several boards, FILE must contain {}, which is
    replaced by 1, 2, 3 …

    Exit codes: 0 drawn, 1 no solution to draw, 2 bad input, 3 not solved within the limit.
    """
    if answer + solve + (marks is not None) > 1:
        raise BadOption("use only one of --answer, --solve and --from")
    require_form(form or (form_of(Path(output)) if output not in (None, "-") else ""))
    boards = list(read_boards(sources, kind))
    form = _resolve_format(output, form, sources, len(boards))
    request = PictureRequest(answer, solve, marks, checking, theme, cell, seconds)

    def draw_one(board: Board) -> int:
        try:
            _draw(board, request, form, _output_path(output, board.index + 1))
        except _Unsolved as verdict:
            report.warn(verdict)
            return verdict.code
        return 0

    for_each_board(boards, draw_one)


class _Unsolved(MasumeError):
    """A board that could not be solved, with the exit code to return."""

    def __init__(self, text: str, code: int) -> None:
        self.code = code
        super().__init__(text)


def _resolve_format(
    output: str | None, form: str | None, sources: tuple[str, ...], count: int
) -> str:
    """Return the output format; raise BadOption if the file name does not fit the boards."""
    if output is None or output == "-":
        form = form or ("txt" if output is None else "svg")
        if form in ("png", "pdf") and sys.stdout.isatty():
            raise BadOption(f"cannot write {form} to a terminal; add -o FILE")
        if count > 1 and form != "txt":
            raise BadOption(f"{count} boards need {count} files; use -o name-{_SLOT}.{form}")
        return form
    form = form or form_of(Path(output))
    if count > 1 and _SLOT not in output:
        path = Path(output)
        better = path.with_name(f"{path.stem}-{_SLOT}{path.suffix}")
        raise BadOption(f"{count} boards need {count} files; use -o {shorten(str(better), 80)}")
    for number in range(1, count + 1):
        reject_overwrite(Path(output.replace(_SLOT, str(number))), sources)
    return form


def reject_overwrite(path: Path, sources: tuple[str, ...]) -> None:
    """Raise BadOption if the output file is one of the input files."""
    for text in sources:
        source = existing_path(text)
        try:
            same = source is not None and path.exists() and path.samefile(source)
        except OSError:
            same = False
        if same:
            raise BadOption(f"{shorten(str(path), 80)} is an input file; choose another name")


def _output_path(output: str | None, number: int) -> Path | None:
    if output is None or output == "-":
        return None
    return Path(output.replace(_SLOT, str(number)))


def _draw(board: Board, request: PictureRequest, form: str, path: Path | None) -> None:
    """Draw one board to its file or to standard output."""
    position, marked = _position(board, request)
    faults = check(board.puzzle, position) if request.check else []
    if path is None and form == "txt":
        print(report.title(board))
        print("\n".join(report.picture(board, position)))
        for fault in faults:
            print(f"{fault.rule}: {fault.text}")
        if marked:
            print(f"another solution differs at {report.cells_text(board, marked)}")
        return
    shown: BoardPicture = show(
        board.puzzle, position, theme=request.theme, faults=faults, marked=marked
    )
    data = shown.data(form, cell=request.cell)
    if path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_file(path, data)
        report.report_written(path, report.title(board))


def _position(board: Board, request: PictureRequest) -> tuple[Position, tuple[int, ...]]:
    """Return the position to draw, and cells to highlight."""
    if request.marks is not None:
        return read_position(board, request.marks), ()
    if request.answer and board.answer is not None:
        return board.answer, ()
    if not (request.answer or request.solve):
        return board.kind.start(board.puzzle), ()
    solution = find_answer(board, request.seconds, unique=request.solve)
    if solution.answer is None:
        verdict = "has no solution" if solution.status is Status.EXHAUSTED else "is not solved"
        because = f": {solution.reason}" if solution.reason else ""
        raise _Unsolved(f"{label(board)} {verdict}{because}", report.exit_code(solution))
    differs = solution.differs if request.solve and isinstance(solution, Solution) else ()
    return solution.answer, differs


def find_answer(board: Board, seconds: float, *, unique: bool) -> Solution | SearchResult:
    """Solve a board with the exact engine, or by search if its puzzle has no model."""
    if board.kind.model is None:
        from masume.api.searches import search

        return search(board, limit=Limit(seconds=seconds))
    with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
        return exact.solve(board, unique=unique, deadline=deadline)
