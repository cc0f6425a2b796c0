"""`masume draw`: a board as a picture in a file, or on the terminal."""

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
from masume.draw.show import Shown, show
from masume.draw.themes import THEMES
from masume.errors import BadOption, MasumeError, shorten
from masume.exact.results import Solution
from masume.formats.load import as_path
from masume.formats.plain import Board
from masume.front.cli import options, report
from masume.front.cli.batch import one_by_one
from masume.front.cli.inputs import boards_of, label, position_on
from masume.front.cli.options import Whole
from masume.front.cli.solving import interruptible

if TYPE_CHECKING:
    from masume.core.search.run import SearchResult

_SLOT = "{}"  # stands for the number of the board in a file's name


@dataclass(frozen=True)
class PictureRequest:
    """What shall be on the pictures."""

    answer: bool  # the board's own, or else the solution
    solve: bool
    marks: str | None
    check: bool
    theme: str
    cell: int | None
    seconds: float


@click.command()
@options.boards
@click.option("--answer", is_flag=True, help="With the board's own answer, else its solution.")
@click.option("--solve", is_flag=True, help="With the solution; marks where others differ.")
@options.marks
@click.option("--check", "checking", is_flag=True, help="Show which rules are broken, and where.")
@options.theme(THEMES)
@click.option(
    "--cell",
    metavar="PIXELS",
    type=Whole(CELLS[0], CELLS[-1]),
    help="Size of a cell; 40, or less on a very large board.",
)
@click.option(
    "-o", "--output", metavar="FILE", help="x.svg, x.png, x.pdf or x.txt; - for standard output."
)
@click.option(
    "--to",
    "form",
    metavar="FORM",
    type=click.Choice(FORMS),
    help=f"{', '.join(FORMS[:-1])} or {FORMS[-1]}, whatever FILE is called.",
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
    """Draw boards as pictures in a file, or on the terminal.

    Without -o, or with -o - --to txt, the picture is printed as text. For several boards the name
    of the file holds {}, which becomes 1, 2, 3 …

    Exit code 0: drawn, 1: no solution to draw, 2: bad input, 3: not solved in time.
    """
    if answer + solve + (marks is not None) > 1:
        raise BadOption("--answer, --solve and --from exclude each other")
    require_form(form or (form_of(Path(output)) if output not in (None, "-") else ""))
    boards = list(boards_of(sources, kind))
    form = _checked(output, form, sources, len(boards))
    request = PictureRequest(answer, solve, marks, checking, theme, cell, seconds)

    def draw_one(board: Board) -> int:
        try:
            _draw(board, request, form, _named(output, board.index + 1))
        except _Unsolved as verdict:
            report.warn(verdict)
            return verdict.code
        return 0

    one_by_one(boards, draw_one)


class _Unsolved(MasumeError):
    """A board whose answer was asked for and is not there."""

    def __init__(self, text: str, code: int) -> None:
        self.code = code
        super().__init__(text)


def _checked(output: str | None, form: str | None, sources: tuple[str, ...], count: int) -> str:
    """The form of the pictures; refuses names of files that cannot be meant."""
    if output is None or output == "-":
        form = form or ("txt" if output is None else "svg")
        if form in ("png", "pdf") and sys.stdout.isatty():
            raise BadOption(f"a terminal cannot show {form}; name a file with -o")
        if count > 1 and form != "txt":
            raise BadOption(f"{count} boards need {count} files: -o name-{_SLOT}.{form}")
        return form
    form = form or form_of(Path(output))
    if count > 1 and _SLOT not in output:
        path = Path(output)
        better = path.with_name(f"{path.stem}-{_SLOT}{path.suffix}")
        raise BadOption(f"{count} boards need {count} files: -o {shorten(str(better), 80)}")
    for number in range(1, count + 1):
        refuse_input(Path(output.replace(_SLOT, str(number))), sources)
    return form


def refuse_input(path: Path, sources: tuple[str, ...]) -> None:
    """Keep people from writing a picture over the boards that it is made from."""
    for text in sources:
        source = as_path(text)
        try:
            same = source is not None and path.exists() and path.samefile(source)
        except OSError:
            same = False
        if same:
            raise BadOption(f"{shorten(str(path), 80)} is the board itself; choose another name")


def _named(output: str | None, number: int) -> Path | None:
    if output is None or output == "-":
        return None
    return Path(output.replace(_SLOT, str(number)))


def _draw(board: Board, request: PictureRequest, form: str, path: Path | None) -> None:
    position, marked = _position(board, request)
    faults = check(board.puzzle, position) if request.check else []
    if path is None and form == "txt":
        print(report.title(board))
        print("\n".join(report.picture(board, position)))
        for fault in faults:
            print(f"{fault.rule}: {fault.text}")
        if marked:
            print(f"another solution is not the same at {report.cells_text(board, marked)}")
        return
    shown: Shown = show(board.puzzle, position, theme=request.theme, faults=faults, marked=marked)
    data = shown.data(form, cell=request.cell)
    if path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_file(path, data)
        report.wrote(path, report.title(board))


def _position(board: Board, request: PictureRequest) -> tuple[Position, tuple[int, ...]]:
    """What is on the board, and cells to point at."""
    if request.marks is not None:
        return position_on(board, request.marks), ()
    if request.answer and board.answer is not None:
        return board.answer, ()
    if not (request.answer or request.solve):
        return board.kind.start(board.puzzle), ()
    solution = solved(board, request.seconds, unique=request.solve)
    if solution.answer is None:
        verdict = "has no solution" if solution.status is Status.EXHAUSTED else "is not solved"
        because = f": {solution.reason}" if solution.reason else ""
        raise _Unsolved(f"{label(board)} {verdict}{because}", report.exit_code(solution))
    differs = solution.differs if request.solve and isinstance(solution, Solution) else ()
    return solution.answer, differs


def solved(board: Board, seconds: float, *, unique: bool) -> Solution | SearchResult:
    """What the exact engine finds; a puzzle without a model is searched."""
    if board.kind.model is None:
        from masume.api.searches import search

        return search(board, limit=Limit(seconds=seconds))
    with interruptible(Deadline(Limit(seconds=seconds))) as deadline:
        return exact.solve(board, unique=unique, deadline=deadline)
