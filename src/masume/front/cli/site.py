"""`masume site`: export the browser app as a static website."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from masume.core.system.extras import require


@click.command("site")
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    required=True,
    type=click.Path(path_type=Path),
    help="Output folder: new, or written by masume site before.",
)
@click.option(
    "--packages",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=None,
    help="Cache of downloaded packages; default: the user's cache folder.",
)
@click.option(
    "--docs/--no-docs",
    default=True,
    show_default=False,
    help="Include the documentation (default).",
)
def site(output: Path, packages: Path | None, docs: bool) -> None:
    """Export the browser app as a static website.

    The website can be served from any path; Python runs in the visitor's browser. After the
    first visit it works offline. Pyodide and two packages are downloaded once with npm and pip.
    To try it: python -m http.server -d FOLDER
    """
    require("web", "print", *(["docs"] if docs else []))
    from masume.front.site.build import write_site

    sizes = write_site(
        output,
        docs=docs,
        packages=packages,
        on_progress=lambda what: print(f"{what} …", file=sys.stderr),
    )
    megabytes = sum(sizes.values()) / 1e6
    print(f"{output}: website, {len(sizes)} files, {megabytes:.1f} MB", file=sys.stderr)
