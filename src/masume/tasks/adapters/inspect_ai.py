"""An evaluation for Inspect (`pip install inspect-ai`).

Run it with `inspect eval masume/tasks/adapters/inspect_ai.py -T puzzle=NAME -T side=6`, or pass
`masume_puzzles(...)` to `inspect_ai.eval`.
"""

from __future__ import annotations

from inspect_ai import Task as InspectTask
from inspect_ai import task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from masume.tasks.scoring import score
from masume.tasks.task import Task, make_tasks, size_near

_METRICS = [mean(), stderr()]


@task
def masume_puzzles(
    puzzle: str, side: int = 6, level: str = "easy", count: int = 50, seed: int = 0
) -> InspectTask:
    """Return the evaluation of a model on new boards."""
    size = size_near(puzzle, side)
    boards = make_tasks(puzzle, size=size, difficulty=level, count=count, seed=seed)
    samples = [
        Sample(id=board.id, input=board.prompt, target=board.answer, metadata=board.to_json())
        for board in boards
    ]
    return InspectTask(dataset=MemoryDataset(samples), solver=[generate()], scorer=puzzle_scorer())


@scorer(metrics={"reward": _METRICS, "solved": _METRICS, "progress": _METRICS})
def puzzle_scorer() -> Scorer:
    """Return the scorer: reward, solved and progress, with a sentence of feedback."""

    async def score_state(state: TaskState, target: Target) -> Score:
        """Score the last completion of a sample."""
        result = score(Task.from_json(state.metadata), state.output.completion)
        return Score(
            value={
                "reward": result.reward,
                "solved": float(result.solved),
                "progress": result.progress,
            },
            answer=state.output.completion,
            explanation=result.feedback,
        )

    return score_state
