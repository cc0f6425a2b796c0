"""The examples in the package's docstrings are tried."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import masume

PACKAGE = Path(masume.__file__).parent
MODULES = [
    ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for file in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    failed, tried = doctest.testmod(import_module(name))
    assert tried and not failed
