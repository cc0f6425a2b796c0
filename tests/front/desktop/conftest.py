"""A window for each test, and a folder of its own for what is kept."""

from __future__ import annotations

import pytest


@pytest.fixture
def store(tmp_path):
    from masume.front.desktop.store import GameStore

    return GameStore(tmp_path / "data")


@pytest.fixture
def player(store, request):
    """Someone at a small window, or at one of the size that a test asks for."""
    from desktop.hands import SIZE, Player, pygame

    from masume.draw.themes import LIGHT
    from masume.front.desktop.app import App

    app = App(store, LIGHT, getattr(request, "param", SIZE))
    pygame.event.clear()
    yield Player(app)
    app.close()
