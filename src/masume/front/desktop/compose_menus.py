"""How a board that was composed is taken away: a menu of formats and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from masume.draw.show import show
from masume.errors import MasumeError
from masume.formats.format import formats
from masume.formats.plain import Board
from masume.front.desktop.menu_screen import Choice, Menu

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_PICTURES = ("svg", "png", "pdf")


def export_menu(app: App, board: Board) -> Menu:
    """The formats that can hold a board, and pictures; what is chosen becomes a file."""
    name = board.name.rpartition("/")[2] or f"{board.kind.name}-draft"
    stem = re.sub(r"[^\w-]+", "-", name)[:60]

    def export(ending: str, data: Callable[[], bytes]) -> None:
        try:
            path = app.store.export(f"{stem}{ending}", data())
        except (MasumeError, OSError) as fault:
            app.tell(f"It cannot be written: {fault}")
        else:
            app.tell(f"Written: {path}")

    def picture(form: str) -> bytes:
        return show(board).data(form)

    lines = [
        Choice(form, partial(export, f"-{form}.txt", text.encode), text)
        for form, text in _texts(board).items()
    ]
    lines += [
        Choice(form, partial(export, f".{form}", partial(picture, form)), "A picture.")
        for form in _PICTURES
    ]
    return Menu(app, "Export · choose a format", lambda: lines)


def _texts(board: Board) -> dict[str, str]:
    """The board in each format that can hold it."""
    texts = {}
    for one in formats().values():
        with suppress(MasumeError):  # a format that cannot hold this board
            if one.write is not None and (text := one.write(board)):
                texts[one.name] = text
    return texts
