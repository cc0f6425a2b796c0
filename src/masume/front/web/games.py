"""Moves of games, which the server process makes itself.

A request holds the whole game, so the server may forget games at any time. It keeps recent ones so
that a move need not replay the game. A long game that is not in memory is opened by a worker.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import count
from secrets import token_hex
from sys import getsizeof
from typing import TypeAlias

from masume.core.drawing.scene import handles, marks
from masume.core.puzzle.gesture import Gesture
from masume.draw.show import BoardPicture
from masume.errors import MasumeError, NotApplicable, ParseError
from masume.front.web.boards import MAX_QUICK, Data, boards_of, fault_rows, head_row
from masume.front.web.bodies import Action, Load, MoveBody, PlayBody
from masume.front.web.differences import difference
from masume.front.web.pictures import MAX_DRAWN, draw_board, drawing_of, labels, svg_of
from masume.play.session import Session, restore_session
from masume.play.trials import trial_marks

_Key: TypeAlias = tuple[str, tuple[str, ...]]  # a board and the moves played on it

_MAX_GAMES = 32  # others are replayed
_AUTO = 20  # the cost in moves of a move with automatic marks
_MAX_ANSWERS = 8  # recent answers that differences may refer to
_MAX_BYTES = 32_000_000  # of all positions of all games; others are replayed


class Games:
    """The recently played games and the recent answers about them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, tuple[Session, int]] = OrderedDict()
        self.held_bytes = 0
        self._answers: OrderedDict[str, tuple[_Key, Data]] = OrderedDict()  # by version
        self._name = token_hex(4)  # makes versions unique to this server
        self._numbers = count()

    def is_long(self, request: PlayBody) -> bool:
        """Return whether opening a game would block the server for long."""
        state = request.state
        if state is None:
            return len(request.board or "") > MAX_QUICK
        if _key(state.board, state.moves) in self._kept:
            return False
        moves = sum(_AUTO if move.endswith("+") else 1 for move in state.moves)
        return len(state.board) * max(1, moves) > MAX_QUICK

    def play(self, request: PlayBody, session: Session | None = None) -> Data:
        """Apply the actions of a request and return the game."""
        session = session or self._session(request)
        before = (session.position, session.moves)
        self._act(session, request)
        view, drawn = _view(session, request.theme)
        changed = (session.position, session.moves) != before
        return view | {"svg": svg_of(drawn), "changed": changed}

    def move(self, request: MoveBody, session: Session | None = None) -> Data:
        """Apply the actions of a request and return what changed since the answer `seen`.

        Each answer can be referred to once. If it is no longer known, a request with a state or a
        board gets the whole game, and any other one a reply without a version.
        """
        key, seen = self._answers.pop(request.seen or "", (None, None))
        if session is None and request.state is None and request.board is None:
            session = self._remove(key) if key is not None else None
            if session is None or seen is None:
                return {"version": None, "whole": None, "changed": None}
            state = seen["state"]
            assert isinstance(state, dict)
            session.update_from(
                state["at"], state["trials"], request.seconds, state["auto"], state["checking"]
            )
        session = session or self._session(request)
        key = self._act(session, request)
        view, drawn = _view(session, request.theme)
        view["picture"] = drawing_of(drawn)
        version = f"{self._name}-{next(self._numbers)}"
        self._answers[version] = key, view
        if len(self._answers) > _MAX_ANSWERS:
            self._answers.popitem(last=False)
        changed = None if seen is None else difference(seen, view) or {"fields": {}}
        return {"version": version, "whole": view if seen is None else None, "changed": changed}

    def check(self, request: PlayBody, session: Session | None = None) -> Data:
        """Return everything that prevents a game from being solved."""
        session = session or self._session(request)
        self._keep(session)
        return {"faults": fault_rows(session.check()), "finished": session.finished}

    def _session(self, request: PlayBody) -> Session:
        """Return the kept session of a game, set to its state, or open the game."""
        state = request.state
        session = self._remove(_key(state.board, state.moves)) if state is not None else None
        if session is None or state is None:
            return open_game(request)
        session.update_from(state.at, state.trials, state.seconds, state.auto, state.checking)
        return session

    def _act(self, session: Session, request: PlayBody) -> _Key:
        """Apply the actions of a request and keep the game."""
        actions = request.action if isinstance(request.action, list) else [request.action]
        session.pause()  # so that the board is checked once, after the last action
        for action in actions:
            if action is not None:
                act(session, action)
        session.resume()
        return self._keep(session)

    def _keep(self, session: Session) -> _Key:
        """Keep a session, dropping the oldest ones beyond the limits."""
        state = session.state()
        key = _key(state["board"], state["moves"])
        self._remove(key)  # another player's session of the same game
        self._kept[key] = session, _bytes(session)
        self.held_bytes += self._kept[key][1]
        while len(self._kept) > 1 and (
            len(self._kept) > _MAX_GAMES or self.held_bytes > _MAX_BYTES
        ):
            self._remove(next(iter(self._kept)))
        return key

    def _remove(self, key: _Key) -> Session | None:
        """Remove and return a kept session; None if it is not kept."""
        session, size = self._kept.pop(key, (None, 0))
        self.held_bytes -= size
        return session


