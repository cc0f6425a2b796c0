"""Themes: what each role of a scene looks like.

Widths are parts of a cell. No theme tells things apart by colour alone; `print` has none at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from masume.core.packages import loaded, members, offered
from masume.errors import UnknownName

Hatch: TypeAlias = Literal["", "rising", "falling", "across", "down", "net", "dots"]


@dataclass(frozen=True)
class Style:
    """How one role is drawn; colours are written as #rrggbb."""

    fill: str | None = None  # of an area, or of letters
    stroke: str | None = None
    width: float = 0.0  # of the stroke
    dash: tuple[float, ...] = ()
    hatch: Hatch = ""
    halo: str | None = None  # drawn a little wider below, so that it stands out on anything
    bold: bool = False


@dataclass(frozen=True)
class Theme:
    """A style for every role, and the paper below all."""

    name: str
    paper: str
    styles: Mapping[str, Style]
    hatching: str = "#000000"  # the colour of hatches
    hatch_width: float = 0.02


def _theme(
    name: str,
    *,
    paper: str,
    board: str,
    ink: str,  # numbers, bridges, edges
    black: str,  # black cells
    pale: str,  # the grid
    soft: str,  # clues in black cells
    quiet: str,  # notes that matter less
    good: str,  # notes of what is sure
    noted: str,
    full: str,  # islands with all their bridges
    path: str,
    ends: str,
    wrong: str,
    look: str,
    tones: tuple[str, ...],
    sign: str = "#ffffff",  # the sign of a fault
) -> Theme:
    """A theme in colours; all have the same line weights."""
    styles = {
        "board": Style(fill=board),
        "grid": Style(stroke=pale, width=0.025),
        "border": Style(stroke=ink, width=0.08),
        "coordinate": Style(fill=ink),
        "black": Style(fill=black),
        "noted": Style(fill=noted),
        "noted-dot": Style(fill=good),
        "clue": Style(fill=ink),
        "clue-ring": Style(fill=board, stroke=ink, width=0.035),
        "clue-on-black": Style(fill=soft),
        "water": Style(fill=pale),
        "island": Style(fill=board, stroke=ink, width=0.05),
        "island-full": Style(fill=full, stroke=ink, width=0.1),  # not by its colour alone
        "island-number": Style(fill=ink),
        "bridge": Style(stroke=ink, width=0.055),
        "barred": Style(stroke=quiet, width=0.05),
        **{f"shape-{n}": Style(fill=tone) for n, tone in enumerate(tones, start=1)},
        "shape-edge": Style(stroke=ink, width=0.05),
        "shape-label": Style(fill=ink, halo=board, bold=True),
        "path": Style(stroke=path, width=0.2, halo=board),
        "path-gap": Style(stroke=wrong, width=0.07, dash=(0.14, 0.14), halo=board),
        "path-start": Style(fill=ends, stroke=board, width=0.04),
        "path-end": Style(fill=ends, stroke=board, width=0.04),
        "goal": Style(fill=board, stroke=ends, width=0.09),
        "piece": Style(stroke=path, width=0.1, halo=board),
        "wall": Style(stroke=quiet, width=0.13, halo=board),
        "ticked": Style(stroke=good, width=0.07),
        "crossed": Style(stroke=quiet, width=0.06),
        "fault": Style(stroke=wrong, width=0.07, halo=board),
        "fault-sign": Style(fill=wrong, stroke=board, width=0.03),
        "fault-text": Style(fill=sign, bold=True),
        "ground": Style(stroke=path, width=0.05, dash=(0.05, 0.09), halo=board),
        "marked": Style(stroke=look, width=0.07, dash=(0.16, 0.1), halo=board),
    }
    return Theme(name, paper, styles)


LIGHT = _theme(
    "light",
    paper="#ffffff",
    board="#ffffff",
    ink="#1f2933",
    black="#2b3440",
    pale="#c5ccd5",
    soft="#c3cad4",
    quiet="#7a8594",
    good="#2a7a4b",
    noted="#e9f6ec",
    full="#ccd8e5",
    path="#2f6fde",
    ends="#173f8f",
    wrong="#d11f1f",
    look="#a34a00",
    tones=("#fdebc8", "#d5e8f9", "#dcefd3", "#f8dbe8", "#e5def6", "#d3f0ec"),
)

