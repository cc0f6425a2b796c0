"""Tests that start processes or servers must be marked."""

from __future__ import annotations

import socket

import pytest

from tests.tiers import QuickTests


@pytest.fixture
def watching(request):
    """Return the plugin that watches this test."""
    (found,) = (
        plugin
        for plugin in request.config.pluginmanager.get_plugins()
        if isinstance(plugin, QuickTests)
    )
    return found


class Item:
    def get_closest_marker(self, name):
        return None


def test_unmarked_test_that_starts_a_process_fails(watching):
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
    assert watching.started == ["a server"]
    step = watching.pytest_runtest_call(Item())
    next(step)
    with pytest.raises(pytest.fail.Exception, match="this test starts a server: mark it"):
        step.send(None)
    watching.started.clear()
