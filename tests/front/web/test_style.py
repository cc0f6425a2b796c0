"""Contrast of the pages in both themes, from the style sheet itself (WCAG 2: 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re

import pytest

from masume.draw.themes import THEMES
from masume.front.web.server import STATIC

SHEETS = {path.stem: path.read_text(encoding="utf-8") for path in (STATIC / "css").glob("*.css")}
PAIR = r"light-dark\((#\w+), (#\w+)\)"
COLOURS = {name: pair for name, *pair in re.findall(rf"--([\w-]+): {PAIR};", SHEETS["tokens"])}
BOTH = pytest.mark.parametrize("theme", ["light", "dark"])

# Text colours and the backgrounds they are used on.
TEXT = {
    "ink": "page card sunk tint good-tint bad-tint warn-tint",
    "soft": "page card sunk",  # quiet lines, labels
    "main": "page card sunk tint good-tint",  # links, summaries, the current view
    "on-main": "main",
    "good": "good-tint",
    "bad": "page card bad-tint",
    "page": "ink",  # the status line
}
# Colours of meaningful graphics and their backgrounds.
GRAPHIC = {
    "edge": "page card sunk tint",  # of controls, and the search tree
    "main": "page card sunk tint",  # the focus, bars, traces
    "warn": "page card warn-tint",  # position in a film; trials
    "good": "page card",  # winners
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


def contrast(first, second):
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_known_pairs():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


def theme_colours(theme):
    return {name: pair[theme == "dark"] for name, pair in COLOURS.items()}


@BOTH
@pytest.mark.parametrize(("pairs", "minimum"), [(TEXT, 4.5), (GRAPHIC, 3)], ids=["text", "graphic"])
def test_text_and_graphics_have_enough_contrast(theme, pairs, minimum):
    colours = theme_colours(theme)
    poor = {
        f"{over} on {under}": round(contrast(colours[over], colours[under]), 2)
        for over, unders in pairs.items()
        for under in unders.split()
        if contrast(colours[over], colours[under]) < minimum
    }
    assert poor == {}


def test_every_colour_is_checked():
    used = {*TEXT, *GRAPHIC, *DECORATION, *" ".join([*TEXT.values(), *GRAPHIC.values()]).split()}
    assert used == set(COLOURS)


def test_unnamed_colours_have_enough_contrast():
    """The sign before an error is the only text with unnamed colours."""
    rule = re.search(
        rf"#status\.error::before {{.*background: {PAIR}; color: {PAIR};", SHEETS["base"]
    )
    assert rule is not None
    for under, over in zip(rule.groups()[:2], rule.groups()[2:], strict=True):
        assert contrast(over, under) >= 4.5


@BOTH
@pytest.mark.parametrize("mark", ["main", "bad"], ids=["cursor", "pointed"])
def test_marks_stand_out_on_every_cell(theme, mark):
    """A second ring in the card's colour keeps them visible on cells of the first ring's colour."""
    colours = theme_colours(theme)
    for style in ("board", "solid", "tint", "disc", "speck"):
        fill = THEMES[theme].styles[style].fill or THEMES[theme].paper
        rings = contrast(colours[mark], fill), contrast(colours["card"], fill)
        assert max(rings) >= 3, (style, rings)


def test_board_background_equals_the_card():
    for theme in ("light", "dark"):
        assert theme_colours(theme)["card"] == THEMES[theme].paper
