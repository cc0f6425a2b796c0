"""What all tests of the lab share."""

from __future__ import annotations

import pytest

from masume.lab.run import machine


@pytest.fixture(scope="session", autouse=True)
def machine_known(pytestconfig):
    """Which machine and commit this is, which asks git, is found out once: no test starts that."""
    machine()
    pytestconfig.pluginmanager.get_plugin("quick").started.clear()
