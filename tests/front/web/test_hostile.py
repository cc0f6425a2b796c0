"""Hostile requests to every endpoint, made from the server's own description."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from masume.front.web.server import create_app

schema = schemathesis.openapi.from_asgi("/openapi.json", create_app(workers=1))


@pytest.fixture(scope="module")
def address(server):
    return server.address


@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_nothing_is_a_fault_of_the_server(case, address):
    answer = case.call(base_url=address, timeout=70)
    assert answer.status_code < 500 or answer.status_code == 503, (answer.status_code, answer.text)
    if answer.status_code >= 400:
        assert set(answer.json()) == {"error"}
