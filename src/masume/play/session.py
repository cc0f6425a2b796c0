"""Session: a game on one board, shared by all front ends.

Moves are stored as texts, so undo, redo, saving and sharing work on one list. A trial is a position
in that list; the moves after it can be kept or dropped together. Rules come from the puzzle, hints
from `masume.logic`; a front end only draws and handles input.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import TypedDict

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.gesture import Gesture
from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Position, Puzzle
from masume.core.system.files import write_atomically
from masume.core.system.limits import Limit
from masume.errors import MasumeError, ParseError, shorten
from masume.formats.plain import Board, read_boards, write_board
from masume.logic.advice import Hint, hint
from masume.logic.auto import with_auto_marks
from masume.play.history import AUTO, TAKEN, History

VERSION = 1
MOST_MOVES = 100_000  # of a saved game


class GameState(TypedDict):
    """The whole game as plain data."""

    masume: int  # the version of this format
    board: str
    moves: list[str]
    at: int
    trials: list[int]
    seconds: float
    auto: bool
    checking: bool


@dataclass
class Session:
    """A board, its moves and trials, and the time spent on it."""

    puzzle: Puzzle
    name: str = ""
    auto: bool = False  # whether automatic marks are made after each move
    checking: bool = True  # whether visible violations are shown
    clock: Callable[[], float] = field(default=monotonic, repr=False)

    def __post_init__(self) -> None:
        self.kind = kind_of(self.puzzle)
        self.history = History(self.puzzle)
        self._at = 0  # the number of moves on the board; the others were undone
        self._trials: list[int] = []  # the number of moves at which each trial began
        self._in_stroke = True  # whether the current stroke has made a move
        self._spent = 0.0
        self._since: float | None = self.clock()
        # The last checked position and whether it is solved
        self._verdict: tuple[Position, bool] | None = None

    # The board

    @property
    def position(self) -> Position:
        """The current position."""
        return self.history.position_after(self._at)

    @property
    def tip(self) -> Cell | None:
        """The end of the drawn path; None if the puzzle has no path."""
        return self.kind.path_end(self.puzzle, self.position) if self.kind.path_end else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return self._at < len(self.history.moves)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led to the current position."""
        return tuple(self.history.moves[: self._at])

    @property
    def faults(self) -> list[Violation]:
        """The visible violations; empty unless `checking`."""
        return self.kind.visible_violations(self.puzzle, self.position) if self.checking else []

    @property
    def finished(self) -> bool:
        """Whether the board is solved."""
        position = self.position
        if self._verdict is None or self._verdict[0] is not position:  # asked often, so kept
            self._verdict = position, not self.kind.violations(self.puzzle, position)
        return self._verdict[1]

    def check(self) -> list[Violation]:
        """Return all violations of the referee; empty if the board is solved."""
        return self.kind.violations(self.puzzle, self.position)

    # Playing

    def play(self, move: object) -> None:
        """Make a move, given as a move or as text; discard undone moves."""
        if isinstance(move, str):
            move = self.kind.parse_move(self.puzzle, move)
        self._make_moves([move])

    def touch(self, gesture: Gesture, *, joins: bool = False) -> bool:
        """Make the moves of a gesture; return whether anything has changed.

        A gesture that `joins` belongs to the same stroke as the one before: one undo undoes both.
        """
        moves = self.kind.touch(self.puzzle, self.position, gesture)
        self._in_stroke = joins and self._in_stroke
        if moves:
            before = self._pop_stroke() if self._in_stroke else []
            self._make_moves([*before, *moves])
            self._in_stroke = True
        return bool(moves)

    def _pop_stroke(self) -> list[object]:
        """Undo the last move of the stroke and return its parts, to join them with new ones."""
        last = self.history.moves[self._at - 1] if self._at else TAKEN
        if last.startswith(TAKEN) or self._at in self._trials:
            return []
        self._at -= 1
        return [self.kind.parse_move(self.puzzle, word) for word in last.split() if word != AUTO]

    def _make_moves(self, moves: Sequence[object]) -> None:
        """Make the moves as one entry of the history, with automatic marks if they are on."""
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
        self.history.add(self._at, text, position)
        self._at += 1
        self._stop_when_finished()

    def take(self, position: Position) -> None:
        """Replace the whole position, such as by that of a hint; this is one move."""
        data = json.dumps(self.kind.to_json(self.puzzle, position), separators=(",", ":"))
        self._put(position, f"{TAKEN}{data}")

    def undo(self) -> bool:
        """Undo the last move; return False if there is none."""
        if not self._at:
            return False
        self._at -= 1
        return True

    def redo(self) -> bool:
        """Redo the last undone move; return False if there is none."""
        if not self.can_redo:
            return False
        self._at += 1
        self._stop_when_finished()
        return True

    def undo_to(self, moves: int) -> None:
        """Undo all but the first `moves` moves; they can be redone."""
        self._at = min(self._at, max(0, moves))

    def restart(self) -> None:
        """Undo all moves; they can be redone."""
        self.undo_to(0)

    # Trials

    @property
    def trials(self) -> tuple[int, ...]:
        """The number of moves at which each open trial began, outermost first."""
        return tuple(start for start in self._trials if start <= self._at)

    @property
    def trial_count(self) -> int:
        """The number of open trials."""
        return len(self.trials)

    def begin_trial(self) -> None:
        """Begin a trial at the current position."""
        self._trials = [*self.trials, self._at]

    def keep_trial(self) -> bool:
        """Accept the innermost trial; return False if none is open."""
        return self._close_trial() is not None

    def drop_trial(self) -> bool:
        """Undo the innermost trial; its moves can be redone. Return False if none is open."""
        start = self._close_trial()
        self._at = self._at if start is None else start
        return start is not None

    def _close_trial(self) -> int | None:
        """Close the innermost trial and return where it began; None if none is open."""
        self._trials = [*self.trials]
        return self._trials.pop() if self._trials else None

    # Help

    def hint(self, *, limit: Limit | None = None) -> Hint:
        """Return the next step from the current position, or a wrong mark."""
        return hint(self.puzzle, self.position, limit=limit)

    # Time

    @property
    def seconds(self) -> float:
        """The time spent; it stops while paused and when the board is solved."""
        return self._spent + (0.0 if self._since is None else self.clock() - self._since)

    def pause(self) -> None:
        """Stop the clock."""
        self._spent, self._since = self.seconds, None

    def resume(self) -> None:
        """Resume the clock unless the board is solved."""
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
        """Return the whole game as plain data."""
        return {
            "masume": VERSION,
            "board": self._board,
            "moves": list(self.history.moves),
            "at": self._at,
            "trials": list(self._trials),
            "seconds": round(self.seconds, 3),
            "auto": self.auto,
            "checking": self.checking,
        }

    def restore_progress(
        self, at: int, trials: Sequence[int], seconds: float, auto: bool, checking: bool
    ) -> None:
        """Set everything but the moves as `state` saved it."""
        made = len(self.history.moves)
        self._at = min(max(0, at), made)
        self._trials = [start for start in trials if 0 <= start <= made]
        self._spent = max(0.0, seconds)
        self._since = None if self.finished else self.clock()
        self.auto, self.checking = auto, checking

    def save(self, path: str | Path) -> None:
        """Write the game to a file atomically."""
        write_atomically(Path(path), json.dumps(self.state()), durable=True)


