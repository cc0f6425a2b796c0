"""Boards to play one after the other: packs, the board of the day, collections; and booklets."""

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
from masume.front.web.boards import Data, bare_text, board_row, fields_of, head_row, one_board
from masume.make.daily import daily

_BATCH = 100  # boards of a collection that are told at once


def packed(_: bodies.Nothing) -> Data:
    """All packs of all puzzles."""
    return {"packs": [_pack(pack) for kind in kinds() for pack in packs(kind)]}


def _pack(pack: Pack) -> Data:
    boards = [
        {"name": board.name, "title": title_of(board), "note": board.note("from")}
        | fields_of(board.puzzle, "rows", "cols")
        for board in pack.boards
    ]
    return fields_of(pack, "name", "kind", "size", "level") | {"boards": boards}


def daily_board(body: bodies.Daily) -> Data:
    """The board of a day."""
    board = daily(body.day, puzzle=body.puzzle, limit=Limit(seconds=body.seconds))
    return head_row(board) | {"level": board.note("difficulty"), "board": bare_text(board)}


def collected(body: bodies.Collection) -> Iterator[Data]:
    """The boards of a file with many, batch by batch; broken ones are told with their lines."""
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
    """The board, unless it is too large for a page."""
    if isinstance(board, ParseError) or board.puzzle.rows * board.puzzle.cols <= MOST_DRAWN:
        return board
    return ParseError(f"more than {MOST_DRAWN:,} cells are too many to play", line=board.line)


def booklet(body: bodies.Booklet) -> Iterator[Data]:
    """A line for each board that is solved, and at last the file."""
    if not body.boards:
        raise BadOption("a booklet has no boards; name one at least")
    deadline = Deadline(Limit(seconds=body.seconds))
    entries: list[Entry] = []
    for number, given in enumerate(body.boards, start=1):
        entries.append(_entry(given, body.answers != "none", deadline))
        yield {"done": number, "count": len(body.boards)}
    book = Book(body.title, body.per_page, body.answers, body.paper)
    data = book_bytes(book, entries, len(entries))
    yield {"pdf": b64encode(data).decode("ascii"), "pages": book.pages(len(entries))}


def _entry(given: bodies.BookletBoard, is_answered: bool, deadline: Deadline) -> Entry:
    board = one_board(given.board)
    if given.about:
        board = replace(board, notes=(*board.notes, ("difficulty", given.about)))
    is_solved = is_answered and board.answer is None and board.kind.model is not None
    solution = exact.solve(board, unique=True, deadline=deadline) if is_solved else None
    return entry_of(board, solution, given.name)
