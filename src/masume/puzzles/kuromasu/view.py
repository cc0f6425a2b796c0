"""How a Kuromasu board is drawn: its clues stand in rings, as cells that stay white."""

from __future__ import annotations

from functools import partial

from masume.families.shading import view

scene = partial(view.scene, ringed=True)
