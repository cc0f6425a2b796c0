"""Tasks about sets of boards: packs, the board of the day, collections and booklets."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace

from masume.api import exact
from masume.core.plugins.registry import kind_named, kinds
from masume.core.system.limits import Deadline, Limit
from masume.draw.book import Book, Entry, book_bytes, entry_of
from masume.draw.show import MOST_DRAWN
from masume.errors import BadOption, ParseError
from masume.formats.library import Pack, packs, title_of
from masume.formats.load import read_text
from masume.formats.plain import Board
from masume.front.web import bodies
from masume.front.web.boards import Data, bare_text, board_row, fields_of, head_row, read_board
from masume.make.daily import daily

_BATCH = 100  # boards per line of a collection


def list_packs(_: bodies.Nothing) -> Data:
    """List the packs of all puzzles."""
    return {"packs": [_pack(pack) for kind in kinds() for pack in packs(kind)]}


def _pack(pack: Pack) -> Data:
    boards = [
        {"name": board.name, "title": title_of(board), "note": board.note("from")}
        | fields_of(board.puzzle, "rows", "cols")
        for board in pack.boards
    ]
    return fields_of(pack, "name", "kind", "size", "level") | {"boards": boards}


def daily_board(body: bodies.Daily) -> Data:
    """Return the board of a day."""
    board = daily(body.day, puzzle=body.puzzle, limit=Limit(seconds=body.seconds))
    return head_row(board) | {"level": board.note("difficulty"), "board": bare_text(board)}


def read_collection(body: bodies.Collection) -> Iterator[Data]:
    """Yield the boards of a collection file in batches; unreadable ones with their lines."""
    kind = kind_named(body.kind) if body.kind else None
    batch: list[Data] = []
    for board in read_text(body.text, kind):
        batch.append(board_row(_playable(board)))
        if len(batch) == _BATCH:
            yield {"boards": batch}
            batch = []
    yield {"boards": batch}
    yield {"end": True}


def _playable(board: Board | ParseError) -> Board | ParseError:
    """Return the board, or an error if it is too large for a page."""
    if isinstance(board, ParseError) or board.puzzle.rows * board.puzzle.cols <= MOST_DRAWN:
        return board
    return ParseError(
        f"the board has more than {MOST_DRAWN:,} cells; play a smaller one", line=board.line
    )


def booklet(body: bodies.Booklet) -> Iterator[Data]:
    """Yield the progress of solving the boards, then the finished PDF."""
    if not body.boards:
        raise BadOption("boards: the booklet is empty; add a board")
    deadline = Deadline(Limit(seconds=body.seconds))
    entries: list[Entry] = []
    for number, wanted in enumerate(body.boards, start=1):
        entries.append(_entry(wanted, body.answers != "none", deadline))
        yield {"done": number, "count": len(body.boards)}
    book = Book(body.title, body.per_page, body.answers, body.paper)
    data = book_bytes(book, entries, len(entries))
    yield {"pdf": b64encode(data).decode("ascii"), "pages": book.pages(len(entries))}


def _entry(wanted: bodies.BookletBoard, is_answered: bool, deadline: Deadline) -> Entry:
    """Return the booklet entry of a board, solved if solutions are wanted."""
    board = read_board(wanted.board)
    if wanted.level:
        board = replace(board, notes=(*board.notes, ("difficulty", wanted.level)))
    is_solved = is_answered and board.answer is None and board.kind.model is not None
    solution = exact.solve(board, unique=True, deadline=deadline) if is_solved else None
    return entry_of(board, solution, wanted.name)
