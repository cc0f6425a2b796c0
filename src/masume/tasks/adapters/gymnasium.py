"""An environment for Gymnasium (`pip install gymnasium`): one mark per step.

The actions are the marks of the puzzle's model: action 2·k states the mark k+1 (such as a black
cell), action 2·k+1 denies it (a white cell). The observation has 1, −1 or 0 for each mark: stated,
denied or open. `info["action_mask"]` excludes marks that are already on the board. The reward is
the gain in `Score.reward`, so its sum over an episode is at most 1.
"""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium import spaces

from masume.api.exact import vocabulary_of
from masume.core.model.model import Literal
from masume.draw.show import show
from masume.tasks.environment import PuzzleEnvironment
from masume.tasks.task import generated_kinds, make_task, size_near


class MasumeEnv(gymnasium.Env):
    """A board of a puzzle, level and about this size; the seed of `reset` selects it."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        puzzle: str,
        side: int = 5,
        level: str = "easy",
        most_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.puzzle, self.side, self.level = puzzle, side, level
        self.render_mode = render_mode
        self._most_steps = most_steps
        self._load(0)
        shown = self._shown
        self.action_space = spaces.Discrete(2 * shown)
        self.observation_space = spaces.Box(-1, 1, (shown,), np.int8)

    def _load(self, index: int) -> None:
        """Load the first board from an index on that has as many marks as the first one."""
        while True:
            size = size_near(self.puzzle, self.side)
            task = make_task(self.puzzle, size=size, difficulty=self.level, seed=0, index=index)
            vocabulary = vocabulary_of(task.puzzle)
            if vocabulary.shown == getattr(self, "_shown", vocabulary.shown):
                break
            index += 1
        self._vocabulary, self._shown = vocabulary, vocabulary.shown
        self._game = PuzzleEnvironment(task)
        self._marks: set[Literal] = set()
        self._steps = 0
        self._reward = self._game.score().reward

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[np.ndarray, dict[str, object]]:
        """Start a new board and return the observation and the action mask."""
        super().reset(seed=seed)
        self._load(int(self.np_random.integers(1 << 30)))
        return self._observation(), self._info()

    def step(
        self, action: int | np.integer
    ) -> tuple[np.ndarray, float, bool, bool, dict[str, object]]:
        """Make a mark, which replaces those that contradict it."""
        variable, denies = divmod(int(action), 2)
        literal = -(variable + 1) if denies else variable + 1
        implications = self._vocabulary.implied_literals
        added = {literal, *implications(literal)}
        kept = {
            mark
            for mark in self._marks
            if added.isdisjoint((-mark, *(-n for n in implications(mark))))
        }
        self._marks = kept | added
        position = self._vocabulary.position_of(sorted(self._marks, key=abs))
        self._game.session.take(position)
        self._steps += 1
        before, self._reward = self._reward, self._game.score().reward
        solved = self._game.session.finished
        most = self._most_steps or 4 * self._shown
        truncated = not solved and self._steps >= most
        return self._observation(), self._reward - before, solved, truncated, self._info()

    def _observation(self) -> np.ndarray:
        values = np.zeros(self._shown, np.int8)
        for mark in self._marks:
            values[abs(mark) - 1] = 1 if mark > 0 else -1
        return values

    def _info(self) -> dict[str, object]:
        """Return the mask of actions that change the board, and the text of the board."""
        mask = np.ones(2 * self._shown, np.int8)
        for mark in self._marks:
            mask[2 * (abs(mark) - 1) + (mark < 0)] = 0
        return {"action_mask": mask, "board": self._game.observe().board}

    def render(self) -> str | np.ndarray | None:
        """Return the board as text or as an array of pixels, by the render mode."""
        if self.render_mode == "ansi":
            return self._game.observe().board
        if self.render_mode == "rgb_array":
            return _pixels(show(self._game.task.puzzle, self._game.position).data("png"))
        return None


def _pixels(png: bytes) -> np.ndarray:
    """Return a PNG as an array of rows × columns × 3."""
    from io import BytesIO

    from PIL import Image

    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def register() -> list[str]:
    """Register an environment for each puzzle with a generator, and return their identifiers."""
    names = {name: f"masume/{name}-v0" for name in generated_kinds()}
    for name, identifier in names.items():
        if identifier not in gymnasium.registry:
            gymnasium.register(identifier, MasumeEnv, kwargs={"puzzle": name})
    return [*names.values()]
