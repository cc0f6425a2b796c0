"""Errors: one printable line, and pickling."""

from __future__ import annotations

import pickle

import pytest

from masume.errors import (
    BadOption,
    MissingExtra,
    NotApplicable,
    ParseError,
    UnknownName,
)

ERRORS = [
    ParseError("x", line=3, source="file", candidates=["hitori"]).with_location(2),
    UnknownName("puzzle", "hitory", ["hitori"]),
    BadOption("width=0"),
    NotApplicable("no"),
    MissingExtra(["web"], "the app", ["fastapi"]),
]


@pytest.mark.parametrize("fault", ERRORS, ids=lambda fault: type(fault).__name__)
def test_errors_survive_pickling(fault):
    again = pickle.loads(pickle.dumps(fault))
    assert type(again) is type(fault) and str(again) == str(fault) and again.args == fault.args
    assert vars(again) == vars(fault)


def test_error_messages_contain_no_control_characters():
    assert str(BadOption("width=\x1b[31m\n9")) == "width=�[31m 9"
