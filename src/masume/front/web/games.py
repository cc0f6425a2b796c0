"""Operations on games, which the server process runs itself.

A request holds the whole game, so the server may forget games at any time. It keeps recent ones so
that a move need not replay the game. A long game that is not in memory is opened by a worker.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import count
from secrets import token_hex
from sys import getsizeof
from typing import TypeAlias

from masume.core.drawing.scene import handles, marks
from masume.core.puzzle.gesture import Gesture
from masume.draw.show import BoardPicture
from masume.errors import MasumeError, NotApplicable, ParseError
from masume.front.web.boards import BoardHead, FaultRow, boards_of, fault_rows, head_of
from masume.front.web.bodies import Action, Game, Load, MoveBody, PlayBody, State
from masume.front.web.differences import Difference, difference
from masume.front.web.pictures import MAX_DRAWN, Drawing, draw_board, drawing_of, labels, svg_of
from masume.front.web.records import CellNumbers, Record
from masume.play.session import Session, restore_session
from masume.play.trials import trial_marks

_Key: TypeAlias = tuple[str, tuple[str, ...]]  # a board and the moves played on it

_MAX_QUICK = 50_000  # characters times moves to replay; larger requests go to a worker
_MAX_GAMES = 32  # others are replayed
_AUTO = 20  # the cost in moves of a move with automatic marks
_MAX_ANSWERS = 8  # recent answers that differences may refer to
_MAX_BYTES = 32_000_000  # of all positions of all games; others are replayed


class GameReply(BoardHead):
    """A game as pages show it.

    `labels` describe each cell in words; `handles` are the cells from which a touch can drag;
    `marks` are cells whose mark a drag continues; `second_only` are cells that both buttons mark as
    the secondary one does; `symbols` can be typed into cells; `open_trials` counts open trials;
    `trial_marks` counts the marks of each trial, the first one first.
    """

    state: State
    handles: CellNumbers
    marks: CellNumbers
    second_only: CellNumbers
    symbols: list[str]
    finished: bool
    faults: list[FaultRow]
    open_trials: int
    trial_marks: list[int]
    can_undo: bool
    can_redo: bool
    labels: Sequence[str]
    seconds: float


class SessionReply(GameReply):
    """A game with its picture; `changed` says whether the request changed it."""

    svg: str
    changed: bool


class GameView(GameReply):
    """A game with its picture in parts."""

    picture: Drawing


class MoveReply(Record):
    """A game by its `version`: the `whole` game, or what has `changed` since the version seen.

    If both are null, the server no longer knows that version and nothing was done: repeat the
    request with the state.
    """

    version: str | None
    whole: GameView | None
    changed: Difference | None


class CheckReply(Record):
    """Everything that prevents a game from being solved."""

    faults: list[FaultRow]
    finished: bool


class Games:
    """The recently played games and the recent answers about them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, tuple[Session, int]] = OrderedDict()
        self.held_bytes = 0
        self._answers: OrderedDict[str, tuple[_Key, GameView]] = OrderedDict()  # by version
        self._name = token_hex(4)  # makes versions unique to this server
        self._numbers = count()

    def is_long(self, body: Record) -> bool:
        """Return whether the answer to a request would block the server for long."""
        if isinstance(body, Load):
            return len(body.text) > _MAX_QUICK
        state = getattr(body, "state", None)
        if not isinstance(state, State):
            return len(getattr(body, "board", None) or "") > _MAX_QUICK
        if _key(state.board, state.moves) in self._kept:
            return False
        moves = sum(_AUTO if move.endswith("+") else 1 for move in state.moves)
        return len(state.board) * max(1, moves) > _MAX_QUICK

    def remember(self, key: _Key, view: GameView) -> str:
        """Keep an answer and return its version."""
        version = f"{self._name}-{next(self._numbers)}"
        self._answers[version] = key, view
        if len(self._answers) > _MAX_ANSWERS:
            self._answers.popitem(last=False)
        return version

    def recall(self, version: str | None) -> tuple[_Key, GameView] | None:
        """Remove and return an answer, so that each can be referred to once."""
        return self._answers.pop(version or "", None)

    def session(self, request: PlayBody | Game) -> Session:
        """Return the kept session of a game, set to its state, or open the game."""
        state = request.state
        session = self.take(_key(state.board, state.moves)) if state is not None else None
        if session is None or state is None:
            return open_game(request)
        session.restore_progress(state.at, state.trials, state.seconds, state.auto, state.checking)
        return session

    def keep(self, session: Session) -> _Key:
        """Keep a session, dropping the oldest ones beyond the limits."""
        state = session.state()
        key = _key(state["board"], state["moves"])
        self.take(key)  # another player's session of the same game
        self._kept[key] = session, _bytes(session)
        self.held_bytes += self._kept[key][1]
        while len(self._kept) > 1 and (
            len(self._kept) > _MAX_GAMES or self.held_bytes > _MAX_BYTES
        ):
            self.take(next(iter(self._kept)))
        return key

    def take(self, key: _Key) -> Session | None:
        """Remove and return a kept session; None if it is not kept."""
        session, size = self._kept.pop(key, (None, 0))
        self.held_bytes -= size
        return session


