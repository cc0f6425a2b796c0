"""The codecs of sites for Nurikabe."""

from __future__ import annotations

from masume.core.text.codec import Code
from masume.families.shading.position import Shading
from masume.families.site_codes import NUMBER16
from nurikabe.puzzle import Nurikabe

CODECS: dict[str, Code[Nurikabe, Shading]] = {"puzz.link": Code(("nurikabe",), NUMBER16)}