def restore_session(data: object, *, clock: Callable[[], float] = monotonic) -> Session:
    """Return the session of a `Session.state`; raise ParseError if the data is not one."""
    try:
        if not isinstance(data, dict):
            raise TypeError("no JSON object")
        boards = list(read_boards(str(data["board"])))  # a text, never a file
        moves, at = list(data["moves"]), int(data["at"])
        trials = [int(start) for start in data.get("trials", [])]
        seconds = float(data.get("seconds", 0))
        auto, checking = bool(data.get("auto")), bool(data.get("checking", True))
        version = data["masume"]
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise ParseError(f"this is not a saved game: {shorten(str(fault))}") from None
    if version != VERSION:
        raise ParseError(f"this game was saved by another version of masume ({version})")
    if len(boards) != 1 or len(moves) > MOST_MOVES or not 0 <= at <= len(moves):
        raise ParseError("this is not a saved game: it needs one board and at least `at` moves")
    (board,) = boards
    if isinstance(board, MasumeError):
        raise board
    session = Session(board.puzzle, board.name, clock=clock)
    session.pause()  # so that it is not checked after each move whether the board is solved
    for text in moves:
        session._put(session.history.apply(session.position, text), text)
    session.restore_progress(at, trials, seconds, auto, checking)
    return session


def load_session(path: str | Path) -> Session:
    """Load a game from a file; raise ParseError if it contains none."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise ParseError(f"{shorten(str(path), 80)} contains no saved game: {fault}") from None
    return restore_session(data)
