"""Render a scene as the bytes of a file; the extension selects the format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from masume.core.drawing.scene import Scene
from masume.core.system.extras import require
from masume.core.system.files import atomic_file
from masume.draw.svg import CELL, svg
from masume.draw.themes import Theme
from masume.errors import BadOption, UnknownName, shorten

FORMS = ("svg", "png", "pdf", "txt")
CELLS = range(4, 401)  # pixels
_MOST_SIDE = 6000  # pixels of a picture with the default cell size


def form_of(path: Path) -> str:
    """Return the format of a file's extension; raise BadOption or UnknownName."""
    form = path.suffix.lower().removeprefix(".")
    if not form:
        raise BadOption(f"{shorten(str(path), 80)} has no extension; use {_list_forms()}")
    if form not in FORMS:
        raise UnknownName("form of picture", path.suffix, [f".{known}" for known in FORMS])
    return form


def require_form(form: str) -> None:
    """Raise MissingExtra if the libraries for this form of picture are not installed."""
    if form in ("png", "pdf"):
        require("print")


def _list_forms() -> str:
    return ", ".join(f".{form}" for form in FORMS[:-1]) + f" or .{FORMS[-1]}"


def cell_size(scene: Scene) -> int:
    """Return the default cell size in pixels; smaller for very large boards."""
    return max(CELLS[0], min(CELL, _MOST_SIDE // max(scene.width, scene.height)))


def render(scene: Scene, theme: Theme, form: str, cell: int | None = None) -> bytes:
    """Return the scene as svg, png or pdf."""
    cell = cell or cell_size(scene)
    if form == "png":
        from masume.draw.png import png

        return png(scene, theme, cell)
    if form == "pdf":
        from masume.draw.pdf import pdf

        return pdf(scene, theme, cell)
    return svg(scene, theme, cell).encode()


def write_file(path: Path, data: bytes | Callable[[], bytes]) -> None:
    """Write a file atomically; raise BadOption if that fails.

    If `data` is a function, it is called after the file has been opened.
    """
    try:
        with atomic_file(path) as file:
            file.write(data if isinstance(data, bytes) else data())
    except OSError as fault:
        reason = (fault.strerror or "it cannot be opened").lower()
        raise BadOption(f"cannot write {shorten(str(path), 80)}: {reason}") from None
