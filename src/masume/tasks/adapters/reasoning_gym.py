"""Datasets for reasoning-gym (`pip install reasoning-gym`): one per puzzle, with a curriculum.

`register()` adds a dataset for each puzzle to reasoning-gym, named `masume_` and the puzzle's name,
after which `reasoning_gym.create_dataset(name, size=10, seed=1)` works.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from reasoning_gym.coaching import (
    BaseCurriculum,
    RangeAttributeDefinition,
    ScalarAttributeDefinition,
)
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from masume.core.plugins.registry import kind_named
from masume.core.puzzle.technique import NAMED_LEVELS
from masume.make.request import levels_of
from masume.tasks.scoring import score
from masume.tasks.task import Task, generated_kinds, make_task, size_near

_SIDES = [4, 5, 6, 7, 8, 10, 12]


@dataclass
class PuzzleDatasetConfig:
    """The configuration of a dataset: the puzzle, its level and the range of its sizes."""

    puzzle: str = field(default_factory=lambda: generated_kinds()[0])
    level: str = "easy"
    min_side: int = 5
    max_side: int = 6
    seed: int | None = None
    size: int = 500  # of the dataset

    def validate(self) -> None:
        """Raise AssertionError, as reasoning-gym does, for values that no board can have."""
        known = generated_kinds()
        assert self.puzzle in known, f"puzzle must be one of {', '.join(known)}"
        levels = levels_of(kind_named(self.puzzle))
        assert self.level in levels, f"level must be one of {', '.join(levels)}"
        assert 2 <= self.min_side <= self.max_side, "sides must be 2 or more, min_side the smaller"


class PuzzleDataset(ProceduralDataset):
    """A procedural dataset of boards with exactly one solution."""

    def __init__(self, config: PuzzleDatasetConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, object]:
        """Return the entry of an index: question, answer and metadata."""
        if not 0 <= idx < self.size:
            raise IndexError(f"index {idx} is out of range; the dataset has {self.size} entries")
        config = self.config
        side = Random(f"{self.seed}-{idx}").randint(config.min_side, config.max_side)
        task = make_task(
            config.puzzle,
            size=size_near(config.puzzle, side),
            difficulty=config.level,
            seed=self.seed,
            index=idx,
        )
        metadata = {
            "source_dataset": f"masume_{config.puzzle}",
            "source_index": idx,
            "task": task.to_json(),
            "difficulty": {"side": task.puzzle.rows, "level": config.level},
        }
        return {"question": task.prompt, "answer": task.answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, object]) -> float:
        """Return the reward of an answer, from 0 to 1."""
        if not isinstance(answer, str):
            return 0.0
        metadata = entry["metadata"]
        assert isinstance(metadata, dict)
        return score(Task.from_json(metadata["task"]), answer).reward


class PuzzleCurriculum(BaseCurriculum):
    """The levels of a puzzle's techniques, and sizes by side, each of which can be raised."""

    def __init__(self, config_class: type[PuzzleDatasetConfig] = PuzzleDatasetConfig) -> None:
        super().__init__(type(self).__name__, config_class)
        puzzle = kind_named(config_class().puzzle)
        self._define_attributes(
            ScalarAttributeDefinition(
                name="level",
                field_name="level",
                levels=[level for level in levels_of(puzzle) if level in NAMED_LEVELS],
                description="The hardest technique that the board needs",
            ),
            RangeAttributeDefinition(
                name="side",
                levels=_SIDES,
                default_level=1,
                description="The number of rows and columns",
                lower_field_name="min_side",
                upper_field_name="max_side",
                ensure_interval=True,
            ),
        )


def register() -> list[str]:
    """Register a dataset for each puzzle with a generator, and return their names."""
    names = []
    for name in generated_kinds():
        dataset = f"masume_{name}"
        if dataset not in DATASETS:
            config: type = dataclass(
                type("PuzzleDatasetConfig", (PuzzleDatasetConfig,), _puzzle_field(name))
            )
            curriculum = type("PuzzleCurriculum", (PuzzleCurriculum,), _constructor(config))
            register_dataset(dataset, PuzzleDataset, config, curriculum)
        names.append(dataset)
    return names


def _puzzle_field(name: str) -> dict[str, object]:
    return {"puzzle": name, "__annotations__": {"puzzle": str}, "__module__": __name__}


def _constructor(config: type) -> dict[str, object]:
    return {"__init__": lambda self: PuzzleCurriculum.__init__(self, config)}
