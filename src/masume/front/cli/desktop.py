"""`masume desktop`: start the desktop app."""

from __future__ import annotations

from pathlib import Path

import click

from masume.core.system.extras import require
from masume.errors import NotApplicable
from masume.front.cli import options
from masume.front.cli.inputs import read_board

_THEMES = ("light", "dark", "high-contrast")
_MOST_CELLS = 10_000  # the limit of the browser app


@click.command()
@click.argument("source", metavar="[BOARD]", required=False)
@options.theme(_THEMES, default=None, more=" Default: the last one used.")
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for saved games; default: the user's data folder.",
)
@options.kind
def desktop(source: str | None, theme: str | None, data: Path | None, kind: str | None) -> None:
    """Start the desktop app.

    Play, watch searches or run the performance test, by mouse or keyboard; F1 lists the keys.
    BOARD opens that board.
    """
    require("desktop")
    board = read_board(source, kind) if source is not None else None
    if board is not None and (cells := board.puzzle.rows * board.puzzle.cols) > _MOST_CELLS:
        raise NotApplicable(
            f"the board has {cells:,} cells, the desktop app shows at most {_MOST_CELLS:,}; "
            "use masume solve or masume draw"
        )
    try:
        from masume.front.desktop.app import start
    except ImportError as fault:
        if not (fault.name or "").startswith("pygame"):
            raise
        raise NotApplicable(
            f"cannot load pygame ({fault}); run pip install --force-reinstall pygame-ce"
        ) from None
    start(board, theme, data)
