"""The public names, and the promise that the core is light."""

from __future__ import annotations

import subprocess
import sys

import masume


def test_all_is_sorted_and_real():
    assert masume.__all__ == sorted(masume.__all__)
    assert all(hasattr(masume, name) for name in masume.__all__)


def test_search_is_the_function_and_the_folder_is_importable():
    assert callable(masume.search)
    from masume.search.astar import astar

    assert astar.name == "astar"
    assert callable(masume.search)


def test_importing_masume_loads_no_screen_library():
    code = "import sys, masume; masume.examples('hitori'); print(sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    for heavy in ("'rich'", "'click'", "'numpy'", "'pydantic'"):
        assert heavy not in loaded
