"""`masume docs`: the documentation as a folder of pages."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from masume.core.system.extras import require


@click.command("docs")
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to; without it where masume web looks for it.",
)
def docs(output: Path | None) -> None:
    """Build the documentation, a folder of pages.

    It holds what people wrote, and a page for every puzzle, algorithm and technique that there is,
    those of other packages too. The folder needs no server and no network; masume web serves it at
    /docs/ if it is where it looks for it.
    """
    require("docs", "web")
    from masume.front.docs.build import build
    from masume.front.docs.sources import usual_folder

    folder = output or usual_folder()
    build(folder)
    served = "" if output else "; masume web has it at /docs/"
    print(f"{folder / 'index.html'}: the documentation{served}", file=sys.stderr)
