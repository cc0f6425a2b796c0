"""What a finished island looks like."""

from __future__ import annotations

import pytest

from masume.draw.themes import THEMES


@pytest.mark.parametrize("name", THEMES)
def test_a_finished_island_is_told_by_its_ring_and_not_by_colour_alone(name):
    styles = THEMES[name].styles
    assert styles["disc-full"].width >= 1.4 * styles["disc"].width
