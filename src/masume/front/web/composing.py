"""Operations on composed boards: checks, and help with composing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from masume.core.puzzle.maker import Addition
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.errors import NotApplicable
from masume.formats.plain import Board, write_board
from masume.front.web import bodies
from masume.front.web.boards import FaultRow, fault_rows, read_board
from masume.front.web.pictures import picture
from masume.front.web.records import CellNumbers, EndLine, Record
from masume.make import adjust
from masume.make import compose as composing
from masume.make import judge as judging
from masume.make.drawing import from_picture
from masume.play.session import restore_session


class DoubtRow(Record):
    """A cell in which solutions differ, and how evenly: 1 if half of them agree."""

    cell: int
    share: float


class JudgedLine(Record):
    """The findings about a draft so far."""

    verdict: Literal["unique", "none", "several", "unknown"]
    number: int
    complete: bool
    doubts: list[DoubtRow]
    clash: list[FaultRow]
    svg: str | None
    level: str
    score: float | None
    hardest: str
    reason: str


class ClueRow(Record):
    """A possible clue: in one cell, or in all cells of a shape."""

    cells: CellNumbers
    clue: str


class HelpReply(Record):
    """Help with a draft: the changed board, if any, and details.

    `clues` are the clues added, or those that would each leave a single solution; `spare_clues` are
    removable clues; `levels` are the old and the new level; `differs` are cells that differ from a
    picture; `minimal` says that no fewer clues suffice, or no solution is closer to the picture.
    """

    board: str | None = None
    clues: Sequence[ClueRow] = ()
    spare_clues: Sequence[CellNumbers] = ()
    levels: Sequence[str] = ()
    differs: CellNumbers = ()
    minimal: bool = False
    reason: str = ""


def judge(body: bodies.OneBoard) -> Iterator[JudgedLine | EndLine]:
    """Yield whether a board has one solution, none or several, as more is found out."""
    board = read_board(body.board)
    for judgement in judging.judge(board, limit=Limit(seconds=body.seconds)):
        yield _judged_line(board.puzzle, judgement, body.theme)
    yield EndLine(end=True)


def _judged_line(puzzle: Puzzle, judgement: judging.Judgement, theme: str) -> JudgedLine:
    """Describe a judgement, with the picture of its answer."""
    grade, answer = judgement.grade, judgement.answer
    return JudgedLine.of(
        judgement,
        doubts=[DoubtRow(cell=cell, share=share) for cell, share in judgement.doubts.items()],
        clash=fault_rows(judgement.clash),
        svg=None if answer is None else picture(puzzle, answer, theme),
        level=grade.level if grade else "",
        score=round(grade.score, 2) if grade else None,
        hardest=grade.hardest.title if grade and grade.hardest else "",
    )


def compose(body: bodies.HelpBody) -> HelpReply:
    """Return help with composing a board; a reached limit becomes its reason."""
    board = read_board(body.board)
    deadline = Deadline(Limit(seconds=body.seconds))
    try:
        return _HELP[body.do](board, body, deadline)
    except LimitReached as reached:
        return HelpReply(reason=str(reached))


def _complete(board: Board, body: bodies.HelpBody, deadline: Deadline) -> HelpReply:
    """Add clues until the board has one solution, that of the game if one is given."""
    game = None if body.state is None else restore_session(vars(body.state))
    if game is not None and game.puzzle != board.puzzle:
        raise NotApplicable("state: the game is on another board; send a game on this board")
    done = composing.complete(board, game.position if game else None, deadline=deadline)
    clues = _clue_rows(done.added)
    reply = HelpReply(clues=clues, minimal=done.least, reason=done.reason)
    return _with_board(reply, board, done.puzzle)


def _match_picture(board: Board, body: bodies.HelpBody, deadline: Deadline) -> HelpReply:
    """Find a board whose solution resembles a picture."""
    found = from_picture(board, body.dark, deadline=deadline)
    reply = HelpReply(differs=found.differs, minimal=found.nearest, reason=found.reason)
    return _with_board(reply, board, found.puzzle)


def _find_deciding(board: Board, _: bodies.HelpBody, deadline: Deadline) -> HelpReply:
    """Return the clues that would each leave a single solution."""
    clues = composing.deciding_clues(board, deadline=deadline)
    reason = "" if clues else composing.no_deciding_clue(board, deadline=deadline)
    return HelpReply(clues=_clue_rows(clues), reason=reason)


def _find_spare(board: Board, _: bodies.HelpBody, deadline: Deadline) -> HelpReply:
    """Return the clues that can be removed."""
    return HelpReply(spare_clues=composing.spare_clues(board, deadline=deadline))


def _adjust(board: Board, body: bodies.HelpBody, deadline: Deadline) -> HelpReply:
    """Make a board harder or easier, keeping some cells."""
    change = adjust.harder if body.do == "harder" else adjust.easier
    size = board.puzzle.rows * board.puzzle.cols
    keep = [cell for cell in body.keep if cell < size]
    adjusted = change(board, keep=keep, seed=body.seed, deadline=deadline)
    levels = [adjusted.before.level, adjusted.grade.level]
    return _with_board(HelpReply(levels=levels, reason=adjusted.reason), board, adjusted.puzzle)


def _with_board(reply: HelpReply, board: Board, puzzle: Puzzle | None) -> HelpReply:
    """Return a reply with the changed board, if there is one; it needs no reason then."""
    if puzzle is None:
        return reply
    return replace(reply, board=write_board(Board(board.kind, puzzle, board.name)), reason="")


def _clue_rows(added: Sequence[Addition]) -> list[ClueRow]:
    return [ClueRow.of(clue, clue=str(clue.clue)) for clue in added]


_HELP: dict[str, Callable[[Board, bodies.HelpBody, Deadline], HelpReply]] = {
    "complete": _complete,
    "deciding_clues": _find_deciding,
    "spare_clues": _find_spare,
    "harder": _adjust,
    "easier": _adjust,
    "picture": _match_picture,
}
