"""The public names, and the imports of the core."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import masume


def test_all_is_sorted_and_complete():
    assert masume.__all__ == sorted(masume.__all__)
    assert all(hasattr(masume, name) for name in masume.__all__)


def test_typed_imports_match_the_lazy_imports():
    tree = ast.parse(Path(masume.__file__).read_text(encoding="utf-8"))
    typed = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {name.name: node.module for node in typed.body for name in node.names}
    assert seen == masume._HOME_OF


def test_unknown_name_raises_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        _ = masume.slove
    assert "solve" in dir(masume)


def test_functions_are_not_shadowed_by_packages():
    from masume.logic.walks import explain
    from masume.search.astar import astar

    assert astar.name == "astar"
    assert masume.explain is explain
    assert callable(masume.search)


@pytest.mark.process
def test_import_is_light():
    code = "import sys, masume; masume.examples('hitori'); print(sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    for heavy in ("'rich'", "'click'", "'numpy'", "'pydantic'"):
        assert heavy not in loaded


def test_public_annotations_do_not_use_any():
    """A value of type Any is not checked by users' type checkers."""
    loose = []
    for name in masume.__all__:
        public = getattr(masume, name)
        if callable(public) and hasattr(public, "__annotations__"):
            types = {key: str(kind) for key, kind in public.__annotations__.items()}
            loose += [f"{name}.{key}" for key, kind in types.items() if kind.startswith("Any")]
    assert not loose
