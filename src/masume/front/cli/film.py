"""`masume film`: export a film as HTML, GIF, video, frames or a tree."""

from __future__ import annotations

from pathlib import Path

import click

from masume.draw.files import write_file
from masume.draw.themes import THEMES
from masume.errors import BadOption, shorten
from masume.front.cli import options, report
from masume.front.cli.options import WholeNumber
from masume.front.cli.watch import film_lines
from masume.front.film.export import BY, FORMS, SIZES, export_film, export_frames, export_tree
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
    help="Output file; the extension selects the format: .html, .gif, .mp4, .webm, .svg "
    "(animated), .png or .pdf (one frame), .tex (the tree).",
)
@click.option(
    "--from", "first", type=WholeNumber(min=1), default=1, show_default=False, help="First step."
)
@click.option("--to", "last", type=WholeNumber(min=1), help="Last step.")
@click.option("--speed", type=click.FloatRange(0.1, 60), default=4.0, help="Steps per second.")
@click.option(
    "--size",
    type=WholeNumber(SIZES[0], SIZES[-1]),
    default=600,
    help="Longer side of the board in pixels; of a race, of all boards together.",
)
@click.option(
    "--by",
    type=click.Choice(BY),
    default=BY[0],
    help="Synchronise the films of a race by this measure.",
)
@click.option("--each", is_flag=True, help="Write each frame to a file: x.svg becomes x-10.svg …")
@click.option(
    "--tree", "is_tree", is_flag=True, help="Export the search tree after step --to (.svg, .tex)."
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
    """Export a recorded search as HTML, GIF, video or frames.

    FILM is a file recorded by masume solve --film. Several films of one board make a race.
    """
    form = output.suffix.lower().removeprefix(".")
    reels = [read_reel(film_lines(path)) for path in films]
    if is_tree and form not in ("svg", "tex"):
        raise BadOption(f"--tree cannot write {form or output.name!r}; use .svg or .tex")
    if each and form not in ("svg", "png", "pdf"):
        raise BadOption(f"--each cannot write {form or output.name!r}; use .svg, .png or .pdf")
    if not form:
        extensions = ", ".join(f".{known}" for known in FORMS)
        raise BadOption(f"{shorten(str(output), 80)} has no extension; use one of {extensions}")
    if each:
        pictures = export_frames(reels[0], form, first=first, last=last, size=size, theme=theme)
        for step, data in pictures:
            write_file(output.with_stem(f"{output.stem}-{step}"), data)
        report.report_written(output.with_stem(f"{output.stem}-…"), f"{len(pictures)} frames")
        return
    if is_tree:
        data = export_tree(reels[0], form, last)
    else:
        data = export_film(
            reels, form, first=first, last=last, speed=speed, size=size, theme=theme, by=by
        )
    write_file(output, data)
    report.report_written(output, f"{len(data) / 1000:,.0f} kB")
