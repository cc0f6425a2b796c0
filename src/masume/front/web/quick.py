"""Quick tasks, run in the server process itself: moves of games and short texts."""

from __future__ import annotations

from masume.formats.palette import cell_texts, palette
from masume.front.web import bodies
from masume.front.web.boards import MAX_QUICK, Data, bare_text, head_row, load_boards, read_board
from masume.front.web.games import Games
from masume.front.web.pictures import labels, picture
from masume.play.session import Session


class QuickTasks:
    """The quick tasks, with the recently played games."""

    def __init__(self) -> None:
        self._games = Games()

    def long_task(self, name: str, body: bodies.Body) -> str | None:
        """Return the worker task to run first for a large request, else None.

        The result of that task is the answer, or the opened session of a game.
        """
        if isinstance(body, bodies.Load):
            return name if len(body.text) > MAX_QUICK else None
        if isinstance(body, bodies.DraftBody):
            return name if len(body.board) > MAX_QUICK else None
        return "open" if self._games.is_long(_play(body)) else None

    def answer(self, name: str, body: bodies.Body, session: Session | None = None) -> Data:
        """Return the answer to a quick request, given the session that a worker opened, if any."""
        if isinstance(body, bodies.Load):
            return load_boards(body)
        if isinstance(body, bodies.DraftBody):
            return show_draft(body)
        if isinstance(body, bodies.MoveBody):
            return self._games.move(body, session)
        do = self._games.check if name == "check" else self._games.play
        return do(_play(body), session)


def _play(body: bodies.Body) -> bodies.PlayBody:
    if isinstance(body, bodies.Game):
        return bodies.PlayBody(state=body.state)
    assert isinstance(body, bodies.PlayBody)
    return body


def show_draft(body: bodies.DraftBody) -> Data:
    """Describe a draft: the text of each cell, the palette and the picture."""
    board = read_board(body.board)
    puzzle = board.puzzle
    start = board.kind.start(puzzle)
    return head_row(board) | {
        "board": bare_text(board),
        "cells": cell_texts(puzzle),
        "palette": palette(puzzle),
        "svg": picture(puzzle, start, body.theme),
        "labels": labels(puzzle, start, ()),
    }
