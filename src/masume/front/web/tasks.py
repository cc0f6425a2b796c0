"""What the workers do: each task takes plain data, checked before, and yields plain answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter
from typing import Any

import masume
from masume.api import as_position, hopeless, plan, plans
from masume.core.film import frame
from masume.core.run import Limit, Run, SearchResult, Watch
from masume.core.steps import Expanded, Node
from masume.core.technique import LEVELS
from masume.errors import MasumeError, ParseError
from masume.explain.answers import Told, explain, graded
from masume.explain.explainer import Step
from masume.formats.convert import write
from masume.formats.plain import Board, write_board
from masume.front.web.bodies import Load
from masume.front.web.games import boards_of
from masume.front.web.pictures import picture
from masume.make.generate import make
from masume.make.generate import plan as plan_boards
from masume.play.session import restored
from masume.render.show import show
from masume.render.walk import verdict

Data = dict[str, Any]
FULL = 300  # expansions of which all are told
_THINNER = 1.012  # from then on a frame is told when the steps have grown by so much
_TREE = 400  # nodes that get a number, so that their tree can be drawn
_TRACE = 500  # values of h at the end


def one_board(text: str) -> Board:
    """The only board of a text; an example's name will do."""
    boards = boards_of(Load(text=text))
    if len(boards) != 1:
        raise ParseError(f"there are {len(boards)} boards, expected one")
    (board,) = boards
    if isinstance(board, MasumeError):
        raise board
    return board


def _limit(data: Data) -> Limit:
    return Limit(seconds=data["seconds"])


def solve(data: Data) -> Iterator[Data]:
    """The solution, and whether it is the only one."""
    puzzle, kind = _puzzle(data)
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


def _puzzle(data: Data) -> tuple[Any, Any]:
    board = one_board(data["board"])
    return board.puzzle, board.kind


def count(data: Data) -> Iterator[Data]:
    """How many solutions there are."""
    puzzle, _ = _puzzle(data)
    found = masume.count(puzzle, at_most=data["at_most"], limit=_limit(data))
    yield {"number": found.number, "complete": found.complete, "reason": found.reason}


def forced(data: Data) -> Iterator[Data]:
    """What all solutions share that fit a game."""
    session = restored(data["state"])
    found = masume.forced(session.puzzle, session.position, limit=_limit(data))
    yield {
        "status": found.status.value,
        "settled": found.settled,
        "open": found.open,
        "svg": picture(session.puzzle, found.position, data["theme"]),
        "reason": found.reason,
    }


def why_not(data: Data) -> Iterator[Data]:
    """Clues and rules that contradict each other."""
    puzzle, _ = _puzzle(data)
    found = masume.why_not(puzzle, limit=_limit(data))
    cells = sorted({cell for one in found.reasons for cell in one.cells})
    yield {
        "status": found.status.value,
        "reasons": [
            {"rule": one.rule, "cells": list(one.cells), "text": one.text} for one in found.reasons
        ],
        "svg": picture(puzzle, None, data["theme"], marked=cells),
        "reason": found.reason,
    }


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
        if not wrong:
            session.take(found.after)
            row["state"] = session.state()
    yield row


def grade(data: Data) -> Iterator[Data]:
    """How hard a board is."""
    puzzle, _ = _puzzle(data)
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
    puzzle, _ = _puzzle(data)
    walk = explain(puzzle, watch=Watch(_limit(data)))
    model = walk.explainer.model
    for number, step in enumerate(walk, start=1):
        yield _step_row(walk.explainer.known, model, puzzle, number, step, data["theme"])
    found = graded(walk)
    yield {
        "end": True,
        "level": found.level,
        "verdict": verdict(found.level, walk.taken, walk.finished, walk.reason),
    }


