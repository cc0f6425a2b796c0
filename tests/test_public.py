"""The public names, and the promise that the core is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import masume


def test_all_is_sorted_and_real():
    assert masume.__all__ == sorted(masume.__all__)
    assert all(hasattr(masume, name) for name in masume.__all__)


def test_what_type_checkers_see_is_what_there_is():
    tree = ast.parse(Path(masume.__file__).read_text(encoding="utf-8"))
    (typed,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {name.name: node.module for node in typed.body for name in node.names}
    assert seen == masume._HOME_OF


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        _ = masume.slove
    assert "solve" in dir(masume)


def test_functions_keep_their_names_although_folders_are_called_so():
    from masume.logic.walks import explain
    from masume.search.astar import astar

    assert astar.name == "astar"
    assert masume.explain is explain
    assert callable(masume.search)


@pytest.mark.process
def test_importing_masume_loads_no_screen_library():
    code = "import sys, masume; masume.examples('hitori'); print(sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    for heavy in ("'rich'", "'click'", "'numpy'", "'pydantic'"):
        assert heavy not in loaded


def test_nothing_public_is_of_any_type():
    """What users' type checkers would let pass whatever they do with it."""
    loose = []
    for name in masume.__all__:
        public = getattr(masume, name)
        if callable(public) and hasattr(public, "__annotations__"):
            told = {key: str(kind) for key, kind in public.__annotations__.items()}
            loose += [f"{name}.{key}" for key, kind in told.items() if kind.startswith("Any")]
    assert not loose
