"""Hostile requests to every route, generated from the server's own description."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support import examples


@pytest.fixture(scope="module")
def operations(server):
    import schemathesis  # slow to import

    description = server.client.get("/openapi.json").json()
    # From the description: given an app, it would call that one instead of the server.
    results = schemathesis.openapi.from_dict(description).get_all_operations()
    return [operation.ok() for operation in results]


def check_operation(operation, address, **path):
    """Send valid and invalid requests; every answer must be one that the description lists."""
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi import checks

    described_checks = [
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]

    @examples(16, suppress_health_check=list(HealthCheck))
    @given(st.one_of(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))
    def answer_conforms(case):
        case.path_parameters |= path
        answer = case.call(base_url=address, timeout=70)
        details = (operation.label, answer.status_code, answer.content[:500])
        assert answer.status_code < 500 or answer.status_code == 503, details
        case.validate_response(answer, checks=described_checks)

    answer_conforms()


def test_no_request_causes_a_server_error(operations, server):
    assert len(operations) > 20
    for operation in operations:
        check_operation(operation, server.address)


def test_no_request_about_a_real_study_causes_one(operations, server):
    assert server.client.get("/api/studies/small/report.html").status_code == 200
    study_operations = [op for op in operations if op.path.startswith("/api/studies/")]
    assert len(study_operations) >= 2
    for operation in study_operations:
        check_operation(operation, server.address, name="small")
