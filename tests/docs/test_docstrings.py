"""Doctests in the package and in studies/papers pass."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import masume

PACKAGE = Path(masume.__file__).parent
STUDIES = Path(__file__).parents[2] / "studies"
MODULES = [
    ".".join(file.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__")
    for folder in (PACKAGE, STUDIES)
    for file in sorted(folder.rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    failed, tried = doctest.testmod(import_module(name))
    assert tried and not failed
