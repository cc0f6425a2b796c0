"""docs/techniques.md tells of every technique as it is now."""

from __future__ import annotations

from masume.core.plugins.registry import built_in_kinds
from tools.techniques import PAGE, page


def test_the_page_of_techniques_is_current():
    told = PAGE.read_text()
    kinds = [kind for kind in built_in_kinds().values() if f"\n## {kind.title}\n" in told]
    assert len(kinds) >= 4  # someone may be trying out another one in this very checkout
    assert told == page(kinds), "write it again: python tools/techniques.py"
