"""What the workers do: each task takes plain data, checked before, and yields plain answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import masume
from masume.api.exact import vocabulary_of
from masume.core.limits import Limit, Watch
from masume.core.model import Vocabulary
from masume.core.steps import Status
from masume.core.technique import LEVELS
from masume.explain.advice import Told
from masume.explain.explainer import Step
from masume.explain.walks import explain, graded
from masume.formats.convert import write
from masume.formats.plain import Board, write_board
from masume.front.web import study_tasks
from masume.front.web.boards import Data, loaded, one_board, puzzle_of
from masume.front.web.films import compare, search
from masume.front.web.games import opened, packed
from masume.front.web.pictures import picture
from masume.make.generate import make
from masume.make.generate import plan as plan_boards
from masume.play.session import restored
from masume.render.show import show
from masume.render.walk import verdict

_MOST_PICTURES = 16_000_000  # characters; the steps of a large board are told in words from then on


def _limit(data: Data) -> Limit:
    return Limit(seconds=data["seconds"])


def solve(data: Data) -> Iterator[Data]:
    """The solution, and whether it is the only one."""
    puzzle, kind = puzzle_of(data)
    found = masume.solve(puzzle, limit=_limit(data))
    known = found.known if found.answer is None else found.answer
    other = None if found.other is None else picture(puzzle, found.other, data["theme"])
    yield {
        "status": found.status.value,
        "unique": found.unique,
        "cost": found.cost,
        "differs": list(found.differs),
        "svg": picture(puzzle, known, data["theme"], marked=found.differs),
        "other_svg": other,
        "answer": None if found.answer is None else kind.to_json(puzzle, found.answer),
        "reason": found.reason,
        "seconds": round(found.work.seconds, 6),
    }


def count(data: Data) -> Iterator[Data]:
    """How many solutions there are."""
    puzzle, _ = puzzle_of(data)
    found = masume.count(puzzle, at_most=data["at_most"], limit=_limit(data))
    yield {"number": found.number, "complete": found.complete, "reason": found.reason}


def forced(data: Data) -> Iterator[Data]:
    """What all solutions share that fit a game."""
    session = restored(data["state"])
    puzzle = session.puzzle
    found = masume.forced(puzzle, session.position, limit=_limit(data))
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
        "svg": picture(puzzle, found.position, data["theme"], marked=cells),
        "reason": found.reason,
        "state": None,
    }
    if cells:
        session.take(found.position)
        row["state"] = session.state()
    yield row


def why_not(data: Data) -> Iterator[Data]:
    """Clues and rules that contradict each other; on a game, perhaps some of its marks."""
    board = _with_game(data)
    puzzle, position = board.puzzle, board.answer
    found = masume.why_not(puzzle, position, limit=_limit(data))
    cells = sorted({cell for one in found.reasons for cell in one.cells})
    yield {
        "status": found.status.value,
        "reasons": [
            {"rule": one.rule, "cells": list(one.cells), "text": one.text} for one in found.reasons
        ],
        "svg": picture(puzzle, position, data["theme"], marked=cells),
        "reason": found.reason,
    }


def load(data: Data) -> Iterator[Data]:
    """The boards of a long text."""
    yield loaded(data["body"])


def open_game(data: Data) -> Iterator[Data]:
    """A long game, with all its moves made again."""
    yield packed(opened(data["body"]))


# As a person would


def hint(data: Data) -> Iterator[Data]:
    """The next step of a game, with pictures for each grade of help."""
    session, theme = restored(data["state"]), data["theme"]
    puzzle = session.puzzle
    found = session.hint(limit=_limit(data))
    wrong = found.told is Told.WRONG
    shown = found.before if wrong else found.after
    row: Data = {
        "told": found.told.value,
        "text": found.text,
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
        row["svg_area"] = picture(puzzle, session.position, theme, marked=found.area)
        row["svg"] = picture(puzzle, shown, theme, marked=found.cells, grounds=found.grounds)
        if not wrong and found.after is not None:
            session.take(found.after)
            row["state"] = session.state()
    yield row


def grade(data: Data) -> Iterator[Data]:
    """How hard a board is."""
    puzzle, _ = puzzle_of(data)
    found = masume.grade(puzzle, limit=_limit(data))
    yield {
        "level": found.level,
        "score": round(found.score, 3),
        "steps": found.steps,
        "techniques": found.techniques,
        "hardest": found.hardest.text if found.hardest else None,
        "reason": found.reason,
    }


def explained(data: Data) -> Iterator[Data]:
    """Each step of the way to the solution."""
    puzzle, _ = puzzle_of(data)
    walk = explain(puzzle, watch=Watch(_limit(data)))
    vocabulary = walk.explainer.vocabulary
    room = _MOST_PICTURES
    for number, step in enumerate(walk, start=1):
        row = _step_row(vocabulary, puzzle, number, step)
        if room > 0:
            position = vocabulary.noted(sorted(walk.explainer.known, key=abs))
            marks = {"marked": row["cells"], "grounds": row["grounds"]}
            row["svg"] = picture(puzzle, position, data["theme"], **marks)
            room -= len(row["svg"])
        yield row
    found = graded(walk)
    yield {
        "end": True,
        "level": found.level,
        "verdict": verdict(found.level, walk.taken, walk.finished, walk.reason),
    }


def _step_row(vocabulary: Vocabulary, puzzle: Any, number: int, step: Step) -> Data:
    cells = sorted({cell for one in step.literals for cell in vocabulary.cells(abs(one))})
    clues = sorted({cell for _, here in step.because for cell in here} - set(cells))
    return {
        "step": number,
        "technique": step.technique,
        "title": step.title,
        "level": LEVELS[step.level],
        "text": step.text,
        "cells": cells,
        "grounds": clues,
        "svg": None,
    }


def generate(data: Data) -> Iterator[Data]:
    """New boards, one after the other."""
    wish = plan_boards(
        data["puzzle"],
        size=(data["rows"], data["cols"]),
        difficulty=data["difficulty"],
        symmetry=data["symmetry"],
    )
    began = perf_counter()
    for number in range(data["count"]):
        left = max(0.0, data["seconds"] - (perf_counter() - began))
        made = make(wish, data["seed"], number, Watch(Limit(seconds=left)))
        if made.puzzle is None:
            yield {"number": number, "seed": data["seed"], "error": made.reason}
            continue
        name = f"{wish.kind.name}-{made.seed}-{number + 1}"
        level = made.grade.level if made.grade else ""
        yield {
            "number": number,
            "seed": data["seed"],
            "board": write_board(Board(wish.kind, made.puzzle, name)),
            "kind": wish.kind.name,
            "name": name,
            "level": level,
            "svg": picture(made.puzzle, None, data["theme"]),
            "seconds": round(made.seconds, 3),
        }
    yield {"end": True}


# Texts and files


def convert(data: Data) -> Iterator[Data]:
    """A board in another format, with what is on it where the format can tell."""
    board = _with_game(data)
    yield {"text": write(board, data["to"])}


def draw(data: Data) -> Iterator[bytes]:
    """A board as the bytes of a file."""
    board = _with_game(data)
    shown = show(board.puzzle, board.answer, theme=data["theme"])
    yield shown.data(data["form"], cell=data["cell"])


def _with_game(data: Data) -> Board:
    if data["state"] is not None:
        session = restored(data["state"])
        return Board(session.kind, session.puzzle, session.name, answer=session.position)
    board = one_board(data["board"])
    return Board(board.kind, board.puzzle, board.name)


def pictures(data: Data) -> Iterator[Data]:
    """Some positions of a board, drawn."""
    puzzle, _ = puzzle_of(data)
    yield {"svgs": [picture(puzzle, one, data["theme"]) for one in data["positions"]]}


TASKS: dict[str, Callable[[Data], Iterator[Any]]] = {
    "load": load,
    "open": open_game,
    "solve": solve,
    "count": count,
    "forced": forced,
    "why-not": why_not,
    "hint": hint,
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
