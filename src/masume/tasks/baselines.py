"""Baselines that need no model, to give scores a scale: random play, propagation, searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from statistics import fmean

from masume.api.exact import vocabulary_of
from masume.api.searches import search
from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Position
from masume.core.system.limits import Limit
from masume.errors import NotApplicable
from masume.logic.explainer import Explainer
from masume.tasks.scoring import score
from masume.tasks.task import Task

NODES = 10_000  # the budget of a search


@dataclass(frozen=True)
class BaselineResult:
    """The mean scores of a baseline over some tasks."""

    name: str
    tasks: int
    solved: float
    reward: float
    progress: float


def random_play(task: Task) -> Position:
    """Make random marks; take back each one after which a rule is visibly broken."""
    kind, vocabulary = kind_of(task.puzzle), vocabulary_of(task.puzzle)
    rng = Random(f"random play {task.id}")
    position = kind.start(task.puzzle)
    literals: list[int] = []
    for variable in rng.sample(range(1, vocabulary.shown + 1), vocabulary.shown):
        literal = variable * rng.choice((1, -1))
        tried = vocabulary.position_of([*literals, literal])
        if not kind.visible_violations(task.puzzle, tried):
            literals.append(literal)
            position = tried
    return position


def propagation(level: int) -> Callable[[Task], Position]:
    """Return the baseline that applies all techniques below a level, an index of LEVELS."""

    def propagate(task: Task) -> Position:
        """Return what the techniques conclude from the bare board."""
        walk = Explainer(task.puzzle)
        for _ in walk.named_steps(level):
            pass
        position: Position = walk.vocabulary.position_of(sorted(walk.known, key=abs))
        return position

    return propagate


def searching(algorithm: str, nodes: int = NODES) -> Callable[[Task], Position]:
    """Return the baseline that searches in the puzzle's first space within a budget."""

    def run(task: Task) -> Position:
        """Return the answer of the search, or the bare board if it found none."""
        result = search(task.puzzle, algorithm, limit=Limit(nodes=nodes))
        return result.answer or kind_of(task.puzzle).start(task.puzzle)

    return run


BASELINES: dict[str, Callable[[Task], Position]] = {
    "random play": random_play,
    "easy techniques": propagation(1),
    "techniques up to hard": propagation(3),
    "breadth_first": searching("breadth_first"),
    "depth_first": searching("depth_first"),
    "greedy": searching("greedy"),
    "astar": searching("astar"),
}


def run_baselines(tasks: Iterable[Task]) -> list[BaselineResult]:
    """Return the results of all baselines; one that does not apply to a task scores 0 there."""
    known = list(tasks)
    results = []
    for name, play in BASELINES.items():
        scores = []
        for task in known:
            try:
                scores.append(score(task, play(task)))
            except NotApplicable:
                scores.append(score(task, ""))
        results.append(
            BaselineResult(
                name,
                len(known),
                fmean(result.solved for result in scores),
                fmean(result.reward for result in scores),
                fmean(result.progress for result in scores),
            )
        )
    return results
