"""The scene of a Kuromasu board: clues are drawn in circles, since their cells stay white."""

from __future__ import annotations

from functools import partial

from masume.families.shading import view

scene = partial(view.scene, ringed=True)
