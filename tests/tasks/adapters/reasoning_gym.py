"""Run reasoning-gym's own loop on the datasets of masume."""

import reasoning_gym
from reasoning_gym.coaching import ScoreBoard  # noqa: F401 (the package is complete)
from reasoning_gym.factory import create_curriculum, create_dataset, get_score_answer_fn

from masume.tasks.adapters.reasoning_gym import register

names = register()
assert register() == names and len(names) >= 4
for name in names:
    dataset = create_dataset(name, size=3, seed=42, min_side=4, max_side=5)
    entries = list(dataset)
    assert len(entries) == len(dataset) == 3
    assert [entry["question"] for entry in entries] == [
        entry["question"] for entry in create_dataset(name, size=3, seed=42, min_side=4, max_side=5)
    ]
    for number, entry in enumerate(entries):
        assert dataset[number]["answer"] == entry["answer"]
        assert dataset.score_answer(entry["answer"], entry) == 1.0
        assert dataset.score_answer(f"So:\n```\n{entry['answer']}\n```", entry) == 1.0
        assert dataset.score_answer(None, entry) == 0.0
        assert dataset.score_answer("I give up", entry) < 0.2
    other = entries[1]["answer"]
    assert dataset.score_answer(other, entries[0]) < 1.0
    assert get_score_answer_fn(name)(entries[0]["answer"], entries[0]) == 1.0
    curriculum = create_curriculum(name)
    first = curriculum.generate_configuration({"seed": 1, "size": 1})
    curriculum.increment_attr_level("level")
    curriculum.increment_attr_level("side")
    second = curriculum.generate_configuration({"seed": 1, "size": 1})
    assert (first.level, second.level) == ("easy", "medium")
    assert second.max_side > first.max_side
    second.validate()
sides = {"min_side": 4, "max_side": 4}
mixed = reasoning_gym.create_dataset(
    "composite",
    size=4,
    seed=1,
    datasets=[
        reasoning_gym.composite.DatasetSpec(
            name=name, weight=1, config={"min_side": 4, "max_side": 4}
        )
        for name in names[:2]
    ],
)
assert all(mixed.score_answer(entry["answer"], entry) == 1.0 for entry in mixed)
print("passed", *names)
