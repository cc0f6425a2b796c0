"""What is to be said of a board that is being composed, and help with it, while the window goes on.

The words are those of the browser; a test compares them.
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
UNKNOWN = "Not known: {reason}"
CLASH = "These contradict each other:"
HARDEST = "Hardest step: {step}."
BUSY = "Being worked on …"
COMPLETED = "{n} clues were added."
COMPLETED_ONE = "One clue was added."
COMPLETED_NONE = "It has exactly one solution already."
ADJUSTED = "It was {before} and is {after} now."
SPARE = "{n} clues could go, each of them alone; they are marked."
SPARE_ONE = "One clue could go; it is marked."
SPARE_NONE = "Every clue is needed."
DECIDING = "Each of these {n} clues alone would leave one solution:"
DECIDING_ONE = "This clue alone would leave one solution:"
_LISTED = 24  # clues that are told


@dataclass(frozen=True)
class Help:
    """What came of a wish: words, another board, or cells to point at."""

    text: str
    puzzle: Puzzle | None = None
    cells: tuple[Cell, ...] = ()


class Judging:
    """What is known of a draft; another draft calls it off."""

    def __init__(self) -> None:
        self._judgements: list[Judgement] = []
        self._seen = 0
        self._question: Question[None] | None = None

    def ask(self, board: Board) -> None:
        """Find out about another board."""
        self.stop()
        judgements = self._judgements = []

        def look(deadline: Deadline) -> None:
            try:
                for one in judge(board, deadline=deadline):
                    judgements.append(one)  # each as soon as it is known
            except (MasumeError, LimitReached) as fault:  # such as a puzzle without a model
                judgements.append(Judgement(0, complete=False, reason=str(fault)))

        self._seen, self._question = 0, Question(look)

    @property
    def last(self) -> Judgement | None:
        """All that is known by now."""
        return self._judgements[-1] if self._judgements else None

    def update(self) -> bool:
        """Whether more is known than the last time."""
        news = len(self._judgements) > self._seen
        self._seen = len(self._judgements)
        if self._question is not None and self._question.done:
            self._question, news = None, True
        return news

    def stop(self) -> None:
        """Nobody wants to know any more."""
        if self._question is not None:
            self._question.stop()
        self._question = None

    def faults(self) -> list[Violation]:
        """The clues that clash."""
        clash = self.last.clash if self.last else ()
        return [Violation(one.rule, one.cells, one.text) for one in clash]

    def message(self) -> Message:
        """The verdict in words."""
        judgement = self.last
        if judgement is None:
            return Message(BUSY, "", "muted")
        more = "" if self._question is None else f"\n\n{BUSY}"
        if judgement.verdict == "unique":
            grade = judgement.grade
            head = UNIQUE_LEVEL.format(level=grade.level) if grade else UNIQUE
            hardest = grade.hardest if grade else None
            text = HARDEST.format(step=hardest.title) if hardest else ""
            return Message(head, text + more, "good")
        if judgement.verdict == "several":
            head = (SEVERAL if judgement.complete else MANY).format(n=f"{judgement.number:,}")
            return Message(head, f"Discs show where they differ.{more}", "look")
        if judgement.verdict == "none":
            lines = [f"– {one.text}" for one in judgement.clash]
            return Message(NONE, "\n".join([CLASH, *lines] if lines else []) + more, "wrong")
        return Message(UNKNOWN.format(reason=judgement.reason), more, "muted")


Wish = Callable[[Board, Collection[Cell], int, Deadline], Help]


def wished(wish: Wish, board: Board, keep: Collection[Cell], seed: int) -> Question[Help]:
    """Help that is looked for; what cannot be is told in its words."""

    def look(deadline: Deadline) -> Help:
        try:
            return wish(board, keep, seed, deadline)
        except (MasumeError, LimitReached) as fault:
            return Help(str(fault))

    return Question(look)


def completed(board: Board, _: Collection[Cell], __: int, deadline: Deadline) -> Help:
    """The fewest clues that leave one solution."""
    completion = compose.complete(board, deadline=deadline)
    if completion.puzzle is None:
        return Help(completion.reason)
    count = len(completion.added)
    if not count:
        return Help(COMPLETED_NONE)
    text = COMPLETED_ONE if count == 1 else COMPLETED.format(n=count)
    return Help(text, completion.puzzle)


def spared(board: Board, _: Collection[Cell], __: int, deadline: Deadline) -> Help:
    """Clues without which there is still one solution."""
    spare = compose.spare(board, deadline=deadline)
    text = SPARE_NONE if not spare else SPARE_ONE if len(spare) == 1 else SPARE
    return Help(text.format(n=len(spare)), cells=tuple(cell for one in spare for cell in one))


def decisive(board: Board, _: Collection[Cell], __: int, deadline: Deadline) -> Help:
    """Clues each of which alone would leave one solution."""
    clues = compose.deciding(board, deadline=deadline)
    if not clues:
        return Help(compose.no_deciding_clue(board, deadline=deadline))
    name = board.puzzle.grid.name
    listed = [f"{'+'.join(map(name, one.cells))} = {one.clue}" for one in clues[:_LISTED]]
    more = [f"and {len(clues) - _LISTED} more"] if len(clues) > _LISTED else []
    head = DECIDING_ONE if len(clues) == 1 else DECIDING.format(n=len(clues))
    cells = dict.fromkeys(cell for one in clues for cell in one.cells)
    return Help(f"{head}\n{', '.join([*listed, *more])}", cells=tuple(cells))


def harder(board: Board, keep: Collection[Cell], seed: int, deadline: Deadline) -> Help:
    """Another board like it that takes more."""
    return _adjusted(adjust.harder(board, keep=keep, seed=seed, deadline=deadline))


def easier(board: Board, keep: Collection[Cell], seed: int, deadline: Deadline) -> Help:
    """Another board like it that takes less."""
    return _adjusted(adjust.easier(board, keep=keep, seed=seed, deadline=deadline))


def _adjusted(adjusted: adjust.Adjusted) -> Help:
    if adjusted.puzzle is None:
        return Help(adjusted.reason)
    text = ADJUSTED.format(before=adjusted.before.level, after=adjusted.grade.level)
    return Help(text, adjusted.puzzle)
