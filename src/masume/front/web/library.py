"""Operations on sets of boards: packs, the board of the day, collections and booklets."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Literal

from masume.api import exact
from masume.core.plugins.registry import kind_named, kinds
from masume.core.system.limits import Deadline, Limit
from masume.draw.book import Book, Entry, book_bytes, entry_of
from masume.draw.show import MOST_DRAWN
from masume.errors import BadOption, ParseError
from masume.formats.library import Pack, packs, solution_count, title_of
from masume.formats.load import examples, read_text
from masume.formats.plain import Board
from masume.front.web import bodies
from masume.front.web.boards import (
    BoardHead,
    CollectionRow,
    bare_text,
    collection_row,
    head_of,
    read_board,
)
from masume.front.web.pictures import Drawing, draw_board, drawing_of
from masume.front.web.records import EndLine, Record
from masume.make import daily as days

_BATCH = 100  # boards per line of a collection
_TILE_CELLS = 36  # of a miniature board


class PackBoard(Record):
    """A board of a pack."""

    name: str
    title: str
    rows: int
    cols: int
    note: str


class PackRow(Record):
    """Boards of one puzzle, one size and one level."""

    name: str
    kind: str
    size: Literal["small", "medium", "large", "huge"]
    level: str
    boards: list[PackBoard]


class LibraryReply(Record):
    """All packs."""

    packs: list[PackRow]


class TileRow(Record):
    """An easy board of a puzzle, drawn without marks and solved."""

    kind: str
    board: str
    start: Drawing
    solved: Drawing


class ShowcaseReply(Record):
    """A board of each puzzle."""

    tiles: list[TileRow]


class DailyReply(BoardHead):
    """The board of a day."""

    level: str
    board: str


class CollectionLine(Record):
    """The next boards of a collection."""

    boards: list[CollectionRow]


class BookletProgressLine(Record):
    """The number of solved boards of a booklet."""

    done: int
    count: int


class BookletLine(Record):
    """A booklet as base64."""

    pdf: str
    pages: int


def library(body: bodies.Nothing) -> LibraryReply:
    """Return the packs of boards included with masume."""
    return LibraryReply(packs=[_pack(pack) for kind in kinds() for pack in packs(kind)])


def _pack(pack: Pack) -> PackRow:
    boards = [
        PackBoard.of(b.puzzle, name=b.name, title=title_of(b), note=b.note("from"))
        for b in pack.boards
    ]
    return PackRow.of(pack, boards=boards)


def showcase(body: bodies.Showcase) -> ShowcaseReply:
    """Return an easy board of each puzzle, as pictures without marks and with the solution."""
    return ShowcaseReply(tiles=list(_tiles(body.theme)))


@cache
def _tiles(theme: str) -> tuple[TileRow, ...]:
    return tuple(_tile(board, theme) for kind in kinds() if (board := showcase_board(kind)))


def showcase_board(kind: str) -> Board | None:
    """Return an easy example of medium size with one solution; None if there is no such example."""
    easy = [b for b in examples(kind) if solution_count(b) == 1 and b.note("difficulty") == "easy"]
    return min(easy, key=lambda b: abs(b.puzzle.rows * b.puzzle.cols - _TILE_CELLS), default=None)


def _tile(board: Board, theme: str) -> TileRow:
    start, solved = (
        drawing_of(draw_board(board.puzzle, position, theme))
        for position in (None, exact.solve(board, unique=False).answer)
    )
    return TileRow(kind=board.kind.name, board=board.name, start=start, solved=solved)


def daily(body: bodies.Daily) -> DailyReply:
    """Return the board of a day, the same for everyone."""
    board = days.daily(body.day, puzzle=body.puzzle, limit=Limit(seconds=body.seconds))
    level, text = board.note("difficulty"), bare_text(board)
    return DailyReply.of(head_of(board), level=level, board=text)


def collection(body: bodies.Collection) -> Iterator[CollectionLine | EndLine]:
    """Yield the boards of a collection file in batches; unreadable ones with their lines."""
    kind = kind_named(body.kind) if body.kind else None
    rows: list[CollectionRow] = []
    for board in read_text(body.text, kind):
        rows.append(collection_row(_playable(board)))
        if len(rows) == _BATCH:
            yield CollectionLine(boards=rows)
            rows = []
    yield CollectionLine(boards=rows)
    yield EndLine(end=True)


def _playable(board: Board | ParseError) -> Board | ParseError:
    """Return the board, or an error if it is too large for a page."""
    if isinstance(board, ParseError) or board.puzzle.rows * board.puzzle.cols <= MOST_DRAWN:
        return board
    return ParseError(
        f"the board has more than {MOST_DRAWN:,} cells; play a smaller one", line=board.line
    )


def booklet(body: bodies.Booklet) -> Iterator[BookletProgressLine | BookletLine]:
    """Yield a progress line per solved board of a booklet to print, then the PDF."""
    if not body.boards:
        raise BadOption("boards: the booklet is empty; add a board")
    deadline = Deadline(Limit(seconds=body.seconds))
    entries: list[Entry] = []
    for number, wanted in enumerate(body.boards, start=1):
        entries.append(_entry(wanted, body.answers != "none", deadline))
        yield BookletProgressLine(done=number, count=len(body.boards))
    book = Book(body.title, body.per_page, body.answers, body.paper)
    pdf = b64encode(book_bytes(book, entries, len(entries))).decode("ascii")
    yield BookletLine(pdf=pdf, pages=book.pages(len(entries)))


def _entry(wanted: bodies.BookletBoard, is_answered: bool, deadline: Deadline) -> Entry:
    """Return the booklet entry of a board, solved if solutions are wanted."""
    board = read_board(wanted.board)
    if wanted.level:
        board = replace(board, notes=(*board.notes, ("difficulty", wanted.level)))
    is_solved = is_answered and board.answer is None and board.kind.model is not None
    solution = exact.solve(board, unique=True, deadline=deadline) if is_solved else None
    return entry_of(board, solution, wanted.name)