def open_game(request: PlayBody) -> Session:
    """Return the session of a request: its game replayed, or a new one on its board."""
    if request.state is not None:
        return restore_session(vars(request.state))
    if request.board is None:
        raise ParseError("the request has no game; send a state or a board")
    boards = boards_of(Load(text=request.board))
    if not boards:
        raise ParseError("board: the text holds no board; send one in any format")
    board = boards[0]
    if isinstance(board, MasumeError):
        raise board
    if board.puzzle.rows * board.puzzle.cols > MAX_DRAWN:
        raise NotApplicable(f"board: more than {MAX_DRAWN:,} cells; play a smaller one")
    return Session(board.puzzle, request.name or board.name)


def _bytes(session: Session) -> int:
    """Estimate the memory of a session's positions, without shared parts."""
    groups = ([pos, *getattr(pos, "__dict__", {}).values()] for pos in session.history.cached)
    return sum(getsizeof(part) for group in groups for part in group)


def _key(board: str, moves: list[str]) -> _Key:
    return board, tuple(moves)


def act(session: Session, action: Action) -> None:
    """Apply an action to a session."""
    if action.do == "touch":
        size = session.puzzle.rows * session.puzzle.cols
        if action.cell is None or max(action.cell, action.to or 0) >= size:
            raise ParseError("action: a touch needs a cell of the board")
        gesture = Gesture(action.cell, action.to, action.second, action.across)
        session.touch(gesture, joins=action.joins)
    elif action.do == "play":
        if action.move is None:
            raise ParseError("action: play needs a move, such as r1c1=black")
        session.play(action.move)
    elif action.do == "set":
        session.auto = session.auto if action.auto is None else action.auto
        session.checking = session.checking if action.checking is None else action.checking
    elif action.do != "none":  # the name of a method without arguments, such as begin-trial
        getattr(session, action.do.replace("-", "_"))()


def _view(session: Session, theme: str) -> tuple[Data, BoardPicture]:
    """Return a game as pages show it, and its drawing."""
    puzzle, faults, state = session.puzzle, session.faults, session.state()
    trials = trial_marks(session)
    drawn = draw_board(puzzle, session.position, theme, faults, trials=trials)
    view = head_row(session) | {
        "state": state,
        "handles": handles(drawn.scene),
        "marks": marks(drawn.scene),
        "second_only": list(session.kind.second_only(puzzle)),
        "finished": session.finished,
        "faults": fault_rows(faults),
        "open_trials": len(trials),
        "trial_marks": [len(marked) for marked in trials],
        "can_undo": session.can_undo,
        "can_redo": session.can_redo,
        "labels": labels(puzzle, session.position, faults),
        "seconds": state["seconds"],
    }
    return view, drawn
