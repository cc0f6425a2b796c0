"""How sites write Nurikabe."""

from __future__ import annotations

from masume.core.codec import Code
from masume.families.site_codes import NUMBER16

CODECS = {"puzz.link": Code(("nurikabe",), NUMBER16)}
