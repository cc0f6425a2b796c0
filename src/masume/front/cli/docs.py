"""`masume docs`: build the documentation."""

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
    help="Output folder; default: the one that masume web serves.",
)
def docs(output: Path | None) -> None:
    """Build the documentation as HTML.

    It includes a reference page for every installed puzzle, algorithm and technique. The pages
    work without a server or network. masume web serves the default folder at /docs/.
    """
    require("docs", "web")
    from masume.front.docs.build import build
    from masume.front.docs.sources import usual_folder

    folder = output or usual_folder()
    build(folder)
    served = "" if output else "; masume web serves it at /docs/"
    print(f"{folder / 'index.html'}: documentation{served}", file=sys.stderr)