DARK = _theme(
    "dark",
    paper="#1b2027",
    board="#465160",  # light enough for black cells to be the darker ones
    ink="#f3f6fa",
    black="#06080b",
    pale="#667284",
    soft="#a7b1bf",
    quiet="#aab4c2",
    good="#8ff0b2",
    noted="#35584a",
    full="#1f4f82",
    path="#7fb4ff",
    ends="#dbe8ff",
    wrong="#ff9d94",
    look="#ffc877",
    tones=("#5c4a1c", "#1f4a70", "#2f5a28", "#6b2f50", "#4a3d80", "#1c5d57"),
    sign="#06080b",
)

_STRONG = _theme(
    "high-contrast",
    paper="#ffffff",
    board="#ffffff",
    ink="#000000",
    black="#000000",
    pale="#767676",
    soft="#ffffff",
    quiet="#404040",
    good="#00491f",
    noted="#ffffff",
    full="#ffe14d",
    path="#0030c8",
    ends="#001a70",
    wrong="#a80000",
    look="#6a2c00",
    tones=("#ffffff",) * 6,
)
_HATCHES: tuple[Hatch, ...] = ("rising", "across", "dots", "falling", "down", "net")


def _hatched(theme: Theme) -> dict[str, Style]:
    """Shapes told apart by hatches instead of tones."""
    shapes = {
        f"shape-{n}": Style(fill=theme.paper, hatch=hatch)
        for n, hatch in enumerate(_HATCHES, start=1)
    }
    return {**theme.styles, **shapes}


HIGH_CONTRAST = replace(
    _STRONG,
    hatching="#8a8a8a",
    styles={
        **_hatched(_STRONG),
        "border": Style(stroke="#000000", width=0.11),
        "shape-edge": Style(stroke="#000000", width=0.08),
        "bridge": Style(stroke="#000000", width=0.07),
        "island": Style(fill="#ffffff", stroke="#000000", width=0.07),
        "island-full": Style(fill="#ffe14d", stroke="#000000", width=0.11),
        "island-number": Style(fill="#000000", bold=True),
        "clue": Style(fill="#000000", bold=True),
        "clue-on-black": Style(fill="#ffffff", bold=True),
        "fault": Style(stroke="#a80000", width=0.1, halo="#ffffff"),
        "marked": Style(stroke="#6a2c00", width=0.1, dash=(0.2, 0.14), halo="#ffffff"),
    },
)

_INK = replace(
    _STRONG,
    name="print",
    styles={
        role: replace(
            style,
            fill=style.fill if style.fill in (None, "#ffffff") else "#000000",
            stroke=style.stroke if style.stroke in (None, "#ffffff") else "#000000",
        )
        for role, style in _STRONG.styles.items()
    },
)
PRINT = replace(
    _INK,
    hatch_width=0.014,
    styles={
        **_hatched(_INK),
        "grid": Style(stroke="#000000", width=0.012),
        "water": Style(fill="#000000"),
        "shape-edge": Style(stroke="#000000", width=0.07),
        "island-full": Style(fill="#ffffff", stroke="#000000", width=0.1),
        "path": Style(stroke="#000000", width=0.16, halo="#ffffff"),
        "piece": Style(stroke="#000000", width=0.07, halo="#ffffff"),
        "fault": Style(stroke="#000000", width=0.12, halo="#ffffff"),
    },
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, HIGH_CONTRAST, PRINT)}


def theme_named(name: str) -> Theme:
    """The theme of this name; other packages are looked for only if it is none of these."""
    if name in THEMES:
        return THEMES[name]
    if name in offered("themes"):
        return loaded("themes", name, Theme)[0]
    raise UnknownName("theme", name, themes())


def themes() -> dict[str, Theme]:
    """Every theme by its name, those of other packages last."""
    return THEMES | members("themes", Theme, THEMES)
