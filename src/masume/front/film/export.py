"""The one place that knows in which forms a film can be taken away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from masume.errors import BadOption, UnknownName
from masume.front.film.reel import Reel, Shot, step_of

if TYPE_CHECKING:
    from masume.draw.svg import Shapes
    from masume.front.film.pictures import Picture

FORMS = ("html", "gif", "mp4", "webm", "svg", "png", "pdf", "tex")
"""A page, moving pictures (svg too), single frames (png, pdf, svg), and a tree (svg, tex)."""
MOVING = ("html", "gif", "mp4", "webm", "svg")
BY = ("steps", "time")  # what the films of a race are in step by
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
    by: str = "steps",
) -> bytes:
    """Films from one step to another in a form; several are a race, in step `by` steps or time."""
    if form not in FORMS:
        raise UnknownName("form of film", form, FORMS)
    (reel, *others) = reels
    if others and form not in MOVING:
        raise BadOption(f"a race is written as {', '.join(f'.{name}' for name in MOVING)}")
    if form == "tex":
        return tree(reel, form, last)
    chosen = [(each, _shots(each, first, last, is_race=bool(others))) for each in reels]
    if form == "html":
        from masume.front.film.page import page

        return page(chosen, theme, size, speed).encode()
    if form in ("png", "pdf"):
        return frames(reel, form, first=first, last=first, size=size, theme=theme)[0][1]
    from masume.front.film.pictures import moving_svg
    from masume.front.film.video import gif, video

    if form == "svg":
        from masume.draw.svg import Shapes

        name = f"{reel.board.name}: a race" if others else reel.name
        return moving_svg([*_pictures(chosen, theme, size, by, Shapes())], name, speed).encode()
    pictures = _pictures(chosen, theme, size, by)
    return gif(pictures, speed) if form == "gif" else video(pictures, speed, form)


def _shots(reel: Reel, first: int, last: int | None, *, is_race: bool) -> list[Shot]:
    """The frames that are asked for; in a race a film that was over by then shows its end."""
    if is_race and step_of(reel.lines[-1]) < first:
        return [*reel.shots()][-1:]
    return reel.chosen_shots(first, last, _MOST_FRAMES)


def _pictures(
    chosen: Sequence[tuple[Reel, Sequence[Shot]]],
    theme: str,
    size: int,
    by: str,
    page: Shapes | None = None,
) -> Iterator[Picture]:
    """The pictures of a film one after the other, or those of a race."""
    from masume.draw.themes import theme_named
    from masume.front.film.pictures import picture
    from masume.front.film.race import race_pictures

    look = theme_named(theme)
    if len(chosen) > 1:
        return race_pictures(chosen, look, size, by, page, most=_MOST_FRAMES)
    ((reel, shots),) = chosen
    return (picture(reel, shot, look, size, page) for shot in shots)


def frames(
    reel: Reel, form: str, *, first: int, last: int | None, size: int, theme: str
) -> list[tuple[int, bytes]]:
    """Single frames for papers, each with its step; without captions, which papers have."""
    from masume.draw.files import drawn
    from masume.draw.themes import theme_named
    from masume.front.film.pictures import cell_for, scene_of

    pictures = []
    for shot in reel.chosen_shots(first, last, _MOST_FRAMES):
        scene = scene_of(reel, shot)
        cell = max(4, round(cell_for(scene, size)))
        step = step_of(shot.line)
        pictures.append((step, drawn(scene, theme_named(theme), form, cell)))
    return pictures


def tree(reel: Reel, form: str, step: int | None) -> bytes:
    """The tree after a step: svg or tex."""
    from masume.front.film.tree import tree_svg, tree_tikz

    return (tree_tikz if form == "tex" else tree_svg)(reel, step).encode()
