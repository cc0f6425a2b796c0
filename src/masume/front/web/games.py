"""Moves of games: quick enough to be made by the server itself.

A request brings the whole game, so the server may forget it at any time. It keeps the last ones all
the same, by what was played, and then a move need not be replayed from the beginning. A long game
that it does not know is opened by a worker, and then kept here.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import count
from secrets import token_hex
from sys import getsizeof
from typing import TypeAlias

from masume.core.drawing.scene import handles, marks
from masume.core.puzzle.gesture import Gesture
from masume.draw.show import Shown
from masume.errors import MasumeError, NotApplicable, ParseError
from masume.front.web.boards import AT_ONCE, Data, boards_of, fault_rows, head_row
from masume.front.web.bodies import Action, Load, MoveBody, PlayBody
from masume.front.web.differences import difference
from masume.front.web.pictures import MOST_DRAWN, drawing_of, labels, shown, svg_of
from masume.play.session import Session, restored
from masume.play.trials import trial_marks

_Key: TypeAlias = tuple[str, tuple[str, ...]]  # a board, and what was played on it

_KEPT = 32  # one person plays few at a time, and what is forgotten is replayed
_AUTO = 20  # how many moves one takes that also marks the obvious
_SEEN = 8  # answers of which differences can be told; others are told anew
_MOST_KEPT = 32_000_000  # bytes in all positions of all games; what is beyond is replayed


class Games:
    """Games that were played lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, tuple[Session, int]] = OrderedDict()
        self.held = 0  # bytes in their positions
        self._answers: OrderedDict[str, tuple[_Key, Data]] = OrderedDict()  # by their versions
        self._name = token_hex(4)  # no other server has answers of the same version
        self._numbers = count()

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
        self._act(session, request)
        view, drawn = _view(session, request.theme)
        changed = (session.position, session.moves) != before
        return view | {"svg": svg_of(drawn), "changed": changed}

    def move(self, request: MoveBody, session: Session | None = None) -> Data:
        """The same for those who have seen an answer before: only what is different from it.

        An answer can be seen by one page alone, and once it has asked for the next one it is known
        no longer: whoever has another one is told everything.
        """
        key, seen = self._answers.pop(request.seen or "", (None, None))
        if session is None and request.state is None and request.board is None:
            session = self._taken(key) if key is not None else None
            if session is None or seen is None:
                return {"version": None, "whole": None, "changed": None}
            state = seen["state"]
            assert isinstance(state, dict)
            session.rejoin(
                state["at"], state["trials"], request.seconds, state["auto"], state["checking"]
            )
        session = session or self._session(request)
        key = self._act(session, request)
        view, drawn = _view(session, request.theme)
        view["picture"] = drawing_of(drawn)
        version = f"{self._name}-{next(self._numbers)}"
        self._answers[version] = key, view
        if len(self._answers) > _SEEN:
            self._answers.popitem(last=False)
        changed = None if seen is None else difference(seen, view) or {"fields": {}}
        return {"version": version, "whole": view if seen is None else None, "changed": changed}

    def check(self, request: PlayBody, session: Session | None = None) -> Data:
        """Everything that keeps a game from being solved."""
        session = session or self._session(request)
        self._keep(session)
        return {"faults": fault_rows(session.check()), "finished": session.finished}

    def _session(self, request: PlayBody) -> Session:
        state = request.state
        kept = self._taken(_key(state.board, state.moves)) if state is not None else None
        if kept is None or state is None:
            return opened(request)
        kept.rejoin(state.at, state.trials, state.seconds, state.auto, state.checking)
        return kept

    def _act(self, session: Session, request: PlayBody) -> _Key:
        """Do what a request says, and keep the game."""
        actions = request.action if isinstance(request.action, list) else [request.action]
        session.pause()  # then it is asked once whether the board is solved, after the last one
        for action in actions:
            if action is not None:
                act(session, action)
        session.resume()
        return self._keep(session)

    def _keep(self, session: Session) -> _Key:
        state = session.state()
        key = _key(state["board"], state["moves"])
        self._taken(key)  # another one who plays the same
        self._kept[key] = session, _bytes(session)
        self.held += self._kept[key][1]
        while len(self._kept) > 1 and (len(self._kept) > _KEPT or self.held > _MOST_KEPT):
            self._taken(next(iter(self._kept)))
        return key

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
    boards = boards_of(Load(text=request.board))
    if not boards:
        raise ParseError("there is no board in this text")
    board = boards[0]
    if isinstance(board, MasumeError):
        raise board
    if board.puzzle.rows * board.puzzle.cols > MOST_DRAWN:
        raise NotApplicable(f"boards up to {MOST_DRAWN:,} cells can be played")
    return Session(board.puzzle, request.name or board.name)


def _bytes(session: Session) -> int:
    """What the positions of a game take, but for what they share."""
    parts = ([one, *getattr(one, "__dict__", {}).values()] for one in session.past.kept)
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


def _view(session: Session, theme: str) -> tuple[Data, Shown]:
    """A game as a page shows it, and its picture."""
    puzzle, faults, state = session.puzzle, session.faults, session.state()
    trials = trial_marks(session)
    drawn = shown(puzzle, session.position, theme, faults, trials=trials)
    view = head_row(session) | {
        "state": state,
        "handles": handles(drawn.scene),
        "marks": marks(drawn.scene),
        "second_only": list(session.kind.second_only(puzzle)),
        "finished": session.finished,
        "faults": fault_rows(faults),
        "trying": len(trials),
        "trial_marks": [len(made) for made in trials],
        "can_undo": session.can_undo,
        "can_redo": session.can_redo,
        "labels": labels(puzzle, session.position, faults),
        "seconds": state["seconds"],
    }
    return view, drawn
