"""Films as a self-contained HTML page: one film, or several side by side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from masume.draw.svg import Shapes
from masume.draw.themes import theme_named
from masume.front.film.pictures import picture
from masume.front.film.recording import Frame
from masume.front.film.reel import Reel, Shot
from masume.front.scripts import inline_script

_HERE = Path(__file__).parent
# The modules of the app that draw the tree; they import nothing.
SHARED = ("film/nodes.js", "film/tree-layout.js", "film/tree-marks.js")
_SPEEDS = (1, 2, 4, 8, 16, 32)
_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
_FATES = {
    "seen": "seen before",
    "dead": "h is infinite",
    "bound": "f or g above the bound",
    "depth": "too deep for this round",
    "worse": "no better",
    "passed": "another was chosen",
    "stale": "already expanded, or reached by a cheaper path",
    "width": "beam or memory is full",
}


def page(reels: Sequence[tuple[Reel, Sequence[Shot]]], theme: str, size: int, speed: float) -> str:
    """Return the page of one film, or of several as a race."""
    shapes = Shapes()
    lanes, data = [], []
    for reel, shots in reels:
        drawn = [picture(reel, shot, theme_named(theme), size, shapes).svg for shot in shots]
        lanes.append(_lane(reel, drawn, single=len(reels) == 1))
        data.append(_lane_data(reel, shots))
    nearest = min(_SPEEDS, key=lambda choice: abs(choice - speed))
    film = {"lanes": data, "speed": nearest, "fates": _FATES}
    name = reels[0][0].name if len(reels) == 1 else f"{reels[0][0].board.name}: a race"
    return Template((_HERE / "page.html").read_text(encoding="utf-8")).substitute(
        title=escape(name),
        lanes="".join(lanes),
        data=embedded_json(film),
        script=inline_script(SHARED, _HERE / "page.js"),
    )


def embedded_json(value: object) -> str:
    """Return JSON that is safe inside a <script> element.

    >>> embedded_json("<!--<script>")
    '"\\\\u003c!--\\\\u003cscript\\\\u003e"'
    """
    return json.dumps(value, ensure_ascii=False).translate(_ESCAPES)


def _code(reel: Reel) -> Frame:
    code = reel.head.get("pseudocode")
    return code if isinstance(code, dict) else {"lines": [], "structures": {}}


def _lane(reel: Reel, drawn: Sequence[str], *, single: bool) -> str:
    """Return the HTML of one film: its boards, tree, pseudocode and lists."""
    lines = "".join(
        f'<li style="padding-left:{int(indent)}em">{escape(str(text))}</li>'
        for text, indent, _ in _code(reel)["lines"]
    )
    name = "" if single else f"<h2>{escape(reel.name)}</h2>"
    return (
        f'<section class="lane">{name}<div class="boards">{"".join(drawn)}</div>'
        f"<details{' open' if single else ''}><summary>Tree</summary>"
        '<div class="paper"><canvas></canvas></div></details>'
        f'<div><ol class="code">{lines}</ol><div class="lists"><div><p class="open">Open list</p>'
        '<ol class="waiting"></ol><p class="closed"></p></div>'
        '<div><p>Children</p><ol class="children"></ol></div></div>'
        "</div></section>"
    )


def _lane_data(reel: Reel, shots: Sequence[Shot]) -> Frame:
    """Return the lines up to the last picture, and the indices of those with a picture."""
    numbers = {id(line): at for at, line in enumerate(reel.lines)}
    frames = [numbers[id(shot.line)] for shot in shots]
    lines = [
        {key: value for key, value in line.items() if key not in ("position", "gap", "h_trace")}
        for line in reel.lines[: frames[-1] + 1]
    ]
    return {
        "code": _code(reel),
        "f": list(reel.f),
        "blind": reel.head.get("heuristic") is None,
        "lines": lines,
        "frames": frames,
    }
