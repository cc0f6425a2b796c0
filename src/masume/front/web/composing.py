"""Boards that are being composed: what is to be said of them, and help with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from masume.core.puzzle.grid import Cell
from masume.core.puzzle.maker import Addition
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.limits import Deadline, Limit, LimitReached
from masume.errors import NotApplicable
from masume.formats.plain import Board, write_board
from masume.front.web import bodies
from masume.front.web.boards import Data, fault_rows, fields_of, one_board
from masume.front.web.pictures import picture
from masume.make import adjust, compose
from masume.make.drawing import from_picture
from masume.make.judge import Judgement, judge
from masume.play.session import restored


def judged(body: bodies.OneBoard) -> Iterator[Data]:
    """Whether a board has one solution, none or several, line by line as it is found out."""
    board = one_board(body.board)
    for judgement in judge(board, limit=Limit(seconds=body.seconds)):
        yield _judged_line(board, judgement, body.theme)
    yield {"end": True}


def _judged_line(board: Board, judgement: Judgement, theme: str) -> Data:
    puzzle, grade = board.puzzle, judgement.grade
    return fields_of(judgement, "verdict", "number", "complete", "reason") | {
        "doubts": [{"cell": cell, "share": share} for cell, share in judgement.doubts.items()],
        "clash": fault_rows(judgement.clash),
        "svg": None if judgement.answer is None else picture(puzzle, judgement.answer, theme),
        "level": grade.level if grade else "",
        "score": round(grade.score, 2) if grade else None,
        "hardest": grade.hardest.title if grade and grade.hardest else "",
    }


def helped(body: bodies.HelpBody) -> Data:
    """What was asked for about a board that is being composed."""
    board = one_board(body.board)
    deadline = Deadline(Limit(seconds=body.seconds))
    try:
        return _HELP[body.do](board, body, deadline)
    except LimitReached as reached:
        return _reply(board, reason=str(reached))


def _completed(board: Board, body: bodies.HelpBody, deadline: Deadline) -> Data:
    drawn = None if body.state is None else restored(vars(body.state))
    if drawn is not None and drawn.puzzle != board.puzzle:
        raise NotApplicable("the game is one on another board")
    completed = compose.complete(board, drawn.position if drawn else None, deadline=deadline)
    return _reply(
        board,
        completed.puzzle,
        clues=_clues(completed.added),
        least=completed.least,
        reason=completed.reason,
    )


def _pictured(board: Board, body: bodies.HelpBody, deadline: Deadline) -> Data:
    drawing = from_picture(board, body.dark, deadline=deadline)
    return _reply(
        board,
        drawing.puzzle,
        differs=drawing.differs,
        least=drawing.nearest,
        reason=drawing.reason,
    )


def _deciding(board: Board, _: bodies.HelpBody, deadline: Deadline) -> Data:
    clues = compose.deciding(board, deadline=deadline)
    reason = "" if clues else compose.no_deciding_clue(board, deadline=deadline)
    return _reply(board, clues=_clues(clues), reason=reason)


def _spared(board: Board, _: bodies.HelpBody, deadline: Deadline) -> Data:
    return _reply(board, spare=compose.spare(board, deadline=deadline))


def _adjusted(board: Board, body: bodies.HelpBody, deadline: Deadline) -> Data:
    change = adjust.harder if body.do == "harder" else adjust.easier
    size = board.puzzle.rows * board.puzzle.cols
    keep = [cell for cell in body.keep if cell < size]
    adjusted = change(board, keep=keep, seed=body.seed, deadline=deadline)
    levels = [adjusted.before.level, adjusted.grade.level]
    return _reply(board, adjusted.puzzle, levels=levels, reason=adjusted.reason)


def _reply(
    board: Board,
    puzzle: Puzzle | None = None,
    *,
    clues: Sequence[Data] = (),
    spare: Sequence[Sequence[Cell]] = (),
    levels: Sequence[str] = (),
    differs: Sequence[Cell] = (),
    least: bool = False,
    reason: str = "",
) -> Data:
    """The board changed, if it was; otherwise perhaps the reason why not."""
    changed = None if puzzle is None else write_board(Board(board.kind, puzzle, board.name))
    return {
        "board": changed,
        "clues": list(clues),
        "spare": [list(cells) for cells in spare],
        "levels": list(levels),
        "differs": list(differs),
        "least": least,
        "reason": reason if changed is None else "",
    }


def _clues(added: Sequence[Addition]) -> list[Data]:
    return [{"cells": list(one.cells), "clue": str(one.clue)} for one in added]


_HELP: dict[str, Callable[[Board, bodies.HelpBody, Deadline], Data]] = {
    "complete": _completed,
    "deciding": _deciding,
    "spare": _spared,
    "harder": _adjusted,
    "easier": _adjusted,
    "picture": _pictured,
}
