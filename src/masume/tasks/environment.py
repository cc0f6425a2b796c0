"""An environment to solve a board over several turns: observe, mark, undo, check, hint.

It is a game of `masume.play` with counted and priced help. It never reveals the solution, except
for the conclusions of the hints that were asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Position
from masume.core.system.limits import Limit
from masume.errors import MasumeError, NotApplicable
from masume.logic.advice import HintOutcome
from masume.play.session import Session
from masume.tasks.scoring import Score, score
from masume.tasks.task import Task


@dataclass(frozen=True)
class Observation:
    """What a player sees after a turn."""

    board: str  # the picture of the board with all marks
    message: str  # the result of the last turn, or what was wrong with it
    moves: int  # the number of moves on the board
    turns: int  # the number of turns taken, help included
    hints: int  # the number of hints taken
    violations: tuple[Violation, ...]  # those that no further mark can repair
    solved: bool


@dataclass
class PuzzleEnvironment:
    """A game on a task's board.

    `hints` is the number of hints allowed, None for any number; each costs `hint_price`. The game
    is over when the board is solved or `most_turns` turns were taken.
    """

    task: Task
    hints: int | None = 0
    hint_price: float = 0.05
    most_turns: int = 1000
    limit: Limit | None = None  # for each hint
    _hints_taken: int = field(default=0, init=False)
    _turns: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.session = Session(self.task.puzzle, self.task.id)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.session.position

    @property
    def done(self) -> bool:
        """Whether the game is over."""
        return self.session.finished or self._turns >= self.most_turns

    def reset(self) -> Observation:
        """Clear the board and the counters."""
        self.session = Session(self.task.puzzle, self.task.id)
        self._hints_taken = self._turns = 0
        return self.observe(self.task.prompt)

    def observe(self, message: str = "") -> Observation:
        """Return what a player sees; this is not a turn."""
        session = self.session
        picture = kind_of(session.puzzle).picture(session.puzzle, session.position)
        return Observation(
            "\n".join(line.rstrip() for line in picture),
            message,
            len(session.moves),
            self._turns,
            self._hints_taken,
            tuple(session.faults),
            session.finished,
        )

    def mark(self, *moves: str) -> Observation:
        """Make moves, written as in `masume.core.puzzle.kind.Kind.parse_move`; all or none."""
        return self._turn(lambda: self._play(moves))

    def _play(self, moves: Sequence[str]) -> str:
        """Play all moves or, if one is impossible, none; return a message about the result."""
        kind, puzzle = kind_of(self.session.puzzle), self.session.puzzle
        position = self.session.position
        parsed = [kind.parse_move(puzzle, text) for text in moves]
        for move in parsed:
            position = kind.play(puzzle, position, move)
        for move in parsed:
            self.session.play(move)
        if self.session.finished:
            return "Solved."
        faults = self.session.faults
        return f"{faults[0].text}." if faults else "Marked."

    def undo(self, moves: int = 1) -> Observation:
        """Undo the last moves."""
        return self._turn(lambda: self._undo(moves))

    def _undo(self, moves: int) -> str:
        undone = 0
        while undone < moves and self.session.undo():
            undone += 1
        return f"Undone: {undone}."

    def check(self) -> Observation:
        """Report how many rules the marks break so far, without saying which marks are wrong."""
        return self._turn(self._check)

    def _check(self) -> str:
        broken = {violation.rule for violation in self.session.faults}
        if not broken:
            return "No rule is broken so far."
        codes = kind_of(self.session.puzzle).codes
        return "Broken so far: " + "; ".join(codes[rule] for rule in sorted(broken)) + "."

    def hint(self) -> Observation:
        """Give the next step in words, or say that a mark is wrong; nothing is marked."""
        return self._turn(self._hint)

    def _hint(self) -> str:
        if self.hints is not None and self._hints_taken >= self.hints:
            raise NotApplicable("no hints are left" if self.hints else "hints are switched off")
        self._hints_taken += 1
        advice = self.session.hint(limit=self.limit)
        if advice.outcome is HintOutcome.WRONG:
            return f"A mark is wrong. {advice.text}"
        return advice.text

    def _turn(self, action: Callable[[], str]) -> Observation:
        """Take a turn; an action that is not possible changes nothing but counts."""
        if self.done:
            return self.observe("The game is over.")
        self._turns += 1
        try:
            return self.observe(action())
        except MasumeError as fault:
            return self.observe(f"Not possible: {fault}.")

    def score(self) -> Score:
        """Score the current position."""
        return score(self.task, self.position)

    @property
    def reward(self) -> float:
        """The reward of the position less the price of the hints, at least 0."""
        return max(0.0, self.score().reward - self.hint_price * self._hints_taken)
