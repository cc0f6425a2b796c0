"""A test that starts something must say so."""

from __future__ import annotations

import socket

import pytest

from tests.tiers import QuickTests


@pytest.fixture
def watching(request):
    """What watches this very test."""
    (found,) = (
        one for one in request.config.pluginmanager.get_plugins() if isinstance(one, QuickTests)
    )
    return found


class Item:
    def get_closest_marker(self, name):
        return None


def test_a_quick_test_that_starts_something_fails_with_a_line(watching):
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
    assert watching.started == ["a server"]
    step = watching.pytest_runtest_call(Item())
    next(step)
    with pytest.raises(pytest.fail.Exception, match="this test starts a server: mark it"):
        step.send(None)
    watching.started.clear()
