"""The export menu of a composed board: text formats and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from masume.draw.show import show
from masume.errors import MasumeError
from masume.formats.convert import write_all
from masume.formats.plain import Board
from masume.front.desktop.menu_screen import Choice, Menu

if TYPE_CHECKING:
    from masume.front.desktop.app import App

_PICTURES = ("svg", "png", "pdf")


def export_menu(app: App, board: Board) -> Menu:
    """Return the menu of export formats; choosing one writes a file."""
    name = board.name.rpartition("/")[2] or f"{board.kind.name}-draft"
    stem = re.sub(r"[^\w-]+", "-", name)[:60]

    def export(ending: str, data: Callable[[], bytes]) -> None:
        try:
            path = app.store.export(f"{stem}{ending}", data())
        except (MasumeError, OSError) as fault:
            app.notify(f"Cannot write the file: {fault}")
        else:
            app.notify(f"Written: {path}")

    def picture(form: str) -> bytes:
        return show(board).data(form)

    lines = [
        Choice(form, partial(export, f"-{form}.txt", text.encode), text)
        for form, text in write_all(board).items()
    ]
    lines += [
        Choice(form, partial(export, f".{form}", partial(picture, form)), "Picture")
        for form in _PICTURES
    ]
    return Menu(app, "Export", lambda: lines)
