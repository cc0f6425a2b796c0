"""Checks of composed boards, and help with composing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from masume.core.puzzle.maker import Addition
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.errors import NotApplicable
from masume.formats.plain import Board, write_board
from masume.front.web import bodies
from masume.front.web.boards import Data, fault_rows, fields_of, read_board
from masume.front.web.pictures import picture
from masume.make import adjust, compose
from masume.make.drawing import from_picture
from masume.make.judge import Judgement, judge
from masume.play.session import restore_session


def judge_board(body: bodies.OneBoard) -> Iterator[Data]:
    """Yield whether a board has one solution, none or several, line by line as it is found out."""
    board = read_board(body.board)
    for judgement in judge(board, limit=Limit(seconds=body.seconds)):
        yield _judgement_line(board, judgement, body.theme)
    yield {"end": True}


def _judgement_line(board: Board, judgement: Judgement, theme: str) -> Data:
    """Describe a judgement, with the picture of its answer."""
    puzzle, grade = board.puzzle, judgement.grade
    return fields_of(judgement, "verdict", "number", "complete", "reason") | {
        "doubts": [{"cell": cell, "share": share} for cell, share in judgement.doubts.items()],
        "clash": fault_rows(judgement.clash),
        "svg": None if judgement.answer is None else picture(puzzle, judgement.answer, theme),
        "level": grade.level if grade else "",
        "score": round(grade.score, 2) if grade else None,
        "hardest": grade.hardest.title if grade and grade.hardest else "",
    }


def answer_help(body: bodies.HelpBody) -> Data:
    """Run the help that a request asks for; a reached limit becomes its reason."""
    board = read_board(body.board)
    deadline = Deadline(Limit(seconds=body.seconds))
    try:
        return _HELP[body.do](board, body, deadline)
    except LimitReached as reached:
        return _reply(board, reason=str(reached))


def _complete(board: Board, body: bodies.HelpBody, deadline: Deadline) -> Data:
    """Add clues until the board has one solution, that of the game if one is given."""
    game = None if body.state is None else restore_session(vars(body.state))
    if game is not None and game.puzzle != board.puzzle:
        raise NotApplicable("state: the game is on another board; send a game on this board")
    completed = compose.complete(board, game.position if game else None, deadline=deadline)
    return _reply(
        board,
        completed.puzzle,
        clues=_clues(completed.added),
        minimal=completed.least,
        reason=completed.reason,
    )


def _match_picture(board: Board, body: bodies.HelpBody, deadline: Deadline) -> Data:
    """Find a board whose solution resembles a picture."""
    drawing = from_picture(board, body.dark, deadline=deadline)
    return _reply(
        board,
        drawing.puzzle,
        differs=drawing.differs,
        minimal=drawing.nearest,
        reason=drawing.reason,
    )


def _find_deciding(board: Board, _: bodies.HelpBody, deadline: Deadline) -> Data:
    """Return the clues that would each leave a single solution."""
    clues = compose.deciding_clues(board, deadline=deadline)
    reason = "" if clues else compose.no_deciding_clue(board, deadline=deadline)
    return _reply(board, clues=_clues(clues), reason=reason)


def _find_spare(board: Board, _: bodies.HelpBody, deadline: Deadline) -> Data:
    """Return the clues that can be removed."""
    return _reply(board, spare_clues=compose.spare_clues(board, deadline=deadline))


def _adjust(board: Board, body: bodies.HelpBody, deadline: Deadline) -> Data:
    """Make a board harder or easier, keeping some cells."""
    change = adjust.harder if body.do == "harder" else adjust.easier
    size = board.puzzle.rows * board.puzzle.cols
    keep = [cell for cell in body.keep if cell < size]
    adjusted = change(board, keep=keep, seed=body.seed, deadline=deadline)
    levels = [adjusted.before.level, adjusted.grade.level]
    return _reply(board, adjusted.puzzle, levels=levels, reason=adjusted.reason)


def _reply(board: Board, puzzle: Puzzle | None = None, **details: object) -> Data:
    """Return a reply with details and the changed board, or the reason why there is none."""
    reply: Data = dict.fromkeys(("clues", "spare_clues", "levels", "differs"), ())
    reply |= {"board": None, "minimal": False, "reason": "", **details}
    if puzzle is not None:
        reply |= {"board": write_board(Board(board.kind, puzzle, board.name)), "reason": ""}
    return reply


def _clues(added: Sequence[Addition]) -> list[Data]:
    return [{"cells": list(clue.cells), "clue": str(clue.clue)} for clue in added]


_HELP: dict[str, Callable[[Board, bodies.HelpBody, Deadline], Data]] = {
    "complete": _complete,
    "deciding_clues": _find_deciding,
    "spare_clues": _find_spare,
    "harder": _adjust,
    "easier": _adjust,
    "picture": _match_picture,
}