def _step_row(
    known: set[int], model: Any, puzzle: Any, number: int, step: Step, theme: str
) -> Data:
    cells = sorted({cell for one in step.literals for cell in model.cells(abs(one))})
    clues = sorted({cell for _, here in step.because for cell in here} - set(cells))
    position = model.noted(sorted(known, key=abs))
    return {
        "step": number,
        "technique": step.technique,
        "title": step.title,
        "level": LEVELS[step.level],
        "text": step.text,
        "cells": cells,
        "grounds": clues,
        "svg": picture(puzzle, position, theme, marked=cells, grounds=clues),
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
            yield {"number": number, "error": made.reason}
            continue
        name = f"{wish.kind.name}-{made.seed}-{number + 1}"
        level = made.grade.level if made.grade else ""
        yield {
            "number": number,
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
    puzzle, _ = _puzzle(data)
    found = [as_position(puzzle, position) for position in data["positions"]]
    yield {"svgs": [picture(puzzle, one, data["theme"]) for one in found]}


# Searching


def search(data: Data) -> Iterator[Data]:
    """A search as it happens: all of its beginning, then ever fewer of its steps."""
    puzzle, kind = _puzzle(data)
    chosen = plan(kind, data["algorithm"], space=data["space"], heuristic=data["heuristic"])
    yield {
        "about": {
            "algorithm": chosen.algorithm_spec,
            "space": chosen.space_spec,
            "heuristic": chosen.heuristic_name,
        }
    }
    verdict_at_once = hopeless(puzzle)
    if verdict_at_once is not None:
        yield _ending(verdict_at_once, kind, puzzle)
        return
    limit = Limit(seconds=data["seconds"], nodes=data["nodes"], megabytes=500)
    run = chosen.start(puzzle, limit=limit, seed=data["seed"])
    yield from _frames(run, kind, puzzle)
    yield _ending(run.result(), kind, puzzle)


def _frames(run: Run, kind: Any, puzzle: Any) -> Iterator[Data]:
    numbers: dict[int, int] = {}
    keep: list[Node] = []  # or the identity of a node might be used again
    due = 1.0
    for event in run:
        if not isinstance(event, Expanded):
            yield frame(run, event, kind, puzzle)
            continue
        step = run.metrics.expanded
        node = event.node
        if len(numbers) < _TREE:
            numbers.setdefault(id(node), len(numbers))
            keep.append(node)
        if step < due:
            continue
        due = step + 1 if step < FULL else step * _THINNER
        h = None if node.h is None or node.h == inf else node.h
        yield {
            **frame(run, event, kind, puzzle),
            "id": numbers.get(id(node)),
            "parent": None if node.parent is None else numbers.get(id(node.parent)),
            "f": None if h is None else node.g + h,
            "stored": run.metrics.max_stored,
            "round": run.metrics.rounds,
            "ms": round(run.metrics.seconds * 1000, 3),
        }


def _ending(result: SearchResult, kind: Any, puzzle: Any) -> Data:
    measures = result.metrics
    trace = [h for h in measures.h_trace if h != inf]
    thin = max(1, len(trace) // _TRACE)
    return {
        "end": result.status.value,
        "expanded": measures.expanded,
        "generated": measures.generated,
        "max_frontier": measures.max_frontier,
        "max_stored": measures.max_stored,
        "rounds": measures.rounds,
        "seconds": round(measures.seconds, 6),
        "cost": result.cost,
        "reason": result.reason,
        "h_trace": trace[::thin],
        "position": None if result.answer is None else kind.to_json(puzzle, result.answer),
    }


def compare(data: Data) -> Iterator[Data]:
    """Many ways to search one board, a row each."""
    puzzle, kind = _puzzle(data)
    chosen = plans(
        kind,
        data["algorithms"] or (),
        wished=[data["heuristic"]] if data["heuristic"] else (),
        spaces=[data["space"]] if data["space"] else (),
    )
    for one in chosen:
        limit = Limit(seconds=data["each"], megabytes=500)
        found = hopeless(puzzle) or one.start(puzzle, limit=limit).finish()
        row = _ending(found, kind, puzzle)
        del row["h_trace"], row["position"]
        row["status"] = row.pop("end")
        yield {
            "algorithm": one.algorithm_spec,
            "heuristic": one.heuristic_name,
            "space": one.space_spec,
            **row,
        }
    yield {"end": True}


TASKS: dict[str, Callable[[Data], Iterator[Any]]] = {
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
}
