"""Bodies read without pydantic: as pydantic reads them, or refused."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from support import examples

from masume.errors import ParseError
from masume.front.web.operations import OPERATIONS
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
@given(operation=st.sampled_from(OPERATIONS), data=st.data())
def test_a_body_is_read_as_pydantic_reads_it(operation, data):
    names = [one.name for one in fields(operation.body)]
    good = {"board": "hitori/first", "text": "x", "state": STATE, "puzzle": "hitori", "to": "text"}
    good |= {"about": "r1c1", "do": "complete", "positions": []}
    given_ = {name: value for name, value in good.items() if name in names}
    changed = data.draw(st.dictionaries(st.sampled_from([*names, "other"]), VALUES, max_size=2))
    asked = given_ | changed
    checked = adapter(operation.body)
    try:
        found = read_body(operation.body, asked)
    except ParseError as refused:
        assert str(refused).startswith("body")
        if not _lax(asked):
            with pytest.raises(ValidationError):
                checked.validate_python(asked, strict=False)
        return
    assert found == checked.validate_python(asked)


@cache
def adapter(body):
    return TypeAdapter(body)


def _lax(value):
    """Whether pydantic might make something of a value that is not quite what it should be."""
    if isinstance(value, dict):
        return any(map(_lax, value.values()))
    if isinstance(value, list):
        return any(map(_lax, value))
    return isinstance(value, float | bool) or value in (0, 1)


def test_what_is_wrong_is_told_with_its_place():
    (play,) = (one.body for one in OPERATIONS if one.name == "session")
    with pytest.raises(ParseError, match=r"body\.state\.moves\.1: is not a text"):
        read_body(play, {"state": STATE | {"moves": ["", 3]}})
    with pytest.raises(ParseError, match=r"body\.ship: is nothing that is known here"):
        read_body(play, {"ship": 3})
    with pytest.raises(ParseError, match=r"body\.state\.at: is missing"):
        read_body(play, {"state": {"masume": 1, "board": "", "moves": []}})
