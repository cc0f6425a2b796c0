"""Load the taskset, and score traces with the package's own scoring."""

import asyncio

import verifiers.v1 as vf

from masume.tasks.adapters.verifiers import PuzzleTasksetConfig, load_taskset
from masume.tasks.task import Task


def trace_of(task, reply):
    message = vf.AssistantMessage(content=reply)
    recorded = vf.TraceTask(type=type(task).__name__, data=task.data)
    agent = vf.AgentInfo(config=vf.AgentConfig(), trainable=False)
    trace = vf.Trace(task=recorded, agent=agent)
    trace.nodes.append(vf.MessageNode(message=message, parent=None, sampled=True))
    return trace


taskset = load_taskset(PuzzleTasksetConfig(puzzle="hashi", side=5, count=3, seed=8))
tasks = list(taskset)
assert [task.data.idx for task in tasks] == [0, 1, 2]
assert len({task.key for task in tasks}) == 3
assert len(list(taskset.take(2))) == 2
for task in tasks:
    own = Task.from_json(task.data.task)
    assert own.prompt == task.data.prompt_text
    for reply, solved in ((own.answer, 1), (f"```\n{own.answer}\n```", 1), ("no", 0)):
        trace = trace_of(task, reply)
        asyncio.run(task.score(trace))
        assert trace.reward == solved, trace.rewards
        assert trace.metrics["solved"] == solved
print("passed")
