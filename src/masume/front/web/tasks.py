"""The tasks of the workers: each takes a request body and returns its answer or yields lines.

The tasks for studies take paths; their results go to `studies`.
"""

from __future__ import annotations

from collections.abc import Callable

import masume
from masume.api.exact import vocabulary_of
from masume.core.search.events import Status
from masume.core.system.limits import Limit
from masume.draw.show import show
from masume.errors import ParseError
from masume.formats.convert import write
from masume.formats.plain import Board
from masume.front.web import bodies, estimates, explaining, library, making, nodes, study_tasks
from masume.front.web.boards import Data, fault_rows, fields_of, load_boards, read_board
from masume.front.web.composing import answer_help, judge_board
from masume.front.web.films import compare, film_file, search
from masume.front.web.games import open_game
from masume.front.web.pictures import picture
from masume.front.web.quick import show_draft
from masume.play.session import restore_session


def solve(body: bodies.OneBoard) -> Data:
    """Solve a board and say whether the solution is unique."""
    board = read_board(body.board)
    puzzle = board.puzzle
    solution = masume.solve(puzzle, limit=Limit(seconds=body.seconds))
    known = solution.known if solution.answer is None else solution.answer
    other = None if solution.other is None else picture(puzzle, solution.other, body.theme)
    return fields_of(solution, "unique", "cost", "differs", "reason") | {
        "status": solution.status.value,
        "svg": picture(puzzle, known, body.theme, marked=solution.differs),
        "other_svg": other,
        "answer": None if solution.answer is None else board.kind.to_json(puzzle, solution.answer),
        "seconds": round(solution.work.seconds, 6),
    }


def count(body: bodies.CountBody) -> Data:
    """Count the solutions of a board."""
    puzzle = read_board(body.board).puzzle
    tally = masume.count(puzzle, at_most=body.at_most, limit=Limit(seconds=body.seconds))
    return fields_of(tally, "number", "complete", "reason")


def forced(body: bodies.Game) -> Data:
    """Return what all solutions consistent with a game have in common."""
    session = restore_session(vars(body.state))
    puzzle = session.puzzle
    shared = masume.forced(puzzle, session.position, limit=Limit(seconds=body.seconds))
    vocabulary = vocabulary_of(puzzle)
    known = set(vocabulary.literals(session.position))
    fresh = () if shared.status is Status.EXHAUSTED else vocabulary.literals(shared.position)
    cells = sorted(
        {cell for lit in fresh if lit not in known for cell in vocabulary.cells(abs(lit))}
    )
    row = fields_of(shared, "settled", "open", "reason") | {
        "status": shared.status.value,
        "cells": cells,
        "svg": picture(puzzle, shared.position, body.theme, marked=cells),
        "state": None,
    }
    if cells:
        session.take(shared.position)
        row["state"] = session.state()
    return row


def why_not(body: bodies.WhyNotBody) -> Data:
    """Return clues, rules and marks that contradict each other."""
    board = _with_game(body)
    puzzle, position = board.puzzle, board.answer
    contradiction = masume.why_not(puzzle, position, limit=Limit(seconds=body.seconds))
    cells = sorted({cell for reason in contradiction.reasons for cell in reason.cells})
    return {
        "status": contradiction.status.value,
        "reasons": fault_rows(contradiction.reasons),
        "svg": picture(puzzle, position, body.theme, marked=cells),
        "reason": contradiction.reason,
    }


# Texts and files


def convert(body: bodies.Convert) -> Data:
    """Write a board in another format, with its marks if the format supports them."""
    board = _with_game(body)
    return {"text": write(board, body.to)}


def draw(body: bodies.Draw) -> bytes:
    """Draw a board as the bytes of a file."""
    board = _with_game(body)
    shown = show(board.puzzle, board.answer, theme=body.theme)
    return shown.data(body.form, cell=body.cell)


def _with_game(body: bodies.BoardOrGame) -> Board:
    """Return the board of a request, with the position of its game as the answer."""
    if (body.board is None) == (body.state is None):
        raise ParseError("the request needs either a board or a state; send one of them")
    if body.state is not None:
        session = restore_session(vars(body.state))
        return Board(session.kind, session.puzzle, session.name, answer=session.position)
    board = read_board(body.board or "")
    return Board(board.kind, board.puzzle, board.name)


def pictures(body: bodies.Pictures) -> Data:
    """Draw several positions of a board."""
    puzzle = read_board(body.board).puzzle
    drawn = [picture(puzzle, position, body.theme) for position in body.positions]
    return {"svgs": drawn + [nodes.shot(puzzle, shot, body.theme) for shot in body.shots]}


TASKS: dict[str, Callable[..., object]] = {
    "load": load_boards,
    "open": open_game,
    "solve": solve,
    "count": count,
    "forced": forced,
    "why-not": why_not,
    "hint": explaining.hint,
    "last-correct": explaining.last_correct,
    "why": explaining.why,
    "grade": explaining.grade,
    "explain": explaining.explain_steps,
    "techniques": explaining.techniques,
    "generate": making.generate,
    "library": library.list_packs,
    "daily": library.daily_board,
    "collection": library.read_collection,
    "booklet": library.booklet,
    "convert": convert,
    "draw": draw,
    "picture": pictures,
    "draft": show_draft,
    "judge": judge_board,
    "compose": answer_help,
    "search": search,
    "film": film_file,
    "heuristics": estimates.assess_heuristics,
    "children": nodes.children,
    "refusal": nodes.refusal,
    "compare": compare,
    "studies": study_tasks.list_studies,
    "study-report": study_tasks.report,
    "study-rows": study_tasks.rows,
}
