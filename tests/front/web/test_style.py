"""Contrast of the pages in both themes, from the style sheet itself (WCAG 2: 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re

import pytest

from masume.draw.themes import THEMES
from masume.front.web.server import STATIC

SHEET = (STATIC / "style.css").read_text(encoding="utf-8")
PAIR = r"light-dark\((#\w+), (#\w+)\)"
COLOURS = {name: pair for name, *pair in re.findall(rf"--([\w-]+): {PAIR};", SHEET)}
BOTH = pytest.mark.parametrize("theme", ["light", "dark"])

# What is written on what.
TEXT = {
    "ink": "page card sunk tint good-tint bad-tint warn-tint",
    "soft": "page card sunk",  # quiet lines, labels, the names of facts
    "main": "page card sunk tint good-tint",  # links, summaries, the view that is shown
    "on-main": "main",
    "good": "good-tint",
    "bad": "page card bad-tint",
    "page": "ink",  # the line at the foot
}
# What is drawn on what, and means something.
GRAPHIC = {
    "edge": "page card sunk tint",  # of controls, and the search tree
    "main": "page card sunk tint",  # the focus, bars, traces
    "warn": "page card warn-tint",  # where a film is; trials
    "good": "page card",  # who has won
    "bad": "page card bad-tint",
}
DECORATION = {"line"}  # around cards, between rows


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_it_should_be():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


def named(theme):
    return {name: pair[theme == "dark"] for name, pair in COLOURS.items()}


@BOTH
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (GRAPHIC, 3)], ids=["text", "graphic"])
def test_everything_stands_out(theme, pairs, least):
    colours = named(theme)
    poor = {
        f"{over} on {under}": round(contrast(colours[over], colours[under]), 2)
        for over, unders in pairs.items()
        for under in unders.split()
        if contrast(colours[over], colours[under]) < least
    }
    assert poor == {}


def test_every_colour_is_looked_at():
    used = {*TEXT, *GRAPHIC, *DECORATION, *" ".join([*TEXT.values(), *GRAPHIC.values()]).split()}
    assert used == set(COLOURS)


def test_colours_that_have_no_name():
    """The sign before a fault is the only text with colours of its own."""
    rule = re.search(rf"#status\.fault::before {{.*background: {PAIR}; color: {PAIR};", SHEET)
    assert rule is not None
    for under, over in zip(rule.groups()[:2], rule.groups()[2:], strict=True):
        assert contrast(over, under) >= 4.5


@BOTH
@pytest.mark.parametrize("mark", ["main", "bad"], ids=["cursor", "pointed"])
def test_marks_stand_out_on_every_cell(theme, mark):
    """They have a second ring in the colour of the card, for cells that swallow the first one."""
    colours = named(theme)
    for style in ("board", "solid", "tint", "disc", "speck"):
        fill = THEMES[theme].styles[style].fill or THEMES[theme].paper
        rings = contrast(colours[mark], fill), contrast(colours["card"], fill)
        assert max(rings) >= 3, (style, rings)


def test_boards_melt_into_their_card():
    for theme in ("light", "dark"):
        assert named(theme)["card"] == THEMES[theme].paper
