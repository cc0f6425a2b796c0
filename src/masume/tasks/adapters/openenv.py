"""An environment for OpenEnv (`pip install openenv-core`): mark, undo, check and ask for hints.

`create_app()` returns its server; run it with `uvicorn --factory
masume.tasks.adapters.openenv:create_app`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app
from pydantic import Field

from masume.tasks.environment import Observation as SeenBoard
from masume.tasks.environment import PuzzleEnvironment
from masume.tasks.task import generated_kinds, make_task, size_near

if TYPE_CHECKING:
    from fastapi import FastAPI


class PuzzleAction(Action):
    """A turn: the command and, for `mark`, the moves such as r1c1=black."""

    command: Literal["mark", "undo", "check", "hint"] = "mark"
    moves: list[str] = Field(default_factory=list, max_length=1000)


class PuzzleObservation(Observation):
    """What is seen after a turn."""

    board: str = ""
    message: str = ""
    moves: int = 0
    hints: int = 0


class PuzzleServer(Environment[PuzzleAction, PuzzleObservation, State]):
    """A board of a puzzle, level and about this size; the seed of `reset` selects it."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self, puzzle: str = "", side: int = 6, level: str = "easy", hints: int | None = 0
    ) -> None:
        super().__init__()
        self._settings = puzzle or generated_kinds()[0], side, level, hints
        self._state = State()
        self._game = self._new_game(0)

    def _new_game(self, seed: int) -> PuzzleEnvironment:
        puzzle, side, level, hints = self._settings
        return PuzzleEnvironment(
            make_task(puzzle, size=size_near(puzzle, side), difficulty=level, seed=seed),
            hints=hints,
        )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: object
    ) -> PuzzleObservation:
        """Start the board of a seed; the message is the prompt."""
        self._game = self._new_game(seed or 0)
        self._state = State(episode_id=episode_id, step_count=0)
        return self._observe(self._game.reset())

    def step(
        self, action: PuzzleAction, timeout_s: float | None = None, **options: object
    ) -> PuzzleObservation:
        """Take a turn."""
        self._state.step_count += 1
        game = self._game
        if action.command == "mark":
            return self._observe(game.mark(*action.moves))
        turns = {"undo": game.undo, "check": game.check, "hint": game.hint}
        return self._observe(turns[action.command]())

    def _observe(self, seen: SeenBoard) -> PuzzleObservation:
        """Return the observation of a board, with the reward of the game so far."""
        return PuzzleObservation(
            done=self._game.done,
            reward=self._game.reward,
            board=seen.board,
            message=seen.message,
            moves=seen.moves,
            hints=seen.hints,
        )

    @property
    def state(self) -> State:
        """The identifier of the episode and the number of its turns."""
        return self._state


def create_app() -> FastAPI:
    """Return the FastAPI application that serves the environment."""
    app: FastAPI = create_fastapi_app(PuzzleServer, PuzzleAction, PuzzleObservation)
    return app
