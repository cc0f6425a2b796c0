"""Fixtures of all tests of the lab."""

from __future__ import annotations

import pytest

from masume.lab.machine import machine


@pytest.fixture(scope="session", autouse=True)
def machine_known(pytestconfig):
    """Describe the machine once; otherwise every test would start Git."""
    machine()
    pytestconfig.pluginmanager.get_plugin("quick").started.clear()
