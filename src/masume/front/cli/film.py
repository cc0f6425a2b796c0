"""`masume film`: a film as a page, as moving pictures, as frames or as a tree."""

from __future__ import annotations

from pathlib import Path

import click

from masume.draw.files import write_file
from masume.draw.themes import THEMES
from masume.errors import BadOption, shorten
from masume.front.cli import options, report
from masume.front.cli.options import Whole
from masume.front.cli.watch import film_lines
from masume.front.film.export import BY, FORMS, SIZES, exported, frames, tree
from masume.front.film.reel import read_reel


@click.command("film")
@click.argument(
    "films", metavar="FILM...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to; its extension says in which form: .html, .gif, .mp4, .webm, .svg (moving), "
    ".png or .pdf (a frame), .tex (the tree).",
)
@click.option(
    "--from", "first", type=Whole(min=1), default=1, show_default=False, help="The first step."
)
@click.option("--to", "last", type=Whole(min=1), help="The last step.")
@click.option("--speed", type=click.FloatRange(0.1, 60), default=4.0, help="Steps in a second.")
@click.option(
    "--size",
    type=Whole(SIZES[0], SIZES[-1]),
    default=600,
    help="The longer side of the board in pixels; of a race, of all boards together.",
)
@click.option(
    "--by", type=click.Choice(BY), default=BY[0], help="What the films of a race are in step by."
)
@click.option("--each", is_flag=True, help="A file for each frame: x.svg becomes x-10.svg …")
@click.option(
    "--tree", "is_tree", is_flag=True, help="The search tree after step --to (.svg, .tex)."
)
@options.theme(THEMES)
def film(
    films: tuple[Path, ...],
    output: Path,
    first: int,
    last: int | None,
    speed: float,
    size: int,
    by: str,
    each: bool,
    is_tree: bool,
    theme: str,
) -> None:
    """Take a film away: a page, a GIF or video, frames, or its tree.

    FILM is a file that masume solve --film has recorded; several films of a board are a race.
    """
    form = output.suffix.lower().removeprefix(".")
    reels = [read_reel(film_lines(path)) for path in films]
    if is_tree and form not in ("svg", "tex"):
        raise BadOption("a tree is written as .svg or .tex")
    if each and form not in ("svg", "png", "pdf"):
        raise BadOption("single frames are written as .svg, .png or .pdf")
    if not form:
        listed = ", ".join(f".{known}" for known in FORMS)
        raise BadOption(f"{shorten(str(output), 80)} has no extension; use one of {listed}")
    if each:
        pictures = frames(reels[0], form, first=first, last=last, size=size, theme=theme)
        for step, data in pictures:
            write_file(output.with_stem(f"{output.stem}-{step}"), data)
        report.wrote(output.with_stem(f"{output.stem}-…"), f"{len(pictures)} frames")
        return
    if is_tree:
        data = tree(reels[0], form, last)
    else:
        data = exported(
            reels, form, first=first, last=last, speed=speed, size=size, theme=theme, by=by
        )
    write_file(output, data)
    report.wrote(output, f"{len(data) / 1000:,.0f} kB")
