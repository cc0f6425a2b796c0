"""What the workers do: a task takes the body of a request and returns its answer, or yields lines.

Those for studies take paths instead, and what they return goes to `studies`.
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
from masume.front.web.boards import Data, fault_rows, fields_of, loaded, one_board
from masume.front.web.composing import helped, judged
from masume.front.web.drafts import drafted
from masume.front.web.films import compare, film_file, search
from masume.front.web.games import opened
from masume.front.web.pictures import picture
from masume.play.session import restored


def solve(body: bodies.OneBoard) -> Data:
    """The solution, and whether it is the only one."""
    board = one_board(body.board)
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
    """How many solutions there are."""
    puzzle = one_board(body.board).puzzle
    tally = masume.count(puzzle, at_most=body.at_most, limit=Limit(seconds=body.seconds))
    return fields_of(tally, "number", "complete", "reason")


def forced(body: bodies.Game) -> Data:
    """What all solutions share that fit a game."""
    session = restored(vars(body.state))
    puzzle = session.puzzle
    shared = masume.forced(puzzle, session.position, limit=Limit(seconds=body.seconds))
    vocabulary = vocabulary_of(puzzle)
    known = set(vocabulary.literals(session.position))
    fresh = () if shared.status is Status.EXHAUSTED else vocabulary.literals(shared.position)
    cells = sorted(
        {cell for one in fresh if one not in known for cell in vocabulary.cells(abs(one))}
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
    """Clues and rules that contradict each other; on a game, perhaps some of its marks."""
    board = _with_game(body)
    puzzle, position = board.puzzle, board.answer
    contradiction = masume.why_not(puzzle, position, limit=Limit(seconds=body.seconds))
    cells = sorted({cell for one in contradiction.reasons for cell in one.cells})
    return {
        "status": contradiction.status.value,
        "reasons": fault_rows(contradiction.reasons),
        "svg": picture(puzzle, position, body.theme, marked=cells),
        "reason": contradiction.reason,
    }


# Texts and files


def convert(body: bodies.Convert) -> Data:
    """A board in another format, with what is on it where the format can tell."""
    board = _with_game(body)
    return {"text": write(board, body.to)}


def draw(body: bodies.Draw) -> bytes:
    """A board as the bytes of a file."""
    board = _with_game(body)
    shown = show(board.puzzle, board.answer, theme=body.theme)
    return shown.data(body.form, cell=body.cell)


def _with_game(body: bodies.BoardOrGame) -> Board:
    if (body.board is None) == (body.state is None):
        raise ParseError("give a board or a state")
    if body.state is not None:
        session = restored(vars(body.state))
        return Board(session.kind, session.puzzle, session.name, answer=session.position)
    board = one_board(body.board or "")
    return Board(board.kind, board.puzzle, board.name)


def pictures(body: bodies.Pictures) -> Data:
    """Some positions of a board, drawn."""
    puzzle = one_board(body.board).puzzle
    drawn = [picture(puzzle, one, body.theme) for one in body.positions]
    return {"svgs": drawn + [nodes.shot(puzzle, one, body.theme) for one in body.shots]}


TASKS: dict[str, Callable[..., object]] = {
    "load": loaded,
    "open": opened,
    "solve": solve,
    "count": count,
    "forced": forced,
    "why-not": why_not,
    "hint": explaining.hint,
    "right": explaining.right,
    "why": explaining.why,
    "grade": explaining.grade,
    "explain": explaining.explained,
    "techniques": explaining.techniques,
    "generate": making.generate,
    "library": library.packed,
    "daily": library.daily_board,
    "collection": library.collected,
    "booklet": library.booklet,
    "convert": convert,
    "draw": draw,
    "picture": pictures,
    "draft": drafted,
    "judge": judged,
    "compose": helped,
    "search": search,
    "film": film_file,
    "heuristics": estimates.judged,
    "children": nodes.children,
    "refusal": nodes.refusal,
    "compare": compare,
    "studies": study_tasks.listed,
    "study-report": study_tasks.report,
    "study-rows": study_tasks.rows,
}
