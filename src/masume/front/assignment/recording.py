"""Films of failing runs: recorded while a submission is judged, shown as pages later."""

from __future__ import annotations

from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING

from masume.api.searches import SearchSpec
from masume.core.search.journal import Journal
from masume.core.search.problem import is_user_problem
from masume.core.system.limits import Limit
from masume.formats.plain import Board
from masume.front.film.export import export_film
from masume.front.film.recording import read, record
from masume.front.film.reel import Reel, read_reel

if TYPE_CHECKING:  # not available in browsers
    from masume.teach.grading import GradingTask
    from masume.teach.judge import CriterionResult

_MOST_NODES = 400  # expansions of a film: the first ones show what goes wrong
_MOST_SHOTS = 300


def record_run(board: Board, spec: SearchSpec, limit: Limit, seed: int) -> str:
    """Record the first expansions of a search; a `Recorder` of `masume.teach.judge`."""
    nodes = _MOST_NODES if limit.nodes is None else min(limit.nodes, _MOST_NODES)
    run = spec.start(board.puzzle, limit=Limit(nodes=nodes), seed=seed, journal=Journal())
    lines = StringIO()
    about = {"name": board.name or board.kind.title, **spec.film_head()}
    positions = not spec.moves_tell or is_user_problem(board.puzzle)
    for _ in record(run, lines, board.kind, board.puzzle, about, positions=positions):
        pass
    return lines.getvalue()


def run_task_with_film(task: GradingTask) -> CriterionResult:
    """Judge one criterion of one submission, and record its first failing run."""
    from masume.teach.grading import run_task

    return run_task(task, record_run)


def film_reel(recorded: str) -> Reel:
    """Return a recorded film."""
    return read_reel(read(iter(recorded.splitlines())))


def film_page(recorded: str) -> bytes:
    """Return the page of a recorded film."""
    reel = film_reel(recorded)
    shots = list(islice((shot.line["step"] for shot in reel.shots() if "step" in shot.line),
                        _MOST_SHOTS))  # fmt: skip
    return export_film([reel], "html", last=shots[-1] if shots else None, size=440)
