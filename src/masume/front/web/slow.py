"""Clients that send the head of a request bit by bit: their connections are closed.

The deadline for bodies is the guard's; before there is a whole head, there is nothing to guard.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0  # from its first byte, or from when the connection was made


class Impatient(H11Protocol):
    """A connection that ends unless a whole head arrives in time."""

    _head_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Someone connects."""
        super().connection_made(transport)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        """Something of a request has come."""
        super().data_received(data)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        super().connection_lost(exc)
        self._forget_head()

    def _watch_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._forget_head()
        elif self._head_due is None:
            self._head_due = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _forget_head(self) -> None:
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None
