"""Themes: the appearance of each style of a scene.

Widths are relative to a cell. No theme relies on colour alone; `print` has no colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from masume.core.plugins.entry_points import available, load_member, load_members
from masume.errors import UnknownName

Hatch: TypeAlias = Literal["", "rising", "falling", "across", "down", "net", "dots"]


@dataclass(frozen=True)
class Style:
    """The appearance of one style; colours are #rrggbb."""

    fill: str | None = None  # of an area or of text
    stroke: str | None = None
    width: float = 0.0  # of the stroke
    dash: tuple[float, ...] = ()
    hatch: Hatch = ""
    halo: str | None = None  # the colour of an outline below, for contrast
    bold: bool = False


@dataclass(frozen=True)
class Theme:
    """The styles and the background."""

    name: str
    paper: str
    styles: Mapping[str, Style]
    hatching: str = "#000000"  # the colour of hatches
    hatch_width: float = 0.02


_DASHES = ((0.2, 0.08), (0.06, 0.08), (0.22, 0.07, 0.06, 0.07))  # of the trials


def _theme(
    name: str,
    *,
    paper: str,
    board: str,
    ink: str,  # numbers, lines, edges
    solid: str,  # filled cells
    pale: str,  # the grid
    soft: str,  # numbers on filled cells
    quiet: str,  # secondary notes
    good: str,  # notes of certain cells
    tint: str,
    shade: str,  # printed cells
    entered: str,  # numbers
    full: str,  # completed discs
    stroke: str,
    ends: str,
    wrong: str,
    look: str,
    tones: tuple[str, ...],
    trials: tuple[str, str, str],
    sign: str = "#ffffff",  # on the sign of a violation
) -> Theme:
    """Return a theme in these colours, with the common line widths."""
    styles = {
        "board": Style(fill=board),
        "grid": Style(stroke=pale, width=0.025),
        "border": Style(stroke=ink, width=0.06),
        "coordinate": Style(fill=ink),
        "solid": Style(fill=solid),
        "tint": Style(fill=tint),
        "dot": Style(fill=good),
        "text": Style(fill=ink),
        "ring": Style(fill=board, stroke=ink, width=0.035),
        "text-on-solid": Style(fill=soft),
        "speck": Style(fill=pale),
        "disc": Style(fill=board, stroke=ink, width=0.05),
        "disc-full": Style(fill=full, stroke=ink, width=0.1),  # thicker, too: not by colour alone
        "line": Style(stroke=ink, width=0.055),
        "cross": Style(stroke=quiet, width=0.05),
        **{f"tone-{n}": Style(fill=tone) for n, tone in enumerate(tones, start=1)},
        "edge": Style(stroke=ink, width=0.05),
        "label": Style(fill=ink, halo=board, bold=True),
        "value": Style(fill=entered),
        "note": Style(fill=quiet),
        "shade": Style(fill=shade),
        "stroke": Style(stroke=stroke, width=0.2, halo=board),
        "stroke-gap": Style(stroke=wrong, width=0.07, dash=(0.14, 0.14), halo=board),
        "end": Style(fill=ends, stroke=board, width=0.04),
        "target": Style(fill=board, stroke=ends, width=0.09),
        "stroke-thin": Style(stroke=stroke, width=0.1, halo=board),
        "bar": Style(stroke=quiet, width=0.13, halo=board),
        "tick": Style(stroke=good, width=0.07),
        "cross-out": Style(stroke=quiet, width=0.06),
        "fault": Style(stroke=wrong, width=0.07, halo=board),
        "fault-sign": Style(fill=wrong, stroke=board, width=0.03),
        "fault-text": Style(fill=sign, bold=True),
        "ground": Style(stroke=stroke, width=0.05, dash=(0.05, 0.09), halo=board),
        "marked": Style(stroke=look, width=0.07, dash=(0.16, 0.1), halo=board),
        # Distinguished by their dashes, too
        **{
            f"trial-{n}": Style(stroke=colour, width=0.06, dash=dash, halo=board)
            for n, (colour, dash) in enumerate(zip(trials, _DASHES, strict=True), start=1)
        },
    }
    return Theme(name, paper, styles)


