"""Moves of games: quick enough to be made by the server itself.

A request brings the whole game, so the server may forget it at any time. It keeps the last ones all
the same, by what was played, and then a move need not be replayed from the beginning.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from masume.core.gesture import Gesture
from masume.errors import MasumeError, NotApplicable, ParseError
from masume.formats.load import examples, read_text
from masume.formats.plain import Board, write_board
from masume.front.web.bodies import Action, Load, Play, State
from masume.front.web.pictures import MOST_DRAWN, labels, picture
from masume.play.session import Session, restored

_KEPT = 200


class Games:
    """Games that were played lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Any, ...], Session] = OrderedDict()

    def play(self, request: Play) -> dict[str, Any]:
        """Do something to a game, and tell how it looks then."""
        session = self._session(request)
        before = (session.position, session.moves)
        if request.action is not None:
            act(session, request.action)
        self._keep(session)
        return told(session, request.theme) | {
            "changed": (session.position, session.moves) != before
        }

    def _session(self, request: Play) -> Session:
        if request.state is None:
            if request.board is None:
                raise ParseError("a game needs a state or a board")
            found = boards_of(Load(text=request.board))
            if not found:
                raise ParseError("there is no board in this text")
            board = found[0]
            if isinstance(board, MasumeError):
                raise board
            if board.puzzle.rows * board.puzzle.cols > MOST_DRAWN:
                raise NotApplicable(f"boards up to {MOST_DRAWN:,} cells can be played")
            return Session(board.puzzle, request.name or board.name)
        kept = self._kept.pop(_key(request.state.board, request.state.moves), None)
        session = restored(request.state.model_dump()) if kept is None else kept
        if kept is not None:
            session.rejoin(request.state.model_dump())
        return session

    def _keep(self, session: Session) -> None:
        state = session.state()
        self._kept[_key(state["board"], state["moves"])] = session
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def _key(board: str, moves: list[str]) -> tuple[Any, ...]:
    return board, tuple(moves)


def act(session: Session, action: Action) -> None:
    """Do what an action says."""
    if action.do == "touch":
        size = session.puzzle.rows * session.puzzle.cols
        if action.cell is None or max(action.cell, action.to or 0) >= size:
            raise ParseError("a touch needs a cell of the board")
        session.touch(Gesture(action.cell, action.to, action.second, action.across))
    elif action.do == "play":
        if action.move is None:
            raise ParseError("play needs a move")
        session.play(action.move)
    elif action.do == "set":
        session.auto = session.auto if action.auto is None else action.auto
        session.checking = session.checking if action.checking is None else action.checking
    else:
        simple = {
            "none": lambda: None,
            "undo": session.undo,
            "redo": session.redo,
            "restart": session.restart,
            "begin-trial": session.begin_trial,
            "keep-trial": session.keep_trial,
            "drop-trial": session.drop_trial,
        }
        simple[action.do]()


def told(session: Session, theme: str) -> dict[str, Any]:
    """A game as a page shows it."""
    puzzle, kind = session.puzzle, session.kind
    faults = session.faults
    state = session.state()
    return {
        "state": state,
        "kind": kind.name,
        "title": kind.title,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "name": session.name,
        "svg": picture(puzzle, session.position, theme, faults=faults),
        "finished": session.finished,
        "faults": [
            {"rule": one.rule, "text": one.text, "cells": list(one.cells)} for one in faults
        ],
        "trying": session.trying,
        "can_undo": session.can_undo,
        "can_redo": session.can_redo,
        "labels": labels(puzzle, session.position, faults),
        "seconds": state["seconds"],
    }


def check(state: State) -> dict[str, Any]:
    """Everything that keeps a game from being solved."""
    session = restored(state.model_dump())
    return {
        "faults": [
            {"rule": one.rule, "text": one.text, "cells": list(one.cells)}
            for one in session.check()
        ],
        "finished": session.finished,
    }


def boards_of(request: Load) -> list[Board | MasumeError]:
    """The boards of a text or of an example's name; never of a file."""
    from masume.core.registry import kind_named, kinds

    chosen = kind_named(request.kind) if request.kind else None
    word = request.text.strip()
    for name in kinds():
        if word.startswith(f"{name}/"):
            for board in examples(name):
                if board.name == word:
                    return [board]
    return list(read_text(request.text, chosen))


def loaded(request: Load) -> dict[str, Any]:
    """What was found in a text."""
    return {"boards": [_row(board) for board in boards_of(request)[:200]]}


def _row(board: Board | MasumeError) -> dict[str, Any]:
    empty = dict.fromkeys(("kind", "title", "rows", "cols", "name", "board", "answer", "line"))
    if isinstance(board, MasumeError):
        return empty | {"error": str(board)}
    answer = None if board.answer is None else board.kind.to_json(board.puzzle, board.answer)
    return {
        "kind": board.kind.name,
        "title": board.kind.title,
        "rows": board.puzzle.rows,
        "cols": board.puzzle.cols,
        "name": board.name,
        "board": write_board(Board(board.kind, board.puzzle, board.name)),
        "answer": answer,
        "line": board.line,
        "error": None,
    }
