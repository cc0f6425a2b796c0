"""Verdicts about a draft and assistance with it, computed in background threads.

The texts are identical to those of the browser app, which a test checks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.kind import Violation
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline, LimitReached
from masume.errors import MasumeError
from masume.formats.plain import Board
from masume.front.desktop.play_panel import Message
from masume.front.desktop.question import Question
from masume.make import adjust, compose
from masume.make.judge import Judgement, judge

UNIQUE = "Exactly one solution"
UNIQUE_LEVEL = "Exactly one solution – {level}"
SEVERAL = "{n} solutions"
MANY = "At least {n} solutions"
NONE = "No solution"
UNKNOWN = "Unknown: {reason}"
CLASH = "These contradict each other:"
HARDEST = "Hardest step: {step}."
BUSY = "Working…"
COMPLETED = "{n} clues added."
COMPLETED_ONE = "One clue added."
COMPLETED_NONE = "The board has exactly one solution already."
ADJUSTED = "Difficulty changed from {before} to {after}."
SPARE = "Each of {n} marked clues can be removed."
SPARE_ONE = "The marked clue can be removed."
SPARE_NONE = "Every clue is needed."
DECIDING = "Each of these {n} clues leaves one solution when added alone:"
DECIDING_ONE = "This clue leaves one solution when added:"
_LISTED = 24  # the most clues listed


@dataclass(frozen=True)
class AssistResult:
    """The result of an assist: a text, and possibly a new puzzle or cells to highlight."""

    text: str
    puzzle: Puzzle | None = None
    cells: tuple[Cell, ...] = ()


class DraftJudge:
    """Judges a draft in the background; a new draft cancels the previous one."""

    def __init__(self) -> None:
        self._judgements: list[Judgement] = []
        self._seen = 0
        self._question = Question[None]()

    def ask(self, board: Board) -> None:
        """Start judging another board."""
        judgements = self._judgements = []

        def look(deadline: Deadline) -> None:
            try:
                for judgement in judge(board, deadline=deadline):
                    judgements.append(judgement)  # not extend(): each is shown as it arrives
            except (MasumeError, LimitReached) as fault:  # such as a puzzle without a model
                judgements.append(Judgement(0, complete=False, reason=str(fault)))

        self._seen = 0
        self._question.ask(look)

    @property
    def last(self) -> Judgement | None:
        """The latest judgement, or None."""
        return self._judgements[-1] if self._judgements else None

    def update(self) -> bool:
        """Return whether there is a new judgement since the last call."""
        news = len(self._judgements) > self._seen
        self._seen = len(self._judgements)
        if self._question.done:
            self._question.take()
            news = True
        return news

    def stop(self) -> None:
        """Cancel the judging."""
        self._question.stop()

    def faults(self) -> list[Violation]:
        """Return the contradictory clues as violations."""
        clash = self.last.clash if self.last else ()
        return [Violation(reason.rule, reason.cells, reason.text) for reason in clash]

    def message(self) -> Message:
        """Return the verdict as a message."""
        judgement = self.last
        if judgement is None:
            return Message(BUSY, "", "muted")
        more = f"\n\n{BUSY}" if self._question.is_open else ""
        if judgement.verdict == "unique":
            grade = judgement.grade
            head = UNIQUE_LEVEL.format(level=grade.level) if grade else UNIQUE
            hardest = grade.hardest if grade else None
            text = HARDEST.format(step=hardest.title) if hardest else ""
            return Message(head, text + more, "good")
        if judgement.verdict == "several":
            head = (SEVERAL if judgement.complete else MANY).format(n=f"{judgement.number:,}")
            return Message(head, f"Discs mark where they differ.{more}", "look")
        if judgement.verdict == "none":
            lines = [f"– {reason.text}" for reason in judgement.clash]
            return Message(NONE, "\n".join([CLASH, *lines] if lines else []) + more, "wrong")
        return Message(UNKNOWN.format(reason=judgement.reason), more, "muted")


Assist = Callable[[Board, Collection[Cell], int, Deadline], AssistResult]


def run_assist(
    wish: Assist, board: Board, keep: Collection[Cell], seed: int, deadline: Deadline
) -> AssistResult:
    """Return the result of an assist; an error becomes its text."""
    try:
        return wish(board, keep, seed, deadline)
    except (MasumeError, LimitReached) as fault:
        return AssistResult(str(fault))


def complete(board: Board, _: Collection[Cell], __: int, deadline: Deadline) -> AssistResult:
    """Add the fewest clues that make the solution unique."""
    completion = compose.complete(board, deadline=deadline)
    if completion.puzzle is None:
        return AssistResult(completion.reason)
    count = len(completion.added)
    if not count:
        return AssistResult(COMPLETED_NONE)
    text = COMPLETED_ONE if count == 1 else COMPLETED.format(n=count)
    return AssistResult(text, completion.puzzle)


def list_spare(board: Board, _: Collection[Cell], __: int, deadline: Deadline) -> AssistResult:
    """Return the redundant clues."""
    spare = compose.spare_clues(board, deadline=deadline)
    text = SPARE_NONE if not spare else SPARE_ONE if len(spare) == 1 else SPARE
    return AssistResult(
        text.format(n=len(spare)), cells=tuple(cell for cells in spare for cell in cells)
    )


def list_deciding(board: Board, _: Collection[Cell], __: int, deadline: Deadline) -> AssistResult:
    """Return the single clues that would make the solution unique."""
    clues = compose.deciding_clues(board, deadline=deadline)
    if not clues:
        return AssistResult(compose.no_deciding_clue(board, deadline=deadline))
    name = board.puzzle.grid.name
    texts = [f"{'+'.join(map(name, clue.cells))} = {clue.clue}" for clue in clues[:_LISTED]]
    more = [f"and {len(clues) - _LISTED} more"] if len(clues) > _LISTED else []
    head = DECIDING_ONE if len(clues) == 1 else DECIDING.format(n=len(clues))
    cells = dict.fromkeys(cell for clue in clues for cell in clue.cells)
    return AssistResult(f"{head}\n{', '.join([*texts, *more])}", cells=tuple(cells))


def harder(board: Board, keep: Collection[Cell], seed: int, deadline: Deadline) -> AssistResult:
    """Return a harder variant of the board."""
    return _adjust_result(adjust.harder(board, keep=keep, seed=seed, deadline=deadline))


def easier(board: Board, keep: Collection[Cell], seed: int, deadline: Deadline) -> AssistResult:
    """Return an easier variant of the board."""
    return _adjust_result(adjust.easier(board, keep=keep, seed=seed, deadline=deadline))


def _adjust_result(adjusted: adjust.AdjustedBoard) -> AssistResult:
    if adjusted.puzzle is None:
        return AssistResult(adjusted.reason)
    text = ADJUSTED.format(before=adjusted.before.level, after=adjusted.grade.level)
    return AssistResult(text, adjusted.puzzle)