LIGHT = _theme(
    "light",
    paper="#ffffff",
    board="#ffffff",
    ink="#1f2933",
    solid="#2b3440",
    pale="#c5ccd5",
    soft="#c3cad4",
    quiet="#7a8594",
    good="#2a7a4b",
    tint="#e9f6ec",
    shade="#edf0f4",
    entered="#1f55b5",
    full="#ccd8e5",
    stroke="#2f6fde",
    ends="#173f8f",
    wrong="#d11f1f",
    look="#a34a00",
    tones=("#fdebc8", "#d5e8f9", "#dcefd3", "#f8dbe8", "#e5def6", "#d3f0ec"),
    trials=("#b3006b", "#00707a", "#6b3fd4"),
)

DARK = _theme(
    "dark",
    paper="#1b2027",
    board="#465160",  # light enough that filled cells are darker
    ink="#f3f6fa",
    solid="#06080b",
    pale="#667284",
    soft="#a7b1bf",
    quiet="#aab4c2",
    good="#8ff0b2",
    tint="#35584a",
    shade="#3a434f",
    entered="#a9cdff",
    full="#1f4f82",
    stroke="#7fb4ff",
    ends="#dbe8ff",
    wrong="#ff9d94",
    look="#ffc877",
    tones=("#5c4a1c", "#1f4a70", "#2f5a28", "#6b2f50", "#4a3d80", "#1c5d57"),
    trials=("#ff9ed8", "#7fe9f2", "#d2bdff"),
    sign="#06080b",
)

_STRONG = _theme(
    "high-contrast",
    paper="#ffffff",
    board="#ffffff",
    ink="#000000",
    solid="#000000",
    pale="#767676",
    soft="#ffffff",
    quiet="#404040",
    good="#00491f",
    tint="#ffffff",
    shade="#e4e4e4",
    entered="#0030c8",
    full="#ffe14d",
    stroke="#0030c8",
    ends="#001a70",
    wrong="#a80000",
    look="#6a2c00",
    tones=("#ffffff",) * 6,
    trials=("#8f0055", "#00525a", "#4a1fb0"),
)
_HATCHES: tuple[Hatch, ...] = ("rising", "across", "dots", "falling", "down", "net")


def _hatched_styles(theme: Theme) -> dict[str, Style]:
    """Return the styles with hatches instead of tones."""
    tones = {
        f"tone-{n}": Style(fill=theme.paper, hatch=hatch)
        for n, hatch in enumerate(_HATCHES, start=1)
    }
    return {**theme.styles, **tones}


HIGH_CONTRAST = replace(
    _STRONG,
    hatching="#8a8a8a",
    styles={
        **_hatched_styles(_STRONG),
        "border": Style(stroke="#000000", width=0.11),
        "edge": Style(stroke="#000000", width=0.08),
        "line": Style(stroke="#000000", width=0.07),
        "disc": Style(fill="#ffffff", stroke="#000000", width=0.07),
        "disc-full": Style(fill="#ffe14d", stroke="#000000", width=0.11),
        "text": Style(fill="#000000", bold=True),
        "text-on-solid": Style(fill="#ffffff", bold=True),
        "fault": Style(stroke="#a80000", width=0.1, halo="#ffffff"),
        "marked": Style(stroke="#6a2c00", width=0.1, dash=(0.2, 0.14), halo="#ffffff"),
    },
)

_INK = replace(
    _STRONG,
    name="print",
    styles={
        name: replace(
            style,
            fill=style.fill if style.fill in (None, "#ffffff") else "#000000",
            stroke=style.stroke if style.stroke in (None, "#ffffff") else "#000000",
        )
        for name, style in _STRONG.styles.items()
    },
)
PRINT = replace(
    _INK,
    hatch_width=0.014,
    styles={
        **_hatched_styles(_INK),
        "grid": Style(stroke="#000000", width=0.012),
        "speck": Style(fill="#000000"),
        "shade": Style(fill="#ffffff"),
        "edge": Style(stroke="#000000", width=0.07),
        "disc-full": Style(fill="#ffffff", stroke="#000000", width=0.1),
        "stroke": Style(stroke="#000000", width=0.16, halo="#ffffff"),
        "stroke-thin": Style(stroke="#000000", width=0.07, halo="#ffffff"),
        "fault": Style(stroke="#000000", width=0.12, halo="#ffffff"),
    },
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, HIGH_CONTRAST, PRINT)}


def theme_named(name: str) -> Theme:
    """Return a theme by name, of other packages only if it is not built in."""
    if name in THEMES:
        return THEMES[name]
    if name in available("themes"):
        return load_member("themes", name, Theme)[0]
    raise UnknownName("theme", name, themes())


def themes() -> dict[str, Theme]:
    """Return all themes by name, those of other packages last."""
    return THEMES | load_members("themes", Theme, THEMES)
