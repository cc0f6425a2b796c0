"""Boards as questions for reasoning models, with scores.

A `Task` is a board as a question in words. `parse_response` finds the answer in what a model wrote,
and `score` compares it with the rules and the solution. `step_rows` yields explained steps, and
`judge_marks` says whether somebody else's step follows. `PuzzleEnvironment` is a game over several
turns. None of this needs more than the base installation; the adapters to other projects are in
`masume.tasks.adapters`.

>>> from masume import tasks
>>> (task,) = tasks.make_tasks("hitori", size=(4, 4), difficulty="easy", count=1, seed=7)
>>> tasks.score(task, f"I think it is this:\\n{task.answer}").solved
True
"""

# ruff: noqa: I001 (one import line per module, not per name)
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # at run time `__getattr__` imports each name
    from masume.tasks.environment import Observation as Observation
    from masume.tasks.environment import PuzzleEnvironment as PuzzleEnvironment
    from masume.tasks.judgement import MarkVerdict as MarkVerdict, judge_marks as judge_marks
    from masume.tasks.frozen import frozen_tasks as frozen_tasks
    from masume.tasks.response import Response as Response, parse_response as parse_response
    from masume.tasks.scoring import Score as Score, score as score
    from masume.tasks.steps import step_rows as step_rows
    from masume.tasks.task import Task as Task, make_task as make_task, make_tasks as make_tasks
    from masume.tasks.task import task_of as task_of

_HOMES = {
    "environment": "Observation PuzzleEnvironment",
    "frozen": "frozen_tasks",
    "judgement": "MarkVerdict judge_marks",
    "response": "Response parse_response",
    "scoring": "Score score",
    "steps": "step_rows",
    "task": "Task make_task make_tasks task_of",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME_OF)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a public name on first access."""
        if name not in _HOME_OF:
            raise AttributeError(f"module 'masume.tasks' has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        return value
