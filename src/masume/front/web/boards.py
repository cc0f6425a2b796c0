"""Boards in requests, given as text or by an example's name, and their descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from masume.core.model.model import Reason
from masume.core.plugins.registry import kind_named, kinds, problems
from masume.core.puzzle.kind import Violation
from masume.errors import ParseError
from masume.formats.library import title_of
from masume.formats.load import examples, library, only_board, read_text
from masume.formats.palette import cell_texts
from masume.formats.palette import palette as palette_of
from masume.formats.plain import Board, write_board
from masume.front.web.bodies import DraftBody, Load, PositionData
from masume.front.web.pictures import labels, picture
from masume.front.web.records import CellNumbers, Record
from masume.play.session import Session

_MAX_LOADED = 200


class CollectionRow(Record):
    """A board of a collection; of an unreadable one only `line` and `error` are set.

    `called` is its display name, `level` its level if the text states one.
    """

    kind: str | None
    rows: int | None
    cols: int | None
    called: str | None
    level: str | None
    board: str | None
    line: int | None
    error: str | None


class BoardRow(CollectionRow):
    """A board of a text; of an unreadable one only `error` is set."""

    title: str | None
    name: str | None
    answer: PositionData | None


class LoadReply(Record):
    """The boards of a text; if it names no puzzle (`bare`), as each puzzle that accepts it."""

    boards: list[BoardRow]
    bare: bool


class BoardHead(Record):
    """The fields common to all boards."""

    kind: str
    title: str
    rows: int
    cols: int
    name: str


class DraftReply(BoardHead):
    """A draft: the text of each cell, and the palette of allowed texts."""

    board: str
    cells: Sequence[str]
    palette: Sequence[str]
    svg: str
    labels: Sequence[str]


class FaultRow(Record):
    """A violation, or one of the clues and rules that contradict each other."""

    rule: str
    text: str
    cells: CellNumbers


def load(body: Load) -> LoadReply:
    """Return the boards in a text of any format, each as plain text or with its error."""
    boards = boards_of(body)[:_MAX_LOADED]
    faults = [board for board in boards if isinstance(board, ParseError)]
    if not faults or len(faults) < len(boards) or not faults[0].candidates:
        return LoadReply(boards=[_board_row(board) for board in boards], bare=False)
    readings = _readings(body.text, faults[0].candidates)
    unreadable = ParseError("no puzzle accepts this text; paste an address or a board row by row")
    shown: list[Board | ParseError] = [*readings] or [unreadable]
    return LoadReply(boards=[_board_row(board) for board in shown], bare=bool(readings))


def _readings(text: str, kinds: Iterable[str]) -> list[Board]:
    """Return the boards of a text as each puzzle that accepts all of it."""
    readings: list[Board] = []
    for name in kinds:
        with suppress(ParseError):
            boards = list(read_text(text, kind_named(name)))
            good = [board for board in boards if isinstance(board, Board)]
            readings += good if len(good) == len(boards) else []
    return readings


def draft(body: DraftBody) -> DraftReply:
    """Return a draft: the text of each cell, and its picture."""
    board = read_board(body.board)
    puzzle = board.puzzle
    start = board.kind.start(puzzle)
    return DraftReply.of(
        head_of(board),
        board=bare_text(board),
        cells=cell_texts(puzzle),
        palette=palette_of(puzzle),
        svg=picture(puzzle, start, body.theme),
        labels=labels(puzzle, start, ()),
    )


def boards_of(request: Load) -> list[Board | ParseError]:
    """Return the boards in a text, or the board of an example's name; files are never opened."""
    kind = kind_named(request.kind) if request.kind else None
    text = request.text.strip()
    for name in (*kinds(), *problems()):
        if text.startswith(f"{name}/"):
            for board in (*examples(name), *library(name)):
                if board.name == text:
                    return [board]
    return list(read_text(request.text, kind))


def _board_row(board: Board | ParseError) -> BoardRow:
    row = vars(collection_row(board))
    if isinstance(board, ParseError):
        return BoardRow(**row | {"line": None}, title=None, name=None, answer=None)
    answer = None if board.answer is None else board.kind.to_json(board.puzzle, board.answer)
    return BoardRow(**row, title=board.kind.title, name=board.name, answer=answer)


def collection_row(board: Board | ParseError) -> CollectionRow:
    """Describe a board of a text, or the line and the error of an unreadable one."""
    if isinstance(board, ParseError):
        unknown = dict.fromkeys(("kind", "rows", "cols", "called", "level", "board"))
        return CollectionRow(**unknown, line=board.line or board.board_line, error=str(board))
    return CollectionRow(
        kind=board.kind.name,
        rows=board.puzzle.rows,
        cols=board.puzzle.cols,
        called=title_of(board),
        level=board.note("difficulty"),
        board=bare_text(board),
        line=board.line,
        error=None,
    )


def bare_text(board: Board) -> str:
    """Write a board as plain text, without its answer and notes."""
    return write_board(Board(board.kind, board.puzzle, board.name))


def head_of(board: Board | Session) -> BoardHead:
    """Return the fields common to all boards."""
    kind, puzzle = board.kind, board.puzzle
    return BoardHead.of(puzzle, kind=kind.name, title=kind.title, name=board.name)


def fault_rows(faults: Iterable[Violation | Reason]) -> list[FaultRow]:
    """Describe violations or the reasons of a contradiction."""
    return [FaultRow.of(fault) for fault in faults]


def read_board(text: str) -> Board:
    """Return the only board in a text, or the board of an example's name."""
    return only_board(boards_of(Load(text=text)))
