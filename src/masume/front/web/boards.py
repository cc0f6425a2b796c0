"""Boards in requests, given as text or by an example's name, and their JSON descriptions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from masume.core.model.model import Reason
from masume.core.plugins.registry import kind_named, kinds, problems
from masume.core.puzzle.kind import Violation
from masume.errors import ParseError
from masume.formats.library import title_of
from masume.formats.load import examples, library, only_board, read_text
from masume.formats.plain import Board, write_board
from masume.front.web.bodies import Load
from masume.play.session import Session

Data: TypeAlias = dict[str, object]  # a JSON object
MAX_QUICK = 50_000  # characters times moves to replay; larger requests go to a worker


def fields_of(record: object, *names: str) -> Data:
    """Return some attributes of a record as a JSON object."""
    return {name: getattr(record, name) for name in names}


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


def load_boards(request: Load) -> Data:
    """Describe the boards in a text, at most 200."""
    return {"boards": [_row(board) for board in boards_of(request)[:200]]}


def _row(board: Board | ParseError) -> Data:
    row = board_row(board)
    if isinstance(board, ParseError):
        return row | {"title": None, "name": None, "answer": None, "line": None}
    answer = None if board.answer is None else board.kind.to_json(board.puzzle, board.answer)
    return row | {"title": board.kind.title, "name": board.name, "answer": answer}


def board_row(board: Board | ParseError) -> Data:
    """Describe a board of a text, or the line and the error of an unreadable one."""
    if isinstance(board, ParseError):
        empty = dict.fromkeys(("kind", "rows", "cols", "called", "level", "board"))
        return empty | {"line": board.line or board.board_line, "error": str(board)}
    return {
        "kind": board.kind.name,
        "rows": board.puzzle.rows,
        "cols": board.puzzle.cols,
        "called": title_of(board),
        "level": board.note("difficulty"),
        "board": bare_text(board),
        "line": board.line,
        "error": None,
    }


def bare_text(board: Board) -> str:
    """Write a board as plain text, without its answer and notes."""
    return write_board(Board(board.kind, board.puzzle, board.name))


def head_row(board: Board | Session) -> Data:
    """Return the fields common to all board descriptions."""
    return {
        "kind": board.kind.name,
        "title": board.kind.title,
        "rows": board.puzzle.rows,
        "cols": board.puzzle.cols,
        "name": board.name,
    }


def fault_rows(faults: Iterable[Violation | Reason]) -> list[Data]:
    """Describe violations or the reasons of a contradiction."""
    return [
        {"rule": fault.rule, "text": fault.text, "cells": list(fault.cells)} for fault in faults
    ]


def read_board(text: str) -> Board:
    """Return the only board in a text, or the board of an example's name."""
    return only_board(boards_of(Load(text=text)))
