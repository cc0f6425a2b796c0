"""A film, or several side by side, as one page that plays without a server or a network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template

from masume.core.evaluation import Evaluation
from masume.core.film import Frame
from masume.front.film.pictures import picture
from masume.front.film.reel import Reel, Shot
from masume.render.svg import Shapes
from masume.render.themes import theme_named

_PAGE = Path(__file__).parent / "page.html"
_FATES = {
    "seen": "seen before",
    "dead": "h is infinite",
    "bound": "f above the bound",
    "depth": "too deep for this round",
    "worse": "no better",
    "passed": "another was taken",
}


def page(reels: Sequence[tuple[Reel, Sequence[Shot]]], theme: str, size: int, speed: float) -> str:
    """The page; its pictures share their shapes."""
    shapes = Shapes()
    lanes, data = [], []
    for reel, shots in reels:
        drawn = [picture(reel, shot, theme_named(theme), size, shapes)[0] for shot in shots]
        lanes.append(_lane(reel, drawn, single=len(reels) == 1))
        data.append({"code": _code(reel), "frames": _frames(reel, shots)})
    told = {"lanes": data, "speed": _speed(speed), "fates": _FATES}
    name = reels[0][0].name if len(reels) == 1 else f"{reels[0][0].board.name}: a race"
    return Template(_PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(name),
        lanes="".join(lanes),
        # A film may hold anything; in a script nothing may end it.
        data=json.dumps(told, ensure_ascii=False).replace("</", "<\\/"),
    )


def _speed(speed: float) -> int:
    return min((1, 2, 4, 8, 16, 32), key=lambda one: abs(one - speed))


def _code(reel: Reel) -> Frame:
    code = reel.head.get("pseudocode")
    return code if isinstance(code, dict) else {"lines": [], "structures": {}}


def _lane(reel: Reel, drawn: Sequence[str], *, single: bool) -> str:
    lines = "".join(
        f'<li style="padding-left:{int(indent)}em">{escape(str(text))}</li>'
        for text, indent, _ in _code(reel)["lines"]
    )
    name = "" if single else f"<h2>{escape(reel.name)}</h2>"
    return (
        f'<section class="lane">{name}<div class="boards">{"".join(drawn)}</div><div>'
        f'<ol class="code">{lines}</ol><div class="lists"><div><p>Waiting</p>'
        '<ol class="waiting"></ol></div><div><p>Children</p><ol class="children"></ol></div></div>'
        "</div></section>"
    )


def _frames(reel: Reel, shots: Sequence[Shot]) -> list[Frame]:
    texts: dict[int, str] = {}
    wanted = {id(shot.line): at for at, shot in enumerate(shots)}
    found: list[Frame] = []
    for line in reel.lines:
        for number, _, move, g, h in line.get("way", ()):
            texts[number] = _text(move, g, h, reel.f)
        for at, (move, _, g, h, *_) in enumerate(line.get("children", ())):
            texts[line["first"] + at] = _text(move, g, h, reel.f)
        if id(line) not in wanted:
            continue
        found.append(
            {
                "picture": wanted[id(line)],
                "step": line.get("step", line.get("expanded")),
                "ms": line.get("ms", found[-1]["ms"] if found else 0),
                "events": _events(line),
                "head": [texts[one] for one in line.get("head", ()) if one in texts],
                "children": [
                    [_text(move, g, h, reel.f), fate]
                    for move, fate, g, h, *_ in line.get("children", ())
                ],
            }
        )
    return found


def _text(move: str | None, g: float, h: float | None, f: Evaluation) -> str:
    values = f"g {g:g}" if h is None else f"f {f.value(g, h):g}, g {g:g}, h {h:g}"
    return f"{move or 'start'} ({values})"


def _events(line: Frame) -> list[str]:
    if "end" in line:
        return [line["end"]]
    fates = [row[1] for row in line.get("children", ())]
    dropped = [fate for _, fate in line.get("dropped", ())]
    begins = (
        ["start" if line.get("round", 1) == 1 else "round"] if line.get("parent") is None else []
    )
    return sorted({"take", *fates, *dropped, *begins})
