"""What the workers do: each task takes the body of a request and yields plain answers."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from time import perf_counter

import masume
from masume.api.exact import vocabulary_of
from masume.core.limits import Limit, Watch
from masume.core.steps import Status
from masume.core.technique import LEVELS
from masume.explain.advice import Hint, Told
from masume.explain.walks import explain, graded
from masume.formats.convert import write
from masume.formats.plain import Board, write_board
from masume.front.web import bodies, study_tasks
from masume.front.web.boards import Data, loaded, one_board
from masume.front.web.films import compare, search
from masume.front.web.games import opened
from masume.front.web.pictures import picture
from masume.make.generate import make
from masume.make.generate import plan as plan_boards
from masume.play.right import last_right
from masume.play.session import Session, restored
from masume.render.show import show
from masume.render.walk import verdict

_MOST_PICTURES = 16_000_000  # characters; the steps of a large board are told in words from then on


def solve(body: bodies.OneBoard) -> Iterator[Data]:
    """The solution, and whether it is the only one."""
    board = one_board(body.board)
    puzzle = board.puzzle
    found = masume.solve(puzzle, limit=Limit(seconds=body.seconds))
    known = found.known if found.answer is None else found.answer
    other = None if found.other is None else picture(puzzle, found.other, body.theme)
    yield {
        "status": found.status.value,
        "unique": found.unique,
        "cost": found.cost,
        "differs": list(found.differs),
        "svg": picture(puzzle, known, body.theme, marked=found.differs),
        "other_svg": other,
        "answer": None if found.answer is None else board.kind.to_json(puzzle, found.answer),
        "reason": found.reason,
        "seconds": round(found.work.seconds, 6),
    }


def count(body: bodies.CountBody) -> Iterator[Data]:
    """How many solutions there are."""
    puzzle = one_board(body.board).puzzle
    found = masume.count(puzzle, at_most=body.at_most, limit=Limit(seconds=body.seconds))
    yield {"number": found.number, "complete": found.complete, "reason": found.reason}


def forced(body: bodies.Game) -> Iterator[Data]:
    """What all solutions share that fit a game."""
    session = restored(body.state.model_dump())
    puzzle = session.puzzle
    found = masume.forced(puzzle, session.position, limit=Limit(seconds=body.seconds))
    vocabulary = vocabulary_of(puzzle)
    known = set(vocabulary.literals(session.position))
    fresh = () if found.status is Status.EXHAUSTED else vocabulary.literals(found.position)
    cells = sorted(
        {cell for one in fresh if one not in known for cell in vocabulary.cells(abs(one))}
    )
    row: Data = {
        "status": found.status.value,
        "settled": found.settled,
        "open": found.open,
        "cells": cells,
        "svg": picture(puzzle, found.position, body.theme, marked=cells),
        "reason": found.reason,
        "state": None,
    }
    if cells:
        session.take(found.position)
        row["state"] = session.state()
    yield row


def why_not(body: bodies.WhyNotBody) -> Iterator[Data]:
    """Clues and rules that contradict each other; on a game, perhaps some of its marks."""
    board = _with_game(body)
    puzzle, position = board.puzzle, board.answer
    found = masume.why_not(puzzle, position, limit=Limit(seconds=body.seconds))
    cells = sorted({cell for one in found.reasons for cell in one.cells})
    yield {
        "status": found.status.value,
        "reasons": [
            {"rule": one.rule, "cells": list(one.cells), "text": one.text} for one in found.reasons
        ],
        "svg": picture(puzzle, position, body.theme, marked=cells),
        "reason": found.reason,
    }


def load(body: bodies.Load) -> Iterator[Data]:
    """The boards of a long text."""
    yield loaded(body)


def open_game(body: bodies.PlayBody) -> Iterator[Session]:
    """A long game, with all its moves made again."""
    yield opened(body)


# As a person would


def hint(body: bodies.Game) -> Iterator[Data]:
    """The next step of a game, with pictures for each grade of help."""
    session = restored(body.state.model_dump())
    yield _hint_row(session, session.hint(limit=Limit(seconds=body.seconds)), body.theme)


def right(body: bodies.Game) -> Iterator[Data]:
    """Whether a game can still be solved, and the game as it was when it last could."""
    session = restored(body.state.model_dump())
    made = len(session.moves)
    last = last_right(session, limit=Limit(seconds=body.seconds))
    session.back_to(made if last is None else last)
    state = session.state() if last is not None and last < made else None
    yield {"right": None if last is None else last == made, "state": state}


def why(body: bodies.WhyBody) -> Iterator[Data]:
    """Why a cell must be what it is."""
    session, limit = restored(body.state.model_dump()), Limit(seconds=body.seconds)
    found = masume.why(session.puzzle, body.about, session.position, limit=limit)
    yield _hint_row(session, found, body.theme)


def _hint_row(session: Session, found: Hint, theme: str) -> Data:
    wrong = found.told is Told.WRONG
    shown = found.before if wrong else found.after
    row: Data = {
        "told": found.told.value,
        "text": found.text,
        "others": list(found.others),
        "technique": found.technique,
        "title": found.title,
        "level": found.level,
        "area": list(found.area),
        "cells": list(found.cells),
        "grounds": list(found.grounds),
        "reasons": list(found.reasons),
        "svg_area": None,
        "svg": None,
        "state": None,
    }
    if shown is not None:
        puzzle = session.puzzle
        row["svg_area"] = picture(puzzle, session.position, theme, marked=found.area)
        row["svg"] = picture(puzzle, shown, theme, marked=found.cells, grounds=found.grounds)
        if found.after is not None:
            session.take(found.after)
            row["state"] = session.state()
    return row


def grade(body: bodies.OneBoard) -> Iterator[Data]:
    """How hard a board is."""
    puzzle = one_board(body.board).puzzle
    found = masume.grade(puzzle, limit=Limit(seconds=body.seconds))
    yield {
        "level": found.level,
        "score": round(found.score, 3),
        "steps": found.steps,
        "techniques": found.techniques,
        "hardest": found.hardest.text if found.hardest else None,
        "reason": found.reason,
    }


def explained(body: bodies.OneBoard) -> Iterator[Data]:
    """Each step of the way to the solution."""
    puzzle = one_board(body.board).puzzle
    walk = explain(puzzle, watch=Watch(Limit(seconds=body.seconds)))
    vocabulary = walk.explainer.vocabulary
    room = _MOST_PICTURES
    for number, step in enumerate(walk, start=1):
        cells = sorted({cell for one in step.literals for cell in vocabulary.cells(abs(one))})
        grounds = sorted({cell for _, here in step.because for cell in here} - set(cells))
        svg = None
        if room > 0:
            position = vocabulary.noted(sorted(walk.explainer.known, key=abs))
            svg = picture(puzzle, position, body.theme, marked=cells, grounds=grounds)
            room -= len(svg)
        yield {
            "step": number,
            "technique": step.technique,
            "title": step.title,
            "level": LEVELS[step.level],
            "text": step.text,
            "cells": cells,
            "grounds": grounds,
            "svg": svg,
        }
    found = graded(walk)
    yield {
        "end": True,
        "level": found.level,
        "verdict": verdict(found.level, walk.taken, walk.finished, walk.reason),
    }


def generate(body: bodies.Generate) -> Iterator[Data]:
    """New boards, one after the other."""
    planned = plan_boards(
        body.puzzle,
        size=(body.rows, body.cols),
        difficulty=body.difficulty,
        symmetry=body.symmetry,
    )
    seed = secrets.randbelow(2**31) if body.seed is None else body.seed
    began = perf_counter()
    for number in range(body.count):
        left = max(0.0, body.seconds - (perf_counter() - began))
        made = make(planned, seed, number, Watch(Limit(seconds=left)))
        if made.puzzle is None:
            yield {"number": number, "seed": seed, "error": made.reason}
            continue
        name = f"{planned.kind.name}-{made.seed}-{number + 1}"
        level = made.grade.level if made.grade else ""
        yield {
            "number": number,
            "seed": seed,
            "board": write_board(Board(planned.kind, made.puzzle, name)),
            "kind": planned.kind.name,
            "name": name,
            "level": level,
            "svg": picture(made.puzzle, None, body.theme),
            "seconds": round(made.seconds, 3),
        }
    yield {"end": True}


# Texts and files


def convert(body: bodies.Convert) -> Iterator[Data]:
    """A board in another format, with what is on it where the format can tell."""
    board = _with_game(body)
    yield {"text": write(board, body.to)}


def draw(body: bodies.Draw) -> Iterator[bytes]:
    """A board as the bytes of a file."""
    board = _with_game(body)
    shown = show(board.puzzle, board.answer, theme=body.theme)
    yield shown.data(body.form, cell=body.cell)


def _with_game(body: bodies.BoardOrGame) -> Board:
    if body.state is not None:
        session = restored(body.state.model_dump())
        return Board(session.kind, session.puzzle, session.name, answer=session.position)
    board = one_board(body.board or "")
    return Board(board.kind, board.puzzle, board.name)


def pictures(body: bodies.Pictures) -> Iterator[Data]:
    """Some positions of a board, drawn."""
    puzzle = one_board(body.board).puzzle
    yield {"svgs": [picture(puzzle, one, body.theme) for one in body.positions]}


TASKS: dict[str, Callable[..., Iterator[object]]] = {
    "load": load,
    "open": open_game,
    "solve": solve,
    "count": count,
    "forced": forced,
    "why-not": why_not,
    "hint": hint,
    "right": right,
    "why": why,
    "grade": grade,
    "explain": explained,
    "generate": generate,
    "convert": convert,
    "draw": draw,
    "picture": pictures,
    "search": search,
    "compare": compare,
    "studies": study_tasks.listed,
    "study-report": study_tasks.report,
    "study-rows": study_tasks.rows,
}
