"""The tasks that are done at once, where the request arrives: moves of games, and short texts."""

from __future__ import annotations

from masume.front.web import bodies
from masume.front.web.boards import AT_ONCE, Data, loaded
from masume.front.web.drafts import drafted
from masume.front.web.games import Games
from masume.play.session import Session


class QuickTasks:
    """Does them, and keeps the games that were played lately."""

    def __init__(self) -> None:
        self._games = Games()

    def long_task(self, name: str, body: bodies.Body) -> str | None:
        """The task that a worker should do first, since others would have to wait; if there is one.

        It brings the answer, or a game that was opened.
        """
        if isinstance(body, bodies.Load):
            return name if len(body.text) > AT_ONCE else None
        if isinstance(body, bodies.DraftBody):
            return name if len(body.board) > AT_ONCE else None
        return "open" if self._games.is_long(_play(body)) else None

    def answer(self, name: str, body: bodies.Body, session: Session | None = None) -> Data:
        """What is answered; a game may have been opened before."""
        if isinstance(body, bodies.Load):
            return loaded(body)
        if isinstance(body, bodies.DraftBody):
            return drafted(body)
        if isinstance(body, bodies.MoveBody):
            return self._games.move(body, session)
        do = self._games.check if name == "check" else self._games.play
        return do(_play(body), session)


def _play(body: bodies.Body) -> bodies.PlayBody:
    if isinstance(body, bodies.Game):
        return bodies.PlayBody(state=body.state)
    assert isinstance(body, bodies.PlayBody)
    return body
