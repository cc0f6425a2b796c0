"""Moves of games: quick enough to be made by the server itself.

A request brings the whole game, so the server may forget it at any time. It keeps the last ones all
the same, by what was played, and then a move need not be replayed from the beginning. A long game
that it does not know is opened by a worker, and then kept here.
"""

from __future__ import annotations

from collections import OrderedDict
from sys import getsizeof
from typing import TypeAlias

from masume.core.gesture import Gesture
from masume.core.kind import Violation
from masume.core.scene import handles, marks
from masume.errors import MasumeError, NotApplicable, ParseError
from masume.front.web.boards import AT_ONCE, Data, boards_of
from masume.front.web.bodies import Action, Load, PlayBody
from masume.front.web.pictures import MOST_DRAWN, labels, shown, svg_of
from masume.play.session import Session, restored

_Key: TypeAlias = tuple[str, tuple[str, ...]]  # a board, and what was played on it

_KEPT = 32  # one person plays few at a time, and what is forgotten is replayed
_AUTO = 20  # how many moves one takes that also marks the obvious
_MOST_KEPT = 32_000_000  # bytes in all positions of all games; what is beyond is replayed


class Games:
    """Games that were played lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, tuple[Session, int]] = OrderedDict()
        self.held = 0  # bytes in their positions

    def is_long(self, request: PlayBody) -> bool:
        """Whether it would take long to open a game, so that others would have to wait."""
        state = request.state
        if state is None:
            return len(request.board or "") > AT_ONCE
        if _key(state.board, state.moves) in self._kept:
            return False
        moves = sum(_AUTO if move.endswith("+") else 1 for move in state.moves)
        return len(state.board) * max(1, moves) > AT_ONCE

    def play(self, request: PlayBody, session: Session | None = None) -> Data:
        """Do something to a game, opened before or not, and tell how it looks then."""
        session = session or self._session(request)
        before = (session.position, session.moves)
        actions = request.action if isinstance(request.action, list) else [request.action]
        for action in actions:
            if action is not None:
                act(session, action)
        self._keep(session)
        return told(session, request.theme) | {
            "changed": (session.position, session.moves) != before
        }

    def check(self, request: PlayBody, session: Session | None = None) -> Data:
        """Everything that keeps a game from being solved."""
        session = session or self._session(request)
        self._keep(session)
        return {"faults": _rows(session.check()), "finished": session.finished}

    def _session(self, request: PlayBody) -> Session:
        state = request.state
        kept = self._taken(_key(state.board, state.moves)) if state is not None else None
        if kept is None or state is None:
            return opened(request)
        kept.rejoin(state.at, state.trials, state.seconds, state.auto, state.checking)
        return kept

    def _keep(self, session: Session) -> None:
        state = session.state()
        key = _key(state["board"], state["moves"])
        self._taken(key)  # another one who plays the same
        self._kept[key] = session, _bytes(session)
        self.held += self._kept[key][1]
        while len(self._kept) > 1 and (len(self._kept) > _KEPT or self.held > _MOST_KEPT):
            self._taken(next(iter(self._kept)))

    def _taken(self, key: _Key) -> Session | None:
        """A game that is kept no longer."""
        session, size = self._kept.pop(key, (None, 0))
        self.held -= size
        return session


def opened(request: PlayBody) -> Session:
    """The game of a request, with all its moves made again; or a new one."""
    if request.state is not None:
        return restored(vars(request.state))
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


def _rows(faults: list[Violation]) -> list[Data]:
    return [{"rule": one.rule, "text": one.text, "cells": list(one.cells)} for one in faults]


def _bytes(session: Session) -> int:
    """What the positions of a game take, but for what they share."""
    parts = ([one, *getattr(one, "__dict__", {}).values()] for one in session.positions)
    return sum(getsizeof(part) for position in parts for part in position)


def _key(board: str, moves: list[str]) -> _Key:
    return board, tuple(moves)


def act(session: Session, action: Action) -> None:
    """Do what an action says."""
    if action.do == "touch":
        size = session.puzzle.rows * session.puzzle.cols
        if action.cell is None or max(action.cell, action.to or 0) >= size:
            raise ParseError("a touch needs a cell of the board")
        gesture = Gesture(action.cell, action.to, action.second, action.across)
        session.touch(gesture, joins=action.joins)
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


def told(session: Session, theme: str) -> Data:
    """A game as a page shows it."""
    puzzle, kind = session.puzzle, session.kind
    faults = session.faults
    state = session.state()
    drawn = shown(puzzle, session.position, theme, faults)
    return {
        "state": state,
        "kind": kind.name,
        "title": kind.title,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "name": session.name,
        "svg": svg_of(drawn),
        "handles": handles(drawn.scene),
        "marks": marks(drawn.scene),
        "finished": session.finished,
        "faults": _rows(faults),
        "trying": session.trying,
        "can_undo": session.can_undo,
        "can_redo": session.can_redo,
        "labels": labels(puzzle, session.position, faults),
        "seconds": state["seconds"],
    }
