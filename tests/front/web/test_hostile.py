"""Hostile requests to every endpoint, made from the server's own description."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support import examples


@pytest.fixture(scope="module")
def operations(server):
    import schemathesis  # it takes its time

    description = server.client.get("/openapi.json").json()
    # From the description alone: given an app, it would talk to that one, not to the server.
    found = schemathesis.openapi.from_dict(description).get_all_operations()
    return [operation.ok() for operation in found]


def put_to_the_test(operation, address, **path):
    """Requests as they should be and as they should not, however they are spoilt.

    Every answer must be one of those that the description tells of.
    """
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi import checks

    as_described = [
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]

    @examples(16, suppress_health_check=list(HealthCheck))
    @given(st.one_of(operation.as_strategy(generation_mode=mode) for mode in GenerationMode))
    def is_in_order(case):
        case.path_parameters |= path
        answer = case.call(base_url=address, timeout=70)
        told = (operation.label, answer.status_code, answer.content[:500])
        assert answer.status_code < 500 or answer.status_code == 503, told
        case.validate_response(answer, checks=as_described)

    is_in_order()


def test_nothing_is_a_fault_of_the_server(operations, server):
    assert len(operations) > 20
    for operation in operations:
        put_to_the_test(operation, server.address)


def test_nothing_about_a_real_study_is_one_either(operations, server):
    assert server.client.get("/api/studies/small").status_code == 200
    about = [one for one in operations if one.path.startswith("/api/studies/")]
    assert len(about) > 3
    for operation in about:
        put_to_the_test(operation, server.address, name="small")
