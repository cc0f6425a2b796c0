"""Session: one board being played, whoever draws it.

It keeps the moves as texts, so undo, redo, saving and sharing are all about one list. A trial is a
mark in that list: what came after it can be kept, or dropped at once. The rules are the puzzle's,
the hints those of `masume.explain`; a front end adds pixels and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any, TypedDict

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.files import write_whole
from masume.core.system.limits import Limit
from masume.errors import MasumeError, ParseError, shorten
from masume.formats.plain import Board, read_boards, write_board
from masume.logic.advice import Hint, hint
from masume.logic.auto import with_auto_marks
from masume.play.past import AUTO, TAKEN, Past

VERSION = 1
MOST_MOVES = 100_000  # of a saved game; more is no game


class GameState(TypedDict):
    """All of a game as plain data."""

    masume: int  # the version of this form
    board: str
    moves: list[str]
    at: int
    trials: list[int]
    seconds: float
    auto: bool
    checking: bool


@dataclass
class Session:
    """A board, what was played on it, and how long it took."""

    puzzle: Puzzle
    name: str = ""
    auto: bool = False  # whether what is obvious after a move is marked too
    checking: bool = True  # whether broken rules are shown while playing
    clock: Callable[[], float] = field(default=monotonic, repr=False)

    def __post_init__(self) -> None:
        self.kind = kind_of(self.puzzle)
        self.past = Past(self.puzzle)
        self._at = 0  # how many of the moves are on the board
        self._trials: list[int] = []  # where trials began
        self._in_stroke = True  # whether a stroke has made a move, as far as is known
        self._spent = 0.0
        self._since: float | None = self.clock()
        self._verdict: tuple[Position, bool] | None = None  # the position judged last, and how

    # The board

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self.past.after(self._at)

    @property
    def tip(self) -> Cell | None:
        """The end of the path that the player draws; None if the puzzle has no path."""
        return self.kind.tip(self.puzzle, self.position) if self.kind.tip else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move that was taken back."""
        return self._at < len(self.past.moves)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led there."""
        return tuple(self.past.moves[: self._at])

    @property
    def faults(self) -> list[Violation]:
        """What is wrong, whatever comes next; nothing if that is not to be shown."""
        return self.kind.broken(self.puzzle, self.position) if self.checking else []

    @property
    def finished(self) -> bool:
        """Whether the board is solved."""
        position = self.position
        if self._verdict is None or self._verdict[0] is not position:  # asked again and again
            self._verdict = position, not self.kind.violations(self.puzzle, position)
        return self._verdict[1]

    def check(self) -> list[Violation]:
        """Everything that keeps the board from being solved."""
        return self.kind.violations(self.puzzle, self.position)

    # Playing

    def play(self, move: object) -> None:
        """Make a move, given as a move or as its text; what was undone before is forgotten."""
        if isinstance(move, str):
            move = self.kind.parse_move(self.puzzle, move)
        self._make([move])

    def touch(self, gesture: Gesture, *, joins: bool = False) -> bool:
        """Do what a gesture means; whether anything has changed.

        One that `joins` is part of the same stroke as the gesture before: both are one to undo.
        """
        moves = self.kind.touch(self.puzzle, self.position, gesture)
        self._in_stroke = joins and self._in_stroke
        if moves:
            before = self._joined() if self._in_stroke else []
            self._make([*before, *moves])
            self._in_stroke = True
        return bool(moves)

    def _joined(self) -> list[object]:
        """The last moves, taken back so that others can be made together with them; if any."""
        last = self.past.moves[self._at - 1] if self._at else TAKEN
        if last.startswith(TAKEN) or self._at in self._trials:
            return []
        self._at -= 1
        return [self.kind.parse_move(self.puzzle, word) for word in last.split() if word != AUTO]

    def _make(self, moves: Sequence[object]) -> None:
        position = self.position
        for move in moves:
            position = self.kind.play(self.puzzle, position, move)
        text = " ".join(self.kind.write_move(self.puzzle, move) for move in moves)
        if self.auto:
            position = with_auto_marks(self.puzzle, position)
            text = f"{text} {AUTO}"
        self._put(position, text)

    def _put(self, position: Position, text: str) -> None:
        self._trials = [*self.trials]
        self.past.add(self._at, text, position)
        self._at += 1
        self._stop_when_finished()

    def take(self, position: Position) -> None:
        """Put a whole position on the board, such as that of a hint; one move to undo."""
        data = json.dumps(self.kind.to_json(self.puzzle, position), separators=(",", ":"))
        self._put(position, f"{TAKEN}{data}")

    def undo(self) -> bool:
        """Take the last move back, if there is one."""
        if not self._at:
            return False
        self._at -= 1
        return True

    def redo(self) -> bool:
        """Make a move again that was taken back, if there is one."""
        if not self.can_redo:
            return False
        self._at += 1
        self._stop_when_finished()
        return True

    def back_to(self, moves: int) -> None:
        """Take all but so many moves back; they can be made again."""
        self._at = min(self._at, max(0, moves))

    def restart(self) -> None:
        """Take everything back; it can all be made again."""
        self.back_to(0)

    # Trials

    @property
    def trials(self) -> tuple[int, ...]:
        """After how many moves each open trial began, one inside the other."""
        return tuple(start for start in self._trials if start <= self._at)

    @property
    def trying(self) -> int:
        """How many trials are open."""
        return len(self.trials)

    def begin_trial(self) -> None:
        """From here on moves are a trial."""
        self._trials = [*self.trials, self._at]

    def keep_trial(self) -> bool:
        """The last trial becomes part of the game."""
        return self._close_trial() is not None

    def drop_trial(self) -> bool:
        """Go back to where the last trial began; its moves can still be made again."""
        start = self._close_trial()
        self._at = self._at if start is None else start
        return start is not None

    def _close_trial(self) -> int | None:
        """Where the last trial began, which is none from now on; None if none is open."""
        self._trials = [*self.trials]
        return self._trials.pop() if self._trials else None

    # Help

    def hint(self, *, limit: Limit | None = None) -> Hint:
        """The next step from here, or which mark is wrong."""
        return hint(self.puzzle, self.position, limit=limit)

    # Time

    @property
    def seconds(self) -> float:
        """The time spent so far; it stands still while paused, and when the board is solved."""
        return self._spent + (0.0 if self._since is None else self.clock() - self._since)

    def pause(self) -> None:
        """Stop the clock."""
        self._spent, self._since = self.seconds, None

    def resume(self) -> None:
        """Let the clock go on."""
        if self._since is None and not self.finished:
            self._since = self.clock()

    def _stop_when_finished(self) -> None:
        if self._since is not None and self.finished:
            self.pause()

    # Saving

    @cached_property
    def _board(self) -> str:
        return write_board(Board(self.kind, self.puzzle, self.name))

    def state(self) -> GameState:
        """All of the game as plain data."""
        return {
            "masume": VERSION,
            "board": self._board,
            "moves": list(self.past.moves),
            "at": self._at,
            "trials": list(self._trials),
            "seconds": round(self.seconds, 3),
            "auto": self.auto,
            "checking": self.checking,
        }

    def rejoin(
        self, at: int, trials: Sequence[int], seconds: float, auto: bool, checking: bool
    ) -> None:
        """Take over all but the moves from a state of this very game, told by someone else."""
        made = len(self.past.moves)
        self._at = min(max(0, at), made)
        self._trials = [start for start in trials if 0 <= start <= made]
        self._spent = max(0.0, seconds)
        self._since = None if self.finished else self.clock()
        self.auto, self.checking = auto, checking

    def save(self, path: str | Path) -> None:
        """Write the game into a file: all of it, or, if that fails, nothing of it."""
        write_whole(Path(path), json.dumps(self.state()), durable=True)


def restored(data: Any, *, clock: Callable[[], float] = monotonic) -> Session:
    """The game that `Session.state` has told; raises ParseError if it is none."""
    try:
        boards = list(read_boards(str(data["board"])))  # a text, never a file
        moves, at = list(data["moves"]), int(data["at"])
        trials = [int(start) for start in data.get("trials", [])]
        seconds = float(data.get("seconds", 0))
        auto, checking = bool(data.get("auto")), bool(data.get("checking", True))
        version = data["masume"]
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise ParseError(f"this is no saved game: {shorten(str(fault))}") from None
    if version != VERSION:
        raise ParseError(f"this game was saved by another version of masume ({version})")
    if len(boards) != 1 or len(moves) > MOST_MOVES or not 0 <= at <= len(moves):
        raise ParseError("this is no saved game: it needs one board, and moves up to where it is")
    (board,) = boards
    if isinstance(board, MasumeError):
        raise board
    session = Session(board.puzzle, board.name, clock=clock)
    session.pause()  # then nobody asks after each move whether it was the last
    for text in moves:
        session._put(session.past.moved(session.position, text), text)
    session.rejoin(at, trials, seconds, auto, checking)
    return session


def load_session(path: str | Path) -> Session:
    """The game that was saved in a file."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise ParseError(f"{shorten(str(path), 80)} holds no saved game: {fault}") from None
    return restored(data)
