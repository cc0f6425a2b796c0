"""Run an evaluation of Inspect with its mock model."""

import sys

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from masume.tasks.adapters.inspect_ai import masume_puzzles

folder = sys.argv[1]


def output(text):
    """Return what the mock model says, with its usage: else it would load a tokenizer."""
    said = ModelOutput.from_content("mockllm/model", text)
    said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return said


for puzzle in ("hitori", "hashi"):
    task = masume_puzzles(puzzle, side=4, count=3, seed=5)
    answers = [sample.target for sample in task.dataset]
    said = [f"The answer is:\n```\n{answers[0]}\n```", answers[1], "I do not know."]
    model = get_model("mockllm/model", custom_outputs=[output(text) for text in said])
    (log,) = evaluate(task, model=model, log_dir=folder, display="none", max_samples=1)
    assert log.status == "success", log.error
    values = [sample.scores["puzzle_scorer"] for sample in log.samples]
    assert [value.value["solved"] for value in values] == [1, 1, 0], values
    assert values[2].value["reward"] == 0
    assert "no answer was found" in values[2].explanation
    metrics = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert abs(metrics["solved"] - 2 / 3) < 1e-9, metrics
print("passed")
