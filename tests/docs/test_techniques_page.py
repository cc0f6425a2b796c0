"""docs/techniques.md tells of every technique as it is now."""

from __future__ import annotations

from tools.techniques import PAGE, page


def test_the_page_of_techniques_is_current():
    assert PAGE.read_text() == page(), "write it anew: python tools/techniques.py"
