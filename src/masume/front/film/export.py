"""Export of films: pages, videos, single frames and search trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from masume.errors import BadOption, UnknownName
from masume.front.film.reel import Reel, Shot, step_of

if TYPE_CHECKING:
    from masume.draw.svg import Shapes
    from masume.front.film.pictures import Picture

FORMS = ("html", "gif", "mp4", "webm", "svg", "png", "pdf", "tex")
"""Page (html), moving pictures (gif, mp4, webm, svg), frames (svg, png, pdf), tree (svg, tex)."""
MOVING = ("html", "gif", "mp4", "webm", "svg")
BY = ("steps", "time")  # what the lanes of a race are synchronised by
SIZES = range(100, 2001)
_MAX_FRAMES = 2000


def export_film(
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
    """Export the steps `first` to `last` of a film as a file.

    Several films are a race, synchronised `by` steps or time. Raises UnknownName for an unknown
    form, and BadOption for a race in a form that cannot show one or a range without frames.
    """
    if form not in FORMS:
        raise UnknownName("form of film", form, FORMS)
    reel, *rivals = reels
    if rivals and form not in MOVING:
        raise BadOption(f"{form}: cannot hold a race; use {', '.join(MOVING)}")
    if form == "tex":
        return export_tree(reel, form, last)
    chosen = [(lane, _select_shots(lane, first, last, is_race=bool(rivals))) for lane in reels]
    if form == "html":
        from masume.front.film.page import page

        return page(chosen, theme, size, speed).encode()
    if form in ("png", "pdf"):
        return export_frames(reel, form, first=first, last=first, size=size, theme=theme)[0][1]
    from masume.front.film.pictures import moving_svg
    from masume.front.film.video import gif, video

    if form == "svg":
        from masume.draw.svg import Shapes

        name = f"{reel.board.name}: a race" if rivals else reel.name
        return moving_svg([*_pictures(chosen, theme, size, by, Shapes())], name, speed).encode()
    pictures = _pictures(chosen, theme, size, by)
    return gif(pictures, speed) if form == "gif" else video(pictures, speed, form)


def _select_shots(reel: Reel, first: int, last: int | None, *, is_race: bool) -> list[Shot]:
    """Return the frames of a range; in a race, a film that ended earlier shows its last one."""
    if is_race and step_of(reel.lines[-1]) < first:
        return [*reel.shots()][-1:]
    return reel.select_shots(first, last, _MAX_FRAMES)


def _pictures(
    chosen: Sequence[tuple[Reel, Sequence[Shot]]],
    theme: str,
    size: int,
    by: str,
    page: Shapes | None = None,
) -> Iterator[Picture]:
    """Yield the pictures of a film or of a race."""
    from masume.draw.themes import theme_named
    from masume.front.film.pictures import picture
    from masume.front.film.race import race_pictures

    look = theme_named(theme)
    if len(chosen) > 1:
        return race_pictures(chosen, look, size, by, page, most=_MAX_FRAMES)
    ((reel, shots),) = chosen
    return (picture(reel, shot, look, size, page) for shot in shots)


def export_frames(
    reel: Reel, form: str, *, first: int, last: int | None, size: int, theme: str
) -> list[tuple[int, bytes]]:
    """Return single frames without captions, for papers, each with its step."""
    from masume.draw.files import render
    from masume.draw.themes import theme_named
    from masume.front.film.pictures import cell_for, scene_of

    pictures = []
    for shot in reel.select_shots(first, last, _MAX_FRAMES):
        scene = scene_of(reel, shot)
        cell = max(4, round(cell_for(scene, size)))
        step = step_of(shot.line)
        pictures.append((step, render(scene, theme_named(theme), form, cell)))
    return pictures


def export_tree(reel: Reel, form: str, step: int | None) -> bytes:
    """Return the search tree after a step, as svg or tex; after the last step if it is None."""
    from masume.front.film.tree import tree_svg, tree_tikz

    return (tree_tikz if form == "tex" else tree_svg)(reel, step).encode()
