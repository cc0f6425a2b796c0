"""Bodies read without pydantic: the same results as with it, or an error."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from support import examples

from masume.errors import ParseError
from masume.front.web.operations import find_operation, operations
from masume.front.web.reading import read_body

STATE = {"masume": 1, "board": "hitori\n1 1\n1 2", "moves": ["r1c1=black"], "at": 1}
WORDS = st.sampled_from(
    ["", "light", "svg", "hint", "touch", "complete", "undo", "hitori/first", "x" * 201]
)
NUMBERS = st.one_of(st.integers(-3, 70), st.sampled_from([0.5, 1e9, 2**64, float("inf")]))
PLAIN = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS, st.just(STATE))
ACTIONS = st.fixed_dictionaries(
    {"do": st.sampled_from(["touch", "undo", "dance"])}, optional={"cell": PLAIN, "to": PLAIN}
)
VALUES = st.one_of(PLAIN, ACTIONS, st.lists(ACTIONS, max_size=2), st.lists(PLAIN, max_size=3))


@examples(600)
@given(operation=st.sampled_from(operations()), data=st.data())
def test_bodies_are_read_as_by_pydantic(operation, data):
    names = [field.name for field in fields(operation.body)]
    good = {"board": "hitori/first", "text": "x", "state": STATE, "puzzle": "hitori", "to": "text"}
    good |= {"target": "r1c1", "do": "complete", "positions": []}
    given_ = {name: value for name, value in good.items() if name in names}
    changed = data.draw(st.dictionaries(st.sampled_from([*names, "other"]), VALUES, max_size=2))
    body = given_ | changed
    checked = adapter(operation.body)
    try:
        found = read_body(operation.body, body)
    except ParseError as fault:
        assert str(fault).startswith("body")
        if not _is_lenient(body):
            with pytest.raises(ValidationError):
                checked.validate_python(body, strict=False)
        return
    assert found == checked.validate_python(body)


@cache
def adapter(body):
    return TypeAdapter(body)


def _is_lenient(value):
    """Return whether pydantic might convert a value that does not have the exact type."""
    if isinstance(value, dict):
        return any(map(_is_lenient, value.values()))
    if isinstance(value, list):
        return any(map(_is_lenient, value))
    return isinstance(value, float | bool) or value in (0, 1)


def test_errors_name_the_field():
    play = find_operation("session").body
    with pytest.raises(ParseError, match=r"body\.state\.moves\.1: must be a string"):
        read_body(play, {"state": STATE | {"moves": ["", 3]}})
    with pytest.raises(ParseError, match=r"body\.ship: is an unknown field"):
        read_body(play, {"ship": 3})
    with pytest.raises(ParseError, match=r"body\.state\.at: is missing"):
        read_body(play, {"state": {"masume": 1, "board": "", "moves": []}})
