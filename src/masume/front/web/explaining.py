"""What the workers do for those who want to solve as a person does: hints, reasons, whole walks."""

from __future__ import annotations

from collections.abc import Iterator

import masume
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit
from masume.draw.walk import verdict
from masume.front.web import bodies
from masume.front.web.boards import Data, fields_of, one_board
from masume.front.web.pictures import PagePictures, picture, step_svg
from masume.logic.advice import Hint, Told
from masume.logic.examples import examples
from masume.logic.step_picture import stage_pictures, steps_picture
from masume.logic.walks import explain, graded
from masume.play.right import last_right
from masume.play.session import Session, restored

_MOST_PICTURES = 16_000_000  # characters; the steps of a large board are told in words from then on


def hint(body: bodies.Game) -> Data:
    """The next step of a game, with pictures for each grade of help."""
    session = restored(vars(body.state))
    return _hint_row(session, session.hint(limit=Limit(seconds=body.seconds)), body.theme)


def right(body: bodies.Game) -> Data:
    """Whether a game can still be solved, and the game as it was when it last could."""
    session = restored(vars(body.state))
    made = len(session.moves)
    last = last_right(session, limit=Limit(seconds=body.seconds))
    session.back_to(made if last is None else last)
    state = session.state() if last is not None and last < made else None
    return {"right": None if last is None else last == made, "state": state}


def why(body: bodies.WhyBody) -> Data:
    """Why a cell must be what it is."""
    session, limit = restored(vars(body.state)), Limit(seconds=body.seconds)
    reason = masume.why(session.puzzle, body.about, session.position, limit=limit)
    return _hint_row(session, reason, body.theme)


def _hint_row(session: Session, hint: Hint, theme: str) -> Data:
    words = ("text", "others", "technique", "title", "level", "reasons")
    row = fields_of(hint, *words, "area", "cells", "grounds") | {
        "told": hint.told.value,
        "svg_area": None,
        "svg": None,
        "stages": [],
        "state": None,
    }
    puzzle = session.puzzle
    if hint.area:
        row["svg_area"] = picture(puzzle, session.position, theme, marked=hint.area)
    if hint.picture is not None:
        row["svg"] = step_svg(puzzle, hint.picture, theme)
        row["stages"] = [
            {"text": one.text, "svg": step_svg(puzzle, one, theme)} for one in hint.stages
        ]
    elif hint.told is Told.WRONG:
        row["svg"] = picture(puzzle, session.position, theme, marked=hint.cells)
    if hint.after is not None:
        session.take(hint.after)
        row["state"] = session.state()
    return row


def grade(body: bodies.OneBoard) -> Data:
    """How hard a board is."""
    puzzle = one_board(body.board).puzzle
    difficulty = masume.grade(puzzle, limit=Limit(seconds=body.seconds))
    return fields_of(difficulty, "level", "steps", "techniques", "reason") | {
        "score": round(difficulty.score, 3),
        "hardest": difficulty.hardest.text if difficulty.hardest else None,
    }


def explained(body: bodies.OneBoard) -> Iterator[Data]:
    """Each step of the way to the solution."""
    puzzle = one_board(body.board).puzzle
    walk = explain(puzzle, deadline=Deadline(Limit(seconds=body.seconds)))
    vocabulary = walk.explainer.vocabulary
    page, known = PagePictures(puzzle, body.theme), set(walk.explainer.known)
    for number, step in enumerate(walk, start=1):
        shown = steps_picture(vocabulary, known, [step])
        stages = stage_pictures(vocabulary, known, step)
        known.update(step.literals)
        full = page.size > _MOST_PICTURES
        yield {
            "step": number,
            "technique": step.technique,
            "title": step.title,
            "level": LEVELS[step.level],
            "text": step.text,
            "cells": list(shown.cells),
            "grounds": list(shown.grounds),
            "svg": None if full else page.step(shown),
            "stages": [] if full else [{"text": one.text, "svg": page.step(one)} for one in stages],
        }
    difficulty = graded(walk)
    yield {
        "end": True,
        "level": difficulty.level,
        "verdict": verdict(difficulty.level, walk.taken, walk.finished, walk.reason),
    }


def techniques(body: bodies.Techniques) -> Data:
    """The techniques of a puzzle, each on a board of its own."""
    names = None if body.names is None else set(body.names)
    return {
        "techniques": [
            {
                "name": one.technique.name,
                "title": one.technique.title,
                "level": one.level,
                "text": one.picture.text,
                "svg": step_svg(one.puzzle, one.picture, body.theme, numbers=True),
            }
            for one in examples(kind_named(body.puzzle), names)
        ]
    }