def session(body: PlayBody, games: Games, opened: Session | None = None) -> SessionReply:
    """Start a game or apply actions to one; return its new state, picture and violations."""
    session = opened or games.session(body)
    before = (session.position, session.moves)
    _act(session, body)
    games.keep(session)
    game, drawn = _show(session, body.theme)
    changed = (session.position, session.moves) != before
    return SessionReply.of(game, svg=svg_of(drawn), changed=changed)


def play(body: MoveBody, games: Games, opened: Session | None = None) -> MoveReply:
    """Apply actions to a game and return what changed since the answer `seen`.

    If that answer is no longer known, a request with a state or a board gets the whole game, and
    any other one a reply without a version.
    """
    key, seen = games.recall(body.seen) or (None, None)
    session = opened
    if session is None and body.state is None and body.board is None:
        session = None if key is None else games.take(key)
        if session is None or seen is None:
            return MoveReply(version=None, whole=None, changed=None)
        state = seen.state
        session.restore_progress(state.at, state.trials, body.seconds, state.auto, state.checking)
    session = session or games.session(body)
    _act(session, body)
    key = games.keep(session)
    game, drawn = _show(session, body.theme)
    view = GameView.of(game, picture=drawing_of(drawn))
    version = games.remember(key, view)
    if seen is None:
        return MoveReply(version=version, whole=view, changed=None)
    changed = difference(seen, view) or Difference(fields={})
    return MoveReply(version=version, whole=None, changed=changed)


def check(body: Game, games: Games, opened: Session | None = None) -> CheckReply:
    """Return everything that prevents a game from being solved."""
    session = opened or games.session(body)
    games.keep(session)
    return CheckReply(faults=fault_rows(session.check()), finished=session.finished)


def open_game(request: PlayBody | Game) -> Session:
    """Return the session of a request: its game replayed, or a new one on its board."""
    if request.state is not None:
        return restore_session(vars(request.state))
    if isinstance(request, Game) or request.board is None:
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


def _act(session: Session, body: PlayBody) -> None:
    """Apply the actions of a request."""
    session.pause()  # so that the board is checked once, after the last action
    for action in body.action if isinstance(body.action, list) else [body.action]:
        if action is not None:
            act(session, action)
    session.resume()


def act(session: Session, action: Action) -> None:
    """Apply an action to a session."""
    if action.do == "touch":
        size = session.puzzle.rows * session.puzzle.cols
        if action.cell is None or max(action.cell, action.to or 0) >= size:
            raise ParseError("action: a touch needs a cell of the board")
        gesture = Gesture(action.cell, action.to, action.second, action.side, action.symbol)
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


def _show(session: Session, theme: str) -> tuple[GameReply, BoardPicture]:
    """Return a game as pages show it, and the drawing of the board."""
    puzzle, faults, state = session.puzzle, session.faults, session.state()
    trials = trial_marks(session)
    drawn = draw_board(puzzle, session.position, theme, faults, trials=trials)
    game = GameReply.of(
        head_of(session),
        state=State(**state),
        handles=handles(drawn.scene),
        marks=marks(drawn.scene),
        second_only=list(session.kind.second_only(puzzle)),
        symbols=list(session.kind.symbols(puzzle)),
        finished=session.finished,
        faults=fault_rows(faults),
        open_trials=len(trials),
        trial_marks=[len(marked) for marked in trials],
        can_undo=session.can_undo,
        can_redo=session.can_redo,
        labels=labels(puzzle, session.position, faults),
        seconds=state["seconds"],
    )
    return game, drawn
