"""Boards that a request brings, as a text or by an example's name, and what is told of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from masume.core.model.model import Reason
from masume.core.plugins.registry import kind_named, kinds
from masume.core.puzzle.kind import Violation
from masume.errors import ParseError
from masume.formats.library import title_of
from masume.formats.load import examples, library, only_board, read_text
from masume.formats.plain import Board, write_board
from masume.front.web.bodies import Load
from masume.play.session import Session

Data: TypeAlias = dict[str, object]  # on its way to become JSON
AT_ONCE = 50_000  # characters, times moves to replay; more is a worker's task


def fields_of(record: object, *names: str) -> Data:
    """Some attributes of a record, by the names that they have in an answer too.

    Tuples among them become lists in JSON.
    """
    return {name: getattr(record, name) for name in names}


def boards_of(request: Load) -> list[Board | ParseError]:
    """The boards of a text or of an example's name; never of a file."""
    chosen = kind_named(request.kind) if request.kind else None
    word = request.text.strip()
    for name in kinds():
        if word.startswith(f"{name}/"):
            for board in (*examples(name), *library(name)):
                if board.name == word:
                    return [board]
    return list(read_text(request.text, chosen))


def loaded(request: Load) -> Data:
    """What was found in a text."""
    return {"boards": [_row(board) for board in boards_of(request)[:200]]}


def _row(board: Board | ParseError) -> Data:
    row = board_row(board)
    if isinstance(board, ParseError):
        return row | {"title": None, "name": None, "answer": None, "line": None}
    answer = None if board.answer is None else board.kind.to_json(board.puzzle, board.answer)
    return row | {"title": board.kind.title, "name": board.name, "answer": answer}


def board_row(board: Board | ParseError) -> Data:
    """A board of a text, or its line and the error alone."""
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
    """A board in plain text, without its answer and notes."""
    return write_board(Board(board.kind, board.puzzle, board.name))


def head_row(board: Board | Session) -> Data:
    """What is told of every board: its puzzle, its size and its name."""
    return {
        "kind": board.kind.name,
        "title": board.kind.title,
        "rows": board.puzzle.rows,
        "cols": board.puzzle.cols,
        "name": board.name,
    }


def fault_rows(faults: Iterable[Violation | Reason]) -> list[Data]:
    """Broken rules, or what contradicts what."""
    return [{"rule": one.rule, "text": one.text, "cells": list(one.cells)} for one in faults]


def one_board(text: str) -> Board:
    """The only board of a text; an example's name will do."""
    return only_board(boards_of(Load(text=text)))
