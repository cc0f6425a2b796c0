"""Run Gymnasium's own check on the environments of masume, and solve boards in them."""

import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from masume.api.exact import vocabulary_of
from masume.tasks.adapters.gymnasium import register

warnings.simplefilter("error")
for name in register():
    env = gymnasium.make(name, side=4, render_mode="rgb_array")
    check_env(env.unwrapped, skip_render_check=False)
    for seed in (1, 2):
        observation, info = env.reset(seed=seed)
        again, _ = env.reset(seed=seed)
        assert np.array_equal(observation, again) and not observation.any()
        game = env.unwrapped._game
        vocabulary = vocabulary_of(game.task.puzzle)
        total, done, steps = game.score().reward, False, 0
        for literal in sorted(vocabulary.marks(game.task.solution), key=abs):
            if done:
                break
            action = 2 * (abs(literal) - 1) + (literal < 0)
            if not info["action_mask"][action]:
                continue
            observation, reward, done, truncated, info = env.step(action)
            assert reward >= 0 and not truncated
            assert not info["action_mask"][action]
            total, steps = total + reward, steps + 1
        assert done and abs(total - 1) < 1e-9
        picture = env.render()
        assert picture.ndim == 3 and picture.shape[2] == 3 and picture.std() > 10
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(30):  # random play never fails
        *_, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    assert gymnasium.make(name, side=4, render_mode="ansi").unwrapped.render()
print("passed")
