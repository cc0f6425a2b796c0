"""A deadline for request heads, against clients that send them slowly.

The deadline for bodies is in `guard`, which only runs once the head is complete.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0  # from the connection or the first byte


class HeadDeadlineProtocol(H11Protocol):
    """An HTTP protocol that closes connections without a complete head in time."""

    _head_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the deadline."""
        super().connection_made(transport)
        self._update_deadline()

    def data_received(self, data: bytes) -> None:
        """Process the data, and start or stop the deadline."""
        super().data_received(data)
        self._update_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the deadline."""
        super().connection_lost(exc)
        self._stop_deadline()

    def _update_deadline(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_deadline()
        elif self._head_due is None:
            self._head_due = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_deadline(self) -> None:
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None
