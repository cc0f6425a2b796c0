"""`masume site`: the app as a folder of files that any web server can hand out."""

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
    help="Where to write it: a new folder, or one with an earlier site.",
)
@click.option(
    "--packages",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=None,
    help="Where fetched packages are kept; without it in the user's cache.",
)
@click.option(
    "--docs/--no-docs",
    default=True,
    show_default=False,
    help="Whether the documentation goes with it.",
)
def site(output: Path, packages: Path | None, docs: bool) -> None:
    """Write the app as a folder of files for any web server.

    The folder works at any address of theirs; Python runs in the visitor's browser.
    After the first visit it works without a network. Pyodide and two packages are fetched with npm
    and pip, once. To try it: python -m http.server -d FOLDER
    """
    require("web", "print", *(["docs"] if docs else []))
    from masume.front.site.build import write_site

    sizes = write_site(
        output,
        docs=docs,
        packages=packages,
        heard=lambda what: print(f"{what} …", file=sys.stderr),
    )
    megabytes = sum(sizes.values()) / 1e6
    print(f"{output}: the app has {len(sizes)} files, {megabytes:.1f} MB", file=sys.stderr)
