"""Errors: one printable line, the same in every process."""

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
    ParseError("x", line=3, source="file", may_be=["hitori"]).found_in(2),
    UnknownName("puzzle", "hitory", ["hitori"]),
    BadOption("width=0"),
    NotApplicable("no"),
    MissingExtra(["web"], "the app", ["fastapi"]),
]


@pytest.mark.parametrize("fault", ERRORS, ids=lambda fault: type(fault).__name__)
def test_an_error_comes_back_from_another_process(fault):
    again = pickle.loads(pickle.dumps(fault))
    assert type(again) is type(fault) and str(again) == str(fault) and again.args == fault.args
    assert vars(again) == vars(fault)


def test_what_an_error_quotes_gives_no_orders_to_a_terminal():
    assert str(BadOption("width=\x1b[31m\n9")) == "width=�[31m 9"
