"""Hostile requests to every endpoint, made from the server's own description."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from masume.front.web.server import create_app

# From the description alone: given an app, schemathesis would talk to that one, not to the server.
schema = schemathesis.openapi.from_dict(create_app(workers=1).openapi())
about_studies = schema.include(path_regex="^/api/studies/")
few = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def address(server):
    return server.address


@schema.parametrize()
@few
def test_nothing_is_a_fault_of_the_server(case, address):
    is_in_order(case.call(base_url=address, timeout=70))


@about_studies.parametrize()
@few
def test_nothing_about_a_real_study_is_one_either(case, address):
    case.path_parameters["name"] = "small"
    is_in_order(case.call(base_url=address, timeout=70))


def test_the_server_that_is_asked_has_that_study(server):
    assert server.client.get("/api/studies/small").status_code == 200


def is_in_order(answer):
    assert answer.status_code < 500 or answer.status_code == 503, (answer.status_code, answer.text)
    if answer.status_code >= 400:
        assert set(answer.json()) == {"error"}
