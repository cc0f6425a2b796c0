"""Tasks about reasoning: hints, reasons, walks and techniques."""

from __future__ import annotations

from collections.abc import Iterator

import masume
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit
from masume.draw.walk import verdict
from masume.front.web import bodies
from masume.front.web.boards import Data, fields_of, read_board
from masume.front.web.pictures import PagePictures, picture, step_svg
from masume.logic.advice import Hint, HintOutcome
from masume.logic.examples import examples
from masume.logic.step_picture import stage_pictures, steps_picture
from masume.logic.walks import explain, grade_walk
from masume.play.session import Session, restore_session
from masume.play.solvable import last_solvable

_MAX_PICTURES = 16_000_000  # characters of SVG; later steps of large boards have only text


def hint(body: bodies.Game) -> Data:
    """Return the next step of a game, with pictures for each level of help."""
    session = restore_session(vars(body.state))
    return _hint_row(session, session.hint(limit=Limit(seconds=body.seconds)), body.theme)


def last_correct(body: bodies.Game) -> Data:
    """Return whether a game is free of mistakes, and the last position that was."""
    session = restore_session(vars(body.state))
    count = len(session.moves)
    last = last_solvable(session, limit=Limit(seconds=body.seconds))
    session.undo_to(count if last is None else last)
    state = session.state() if last is not None and last < count else None
    return {"correct": None if last is None else last == count, "state": state}


def why(body: bodies.WhyBody) -> Data:
    """Return the reason for the mark of a cell or link."""
    session, limit = restore_session(vars(body.state)), Limit(seconds=body.seconds)
    reason = masume.why(session.puzzle, body.target, session.position, limit=limit)
    return _hint_row(session, reason, body.theme)


def _hint_row(session: Session, hint: Hint, theme: str) -> Data:
    """Describe a hint with its pictures, and the game after its step."""
    words = ("text", "others", "technique", "title", "level", "reasons")
    row = fields_of(hint, *words, "area", "cells", "grounds") | {
        "outcome": hint.outcome.value,
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
            {"text": stage.text, "svg": step_svg(puzzle, stage, theme)} for stage in hint.stages
        ]
    elif hint.outcome is HintOutcome.WRONG:
        row["svg"] = picture(puzzle, session.position, theme, marked=hint.cells)
    if hint.after is not None:
        session.take(hint.after)
        row["state"] = session.state()
    return row


def grade(body: bodies.OneBoard) -> Data:
    """Grade a board."""
    puzzle = read_board(body.board).puzzle
    difficulty = masume.grade(puzzle, limit=Limit(seconds=body.seconds))
    return fields_of(difficulty, "level", "steps", "techniques", "reason") | {
        "score": round(difficulty.score, 3),
        "hardest": difficulty.hardest.text if difficulty.hardest else None,
    }


def explain_steps(body: bodies.OneBoard) -> Iterator[Data]:
    """Yield each step of the walk to the solution, then the grade."""
    puzzle = read_board(body.board).puzzle
    walk = explain(puzzle, deadline=Deadline(Limit(seconds=body.seconds)))
    vocabulary = walk.explainer.vocabulary
    page, known = PagePictures(puzzle, body.theme), set(walk.explainer.known)
    for number, step in enumerate(walk, start=1):
        shown = steps_picture(vocabulary, known, [step])
        stages = stage_pictures(vocabulary, known, step)
        known.update(step.literals)
        is_full = page.size > _MAX_PICTURES
        yield fields_of(step, "technique", "title", "text") | {
            "step": number,
            "level": LEVELS[step.level],
            "cells": list(shown.cells),
            "grounds": list(shown.grounds),
            "svg": None if is_full else page.step(shown),
            "stages": []
            if is_full
            else [{"text": stage.text, "svg": page.step(stage)} for stage in stages],
        }
    difficulty = grade_walk(walk)
    yield {
        "end": True,
        "level": difficulty.level,
        "verdict": verdict(difficulty.level, walk.taken, walk.finished, walk.reason),
    }


def techniques(body: bodies.Techniques) -> Data:
    """Return the techniques of a puzzle, each with an example step."""
    names = None if body.names is None else set(body.names)
    return {
        "techniques": [
            fields_of(example.technique, "name", "title")
            | {
                "level": example.level,
                "text": example.picture.text,
                "svg": step_svg(example.puzzle, example.picture, body.theme, numbers=True),
            }
            for example in examples(kind_named(body.puzzle), names)
        ]
    }
