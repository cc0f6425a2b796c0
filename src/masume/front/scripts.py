"""Scripts of the app in self-contained pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

_APP = Path(__file__).parent / "web" / "static" / "js"
_LINK = re.compile(r"^(import .*\n|export )", re.MULTILINE)


def inline_script(modules: Sequence[str], page: Path) -> str:
    """Return modules of the app and a page's own script as one script, in this order.

    The modules may import only modules before them.
    """
    files = [*(_APP / name for name in modules), page]
    return "\n".join(_LINK.sub("", file.read_text(encoding="utf-8")) for file in files)
