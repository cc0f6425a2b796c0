"""How a Kuromasu board is drawn: its clues stand in rings, as cells that stay white."""

from __future__ import annotations

from functools import partial

from masume.core import shading_view

scene = partial(shading_view.scene, ringed=True)
