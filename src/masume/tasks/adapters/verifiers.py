"""A taskset for verifiers (`pip install verifiers`, version 1 of its interface).

`load_taskset(config)` builds it; the reward is that of `masume.tasks.score`, its components are
metrics.
"""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from masume.tasks.scoring import Score, score
from masume.tasks.task import Task, generated_kinds, make_tasks, size_near


class PuzzleData(vf.TaskData):
    """The data of one task, as it is stored with a trace."""

    task: dict[str, object]


class PuzzleTask(vf.Task[PuzzleData]):
    """A board as a task, scored by the referee."""

    def _score(self, trace: vf.Trace) -> Score:
        return score(Task.from_json(self.data.task), trace.last_reply)

    @vf.reward
    async def puzzle_reward(self, trace: vf.Trace) -> float:
        """Return 1 for a solved board, else partial credit."""
        return self._score(trace).reward

    @vf.metric
    async def components(self, trace: vf.Trace) -> dict[str, float]:
        """Return the components of the score."""
        result = self._score(trace)
        return {
            "solved": float(result.solved),
            "well_formed": float(result.is_well_formed),
            "progress": result.progress,
            "rules_satisfied": result.rules_satisfied,
        }


class PuzzleTasksetConfig(vf.TasksetConfig):
    """The boards of a taskset."""

    puzzle: str = generated_kinds()[0]
    side: int = 6
    level: str = "easy"
    count: int = 100
    seed: int = 0


class PuzzleTaskset(vf.Taskset[PuzzleTask, PuzzleTasksetConfig]):
    """New boards of one puzzle, level and size."""

    def load(self) -> Iterator[PuzzleTask]:
        """Yield the tasks in the order of their index."""
        config = self.config
        boards = make_tasks(
            config.puzzle,
            size=size_near(config.puzzle, config.side),
            difficulty=config.level,
            count=config.count,
            seed=config.seed,
        )
        for task in boards:
            data = PuzzleData(id=task.id, prompt=task.prompt, task=task.to_json())
            yield PuzzleTask(data, config.task)


def load_taskset(config: PuzzleTasksetConfig | None = None) -> PuzzleTaskset:
    """Return the taskset of a configuration."""
    return PuzzleTaskset(config or PuzzleTasksetConfig())
