"""Fixtures: a window and a data folder for each test."""

from __future__ import annotations

import pytest


@pytest.fixture
def store(tmp_path):
    from masume.front.desktop.store import GameStore

    return GameStore(tmp_path / "data")


@pytest.fixture
def player(store, request):
    """Return a player of a small window, or of the size given by the test."""
    from desktop.hands import SIZE, Player, pygame

    from masume.draw.themes import LIGHT
    from masume.front.desktop.app import App

    app = App(store, LIGHT, getattr(request, "param", SIZE))
    pygame.event.clear()
    yield Player(app)
    app.close()
