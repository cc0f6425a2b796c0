"""Operations that write a board or a game: conversion to other formats, and drawings."""

from __future__ import annotations

from masume.draw.show import show
from masume.errors import ParseError
from masume.formats.convert import write
from masume.formats.plain import Board
from masume.front.web import bodies
from masume.front.web.boards import read_board
from masume.front.web.records import Record
from masume.play.session import restore_session


class ConvertReply(Record):
    """A board in another format."""

    text: str


def convert(body: bodies.Convert) -> ConvertReply:
    """Return a board or a game in another format, with its marks if the format supports them."""
    return ConvertReply(text=write(board_or_game(body), body.to))


def draw(body: bodies.Draw) -> bytes:
    """Return a drawing of a board or a game: SVG, PNG, PDF or text."""
    board = board_or_game(body)
    shown = show(board.puzzle, board.answer, theme=body.theme)
    return shown.data(body.form, cell=body.cell)


def board_or_game(body: bodies.BoardOrGame) -> Board:
    """Return the board of a request, with the position of its game as the answer."""
    if (body.board is None) == (body.state is None):
        raise ParseError("the request needs either a board or a state; send one of them")
    if body.state is not None:
        session = restore_session(vars(body.state))
        return Board(session.kind, session.puzzle, session.name, answer=session.position)
    board = read_board(body.board or "")
    return Board(board.kind, board.puzzle, board.name)
