"""The one place that knows in which forms a film can be taken away."""

from __future__ import annotations

from collections.abc import Sequence

from masume.errors import BadOption, UnknownName
from masume.front.film.reel import Reel, step_of

FORMS = ("html", "gif", "mp4", "webm", "svg", "png", "pdf", "tex")
"""A page, moving pictures (svg too), single frames (png, pdf, svg), and a tree (svg, tex)."""
SIZES = range(100, 2001)
_MOST_FRAMES = 2000


def exported(
    reels: Sequence[Reel],
    form: str,
    *,
    first: int = 1,
    last: int | None = None,
    speed: float = 4,
    size: int = 600,
    theme: str = "light",
) -> bytes:
    """Films from one step to another in a form; several, side by side, as a page only."""
    if form not in FORMS:
        raise UnknownName("form of film", form, FORMS)
    if len(reels) > 1 and form != "html":
        raise BadOption("several films are taken away as one page: html")
    (reel, *_) = reels
    if form == "tex":
        return tree(reel, form, last)
    chosen = [(one, one.some_shots(first, last, _MOST_FRAMES)) for one in reels]
    shots = chosen[0][1]
    if form == "html":
        from masume.front.film.page import page

        return page(chosen, theme, size, speed).encode()
    if form in ("png", "pdf"):
        return frames(reel, form, first=first, last=first, size=size, theme=theme)[0][1]
    if form == "svg":
        from masume.front.film.pictures import moving_svg

        return moving_svg(reel, shots, theme, size, speed).encode()
    from masume.front.film.video import gif, video

    if form == "gif":
        return gif(reel, shots, theme, size, speed)
    return video(reel, shots, theme, size, speed, form)


def frames(
    reel: Reel, form: str, *, first: int, last: int | None, size: int, theme: str
) -> list[tuple[int, bytes]]:
    """Single frames for papers, each with its step; without captions, which papers have."""
    from masume.front.film.pictures import cell_for, scene_of
    from masume.render.files import drawn
    from masume.render.themes import theme_named

    found = []
    for shot in reel.some_shots(first, last, _MOST_FRAMES):
        scene = scene_of(reel, shot)
        cell = max(4, round(cell_for(scene, size)))
        step = step_of(shot.line)
        found.append((step, drawn(scene, theme_named(theme), form, cell)))
    return found


def tree(reel: Reel, form: str, step: int | None) -> bytes:
    """The tree after a step: svg or tex."""
    from masume.front.film.tree import tree_svg, tree_tikz

    return (tree_tikz if form == "tex" else tree_svg)(reel, step).encode()
