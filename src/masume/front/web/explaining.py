"""Operations about reasoning: hints, reasons, walks and techniques."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import masume
from masume.core.plugins.registry import kind_named
from masume.core.puzzle.technique import LEVELS
from masume.core.system.limits import Deadline, Limit
from masume.draw.walk import verdict
from masume.front.web import bodies
from masume.front.web.boards import read_board
from masume.front.web.pictures import PagePictures, picture, step_svg
from masume.front.web.records import CellNumbers, EndLine, Record
from masume.logic import walks
from masume.logic.advice import Hint, HintOutcome
from masume.logic.available import AvailableSteps
from masume.logic.examples import examples
from masume.logic.step_picture import stage_pictures, steps_picture
from masume.make import exercises
from masume.play.session import Session, restore_session
from masume.play.solvable import last_solvable

_MAX_PICTURES = 16_000_000  # characters of SVG; later steps of large boards have only text


class StageRow(Record):
    """A sentence of an argument, and the board at that stage."""

    text: str
    svg: str


class HintReply(Record):
    """A step in three levels of help: where to look, the technique, the step.

    `state` is the game after the step. `stages` are the sentences of a longer argument; for a
    technique that looks ahead, the single one shows the consequences.
    """

    outcome: Literal["step", "wrong", "finished", "open", "unsolvable", "limit"]
    text: str
    others: Sequence[str]
    technique: str
    title: str
    level: str
    area: CellNumbers
    cells: CellNumbers
    grounds: CellNumbers
    reasons: Sequence[str]
    svg_area: str | None
    svg: str | None
    stages: list[StageRow]
    state: bodies.State | None


class LastCorrectReply(Record):
    """Whether a game is free of mistakes (null if unknown); if not, the last state that was."""

    correct: bool | None
    state: bodies.State | None


class GradeReply(Record):
    """The difficulty of a board."""

    level: str
    score: float
    steps: int
    techniques: Mapping[str, int]
    hardest: str | None
    reason: str


class TechniqueRow(Record):
    """A technique, and an example step."""

    name: str
    title: str
    level: str
    text: str
    svg: str


class TechniquesReply(Record):
    """Techniques, easiest first."""

    techniques: list[TechniqueRow]


class SolutionRow(Record):
    """A step that solves an exercise."""

    cells: CellNumbers
    text: str
    svg: str


class ExerciseReply(Record):
    """A position in which a technique applies, and all its steps there."""

    rows: int
    cols: int
    title: str
    svg: str
    solutions: list[SolutionRow]


class StepLine(Record):
    """A step of an explanation; the number of pictures is limited.

    `available` counts the steps of its level or an easier one at this point, up to 40. Pictures
    refer to shapes of earlier ones by their ids, so they belong on one page.
    """

    step: int
    technique: str
    title: str
    level: str
    available: int
    text: str
    cells: CellNumbers
    grounds: CellNumbers
    svg: str | None
    stages: list[StageRow]


class ExplainedLine(EndLine):
    """The last line of an explanation."""

    level: str
    verdict: str


def hint(body: bodies.Game) -> HintReply:
    """Return the next step of a game with its reason, or a wrong mark."""
    session = restore_session(vars(body.state))
    return _hint_reply(session, session.hint(limit=Limit(seconds=body.seconds)), body.theme)


def last_correct(body: bodies.Game) -> LastCorrectReply:
    """Return whether all moves of a game are correct, or else its last correct position.

    `correct` is null if time ran out.
    """
    session = restore_session(vars(body.state))
    count = len(session.moves)
    last = last_solvable(session, limit=Limit(seconds=body.seconds))
    session.undo_to(count if last is None else last)
    return LastCorrectReply(
        correct=None if last is None else last == count,
        state=bodies.State(**session.state()) if last is not None and last < count else None,
    )


def why(body: bodies.WhyBody) -> HintReply:
    """Return the reason for the value of a cell or link, given the marks of a game."""
    session, limit = restore_session(vars(body.state)), Limit(seconds=body.seconds)
    reason = masume.why(session.puzzle, body.target, session.position, limit=limit)
    return _hint_reply(session, reason, body.theme)


def _hint_reply(session: Session, hint: Hint, theme: str) -> HintReply:
    """Return a hint with a picture for each level of help, and the game after its step."""
    puzzle, position, shown = session.puzzle, session.position, hint.picture
    svg = None if shown is None else step_svg(puzzle, shown, theme)
    if hint.outcome is HintOutcome.WRONG:
        svg = svg or picture(puzzle, position, theme, marked=hint.cells)
    stages = hint.stages if shown is not None else ()
    if hint.after is not None:
        session.take(hint.after)
    return HintReply.of(
        hint,
        svg_area=picture(puzzle, position, theme, marked=hint.area) if hint.area else None,
        svg=svg,
        stages=[StageRow(text=s.text, svg=step_svg(puzzle, s, theme)) for s in stages],
        state=None if hint.after is None else bodies.State(**session.state()),
    )


def grade(body: bodies.OneBoard) -> GradeReply:
    """Return how hard a board is for a person, and the techniques it needs."""
    puzzle = read_board(body.board).puzzle
    difficulty = masume.grade(puzzle, limit=Limit(seconds=body.seconds))
    hardest = difficulty.hardest.text if difficulty.hardest else None
    return GradeReply.of(difficulty, score=round(difficulty.score, 3), hardest=hardest)


def exercise(body: bodies.ExerciseBody) -> ExerciseReply:
    """Return an exercise for a technique: a position, and the cells that follow by it."""
    posed = exercises.exercise(body.puzzle, body.technique, body.seed, body.stage)
    puzzle, theme = posed.puzzle, body.theme
    return ExerciseReply(
        rows=puzzle.rows,
        cols=puzzle.cols,
        title=posed.technique.title,
        svg=step_svg(puzzle, posed.board, theme, numbers=True),
        solutions=[
            SolutionRow(cells=s.cells, text=s.text, svg=step_svg(puzzle, s, theme, numbers=True))
            for s in posed.solutions
        ],
    )


def explain(body: bodies.OneBoard) -> Iterator[StepLine | ExplainedLine]:
    """Yield the steps to the solution, then the level."""
    puzzle = read_board(body.board).puzzle
    deadline = Deadline(Limit(seconds=body.seconds))
    walk = walks.explain(puzzle, deadline=deadline)
    vocabulary = walk.explainer.vocabulary
    page, known = PagePictures(puzzle, body.theme), set(walk.explainer.known)
    available = AvailableSteps(puzzle, known, deadline)
    for number, step in enumerate(walk, start=1):
        shown = steps_picture(vocabulary, known, [step])
        stages = stage_pictures(vocabulary, known, step)
        known.update(step.literals)
        is_full = page.size > _MAX_PICTURES
        yield StepLine.of(
            step,
            step=number,
            level=LEVELS[step.level],
            available=available.follow(step),
            cells=shown.cells,
            grounds=shown.grounds,
            svg=None if is_full else page.step(shown),
            stages=[StageRow(text=s.text, svg=page.step(s)) for s in stages if not is_full],
        )
    level = walks.grade_walk(walk).level
    told = verdict(level, walk.taken, walk.finished, walk.reason)
    yield ExplainedLine(end=True, level=level, verdict=told)


def techniques(body: bodies.Techniques) -> TechniquesReply:
    """Return the techniques of a puzzle, each with an example step."""
    names = None if body.names is None else set(body.names)
    rows = [
        TechniqueRow.of(
            example.technique,
            level=example.level,
            text=example.picture.text,
            svg=step_svg(example.puzzle, example.picture, body.theme, numbers=True),
        )
        for example in examples(kind_named(body.puzzle), names)
    ]
    return TechniquesReply(techniques=rows)
