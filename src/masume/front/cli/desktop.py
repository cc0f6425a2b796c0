"""`masume desktop`: the game with a window of its own."""

from __future__ import annotations

from pathlib import Path

import click

from masume.core.system.extras import require
from masume.errors import NotApplicable
from masume.front.cli import options
from masume.front.cli.inputs import one_board

_THEMES = ("light", "dark", "high-contrast")
_MOST_CELLS = 10_000  # of a board in the window, as in the browser


@click.command()
@click.argument("source", metavar="[BOARD]", required=False)
@options.theme(_THEMES, default=None, more=" Without it as last time.")
@click.option(
    "--data",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where games are saved; without it in the user's own folder for such things.",
)
@options.kind
def desktop(source: str | None, theme: str | None, data: Path | None, kind: str | None) -> None:
    """Play in a window, watch a solver, or run the performance test.

    With a BOARD its menu comes first. All works with arrow keys, Return and Backspace, and with
    the mouse; F1 shows the keys of each screen.
    """
    require("desktop")
    board = one_board(source, kind) if source is not None else None
    if board is not None and (cells := board.puzzle.rows * board.puzzle.cols) > _MOST_CELLS:
        raise NotApplicable(
            f"a board of {cells:,} cells is too large for the window, {_MOST_CELLS:,} are the "
            "most; use masume solve or masume draw"
        )
    try:
        from masume.front.desktop.app import start
    except ImportError as fault:
        if not (fault.name or "").startswith("pygame"):
            raise
        raise NotApplicable(
            f"pygame cannot be loaded ({fault}); pip install --force-reinstall pygame-ce mends it"
        ) from None
    start(board, theme, data)
